"""Records: written line by line, kept through crashes, and read again, on the toy."""

import os
import subprocess
import sys
import textwrap
import warnings
from hashlib import sha256
from pathlib import Path

import pytest

from grognard.engine import replay
from grognard.engine.dice import Die, secret_path
from grognard.engine.dicebox import DiceBox
from grognard.engine.errors import DiceError, GrognardError, RecordError
from grognard.engine.game import Game
from grognard.engine.record import RESERVED, Record, RecordWarning
from grognard.engine.version import VERSION
from tests.engine.recorded import begun, load, play_on, remark, rows_of
from tests.engine.toy import HOLD, TOY, ToyBattle, find

ROOT = Path(__file__).resolve().parents[2]


# -- the format --------------------------------------------------------------------------------


def test_a_record_is_text_with_a_line_per_answer(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = begun(path)
    game.play("plan left")
    game.play("plan right")
    game.play("order ney fire > müller")
    game.roll([6])
    game.note("well shot")
    battle, rules = sha256(b"[('battle', 'shipped')]"), sha256(b"sheet")
    header = [
        "grognard-record 1",
        f"engine {VERSION}",
        "system toy",
        f"battle field {battle.hexdigest()}",
        f"rules sheet {rules.hexdigest()}",
        "dice open 7",
        "seat red Anna",
        "begin #",
    ]
    body = [
        "1 red plan:left | plan left #",
        "2 blue plan:right | plan right #",
        "3 red unit:ney | order ney #",
        "4 red verb:fire | fire #",
        "5 red unit:müller | > müller #",
        "6 own-dice red volley 6 | hit #",
        "7 note well shot #",
    ]
    assert path.read_text(encoding="utf-8") == remark([*header, *body])
    assert game.record.text() == path.read_text(encoding="utf-8")


def test_the_state_is_hashed_every_twenty_answers_and_at_the_end() -> None:
    game = play_on(begun())
    words = [line.word for line in game.record.lines]
    answers = [i for i, word in enumerate(words) if word in ("red", "blue", "dice")]
    assert len(answers) > 20
    assert words[answers[19] + 1] == "hash"
    assert words[-2:] == ["hash", "end"]
    assert words.count("hash") == 2
    assert game.record.lines[-2].rest == game.position.digest()[:16]


def test_the_version_is_that_of_the_package() -> None:
    assert f'\nversion = "{VERSION}"\n' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_a_battle_that_is_not_shipped_is_embedded(tmp_path: Path) -> None:
    source = {"battle": 'name = "mine"\n\n\tturns = 3\r\n', "map": "| a\n"}
    battle = ToyBattle(source, "sheet", False)
    game = Game.begin(TOY, battle, DiceBox.open(1), path=tmp_path / "my.grog")
    game.play("plan left")
    assert rows_of(tmp_path / "my.grog")[6:14] == [
        "source battle 4",
        '| name = "mine"',
        "|",
        "| \tturns = 3\r",
        "|",
        "source map 2",
        "| | a",
        "|",
    ]
    again = load(tmp_path / "my.grog")
    assert again.battle.source == source
    assert again.position.digest() == game.position.digest()


@pytest.mark.parametrize("text", ["x" * 4095, "a\x1b[31m", "a\x00b"])
def test_a_battle_that_cannot_be_embedded_is_refused(text: str) -> None:
    with pytest.raises(GrognardError, match="line 2 of the battle cannot be recorded"):
        Game.begin(TOY, ToyBattle({"battle": f"\n{text}"}, "sheet", False), DiceBox.own())


# -- files ---------------------------------------------------------------------------------------


def test_a_loaded_game_goes_on_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = play_on(begun(path), 6)
    again = load(path)
    assert again.position.digest() == game.position.digest()
    assert again.log == game.log
    assert again.record.text() == game.record.text()
    play_on(again)
    assert load(path).record.text() == again.record.text() == path.read_text(encoding="utf-8")


def test_the_record_keeps_lines_that_were_undone(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = play_on(begun(path), 12, seed=3)
    for _ in range(5):
        game.undo(consent=True)
    play_on(game, 3, seed=4)
    again = load(path)
    assert again.position.digest() == game.position.digest()
    assert again.log == game.log
    again.undo(consent=True)
    game = load(path)
    assert game.position.digest() == again.position.digest()


def test_a_game_loaded_without_its_file_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    play_on(begun(path), 3)
    before = path.read_bytes()
    play_on(load(path, attach=False))
    assert path.read_bytes() == before


def test_saving_writes_the_whole_record(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = play_on(begun(), 5)
    game.save(path)
    assert load(path, attach=False).record.text() == game.record.text()
    play_on(game, 2)
    game.save(str(path))
    assert load(path).record.text() == game.record.text()
    assert [p.name for p in tmp_path.iterdir()] == ["my.grog"]


def test_a_new_game_does_not_overwrite_another(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    path.write_text("something dear")
    with pytest.raises(RecordError, match="my.grog: exists already"):
        begun(path)
    assert path.read_text() == "something dear"


def test_a_record_changed_by_another_program_is_not_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    one, other = begun(path), load(path)
    other.play("plan left")
    before = path.read_bytes(), one.position.digest()
    with pytest.raises(RecordError, match="was changed by another program"):
        one.play("plan right")
    assert (path.read_bytes(), one.position.digest()) == before
    assert one.record.lines == []


def test_a_file_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = begun(path)
    path.unlink()
    before = game.position.digest()
    with pytest.raises(RecordError, match="cannot be written"):
        game.play("plan left")
    assert game.position.digest() == before
    with pytest.raises(RecordError, match="cannot be written"):
        game.save(tmp_path / "no" / "such" / "folder")


def test_a_write_that_fails_midway_leaves_no_part_of_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "my.grog"
    game = begun(path)
    before = path.read_bytes()
    real = os.write

    def full_disk(handle: int, content: bytes) -> int:
        real(handle, content[:7])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full_disk)
        with pytest.raises(RecordError, match="No space left"):
            game.play("plan left")
    assert path.read_bytes() == before
    game.play("plan right")
    assert load(path).position.digest() == game.position.digest()


def test_a_record_opened_by_itself_appends(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = begun(path)
    game.play("plan left")
    record = Record.open(path)
    game = Game(TOY, TOY.battle("field"), Record(record.header), DiceBox.open(7))
    for line in record.lines:
        game.follow(line)
    game.record = record
    game.play({"plan": "left"})
    game.play(HOLD)
    assert load(path).position.digest() == game.position.digest()


# -- sealed dice ---------------------------------------------------------------------------------


def test_the_secret_lies_beside_the_record_until_the_end(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = begun(path, DiceBox.sealed())
    secret = game.box.secret
    assert secret is not None
    assert secret_path(path).exists()
    play_on(game, 8)
    assert not game.over
    for text in (path.read_text(), game.record.text(), game.text_for("red"), repr(game.box)):
        assert secret.hex() not in text
    again = load(path)
    assert again.box.faces(99, [Die(1000)] * 4) == game.box.faces(99, [Die(1000)] * 4)
    play_on(again)
    assert rows_of(path)[-1].startswith(f"{again.record.next_number - 1} reveal {secret.hex()} #")
    assert not secret_path(path).exists()


def test_salts_are_part_of_the_record(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = begun(path, DiceBox.sealed())
    game.salt("blue", "Up, guards  ")
    assert load(path).box.salts == {"blue": "Up, guards  "}
    assert load(path).box.faces(9, [Die(1000)] * 4) == game.box.faces(9, [Die(1000)] * 4)


def test_without_its_secret_a_game_goes_on_with_own_dice(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = begun(path, DiceBox.sealed())
    game.play("plan left")
    game.play("plan left")
    game.play("listen")
    secret_path(path).unlink()
    again = load(path)
    with pytest.raises(DiceError, match="continue with your own dice"):
        again.roll()
    again.roll([1, 1])
    assert rows_of(path)[-1].startswith("4 own-dice red rumour 1 1 | true #")


def test_a_sealed_game_saved_under_way_can_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = play_on(begun(box=DiceBox.sealed()), 5)
    game.save(path)
    assert load(path).box.secret == game.box.secret
    play_on(game).save(path)
    assert not secret_path(path).exists()
    assert load(path).record.text() == game.record.text()


def test_a_copy_of_a_sealed_game_has_a_secret_of_its_own(tmp_path: Path) -> None:
    game = play_on(begun(box=DiceBox.sealed()), 5)
    play_on(game.copy()).save(tmp_path / "copy.grog")
    report = replay.verify(tmp_path / "copy.grog", find)
    assert report.ok
    thrown = [line.number for line in game.record.lines if line.word == "dice"]
    assert report.unproved == thrown  # those of the original, which is not over


# -- crashes -------------------------------------------------------------------------------------


def test_a_record_cut_anywhere_in_its_last_lines_loses_at_most_the_cut_line(
    tmp_path: Path,
) -> None:
    path = tmp_path / "my.grog"
    play_on(begun(path), 8)
    whole = path.read_bytes()
    rows = whole.decode().splitlines(keepends=True)
    start = len("".join(rows[:-3]).encode())
    for size in range(start, len(whole) + 1):
        path.write_bytes(whole[:size])
        kept = whole[:size].count(b"\n")
        torn = not whole[:size].endswith(b"\n")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            game = load(path)
        assert [str(w.message) for w in caught] == (
            [f"{path}:{kept + 1}: the last line is incomplete and was left out"] if torn else []
        )
        assert len(game.record.lines) == kept - 8
        assert path.read_bytes() == "".join(rows[:kept]).encode()
        play_on(game, 1)
        assert load(path).position.digest() == game.position.digest()


def test_zeros_where_a_line_was_being_written_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = play_on(begun(path), 3)
    with path.open("ab") as file:
        file.write(b"\0" * 50)
    with pytest.warns(RecordWarning, match="is incomplete"):
        assert load(path).position.digest() == game.position.digest()


CRASH = """
    import os, sys
    from pathlib import Path
    from grognard.engine.dicebox import DiceBox
    from grognard.engine.game import Game
    from tests.engine.toy import TOY

    fatal, part, real = int(sys.argv[2]), int(sys.argv[3]), os.write
    writes = 0

    def write(handle, content):
        global writes
        writes += 1
        if writes == fatal:
            real(handle, bytes(content)[:part])
            os._exit(9)
        return real(handle, content)

    os.write = write
    game = Game.begin(TOY, TOY.battle("field"), DiceBox.open(7), path=Path(sys.argv[1]))
    given = 0
    while not game.over:
        game.roll() if game.position.roll else game.play(game.options()[-1])
        given += 1
        print(given, game.position.digest(), flush=True)
"""


@pytest.mark.parametrize(("fatal", "part"), [(1, 5), (2, 0), (3, 10), (5, 1), (9, 20), (11, 999)])
def test_a_process_killed_while_writing_loses_at_most_that_answer(
    tmp_path: Path, fatal: int, part: int
) -> None:
    path = tmp_path / "my.grog"
    script = textwrap.dedent(CRASH)
    run = subprocess.run(
        [sys.executable, "-c", script, str(path), str(fatal), str(part)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 9, run.stderr
    if fatal == 1:  # the header itself: no record yet, rather than half of one
        assert not path.exists()
        return
    shown = run.stdout.split("\n")[:-1]
    assert len(shown) == fatal - 2
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RecordWarning)
        game = load(path)
    answers = [line for line in game.record.lines if line.word != "hash"]
    written = fatal - 2 + (part == 999)  # the last one whole on the disk, though not shown
    assert len(answers) == written
    if shown and part != 999:
        assert game.position.digest() == shown[-1].split()[1]
    play_on(game)
    assert replay.verify(path, find).ok


def test_a_battle_whose_end_was_not_recorded_is_ended_when_loaded(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = play_on(begun(path, DiceBox.sealed()))
    secret = game.record.lines[-1].rest
    rows = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(rows[:-3]))
    secret_path(path).write_text(f"grognard dice 1 secret\n{secret}\n{game.box.value}\n")
    load(path)
    assert path.read_bytes() == b"".join(rows)
    assert not secret_path(path).exists()


def test_the_example_of_the_page_has_the_marks_the_page_describes() -> None:
    page = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    rows = [row[4:] for row in page.splitlines() if row.startswith("    ")]
    assert rows[0] == "grognard-record 1" and len(rows) == 20
    assert "\n".join(rows) + "\n" == remark(rows)


def test_every_word_a_line_may_begin_with_is_on_the_page() -> None:
    page = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    for word in RESERVED:
        assert f"`N {word} " in page or f"`{word} #MARK`" in page or word == "draw"
