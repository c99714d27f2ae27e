"""Grammar for the names of troops, so that verbs agree with them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

# Words in the plural that end a name, or stand before a place, a comma or a number in it. A
# person's name may end in s too, so they are listed.
MANY: Final = re.compile(
    r"[^()]*\b(battalions|batteries|bavarians|carabiniers|chasseurs|companies|cossacks|croats|cuirassiers"
    r"|divisions|dragoons|fusiliers|grenadiers|guards|gunners|guns|highlanders|horsemen|howitzers"
    r"|hussars|jägers|lancers|marines|musketeers|nassauers|pickets|pounders|rangers|riflemen|rifles"
    r"|sharpshooters|skirmishers|squadrons|troops|uhlans|voltigeurs|volunteers|württembergers|zouaves)"
    r"( (at|before|of|on) .*| \d+|, [^()]*)?",
    re.IGNORECASE,
)
# Several together, of whatever name.
TOGETHER: Final = re.compile(r".* (and|&) .*")
IRREGULAR: Final = {"is": "are", "was": "were", "has": "have", "does": "do"}
INVERTED: Final = re.compile(rf"\b({'|'.join(IRREGULAR)}) it\b")


@lru_cache(maxsize=4096)
def plural(name: str) -> bool:
    """Whether a name is plural.

    >>> plural("Lemoine's guns"), plural("12-pounders"), plural("Guns on the hill")
    (True, True, True)
    >>> plural("92nd and 106th"), plural("7th & 8th Militia"), plural("Hussars, first line")
    (True, True, True)
    >>> plural("Davis"), plural("Guards Brigade")
    (False, False)
    """
    return MANY.fullmatch(name) is not None or TOGETHER.fullmatch(name) is not None


def how_many(number: int, thing: str, things: str = "") -> str:
    """A number and what is counted.

    >>> how_many(1, "game"), how_many(2, "game"), how_many(0, "battery", "batteries")
    ('1 game', '2 games', '0 batteries')
    """
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def clause(name: str, verb: str) -> str:
    """A name with a verb, given in the singular, that agrees with it; more may follow the verb.

    >>> clause("Kempt", "marches"), clause("9th Chasseurs", "marches")
    ('Kempt marches', '9th Chasseurs march')
    >>> clause("Horse guns", "is"), clause("Rifles", "rallies"), clause("Rifles", "loses")
    ('Horse guns are', 'Rifles rally', 'Rifles lose')
    >>> clause("Hussars", "must retreat")
    'Hussars must retreat'
    >>> clause("92nd and 106th", "forms square"), clause("Guns", "wins, 2 hits to 1")
    ('92nd and 106th form square', 'Guns win, 2 hits to 1')
    >>> clause("Hussars", "routs: its morale failed"), clause("Kempt", "routs: its morale failed")
    ('Hussars rout: their morale failed', 'Kempt routs: its morale failed')
    """
    if not plural(name):
        return f"{name} {verb}"
    one = verb.split(" ", 1)[0].rstrip(",:")
    return f"{name} {_many(one)}{agreed(name, verb[len(one) :])}"


def agreed(name: str, text: str) -> str:
    """What is said of somebody as "it", with pronouns that agree with the name.

    An "it" before another word is taken for the subject of what follows.

    >>> agreed("Rifles", "it leaves the wood"), agreed("Rifles", "a charge strikes it")
    ('they leave the wood', 'a charge strikes them')
    >>> agreed("Rifles", "at whom does it fire?"), agreed("Kempt", "it fires")
    ('at whom do they fire?', 'it fires')
    """
    if not plural(name):
        return text
    text = INVERTED.sub(lambda met: f"{_many(met[1])} they", text)
    text = re.sub(r"\bit (\w+)", lambda met: f"they {_many(met[1])}", text)
    for one, many in (("its", "their"), ("itself", "themselves"), ("it", "them")):
        text = re.sub(rf"\b{one}\b", many, text)
    return text


def _many(verb: str) -> str:
    """The plural of a verb."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith(("ches", "shes", "sses", "goes")):
        return verb[:-2]
    return verb.removesuffix("s")
