"""Where rules are obeyed: ids in strings, f-strings and comments of a system's modules."""

from pathlib import Path

import pytest

from grognard.lab.rule_sources import rule_sources, unknown_ids

IDS = (
    "toy.fire.range",
    "toy.fire.range.long",
    "toy.move.foot",
    "toy.move.horse",
    "toy.move.horse.road",
    "toy.rally",
    "toy.rout",
)


def places(folder: Path, **modules: str) -> dict[str, list[str]]:
    """The ids found in these modules, each with its lines."""
    for name, text in modules.items():
        path = folder / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return {id_: [*map(str, at)] for id_, at in rule_sources(folder, IDS).items() if at}


def test_a_string_that_is_an_id_is_a_place(tmp_path: Path) -> None:
    fire = 'def f(book):\n    reach = book.int(\n        "toy.fire.range", "inches"\n    )\n'
    assert places(tmp_path, fire=fire) == {"toy.fire.range": ["fire.py:3"]}


def test_an_f_string_is_a_place_of_every_id_it_can_be(tmp_path: Path) -> None:
    # A field stands for one part of an id, so the road is not among them.
    found = places(tmp_path, move='x = [f"toy.move.{kind}" for kind in KINDS]\n')
    assert found == {"toy.move.foot": ["move.py:1"], "toy.move.horse": ["move.py:1"]}
    assert places(tmp_path, move='x = f"{chapter}.foot"\n') == {}


def test_a_comment_beside_a_line_names_what_it_obeys(tmp_path: Path) -> None:
    text = "if out:  # toy.rally, toy.rout\n    pass\n"
    found = places(tmp_path, chapters__morale=text)
    assert found == {"toy.rally": ["chapters/morale.py:1"], "toy.rout": ["chapters/morale.py:1"]}


def test_a_comment_of_its_own_belongs_to_the_code_below_it(tmp_path: Path) -> None:
    text = "# toy.rally\n# Not when the men run.\n\nif out:\n    pass\n"
    assert places(tmp_path, morale=text) == {"toy.rally": ["morale.py:4"]}


def test_a_star_names_everything_below(tmp_path: Path) -> None:
    found = places(tmp_path, move="TABLE = ()  # toy.move.*\n")
    assert [*found] == ["toy.move.foot", "toy.move.horse", "toy.move.horse.road"]


@pytest.mark.parametrize(
    "text",
    [
        '"""toy.rally"""\n',
        'def f():\n    """toy.rally"""\n',
        'x = "see toy.rally"\n',
        "x = 1  # toy.rallying\n",
        "x = 1  # other.toy.rally\n",
        'x = f"toy.rally{number}"\n',
    ],
)
def test_what_only_looks_like_an_id_is_no_place(tmp_path: Path, text: str) -> None:
    assert places(tmp_path, morale=text) == {}


def test_a_misspelt_id_in_a_comment_is_told(tmp_path: Path) -> None:
    places(tmp_path, morale="x = 1  # toy.raly\ny = 2  # toy.moves.*\n# other.raly, toy.rout\n")
    assert unknown_ids(tmp_path, IDS) == ["morale.py:1: toy.raly", "morale.py:2: toy.moves.*"]


def test_an_f_string_does_not_claim_an_id_that_is_named_in_full(tmp_path: Path) -> None:
    found = places(tmp_path, move='x = f"toy.move.{kind}"\n', road="y = 3  # toy.move.horse\n")
    assert found == {"toy.move.foot": ["move.py:1"], "toy.move.horse": ["road.py:1"]}


def test_a_comment_at_the_end_of_a_block_belongs_to_the_code_above_it(tmp_path: Path) -> None:
    text = "def f():\n    stay()\n    # toy.rally: nobody else.\n\n\nclass Next:\n    pass\n"
    assert places(tmp_path, morale=text) == {"toy.rally": ["morale.py:2"]}
