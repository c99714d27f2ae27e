"""Words with numbers in them, found from examples: "d6 of at most {most}"."""

from __future__ import annotations

from collections.abc import Callable, Mapping

FORMS: tuple[tuple[str, Callable[[int], str]], ...] = (
    ("", str),
    ("+", lambda number: f"{number:+d}"),
)


def template(texts: Mapping[int, str], name: str) -> str | None:
    """One text with `{name}` or `{+name}` that gives all of these; None if there is none.

    >>> template({4: "at most 4", 5: "at most 5"}, "n")
    'at most {n}'
    >>> template({4: "Cohesion 6", 5: "Cohesion 6"}, "n")
    'Cohesion 6'
    """
    distinct = set(texts.values())
    if len(distinct) == 1:
        return distinct.pop()
    first = next(iter(texts))
    for mark, shown in FORMS:
        pieces = texts[first].split(shown(first))
        for cut in range(1, len(pieces)):
            before = shown(first).join(pieces[:cut])
            after = shown(first).join(pieces[cut:])
            if all(text == before + shown(n) + after for n, text in texts.items()):
                return f"{before}{{{mark}{name}}}{after}"
    return None
