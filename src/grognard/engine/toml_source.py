"""Line numbers of keys and values in a TOML text, which the standard parser does not give."""

from __future__ import annotations

import re
import tomllib

from grognard.engine.errors import FileError

Keys = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*+")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}#\n]*")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*+'{3,5}"
    r'|"(?:[^"\\]|\\.)*+"'
    r"|'[^']*+'",
    re.DOTALL,
)


class TomlSource:
    """The text of a file, and where in it each key stands (looked up only for an error)."""

    __slots__ = ("name", "text")

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name

    def error(self, keys: Keys, message: str, row: int | None = None) -> FileError:
        """An error at the deepest of the keys that can be found, or a row of its text."""
        places = _Places(self.text)
        found = next((keys[:n] for n in range(len(keys), 0, -1) if keys[:n] in places.key), ())
        line = self.text.count("\n", 0, places.key.get(found, 0)) + 1
        if row is not None and keys in places.value:
            line = self.text.count("\n", 0, places.value[keys]) + 1 + row
            # A line break right after the opening quotes is not part of the text.
            line += re.match(r"(\"\"\"|''')\n", self.text[places.value[keys] :]) is not None
        return FileError(self.name, line, message)

    def broken(self, message: str) -> FileError:
        """The parser's own error, with its line moved to the front."""
        found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", message)
        if found is None:
            return FileError(self.name, None, f"not TOML: {message}")
        line = int(found[1]) if found[1] else self.text.count("\n") + 1
        return FileError(self.name, line, f"not TOML: {message[: found.start()]}")


class _Places:
    """The places of all keys and values of a text already known to be valid TOML."""

    __slots__ = ("at", "counts", "key", "text", "value")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.key: dict[Keys, int] = {}
        self.value: dict[Keys, int] = {}
        self.counts: dict[Keys, int] = {}
        table: Keys = ()
        self._skip(_BLANK)
        while self.at < len(text):
            if text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip(_BLANK)

    def _skip(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        assert found is not None, "the scanner failed on valid TOML"
        self.at = found.end()
        return found[0]

    def _header(self) -> Keys:
        start = self.at
        double = self.text.startswith("[[", start)
        self.at += 2 if double else 1
        names = self._names()
        self.at = self.text.index("]", self.at) + (2 if double else 1)
        keys: Keys = ()
        for name in names[:-1]:
            keys = (*keys, name)
            self.key.setdefault(keys, start)
            if keys in self.counts:
                keys = (*keys, self.counts[keys] - 1)
        keys = (*keys, names[-1])
        self.key.setdefault(keys, start)
        if double:
            count = self.counts[keys] = self.counts.get(keys, 0) + 1
            keys = (*keys, count - 1)
        self.key[keys] = start
        return keys

    def _names(self) -> list[str]:
        """A key, plain or dotted, up to the sign that ends it."""
        names = []
        while True:
            self._skip(_BLANK)
            if self.text[self.at] in "\"'":
                names.append(next(iter(tomllib.loads(self._skip(_STRING) + " = 0"))))
            else:
                names.append(self._skip(_BARE))
            self._skip(_BLANK)
            if self.text[self.at] != ".":
                return names
            self.at += 1

    def _pair(self, table: Keys) -> None:
        start = self.at
        keys = table
        for name in self._names():
            keys = (*keys, name)
            self.key.setdefault(keys, start)
        self.at += 1
        self._skip(_BLANK)
        self._value(keys)

    def _value(self, keys: Keys) -> None:
        self.value[keys] = self.at
        sign = self.text[self.at]
        if sign in "\"'":
            self._skip(_STRING)
        elif sign in "[{":
            self.at += 1
            index = 0
            self._skip(_BLANK)
            while self.text[self.at] not in "]}":
                if sign == "{":
                    self._pair(keys)
                else:
                    self.key[(*keys, index)] = self.at
                    self._value((*keys, index))
                index += 1
                self._skip(_BLANK)
                if self.text[self.at] == ",":
                    self.at += 1
                    self._skip(_BLANK)
            self.at += 1
        else:
            self._skip(_SCALAR)
