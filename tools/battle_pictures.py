"""Takes the maps of the tabletop battles for docs/battles: `python tools/battle_pictures.py`."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import grognard  # noqa: E402
from grognard.systems import system  # noqa: E402
from tests.page.browser import open_browser  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
WIDTH = 1100


def main() -> None:
    """A small picture of the start of every battle on a table."""
    with open_browser() as browser:
        page = browser.new_page(viewport={"width": WIDTH, "height": 400})
        for battle in grognard.battles():
            if system(battle.system).board != "table":
                continue
            svg = grognard.new(battle.id, seed=1).svg()
            page.set_content(f"<style>*{{margin:0}}svg{{width:{WIDTH}px;height:auto}}</style>{svg}")
            path = PICTURES / f"{battle.system}-{battle.name}.jpg"
            page.locator("svg").first.screenshot(path=path, type="jpeg", quality=50)
            print(path.name, path.stat().st_size // 1000, "kB")


if __name__ == "__main__":
    main()
