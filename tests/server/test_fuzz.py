"""The interface fuzzed by its own description: nothing fails, and no game is harmed."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from grognard.server.settings import Limits
from tests.server.running import HUMANS, Serving, serving

GEMIONCOURT = "shock/gemioncourt"
EXAMPLES = 5  # of each kind, for each operation


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    limits = Limits(requests=10_000, request_burst=10_000, games_an_hour=10_000)
    with serving(tmp_path_factory.mktemp("games"), limits, webhooks=False) as running:
        yield running


@pytest.fixture(scope="module")
def schema(server: Serving) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")


def fuzz(server: Serving, operation: Any, game: str, secret: str, mode: GenerationMode) -> None:
    """Call an operation in many ways: every answer is one of those it describes."""

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def call(case: schemathesis.Case[Any]) -> None:
        if "game" in (case.path_parameters or {}):
            case.path_parameters["game"] = game
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        answer = case.call(base_url=server.url, headers=headers)
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400 and "json" in answer.headers.get("content-type", [""])[0]:
            assert set(answer.json()) == {"kind", "message"}
        if mode is GenerationMode.POSITIVE and answer.status_code < 300:
            operation.validate_response(answer)

    with suppress(Unsatisfiable):  # what takes nothing cannot be called wrongly
        call()


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("holder", ["french", "nobody"])
def test_no_call_fails_and_none_harms_a_game(
    server: Serving, schema: Any, mode: GenerationMode, holder: str
) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    game, secret = opened["game"], opened["seats"].get(holder, "")
    before = server.state(game, opened["seats"]["allied"])
    calls = 0
    for found in schema.get_all_operations():
        fuzz(server, found.ok(), game, secret, mode)
        calls += 1
    assert calls == 38
    after = server.state(game, opened["seats"]["allied"])
    if holder == "nobody":
        assert after["revision"] == 0 and after["scene"] == before["scene"]
    # The other side's seat, and the record, are as they were but for what French may do.
    assert after["you"] == "allied" and after["line"] >= before["line"]
