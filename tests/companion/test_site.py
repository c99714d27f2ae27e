"""The companion as files: everything is there, and nothing else is given out."""

import json
from pathlib import Path

import pytest

from grognard.companion import site
from grognard.engine.errors import UnknownName


def test_every_file_the_page_names_is_in_the_site() -> None:
    names = site.static_names()
    front = site.static_file("index.html").decode()
    for name in ("table/app.js", "table/style.css", "manifest.webmanifest", "icon.svg"):
        assert f'"{name}"' in front
        assert name in names
    for name in (each for each in names if each.endswith(".js") and each.startswith("table/")):
        for line in site.static_file(name).decode().splitlines():
            if line.startswith(("import ", "} from")) and '"' in line:
                target = line.split('"')[1]
                folder = "" if target.startswith("../") else "table/"
                assert folder + target.lstrip("./") in names, f"{name} imports {target}"


def test_the_worker_keeps_every_file_of_the_site() -> None:
    kept = json.loads(site.file_list(every=False))
    assert {"index.html", "table/reckon.js", "data/index.json", "data/onepage--sheet.json"} < {
        *kept
    }


@pytest.mark.parametrize("name", ["../app.js", "table/tables.d.ts", "nothing.js"])
def test_other_files_are_not_given_out(name: str) -> None:
    with pytest.raises(UnknownName):
        site.static_file(name)


def test_data_of_an_unknown_variant_is_refused() -> None:
    with pytest.raises(UnknownName, match="no variant"):
        site.data_file("data/onepage--mine.json")


def test_the_data_of_a_system_holds_all_its_checks() -> None:
    data = json.loads(site.data_file("data/onepage--attrition.json"))
    assert [check["name"] for check in data["checks"]] == [
        *("morale", "rally", "fire", "melee", "counter", "marsh"),
    ]
    # To the last: half of 40 points makes an army withdraw.
    assert data["limits"][0]["limits"][40] == 20


def test_the_site_is_written_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "data_names", lambda every: ["data/index.json"])
    written = list(site.write(tmp_path))
    assert all((tmp_path / name).is_file() for name in written)
    assert json.loads((tmp_path / "files.json").read_text())[0] == "./"
