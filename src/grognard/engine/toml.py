"""Strict reading of TOML: typed look-ups that refuse errors with file and line."""

from __future__ import annotations

import builtins
import tomllib
import unicodedata
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from importlib.resources.abc import Traversable
from pathlib import Path

from grognard.engine.errors import FileError, did_you_mean
from grognard.engine.toml_source import Keys, TomlSource

MAX_BYTES = 2_000_000
MAX_LINE = 4_000  # a key of many thousand dotted parts would keep the parser busy for minutes
MAX_STRING = 20_000
MAX_DEPTH = 20
MAX_INT = 10**9


def load(path: Path | Traversable, name: str | None = None) -> Table:
    """The top table of a file; `name` stands for the file in errors (its path if not given)."""
    shown = str(path) if name is None else name
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise FileError(shown, None, f"cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise FileError(shown, None, f"larger than {MAX_BYTES} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileError(shown, line, "not UTF-8 text: save the file as UTF-8") from None
    return loads(text, shown)


def loads(text: str, name: str) -> Table:
    """The top table of a text; `name` stands for the file in errors.

    >>> loads("turns = 6", "tutorial.toml").int("turns", lo=1, hi=20)
    6
    """
    text = text.replace("\r\n", "\n")
    if len(text) > MAX_BYTES:
        raise FileError(name, None, f"larger than {MAX_BYTES} characters")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            raise FileError(name, number, f"a line of more than {MAX_LINE} characters")
    source = TomlSource(text, name)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise FileError(name, None, f"nested deeper than {MAX_DEPTH} levels") from None
    except ValueError as error:
        raise source.broken(str(error)) from None
    _inspect(data, (), source)
    return Table(data, (), source)


def _inspect(value: object, keys: Keys, source: TomlSource) -> None:
    """Refuse what no valid file needs: control characters, huge numbers, deep nesting."""
    if len(keys) > MAX_DEPTH:
        raise source.error(keys, f"nested deeper than {MAX_DEPTH} levels")
    if isinstance(value, str):
        _inspect_text(value, keys, source)
    elif isinstance(value, int):
        if not -MAX_INT <= value <= MAX_INT:
            raise source.error(keys, f"a number beyond {MAX_INT}")
    elif isinstance(value, dict):
        for key, inner in value.items():
            _inspect_text(key, (*keys, key), source)
            _inspect(inner, (*keys, key), source)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            _inspect(inner, (*keys, index), source)


def _inspect_text(text: str, keys: Keys, source: TomlSource) -> None:
    if len(text) > MAX_STRING:
        raise source.error(keys, f"a text of more than {MAX_STRING} characters")
    if text.isascii() and text.isprintable():
        return
    for char in text:
        # Control, format (bidirectional overrides too), surrogate, line and paragraph separators.
        if char not in "\n\t" and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            raise source.error(
                keys, f"control character U+{ord(char):04X} in a text: only plain text is allowed"
            )


class Table:
    """A table of a TOML file that knows its place in the file and which keys were read."""

    __slots__ = ("_children", "_data", "_keys", "_read", "_source")

    def __init__(self, data: dict[str, object], keys: Keys, source: TomlSource) -> None:
        self._data = data
        self._keys = keys
        self._source = source
        self._read: set[str] = set()
        self._children: dict[str, list[Table]] = {}

    def __contains__(self, key: object) -> builtins.bool:
        return key in self._data

    def __repr__(self) -> builtins.str:
        return f"<Table {self._label()} of {self._source.name}>"

    def __iter__(self) -> Iterator[builtins.str]:
        """The keys of the table, in the order of the file."""
        return iter(self._data)

    def int(
        self,
        key: builtins.str,
        lo: builtins.int = -MAX_INT,
        hi: builtins.int = MAX_INT,
        default: builtins.int | None = None,
    ) -> builtins.int:
        """A whole number from `lo` to `hi`; required unless there is a default."""
        if default is not None and self._absent(key):
            return default
        return self._number(key, self._get(key), lo, hi)

    def str(
        self, key: builtins.str, default: builtins.str | None = None, lines: builtins.bool = False
    ) -> builtins.str:
        """A text, of one line unless `lines` is set; required unless there is a default."""
        if default is not None and self._absent(key):
            return default
        return self._text(key, self._get(key), lines)

    def bool(self, key: builtins.str, default: builtins.bool | None = None) -> builtins.bool:
        """True or false; required unless there is a default."""
        if default is not None and self._absent(key):
            return default
        value = self._get(key)
        if not isinstance(value, bool):
            raise self.error(key, f'"{key}" must be true or false, found {_show(value)}')
        return value

    def choice(
        self,
        key: builtins.str,
        choices: Sequence[builtins.str],
        default: builtins.str | None = None,
    ) -> builtins.str:
        """One word of a closed list; required unless there is a default."""
        if default is not None and self._absent(key):
            return default
        word = self._text(key, self._get(key), False)
        if word not in choices:
            raise self.error(key, f"unknown {key} {_show(word)} ({did_you_mean(word, choices)})")
        return word

    def strs(
        self, key: builtins.str, default: Sequence[builtins.str] | None = None
    ) -> list[builtins.str]:
        """A list of texts of one line each; required unless there is a default."""
        if default is not None and self._absent(key):
            return list(default)
        return [self._text(key, value, False, i) for i, value in enumerate(self._list(key))]

    def ints(
        self,
        key: builtins.str,
        lo: builtins.int = -MAX_INT,
        hi: builtins.int = MAX_INT,
        default: Sequence[builtins.int] | None = None,
    ) -> list[builtins.int]:
        """A list of whole numbers from `lo` to `hi`; required unless there is a default."""
        if default is not None and self._absent(key):
            return list(default)
        return [self._number(key, value, lo, hi, i) for i, value in enumerate(self._list(key))]

    def table(self, key: builtins.str, optional: builtins.bool = False) -> Table:
        """The table under a key; an empty one if it is missing and optional."""
        if key not in self._children:
            value = {} if optional and self._absent(key) else self._get(key)
            if not isinstance(value, dict):
                raise self.error(key, f'"{key}" must be a table, found {_show(value)}')
            self._children[key] = [Table(value, (*self._keys, key), self._source)]
        return self._children[key][0]

    def tables(self, key: builtins.str) -> list[Table]:
        """The tables written as [[key]], none if there is none."""
        if key not in self._children:
            children: list[Table] = []
            for index, value in enumerate([] if self._absent(key) else self._list(key)):
                if not isinstance(value, dict):
                    message = f'"{key}" must be a list of tables, found {_show(value)} in it'
                    raise self.error(key, message, index)
                children.append(Table(value, (*self._keys, key, index), self._source))
            self._children[key] = children
        return self._children[key]

    def done(self) -> None:
        """Refuse the first key that was never read, here or in the tables within."""
        for key in self._data:
            if key not in self._read:
                hint = did_you_mean(key, self._read)
                raise self.error(key, f"unknown key {_show(key)} in {self._label()} ({hint})")
        for children in self._children.values():
            for child in children:
                child.done()

    def error(
        self, key: builtins.str, message: builtins.str, item: builtins.int | None = None
    ) -> FileError:
        """An error at a key: at the n-th item of its list, or the n-th line of its text."""
        value = self._data.get(key)
        if item is None or isinstance(value, list):
            place: Keys = (*self._keys, key) if item is None else (*self._keys, key, item)
            return self._source.error(place, message)
        return self._source.error((*self._keys, key), message, item)

    def fault(self, message: builtins.str) -> FileError:
        """An error about the whole table, at its header."""
        return self._source.error(self._keys, message)

    def _label(self) -> builtins.str:
        names = ".".join(key for key in self._keys if isinstance(key, str))
        if not names:
            return "the file"
        return f"[[{names}]]" if isinstance(self._keys[-1], int) else f"[{names}]"

    def _absent(self, key: builtins.str) -> builtins.bool:
        self._read.add(key)
        return key not in self._data

    def _get(self, key: builtins.str) -> object:
        self._read.add(key)
        if key in self._data:
            return self._data[key]
        spare = [other for other in self._data if other not in self._read]
        close = get_close_matches(key, spare, n=1)
        hint = f" (is {_show(close[0])} meant for it?)" if close else ""
        raise self.fault(f'{self._label()} lacks "{key}"{hint}')

    def _list(self, key: builtins.str) -> list[object]:
        value = self._get(key)
        if not isinstance(value, list):
            raise self.error(key, f'"{key}" must be a list, found {_show(value)}')
        return value

    def _text(
        self,
        key: builtins.str,
        value: object,
        lines: builtins.bool,
        item: builtins.int | None = None,
    ) -> builtins.str:
        if not isinstance(value, str):
            raise self.error(key, f'"{key}" must be a text in quotes, found {_show(value)}', item)
        if "\n" in value and not lines:
            raise self.error(key, f'"{key}" must be a text of one line', item)
        return value

    def _number(
        self,
        key: builtins.str,
        value: object,
        lo: builtins.int,
        hi: builtins.int,
        item: builtins.int | None = None,
    ) -> builtins.int:
        # A bool is an int in Python, not in a file.
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(key, f'"{key}" must be a whole number, found {_show(value)}', item)
        if not lo <= value <= hi:
            raise self.error(key, f'"{key}" must be {_range(lo, hi)}, found {value}', item)
        return value


def _range(lo: int, hi: int) -> str:
    if hi >= MAX_INT:
        return f"at least {lo}"
    return f"at most {hi}" if lo <= -MAX_INT else f"from {lo} to {hi}"


def _show(value: object) -> str:
    """A value as an error names it, cut short when long."""
    if isinstance(value, str):
        line = value.replace("\n", " ").replace("\t", " ")
        return f'"{line}"' if len(line) <= 40 else f'"{line[:39]}…"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return str(value)
