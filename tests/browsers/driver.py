"""Firefox and WebKit driven by the commands of WebDriver, with what Debian ships and nothing more.

WebKit has its own driver, which speaks HTTP. Firefox is spoken to directly, by Marionette: the same
commands over a socket, so that no geckodriver is needed.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from glob import glob
from pathlib import Path
from typing import Any

PATIENCE = 60.0  # seconds
STEP = 0.05
WIDTH, HEIGHT = 1280, 800


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Driver:
    """A browser window: addresses, scripts and a real pointer."""

    name = ""

    def goto(self, address: str) -> None:
        """Open an address."""
        raise NotImplementedError

    def run(self, script: str, *arguments: object) -> Any:
        """What the body of a function returns in the page."""
        raise NotImplementedError

    def pointer(self, steps: list[dict[str, Any]]) -> None:
        """Move and press the mouse."""
        raise NotImplementedError

    def close(self) -> None:
        """End the browser."""
        raise NotImplementedError

    def click(self, x: float, y: float) -> None:
        """Click a point of the window."""
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.pointer(steps)

    def until(self, script: str, *arguments: object) -> Any:
        """Wait until a script returns something that holds, and return that."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := self.run(script, *arguments):
                return found
            time.sleep(STEP)
        raise AssertionError(f"{self.name}: never {script}")

    def still(self, script: str, *arguments: object) -> Any:
        """Wait until a script returns the same twice: what moves is no place to click."""
        before, found = None, self.until(script, *arguments)
        while found != before:
            time.sleep(STEP)
            before, found = found, self.until(script, *arguments)
        return found


def _mouse(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    kind = {"pointerType": "mouse"}
    return [{"type": "pointer", "id": "mouse", "parameters": kind, "actions": steps}]


class Firefox(Driver):
    """Debian's Firefox without a window, by Marionette."""

    name = "firefox"

    def __init__(self, folder: Path) -> None:
        binary = shutil.which("firefox-esr") or shutil.which("firefox")
        if binary is None:
            raise RuntimeError("no Firefox: install the package firefox-esr")
        port = free_port()
        profile = folder / "firefox"
        profile.mkdir()
        (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        command = [binary, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        env = {**os.environ, "MOZ_HEADLESS_WIDTH": str(WIDTH), "MOZ_HEADLESS_HEIGHT": str(HEIGHT)}
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, env=env, stdout=quiet, stderr=quiet)
        self.socket = _connected(port)
        self.stream = self.socket.makefile("rb")
        self.count = 0
        self._read()  # it says who it is
        self.call("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {}}})

    def _read(self) -> Any:
        length = b""
        while (byte := self.stream.read(1)) != b":":
            length += byte
        return json.loads(self.stream.read(int(length)))

    def call(self, command: str, parameters: dict[str, Any]) -> Any:
        """Give a command and wait for its answer."""
        self.count += 1
        told = json.dumps([0, self.count, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(told), told))
        _, _, error, result = self._read()
        if error:
            raise RuntimeError(f"firefox: {error['message']}")
        return result

    def goto(self, address: str) -> None:
        self.call("WebDriver:Navigate", {"url": address})

    def run(self, script: str, *arguments: object) -> Any:
        body = {"script": script, "args": list(arguments)}
        return self.call("WebDriver:ExecuteScript", body)["value"]

    def pointer(self, steps: list[dict[str, Any]]) -> None:
        self.call("WebDriver:PerformActions", {"actions": _mouse(steps)})

    def close(self) -> None:
        self.stream.close()
        self.socket.close()
        self.process.terminate()
        self.process.wait(PATIENCE)


class WebKit(Driver):
    """Debian's WebKitGTK, by its own driver, on a screen of its own."""

    name = "webkit"

    def __init__(self, folder: Path) -> None:
        binaries = glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
        if not (driver := shutil.which("WebKitWebDriver")) or not binaries:
            raise RuntimeError("no WebKit: install the package webkit2gtk-driver")
        if not (screen := shutil.which("Xvfb")):
            raise RuntimeError("no screen for WebKit: install the package xvfb")
        quiet = subprocess.DEVNULL
        reads, writes = os.pipe()
        command = [screen, "-displayfd", str(writes), "-screen", "0", f"{WIDTH}x{HEIGHT}x24"]
        self.screen = subprocess.Popen(command, pass_fds=(writes,), stdout=quiet, stderr=quiet)
        os.close(writes)
        with os.fdopen(reads) as told:
            display = f":{told.readline().strip()}"
        port = free_port()
        env = {**os.environ, "DISPLAY": display, "HOME": str(folder), "GDK_BACKEND": "x11"}
        env["WEBKIT_DISABLE_COMPOSITING_MODE"] = "1"
        command = [driver, f"--port={port}", "--host=127.0.0.1"]
        self.process = subprocess.Popen(command, env=env, stdout=quiet, stderr=quiet)
        _connected(port).close()
        self.address = f"http://127.0.0.1:{port}/session"
        options = {"binary": binaries[0], "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self.address += "/" + self.call("", wanted)["sessionId"]
        self.call("/window/rect", {"x": 0, "y": 0, "width": WIDTH, "height": HEIGHT})

    def call(self, path: str, body: dict[str, Any]) -> Any:
        """Give a command and wait for its answer."""
        request = urllib.request.Request(
            self.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def goto(self, address: str) -> None:
        self.call("/url", {"url": address})

    def run(self, script: str, *arguments: object) -> Any:
        return self.call("/execute/sync", {"script": script, "args": list(arguments)})

    def pointer(self, steps: list[dict[str, Any]]) -> None:
        self.call("/actions", {"actions": _mouse(steps)})

    def close(self) -> None:
        urllib.request.urlopen(urllib.request.Request(self.address, method="DELETE")).close()
        for process in (self.process, self.screen):
            process.terminate()
            process.wait(PATIENCE)


def _connected(port: int) -> socket.socket:
    """A connection to a port, as soon as somebody listens there."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(STEP)
