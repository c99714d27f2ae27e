"""What README and guides show is true: code runs, output is real, links lead somewhere."""

import contextlib
import doctest
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import grognard
from grognard.cli import main
from grognard.engine.recorded_game import CHANCE
from grognard.engine.step import EVERYBODY
from grognard.systems import NAMES, system
from tests.project.source_tree import ROOT, tracked

GUIDES = (
    "README.md",
    "CONTRIBUTING.md",
    "docs/README.md",
    "docs/adding-a-battle.md",
    "docs/adding-a-system.md",
    "docs/architecture.md",
    "docs/play-shock.md",
)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def text_of(page: str) -> str:
    """The text of a page."""
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, kind: str) -> list[str]:
    """The fenced blocks of a kind on a page."""
    return [body for found, body in BLOCK.findall(text_of(page)) if found == kind]


def sessions(guide: str) -> list[str]:
    """The parts of the worked turn in the guide to a system."""
    return blocks(f"docs/play-{guide}.md", "session")


def pages() -> list[str]:
    """Every page there is."""
    return sorted(path.as_posix() for path in tracked() if path.suffix == ".md")


def anchors(text: str) -> set[str]:
    """The places within a page a link may name."""
    headings = BLOCK.sub("", text)
    slugs = [
        re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in HEADING.findall(headings)
    ]
    return {*slugs, *re.findall(r'<a id="([^"]+)">', text)}


def lines_of(text: str) -> list[str]:
    """The lines of an output without what stands at their ends."""
    return [line.rstrip() for line in text.strip("\n").splitlines()]


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the example battle of the guide, to work in."""
    for body in blocks("docs/adding-a-battle.md", "toml"):
        name = re.match(r"# (\w+\.toml)\n", body)
        assert name, "an example file begins with its name"
        (tmp_path / name[1]).write_text(body, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def test_the_first_battle_of_the_readme_is_fought_to_its_end(tmp_path: Path) -> None:
    (code,) = blocks("README.md", "python")
    script = tmp_path / "first.py"
    script.write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"French [\d½]+, Allied [\d½]+ points", done.stdout)


def test_the_page_of_bots_runs() -> None:
    (code,) = blocks("docs/bots.md", "python")
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_example_battle_plays_from_python(example: Path) -> None:
    scripts = blocks("docs/adding-a-battle.md", "python")
    assert len(scripts) == 2
    for number, code in enumerate(scripts):
        script = example / f"script{number}.py"
        script.write_text(code, encoding="utf-8")
        subprocess.run([sys.executable, str(script)], check=True, capture_output=True)
    # The record tells the battle even where its files are gone.
    (example / "skirmish.toml").unlink()
    (example / "ford.toml").unlink()
    assert grognard.verify(example / "skirmish.grog").ok


MISTAKES = (
    ("ford.toml", '"woods"', '"wods"'),
    ("skirmish.toml", 'hex = "0303"\nfacing', 'hex = "0909"\nfacing'),
    ("skirmish.toml", "sp = 4", "sp = 4\nsteps = 3"),
    ("skirmish.toml", 'arm = "infantry"', 'arm = "infantery"'),
)


def test_mistakes_get_the_messages_the_guide_shows(example: Path) -> None:
    page = text_of("docs/adding-a-battle.md")
    told = re.findall(r"^\| .+ \| `([^`|]+)` \|$", page, re.MULTILINE)
    for (file, old, new), message in zip(MISTAKES, told, strict=True):
        good = (example / file).read_text(encoding="utf-8")
        assert old in good
        (example / file).write_text(good.replace(old, new, 1), encoding="utf-8")
        result = CliRunner().invoke(main, ["check", file])
        assert result.exit_code == 2
        assert message.partition(", …")[0] in result.output
        (example / file).write_text(good, encoding="utf-8")


def commands(page: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a page's console blocks, with the output shown for each."""
    for body in blocks(page, "console"):
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, lines_of(output)


