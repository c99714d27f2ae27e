"""What pieces and places are called on the map, where orders use the short names of the files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import hypot
from types import MappingProxyType
from typing import Final

from grognard.engine.errors import AmbiguousOrder, BadOrder
from grognard.engine.order import words_of
from grognard.engine.view import Option, Placement

AT: Final = r"(\d+\.\d),(\d+\.\d)(?: facing (\d+))?"
MOVED: Final = re.compile(rf"(\bmoves? )?from {AT} to {AT}")
POSE: Final = re.compile(rf",? ?to {AT}$")  # where a named way leads
NUMBERED: Final = re.compile(r"\b(block) (\d+)\b(?! \()", re.IGNORECASE)
APOSTROPHES: Final = re.compile("['\u2019]")
QUOTED: Final = re.compile('"([^"]+)"')
BOUNDARY: Final = "/"  # between the two locales of an approach
TOWARDS: Final = re.compile(r"(?<=\w) towards (?=\w)")  # between them where people speak
FULL_TURN: Final = 360
WINDS: Final = {
    "n": "north", "ne": "north-east", "e": "east", "se": "south-east",
    "s": "south", "sw": "south-west", "w": "west", "nw": "north-west",
}  # fmt: skip
FACING: Final = "facing"
# Answers by which nothing more is done.
NOT: Final = ("done", "pass", "go", "none", "do not", "nobody", "keep", "leave")
# Other words for those that orders use; tried where a line cannot be read as it stands.
SAME: Final = {
    "advance": ("ahead", "move"), "forward": ("ahead",), "forwards": ("ahead",),
    "straight": ("ahead",), "backward": ("back",), "backwards": ("back",), "retire": ("back",),
    "attack": ("charge", "assault"), "assault": ("charge", "attack"), "charge": ("attack",),
    "melee": ("charge",), "shoot": ("fire",), "bombard": ("fire",),
    "face": ("turn", "facing"), "wheel": ("turn",), "march": ("move",), "go": ("move",),
    "ride": ("move",), "join": ("ride",), "stop": ("halt",), "stay": ("halt", "hold"),
    "stand": ("halt", "hold"),
    "hold": ("halt",), "wait": ("halt", "hold"), "end": ("done",), "finish": ("done",),
    "finished": ("done",), "next": ("done", "go"), "no": NOT, "none": NOT, "nothing": NOT,
    "pass": NOT, "skip": NOT, "done": NOT,
}  # fmt: skip
FILLERS: Final = frozenset(
    ("a", "against", "and", "at", "for", "into", "now", "on", "phase", "please", "the", "then",
     "to", "turn", "unit", "with")
)  # fmt: skip
# What may be said again where it is asked whom to attack.
ATTACKS: Final = frozenset(("attack", "bombard", "charge", "fire", "shoot", "skirmish", "target"))
LEAST_CUT: Final = 3  # letters of a word that is cut short within a name
MOST_ALIKE: Final = 4  # names of which a word may be part
LONGEST_NAME: Final = 6  # words of a typed line that are looked up together


class Names:
    """The names seen so far; pieces that have left the board are still spoken of."""

    def __init__(self) -> None:
        self.pieces: dict[str, str] = {}  # by id
        self.sides: dict[str, int] = {}  # of pieces, by id
        self.shorts: dict[str, str] = {}  # of pieces, by the last part of their id
        self.places: dict[str, str] = {}  # by the word orders use
        self.verbs: dict[str, str] = {}  # of several words, by the one orders use
        self.spots: dict[str, str] = {}  # where pieces are in orders, by their short names

    def learn(
        self,
        pieces: Iterable[Placement],
        places: dict[str, str],
        spots: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Learn what is on the board, the names of its places, and the words for where pieces are.

        Those are given by the pieces' ids, where orders name places and not pieces.
        """
        self.spots = {each.partition(":")[2]: word for each, word in spots.items()}
        for piece in pieces:
            self.pieces[piece.id] = piece.label
            self.sides[piece.id] = piece.side
            self.shorts[piece.id.partition(":")[2]] = piece.label
        self.places = places

    # -- said -----------------------------------------------------------------------------------

    def option(self, option: Option) -> str:
        """An option in words: pieces and places by their names, without the pose it leads to."""
        if option.says:
            return option.says
        verb, *rest = POSE.sub("", option.text).split(" ")
        if option.target == f"unit:{verb}":  # it has no verb
            verb = self.shorts.get(verb, verb)
        elif "-" in verb and verb not in self.places:
            verb = self.verbs.setdefault(verb, verb.replace("-", " "))
        if verb == FACING:
            return " ".join([verb, *(WINDS.get(word, word) for word in rest)])
        said = [verb, *(self._word(word) for word in rest)]
        return " ".join(said).removeprefix("> ") or option.text

    def _word(self, word: str) -> str:
        """A word after the verb: a name where it stands for one."""
        if BOUNDARY in word:
            return " towards ".join(self.places.get(part, part) for part in word.split(BOUNDARY))
        if word.isdigit():
            return word
        bare = word.rstrip(",")
        return self.shorts.get(bare, self.places.get(bare, bare)) + word[len(bare) :]

    def words_told(self, words: str) -> str:
        """Words of an order with names for the short words among them."""
        return " ".join(self.places.get(word, self._word(word)) for word in words.split())

    def told(self, text: str) -> str:
        """What happened as people speak: distances for poses, names for numbered pieces."""
        return NUMBERED.sub(self._numbered, MOVED.sub(_distance, text))

    def hinted(self, error: Exception) -> str:
        """A message about an order: those it offers are told as the options are shown."""
        text = QUOTED.sub(lambda met: f'"{self.order(met[1])}"', str(error))
        choices = error.choices if isinstance(error, BadOrder) else []
        told = list(dict.fromkeys(map(self.order, choices)))
        if isinstance(error, AmbiguousOrder) and len(told) < len(choices):
            return text  # only their places tell them apart
        for between in (", ", "; "):
            text = text.replace(between.join(choices), between.join(told)) if choices else text
        return text

    def order(self, words: str) -> str:
        """An order as the options are shown."""
        first = words.split(" ")[0]
        return self.option(Option(-1, words, f"unit:{first}" if first in self.shorts else ""))

    def orders(self, words: str) -> str:
        """Orders in a row, with commas between them, each as the options are shown."""
        return ", ".join(map(self.order, words.split(", ")))

    def _numbered(self, met: re.Match[str]) -> str:
        name = self.pieces.get(f"block:{met[2]}", met[2])
        return f"{met[1]} {name}"

    # -- typed ----------------------------------------------------------------------------------

    def shown_as(self, typed: str, options: Iterable[Option], cut: bool = False) -> Option | None:
        """The option whose words as shown were typed, or each `cut` short; None unless just one."""
        words = plainly(typed)
        found = [option for option in options if _meant(words, plainly(self.option(option)), cut)]
        return found[0] if len(found) == 1 else None

    def readings(self, typed: str) -> Iterator[str]:
        """A line as it may be meant: as it stands, then with the short words for its names."""
        yield typed
        words = plainly(typed)
        seen = {typed}
        for names in ({**self.places, **self.shorts}, self.places):
            winds = {f"{FACING} {wind}": f"{FACING} {name}" for wind, name in WINDS.items()}
            known = {**winds, **self.verbs, **names}
            for cut in (False, True):
                text = TOWARDS.sub(BOUNDARY, " ".join(_shortened(words, known, cut)))
                if text not in seen:
                    seen.add(text)
                    yield text

    def loose_readings(self, typed: str) -> Iterator[str]:
        """A line with any words of a name for it, other words for the same, and fillers left out.

        A word that may stand for several things gives a reading for each.
        """
        words = tuple(bare for word in plainly(typed) if (bare := word.strip("?!.,;:")))
        known = {short: _bare(name) for short, name in {**self.places, **self.shorts}.items()}
        parts: list[list[str]] = []
        here: list[str] = []  # the locales of pieces named so far
        at = 0
        while at < len(words):
            length, ways = self._part(words[at:], known)
            # From where a piece is, the locale it goes or looks to is enough.
            ways += [f"{spot}{BOUNDARY}{way}" for spot in here for way in ways if way in known]
            here += [way for way in ways if way in self.spots.values() and BOUNDARY not in way]
            parts.append(ways)
            at += length
        for chosen in product(*parts):
            if line := " ".join(filter(None, chosen)):
                yield TOWARDS.sub(BOUNDARY, line)

    def _part(
        self, words: tuple[str, ...], known: dict[str, tuple[str, ...]]
    ) -> tuple[int, list[str]]:
        """How many words belong together as part of a name, and what they may mean."""
        first = words[0]
        plain = [*([""] if first in FILLERS else []), first, *SAME.get(first, ())]
        for length in range(min(LONGEST_NAME, len(words)), 0, -1):
            run = words[:length]
            if length == 1 and (first in FILLERS or len(first) < LEAST_CUT) and first not in known:
                break
            verbs = [verb for verb, said in self.verbs.items() if plainly(said) == run]
            named = [short for short, name in known.items() if _holds(name, run)]
            if verbs or 0 < len(named) <= MOST_ALIKE:
                spots = [self.spots[short] for short in named if short in self.spots]
                return length, [*verbs, *named, *spots, *(plain if length == 1 else [])]
        return 1, plain

    def shown_with(self, typed: str, options: Iterable[Option]) -> list[Option]:
        """The options whose words as shown hold those typed, in their order, some left out."""
        words = [word for word in plainly(typed.strip("?!.")) if word not in FILLERS]
        return [o for o in options if words and _within(words, plainly(self.option(o)))]

    def vocabulary(self, options: Iterable[Option]) -> set[str]:
        """Every word that may stand in an order now."""
        names = [*self.shorts.values(), *self.places.values(), *map(self.option, options)]
        found = {word for name in names for word in _bare(name)}
        return {*found, *self.shorts, *SAME, *FILLERS} - {""}

    def knows(self, word: str) -> bool:
        """Whether a word stands in the name of a piece, or is its short name."""
        return any(word in (short, *_bare(name)) for short, name in self.shorts.items())


