"""PNG: the right size, lettered in the shipped face."""

import struct
from pathlib import Path

from grognard.draw.raster import png

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30" width="60" height="30">'


def size(data: bytes) -> tuple[int, int]:
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", data[16:24])
    return wide, high


def test_the_picture_is_as_large_as_it_says() -> None:
    assert size(png(f"{HEAD}</svg>")) == (60, 30)


def test_the_width_can_be_chosen() -> None:
    assert size(png(f"{HEAD}</svg>", width=240)) == (240, 120)


def test_the_picture_is_written(tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    data = png(f"{HEAD}</svg>", path)
    assert path.read_bytes() == data


def test_letters_are_drawn_in_both_cuts_of_the_shipped_face() -> None:
    text = "<text x='5' y='20' font-family='Gentium Book Basic'{}>Ney</text>"
    pictures = [
        png(f"{HEAD}{body}</svg>")
        for body in ("", text.format(""), text.format(" font-style='italic'"))
    ]
    assert len(set(pictures)) == 3
