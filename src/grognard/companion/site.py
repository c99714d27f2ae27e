"""The companion as a site: the page's files, the data of every system, nothing to run.

The server sends the same files under /table/, and `grognard companion` writes them to a folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from grognard.companion.data import PAPERS, PRINT, SEPARATOR, system_data, variants_of
from grognard.companion.lengths import Lengths
from grognard.engine.errors import UnknownName, did_you_mean
from grognard.engine.system import System
from grognard.systems import system, systems

DATA: Final = "data/"
SHEET: Final = "sheet"
# Where files stand on the page, if not beside its other modules.
ELSEWHERE: Final = {
    "index.html": "table/index.html",
    "worker.js": "table/worker.js",
    "manifest.webmanifest": "table/manifest.json",
    "icon.svg": "icons/grognard.svg",
    "dom.js": "dom.js",
}
KINDS: Final = (".js", ".css")


def page() -> Traversable:
    """The folder of the page's files."""
    return files("grognard") / "server" / "page"


def static_names() -> list[str]:
    """The files of the site that are the same for everybody."""
    modules = sorted(each.name for each in (page() / "table").iterdir())
    own = [f"table/{name}" for name in modules if name.endswith(KINDS) and name != "worker.js"]
    return [*ELSEWHERE, *own]


def static_file(name: str) -> bytes:
    """One of these files."""
    if name not in static_names():
        raise UnknownName(f'no file "{name:.60}"')
    return (page() / ELSEWHERE.get(name, name)).read_bytes()


def index() -> str:
    """The systems that can be chosen, as JSON."""
    listed = [
        {
            "name": each.name,
            "title": each.title,
            "summary": each.summary,
            "variants": [variant.name for variant in variants_of(each)],
        }
        for each in systems()
    ]
    return json.dumps({"systems": listed}, ensure_ascii=False)


def data_name(name: str, variant: str) -> str:
    """The name of a data file."""
    return f"{DATA}{name}{SEPARATOR}{variant}.json"


def data_file(name: str) -> str:
    """The text of a data file by its name."""
    if name == f"{DATA}index.json":
        return index()
    stem = name.removeprefix(DATA).removesuffix(".json")
    which, _, variant = stem.partition(SEPARATOR)
    found = system(which)
    _refuse_variant(found, variant)
    return system_data(found, variant)


def _refuse_variant(found: System, variant: str) -> None:
    known = [each.name for each in variants_of(found)]
    if variant not in known:
        raise UnknownName(f'no variant "{variant:.40}": {did_you_mean(variant, known)}')


def data_names(every: bool) -> list[str]:
    """The data files of all systems, of the sheet alone or of every variant."""
    found = [f"{DATA}index.json"]
    for each in systems():
        for variant in variants_of(each):
            if every or variant.name == SHEET:
                found.append(data_name(each.name, variant.name))
    return found


def sheet_names(every: bool) -> list[str]:
    """The sheets of all systems as PDF."""
    return [
        f"{PRINT}{name.removeprefix(DATA).removesuffix('.json')}{SEPARATOR}{paper}.pdf"
        for name in data_names(every)[1:]
        for paper, _ in PAPERS
    ]


def sheet_file(name: str, lengths: Lengths) -> bytes:
    """A sheet as PDF by its name, in the lengths of a table."""
    from grognard.companion.paper.charts import print_system

    parts = name.removeprefix(PRINT).removesuffix(".pdf").split(SEPARATOR)
    if len(parts) != 3 or parts[2] not in [paper for paper, _ in PAPERS]:
        raise UnknownName(f'no sheet "{name:.60}"')
    found = system(parts[0])
    _refuse_variant(found, parts[1])
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.pdf"
        print_system(found, path, parts[1], parts[2], lengths)
        return path.read_bytes()


def evening_file(text: str, variant: str, paper: str, lengths: Lengths) -> bytes:
    """An evening as PDF: the rosters as they stand now, labels, markers, the scenario."""
    from grognard.companion.paper.evening import print_evening, read_evening

    evening = read_evening(text)
    found = system(evening.system)
    _refuse_variant(found, variant)
    if paper not in [each for each, _ in PAPERS]:
        raise UnknownName(f'no paper "{paper:.40}": there is a4, letter')
    with TemporaryDirectory() as folder:
        path = Path(folder) / "evening.pdf"
        print_evening(found, evening, variant, path, paper, lengths)
        return path.read_bytes()


def file_list(every: bool) -> str:
    """All files of the site, for the script that keeps them on a device."""
    return json.dumps(["./", *static_names(), *data_names(every)])


def write(folder: Path) -> Iterator[str]:
    """Write the whole site into a folder, one file after another, each told by its name."""
    for name in static_names():
        _put(folder / name, static_file(name))
        yield name
    for name in data_names(True):
        _put(folder / name, data_file(name).encode())
        yield name
    if find_spec("reportlab"):
        for name in sheet_names(False):
            _put(folder / name, sheet_file(name, Lengths()))
            yield name
    _put(folder / "files.json", file_list(True).encode())
    yield "files.json"


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
