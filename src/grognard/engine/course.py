"""The course of a game for a notebook: its boards one after another, under a slider."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from grognard.engine.game import Game

MOST_BOARDS: Final = 24
_CHANGES_FROM: Final = '<g id="shapes"'  # what lies before it in a picture is the ground


class Board(NamedTuple):
    """The board after a line of the record."""

    line: int
    caption: str
    svg: str


class Course:
    """Some boards of a game, from its start to where it is now; a notebook shows them."""

    def __init__(self, boards: Sequence[Board]) -> None:
        self.boards = list(boards)

    @staticmethod
    def of(game: Game, side: str | None = None, most: int = MOST_BOARDS) -> Course:
        """Boards spread evenly over a game, the first and the last among them."""
        lines = [0, *(line.number for line in game.record.lines)]
        count = max(2, min(most, len(lines)))
        chosen = sorted({lines[round(i * (len(lines) - 1) / (count - 1))] for i in range(count)})
        boards = []
        for line in chosen:
            then = game.at(line)
            clock = game.system.clock(then.view(side))
            told = then.log_for(side)
            said = told[-1].text if told else "The start."
            boards.append(Board(line, f"{clock}: {said}", then.svg(side)))
        return Course(boards)

    def html(self) -> str:
        """A page of its own: slider, caption, board. The ground is in it once."""
        ground, _, _ = self.boards[0].svg.partition(_CHANGES_FROM)
        frames, captions = [], []
        for number, board in enumerate(self.boards):
            _, sign, rest = board.svg.partition(_CHANGES_FROM)
            hidden = "" if number == len(self.boards) - 1 else ' style="display:none"'
            inner = (sign + rest).rstrip().removesuffix("</svg>")
            frames.append(f'<g class="frame"{hidden}>{inner}</g>')
            captions.append(f'<p class="frame"{hidden}>{escape(board.caption)}</p>')
        last = len(self.boards) - 1
        moved = (
            "document.querySelectorAll('.frame').forEach((f, i) =>"
            f" f.style.display = i % {last + 1} == this.value ? '' : 'none')"
        )
        return (
            '<!doctype html><meta charset="utf-8"><style>body{margin:0;font:15px sans-serif}'
            "svg{width:100%;height:auto;max-height:82vh}input{width:98%}p{margin:4px 0}</style>"
            f'<input type="range" aria-label="Course of the game" min="0" max="{last}"'
            f' value="{last}" oninput="{escape(moved)}">'
            f"{''.join(captions)}{ground}{''.join(frames)}</svg>"
        )

    def _repr_html_(self) -> str:
        page = escape(self.html())
        return f'<iframe srcdoc="{page}" style="width:100%;height:640px;border:0"></iframe>'
