"""What routes have in common: a secret in the header, a game in the path, answers that refuse."""

from __future__ import annotations

from typing import Annotated, Final

from litestar.openapi import ResponseSpec
from litestar.params import HeaderParameter, PathParameter

from grognard.server import game_state
from grognard.server.seats import Refusal

BEARER: Final = "bearer "

GameId = Annotated[str, PathParameter(description="The game's id.", max_length=60)]
Seat = Annotated[
    str | None,
    HeaderParameter(
        name="authorization",
        description='"Bearer" and the secret of a seat, or a player\'s key; without it one is a '
        "spectator.",
        max_length=200,
        required=False,
    ),
]


def faults(*codes: int) -> dict[int, ResponseSpec]:
    """The refusals of a route by status."""
    says = {
        400: "malformed",
        403: "not yours",
        404: "unknown",
        409: "stale, or over",
        413: "too large",
        422: "not allowed",
        429: "too much",
        500: "failed",
    }
    return {code: ResponseSpec(game_state.ErrorInfo, description=says[code]) for code in codes}


GAME: Final = faults(400, 403, 404, 429)


def secret_of(authorization: str | None) -> str:
    """The secret in the header; empty if there is none."""
    if not authorization:
        return ""
    if not authorization.lower().startswith(BEARER):
        raise Refusal("malformed", 'send the secret of a seat as "Authorization: Bearer SECRET"')
    return authorization[len(BEARER) :].strip()
