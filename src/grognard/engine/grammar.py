"""Grammar for the names of troops, so that verbs agree with them."""

from __future__ import annotations

import re
from typing import Final

# Endings of plural names. A person's name may end in s too, so they are listed.
MANY: Final = re.compile(
    r".*\b(battalions|carabiniers|chasseurs|companies|cossacks|croats|cuirassiers|divisions"
    r"|dragoons|fusiliers|grenadiers|guards|gunners|guns|highlanders|horsemen|hussars|jägers|lancers"
    r"|marines|musketeers|nassauers|pickets|pounders|rangers|riflemen|rifles|sharpshooters"
    r"|skirmishers|squadrons|troops|uhlans|voltigeurs|volunteers|zouaves)( (at|of|on) .*)?",
    re.IGNORECASE,
)
IRREGULAR: Final = {
    "is": "are",
    "has": "have",
    "does": "do",
    "may": "may",
    "must": "must",
    "will": "will",
}


def plural(name: str) -> bool:
    """Whether a name is plural.

    >>> plural("Lemoine's guns"), plural("12-pounders"), plural("Guns on the hill")
    (True, True, True)
    >>> plural("Davis"), plural("Guards Brigade")
    (False, False)
    """
    return MANY.fullmatch(name) is not None


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
    >>> clause("Hussars", "forms march column"), clause("Guns", "wins, 2 hits to 1")
    ('Hussars form march column', 'Guns win, 2 hits to 1')
    """
    if not plural(name):
        return f"{name} {verb}"
    one = verb.split(" ", 1)[0].rstrip(",:")
    rest = verb[len(one) :]
    if one in IRREGULAR:
        many = IRREGULAR[one]
    elif one.endswith("ies"):
        many = f"{one[:-3]}y"
    else:
        many = one[:-2] if one.endswith(("ches", "shes", "sses", "goes")) else one[:-1]
    return f"{name} {many}{rest}"
