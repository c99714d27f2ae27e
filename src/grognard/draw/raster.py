"""Pictures as PNG, rendered with the shipped typeface and no other."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from grognard.draw.lettering import FAMILY, FILES


def png(svg_text: str, path: Path | str | None = None, width: int | None = None) -> bytes:
    """An SVG as PNG, `width` pixels wide (as the SVG says if not given), also written to a path."""
    import resvg_py  # only pictures need it, and it takes a while to load

    with as_file(files("grognard.draw").joinpath("fonts")) as fonts:
        data = bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg_text,
                width=width,
                skip_system_fonts=True,
                font_files=[str(fonts / name) for name in FILES],
                font_family=FAMILY,
                serif_family=FAMILY,
            )
        )
    if path is not None:
        Path(path).write_bytes(data)
    return data
