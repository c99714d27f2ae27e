"""The page's files: read once, sent with their type and a hash of their content."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import grognard.draw
from grognard.server.seats import Refusal

PAGE: Final = Path(__file__).parent / "page"
FONTS: Final = Path(grognard.draw.__file__).parent / "fonts"
TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".ttf": "font/ttf",
    ".woff2": "font/woff2",
    ".pdf": "application/pdf",
}


class StaticFile(NamedTuple):
    """A file as it is sent."""

    content: bytes
    type: str
    tag: str


class StaticFiles:
    """The files of the page by path."""

    def __init__(self) -> None:
        self._found: dict[str, Path] = {}
        for folder, prefix in ((PAGE, ""), (FONTS, "fonts/")):
            for path in sorted(folder.rglob("*")):
                if path.suffix in TYPES and path.is_file():
                    self._found[prefix + path.relative_to(folder).as_posix()] = path
        self._kept: dict[str, tuple[int, StaticFile]] = {}

    def get(self, name: str) -> StaticFile:
        """A file by its path; only files that existed at the start are sent."""
        path = self._found.get(name.lstrip("/"))
        if path is None:
            raise Refusal("unknown", "not found")
        changed = path.stat().st_mtime_ns
        kept = self._kept.get(name)
        if kept is None or kept[0] != changed:
            content = path.read_bytes()
            tag = f'"{sha256(content).hexdigest()[:32]}"'
            kept = self._kept[name] = (changed, StaticFile(content, TYPES[path.suffix], tag))
        return kept[1]
