"""A bare page with a board and nothing else, under the content policy of the real one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, Route

from grognard.draw import scene
from grognard.draw.scene import Scene
from grognard.engine.view import Marker, Placement
from tests.draw.given import GivenSystem, piece, tiny_map, view

STATIC = Path(__file__).parents[2] / "src" / "grognard" / "server" / "page"
ADDRESS = "http://board.test/"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
    " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'"
)
HTML = """<!doctype html><html lang="en"><head><title>A board</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/static/board.css">
<link rel="stylesheet" href="/page.css"></head>
<body><main><h1>A board</h1><div id="window"></div></main>
<script type="module" src="/page.js"></script></body></html>"""
CSS = """html, body, main { margin: 0; height: 100% }
h1 { position: absolute; clip-path: inset(50%) } #window { height: 100% }"""
SCRIPT = """import { Board } from "/static/board/board.js";
const ear = (name) => (told) => window.heard.push([name, told]);
const tried = (pose) => {
  ear("try")(pose);
  return window.verdict;
};
const ears = { onPick: ear("pick"), onHover: ear("hover"), onAttack: ear("attack"),
  onPoint: ear("point"), onPoseTry: tried, onPose: ear("pose") };
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) {
  const begun = animate.apply(this, how);
  if (window.frozen) begun.pause();
  return begun;
};
window.fresh = () => {
  window.frozen = false;
  window.board?.close();
  window.heard = [];
  window.verdict = null;
  document.documentElement.dataset.theme = "light";
  window.board = new Board(document.getElementById("window"), ears);
};"""
TYPES = {".css": "text/css", ".js": "text/javascript"}
OWN = {
    "": (HTML, "text/html"),
    "page.css": (CSS, "text/css"),
    "page.js": (SCRIPT, "text/javascript"),
}

# What the page asks for of Kempt, who stands 10.0 inches over and 4.0 down.
POSE = {
    "piece": "unit:kempt",
    "width": 40,
    "depth": 20,
    "round": False,
    "behind": [],
    "radius": 0,
    "reach": "M150 40H300V160H150z",
    "scale": 20,
    "origin": [14, 9.3],
    "says": ["6 inches in the open"],
}


def _fulfil(route: Route) -> None:
    path = route.request.url.removeprefix(ADDRESS)
    if path in OWN:
        body, kind = OWN[path]
        headers = {"Content-Security-Policy": POLICY, "Content-Type": kind}
        route.fulfill(body=body, headers=headers)
        return
    file = STATIC / path.removeprefix("static/")
    route.fulfill(body=file.read_text("utf-8"), content_type=TYPES[file.suffix])


class BoardPage:
    """A board in a browser, and what it told."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.route("**/*", _fulfil)
        page.goto(ADDRESS)
        self.until("window.fresh !== undefined")
        self.fresh()

    def fresh(self) -> None:
        """A new board in place of the old one, in a window where the small map has twice its size.

        The map is 356 by 281.7, so that it lies flush with the left and right.
        """
        self.page.emulate_media(reduced_motion="no-preference")
        self.page.set_viewport_size({"width": 712, "height": 564})
        self.page.mouse.move(1, 1)
        self.page.evaluate("window.fresh()")

    def set_up(self, found: Scene) -> None:
        """Put a scene on the board."""
        self.page.evaluate("(ground) => board.setGround(ground)", json.loads(found.ground().json))
        self.show(found, animate=False)

    def show(
        self, found: Scene, animate: bool = True, events: list[list[str]] | None = None
    ) -> None:
        """Show a scene and wait until nothing moves."""
        self.begin(found, animate, events)
        self.page.evaluate("window.showing")

    def begin(
        self,
        found: Scene,
        animate: bool = True,
        events: list[list[str]] | None = None,
        kind: str = "",
    ) -> None:
        """Show a scene and do not wait; `kind` is how its events are shown."""
        told = [{"subjects": event, "kind": kind} for event in events or []]
        self.page.evaluate(
            "([scene, how]) => { window.showing = board.show(scene, how); }",
            [
                msgspec.to_builtins(found.placing()),
                {"animate": animate, "events": told},
            ],
        )

    def light(
        self,
        *options: str,
        picked: tuple[str, ...] = (),
        about: tuple[str, ...] = (),
        chosen: str | None = None,
    ) -> None:
        """Light things."""
        lit = [{"id": option, "label": ""} for option in options]
        asked = {"options": lit, "picked": picked, "about": about, "chosen": chosen}
        self.page.evaluate("(asked) => board.light(asked)", asked)

    def heard(self, name: str) -> list[Any]:
        """What was told to one ear, in turn."""
        told: list[list[Any]] = self.page.evaluate("window.heard")
        return [value for ear, value in told if ear == name]

    def camera(self) -> tuple[float, float, float]:
        """Where the board's corner is in the window, and how large it is drawn."""
        found: list[float] = self.page.evaluate(
            "[board.camera.x, board.camera.y, board.camera.scale]"
        )
        return found[0], found[1], found[2]

    def until(self, expression: str) -> None:
        """Wait until something holds in the page, whose policy lets nobody evaluate words there."""
        for _ in range(2400):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"never: {expression}")

    def freeze(self) -> None:
        """From now on what is set in motion stands still until it is finished."""
        self.page.evaluate("() => { window.frozen = true; }")

    def finish(self) -> None:
        """End what is in motion."""
        self.page.evaluate("for (const each of [...board.motion.running]) each.finish()")

    def settle(self) -> None:
        """Wait until the camera is at rest."""
        self.until("document.querySelector('.board-stage.moving') === null")

    def screen(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the drawing is on the screen."""
        left, top, scale = self.camera()
        return left + x * scale, top + y * scale


def transform(board: BoardPage, selector: str) -> str:
    """Where an element is put."""
    found: str = board.page.locator(selector).evaluate("(element) => element.style.transform")
    return found


def tiny(
    kempt: str = "0402",
    *more: Placement,
    strength: str = "7",
    turn: int = 180,
    attacks: list[tuple[str, str]] | None = None,
) -> Scene:
    """Kempt and Husson on the small map; Kempt's middle is at (214, 89.3) in 0402."""
    ground = tiny_map()
    pieces = [
        piece("unit:kempt", ground.grid.parse(kempt), side=1, turn=turn, strength=strength),
        piece("unit:husson", ground.grid.parse("0405"), turn=0, strength="9"),
        *more,
    ]
    markers = [Marker("objective:farm", "objective", (ground.grid.parse("0303"),), 1, "The Farm")]
    return scene(view(), GivenSystem(ground, pieces, markers, attacks=attacks))
