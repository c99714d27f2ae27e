"""House variants: a club's own overlay of charts and rulings, known by name and content.

A text is laid open once: from a file a person named, from the header of a record, or from a request
for a game. From then on its name, which ends in a hash of the text, can stand in a stack of
variants. A name alone never reads a file.
"""

from __future__ import annotations

import re
import tomllib
from collections import OrderedDict
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from grognard.engine import toml
from grognard.engine.errors import FileError, GrognardError

SUFFIX: Final = ".toml"  # how the name of a file ends
LONGEST: Final = 40_000  # characters of a text
MOST: Final = 1000  # texts of records and requests that are held at once
_NAME: Final = re.compile(r"[a-z0-9-]{1,24}\.[0-9a-f]{12}")


class HouseText(NamedTuple):
    """The text of a house variant; `file` is how errors name it."""

    name: str
    file: str
    text: str


_named: dict[str, HouseText] = {}  # from files that a person named: they stay
_offered: list[str] = []  # those among them that everybody here may choose
_passing: OrderedDict[str, HouseText] = OrderedDict()  # from records and requests


def lay_open(text: str, file: str) -> str:
    """Let a text be used as a variant; returns the name it is known by."""
    found = _checked(text, file)
    _passing[found.name] = found
    _passing.move_to_end(found.name)
    while len(_passing) > MOST:
        _passing.popitem(last=False)
    return found.name


def open_files(stack: str) -> str:
    """A stack of variants with its files read, and named by their content."""
    return "+".join(_opened(name) if name.endswith(SUFFIX) else name for name in stack.split("+"))


def _opened(file: str) -> str:
    try:
        text = Path(file).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8"
        raise FileError(file, None, f"cannot be read: {why}") from None
    found = _checked(text, file)
    _named[found.name] = found
    return found.name


def _checked(text: str, file: str) -> HouseText:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if len(text) > LONGEST:
        raise FileError(file, None, f"a house variant has at most {LONGEST} characters")
    table = toml.loads(text, file)
    title = table.str("title", Path(file).stem)
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:24].strip("-") or "house"
    return HouseText(f"{slug}.{sha256(text.encode()).hexdigest()[:12]}", file, text)


def find(name: str) -> HouseText | None:
    """The text of a name that was laid open."""
    return _named.get(name) or _passing.get(name)


def offer(name: str) -> None:
    """Offer a file that a person named to everybody, beside the variants that are shipped."""
    if name not in _offered:
        _offered.append(name)


def offered() -> list[HouseText]:
    """The texts of the files that are offered."""
    return [_named[name] for name in _offered if name in _named]


def texts_of(stack: str) -> dict[str, str]:
    """The texts of the house variants in a stack, by name."""
    found = (find(name) for name in stack.split("+"))
    return {each.name: each.text for each in found if each is not None}


def restore(texts: dict[str, str]) -> None:
    """Lay open the texts that a record holds; each must be the one its name was made from."""
    for name, text in texts.items():
        if lay_open(text, told(name)) != name:
            raise GrognardError(f'the text of the house variant "{told(name)}" was changed')


def told(stack: str) -> str:
    """A stack of variants for people, without the hashes.

    >>> told("restored+our-club.0123456789ab")
    'restored+our-club'
    """
    return "+".join(
        name.partition(".")[0] if _NAME.fullmatch(name) else name for name in stack.split("+")
    )


def families(text: str) -> set[str]:
    """The systems whose rules a text changes, by the first word of their ids."""
    return {id_.partition(".")[0] for id_ in tomllib.loads(text) if "." in id_}
