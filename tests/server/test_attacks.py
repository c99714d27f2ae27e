"""The attacks of `make soak`: a run that was stopped goes on where it was."""

from pathlib import Path

import pytest

from tests.server import attacks


def test_attacks_go_on_where_the_days_row_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attacks, "PAGE", tmp_path / "attacks.md")
    attacks.fuzz_imports(2, attacks.Tally("2026-01-01"))
    tally = attacks.Tally.of("2026-01-01")
    assert tally.records == 2 and attacks.Tally.of("2026-01-02").records == 0
    tally.records, tally.games, tally.looks = 12_345, 6, 7_890
    tally.note()
    assert attacks.Tally.of("2026-01-01") == tally
    rows = (tmp_path / "attacks.md").read_text("utf-8").splitlines()
    assert [row for row in rows if row.startswith("| 2026")] == [rows[-1]]  # one for each day