def plainly(text: str) -> tuple[str, ...]:
    """The words of a name or an order, whatever the case, accents and apostrophes.

    >>> plainly("Herr's  Ridge"), plainly("Gémioncourt")
    (('herrs', 'ridge'), ('gemioncourt',))
    """
    return words_of(APOSTROPHES.sub("", text))


def the_one(wanted: str, named: Mapping[str, str]) -> str | None:
    """The id of the one thing meant by its name, or by some of its words; None if unclear.

    >>> units = {"unit:1": "Corsican Rangers", "unit:2": "1st Light", "unit:3": "23rd Light"}
    >>> the_one("rangers", units), the_one("23", units), the_one("light", units)
    ('unit:1', 'unit:3', None)
    """
    words = _bare(wanted)
    known = {each: _bare(name) for each, name in named.items()}
    for fits in (_is, _begins, _holds):
        found = [each for each, name in known.items() if words and fits(name, words)]
        if len({known[each] for each in found}) == 1:
            return found[0]
    return None


def _is(name: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return name == words


def _begins(name: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Whether words are the first of a name; the last may be cut short."""
    *whole, last = words
    at = len(whole)
    return name[:at] == tuple(whole) and len(name) > at and name[at].startswith(last)


def _holds(name: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Whether words stand in a name; the last may be cut short."""
    return any(_begins(name[at:], words) for at in range(len(name)))


def _within(words: Iterable[str], shown: Iterable[str]) -> bool:
    """Whether words stand among others in their order, whole or cut short."""
    rest = iter(shown)
    return all(any(_is_cut(word, other) for other in rest) for word in words)


def _is_cut(word: str, other: str) -> bool:
    return word == other or (len(word) >= LEAST_CUT and other.startswith(word))


def _meant(typed: tuple[str, ...], shown: tuple[str, ...], cut: bool) -> bool:
    """Whether words are those shown, or the beginnings of the first of them."""
    if not cut:
        return typed == shown
    pairs = zip(typed, shown, strict=False)
    return len(typed) <= len(shown) and all(word.startswith(part) for part, word in pairs)


def _bare(text: str) -> tuple[str, ...]:
    """The words of a name without its commas.

    >>> _bare("Grenzer, left wing")
    ('grenzer', 'left', 'wing')
    """
    return tuple(word.rstrip(",") for word in plainly(text))


def _shortened(words: tuple[str, ...], names: dict[str, str], cut: bool) -> Iterator[str]:
    """Words with the short word in the place of every name; the longest name wins.

    With `cut` the first words of a name will do, where no other name begins so.
    """
    known: dict[tuple[str, ...], set[str]] = {}
    for word, name in names.items():
        whole = _bare(name)
        for length in range(1 if cut else len(whole), len(whole) + 1):
            known.setdefault(whole[:length], set()).add(word)
    exact = {_bare(name): short for short, name in names.items()}
    at = 0
    while at < len(words):
        for length in range(min(LONGEST_NAME, len(words) - at), 0, -1):
            run = words[at : at + length]
            bare = tuple(word.rstrip(",") for word in run)
            meant = known.get(bare, set())
            short = exact.get(bare) or (min(meant) if len(meant) == 1 else None)
            if short is not None:
                yield short + run[-1][len(bare[-1]) :]
                at += length
                break
        else:
            yield words[at]
            at += 1


def turn_in_words(degrees: int) -> str:
    """A turn by some degrees, by the shorter way; empty if there is none.

    >>> turn_in_words(15), turn_in_words(-20), turn_in_words(350), turn_in_words(180)
    ('15° right', '20° left', '10° left', 'about')
    """
    by = (degrees + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
    if by == 0:
        return ""
    return "about" if by == -FULL_TURN // 2 else f"{abs(by)}° {'right' if by > 0 else 'left'}"


def _distance(met: re.Match[str]) -> str:
    verb, x, y, before, x2, y2, after = met.groups()
    far = f"{hypot(float(x2) - float(x), float(y2) - float(y)):.1f} in"
    turn = turn_in_words(int(after) - int(before)) if before and after else ""
    return f"{verb or 'over '}{far}{turn and ', turning '}{turn}"