@pytest.mark.parametrize("page", ["README.md", "docs/adding-a-battle.md"])
def test_the_output_shown_is_the_output(page: str, example: Path) -> None:
    shown = list(commands(page))
    assert shown
    for command, output in shown:
        program, *arguments = command.split()
        assert program == "grognard"
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.output
        assert lines_of(result.output) == output, command


def test_the_screen_in_the_readme_is_what_the_terminal_shows(example: Path) -> None:
    # The other side's leaders stay, the dice fall 7 and 3, and the French lead with the cavalry.
    picked = "command foy command pire done\ncommand bijlandt done\n"
    typed = f"done\ndone\n{picked}y\n7 3\ncommand pire\nmap\n"  # the board is drawn when asked for
    words = ["play", "--hotseat", "--own-dice", "--file", "a.grog"]
    result = CliRunner().invoke(main, words, input=f"{typed}fire pire-guns\n")
    screen = lines_of(result.output)
    (shown,) = [lines_of(b) for b in blocks("README.md", "") if "pire-guns" in b]
    at = 0
    for line in filter(None, shown):
        assert line in screen[at:], line
        at = screen.index(line, at) + 1


@pytest.mark.parametrize("guide", [name for name in NAMES if sessions(name)])
def test_the_worked_turn_of_a_guide_is_played_as_shown(guide: str) -> None:
    session = "".join(sessions(guide))
    battle = f"{guide}/{system(guide).shipped[0]}"
    # Its dice stand in the session, or fall by the seed that is named beside it.
    seed = re.search(r"--seed (\d+)", text_of(f"docs/play-{guide}.md"))
    own = seed is None
    game = grognard.new(battle, seed=int(seed[1]) if seed else None, own_dice=own)
    read = len(game.log)
    for part in re.split(r"^(?=\w+> )", session, flags=re.MULTILINE)[1:]:
        typed, _, told = part.partition("\n")
        who, answer = typed.split("> ", 1)
        while game.actor == CHANCE and not own:
            game.roll()
        if who == "dice":
            game.roll([int(face) for face in answer.split()])
        else:
            assert game.actor == who, typed
            game.play(answer)
        while game.actor == CHANCE and not own:
            game.roll()
        log = lines_of(
            "\n".join(entry.text for entry in game.log[read:] if entry.audience == EVERYBODY)
        )
        read = len(game.log)
        assert log == lines_of(told) if own else set(log) >= set(lines_of(told)), typed
    assert read > 20


def test_the_front_door_works_as_described() -> None:
    (code,) = blocks("docs/architecture.md", "python")
    test = doctest.DocTestParser().get_doctest(code, {}, "architecture", None, 0)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert result.attempted > 5
    assert result.failed == 0, out.getvalue()


def test_a_rule_quoted_is_the_rule() -> None:
    (quote,) = blocks("docs/architecture.md", "toml")
    assert quote in text_of("src/grognard/systems/shock/charts.toml")


@pytest.mark.parametrize("page", pages())
def test_links_lead_to_files_and_headings(page: str) -> None:
    text = text_of(page)
    dead = []
    for link in LINK.findall(BLOCK.sub("", text)):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        if not target.exists() or (
            anchor and anchor not in anchors(target.read_text(encoding="utf-8"))
        ):
            dead.append(link)
    assert dead == []


def test_every_page_is_in_the_index() -> None:
    listed = {
        (ROOT / "docs" / link.partition("#")[0]).resolve()
        for link in LINK.findall(text_of("docs/README.md"))
    }
    wanted = [page for page in pages() if page.startswith("docs/") and page != "docs/README.md"]
    assert [page for page in wanted if (ROOT / page).resolve() not in listed] == []


def test_make_targets_that_are_named_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    named = {
        word
        for page in GUIDES
        for word in re.findall(r"(?:`|^)make (?:[A-Z]+=\S+ )?([a-z]+)", text_of(page), re.M)
    }
    assert {"play", "test"} <= named
    assert named - targets == set()


def test_charts_that_are_named_exist() -> None:
    named = set(re.findall(r"`chart\s+([a-z0-9-]+)`", text_of("docs/play-shock.md")))
    assert len(named) > 10
    assert named - set(grognard.system("shock").rulebook().charts()) == set()
