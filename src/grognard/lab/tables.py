"""The games of a study as a table, a row a game: CSV, or Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from grognard.engine.errors import GrognardError
from grognard.lab.match import PlayedGame
from grognard.lab.study import Study

Cell = int | float | str | None

SUFFIXES: Final = (".csv", ".parquet")
AT_ONCE: Final = 1000  # rows written together


def row(game: PlayedGame, sides: tuple[str, ...]) -> dict[str, Cell]:
    """A game as a row."""
    cells: dict[str, Cell] = {
        "seed": game.seed,
        "winner": "" if game.winner is None else sides[game.winner],
        "turns": game.turns,
        "rolls": game.rolls,
        "luck": game.luck,
        "why": game.why,
    }
    for side, name in enumerate(sides):
        cells[f"{name} points"] = game.points[side]
        cells[f"{name} answers"] = game.answers[side]
        cells[f"{name} strength at the start"] = game.strength[0][side]
        cells[f"{name} strength at the end"] = game.strength[-1][side]
    return cells


def refuse_other(path: Path) -> None:
    """Refuse a name that is no table, before anything is played."""
    if path.suffix.lower() not in SUFFIXES:
        raise GrognardError(f"{path}: a table's name ends in {' or '.join(SUFFIXES)}")
    if path.suffix.lower() == ".parquet":
        _pyarrow()


def write(study: Study, path: Path) -> None:
    """Write a table of the study's games."""
    refuse_other(path)
    rows = (row(game, study.battle.sides) for game in study.games())
    if path.suffix.lower() == ".csv":
        _write_csv(rows, path)
    else:
        _write_parquet(rows, path)


def _write_csv(rows: Iterator[dict[str, Cell]], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer: csv.DictWriter[str] | None = None
        for cells in rows:
            if writer is None:
                writer = csv.DictWriter(file, list(cells))
                writer.writeheader()
            writer.writerow(cells)


def _write_parquet(rows: Iterator[dict[str, Cell]], path: Path) -> None:
    pyarrow, parquet = _pyarrow()
    writer, batch = None, []
    for cells in rows:
        batch.append(cells)
        if len(batch) == AT_ONCE:
            writer = _write_batch(pyarrow, parquet, path, writer, batch)
            batch = []
    if batch:
        writer = _write_batch(pyarrow, parquet, path, writer, batch)
    if writer is not None:
        writer.close()


def _write_batch(
    pyarrow: Any, parquet: Any, path: Path, writer: Any, batch: list[dict[str, Cell]]
) -> Any:
    table = pyarrow.Table.from_pylist(batch)
    writer = writer or parquet.ParquetWriter(path, table.schema)
    writer.write_table(table)
    return writer


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise GrognardError(
            'Parquet needs pyarrow: pip install "grognard[parquet]", or write .csv'
        ) from None
    return pyarrow, parquet
