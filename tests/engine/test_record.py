"""Records: written line by line, read again, damaged, salvaged and verified, on the toy."""

import json
import os
import random
import subprocess
import sys
import textwrap
import warnings
from hashlib import sha256
from pathlib import Path

import pytest

from grognard.engine import record_file, replay
from grognard.engine.dice import Die, secret_path
from grognard.engine.dicebox import DiceBox
from grognard.engine.errors import DiceError, GrognardError, RecordError
from grognard.engine.game import Game
from grognard.engine.record import Record, RecordWarning
from grognard.engine.version import VERSION
from tests.engine.toy import HOLD, TOY, ToyBattle, find

ROOT = Path(__file__).resolve().parents[2]


def begun(path: Path | None = None, box: DiceBox | None = None) -> Game:
    return Game.begin(TOY, TOY.battle("field"), box or DiceBox.open(7), {"red": "Anna"}, path)


def play_on(game: Game, answers: int = 1000, seed: int = 1) -> Game:
    rng = random.Random(seed)
    while not game.over and answers:
        answers -= 1
        game.roll() if game.position.roll else game.play(rng.choice(game.options()))
    return game


def load(path: Path, **how: bool) -> Game:
    return replay.load(path, find, **how)


def rows_of(path: Path) -> list[str]:
    return path.read_bytes().decode().split("\n")[:-1]


def remark(rows: list[str]) -> str:
    """A record with every mark made anew, as a forger would."""
    begin = next(i for i, row in enumerate(rows) if row.startswith("begin #"))
    state = sha256("".join(f"{row}\n" for row in rows[:begin]).encode()).digest()
    out = [*rows[:begin], f"begin #{state.hex()[:8]}"]
    for row in rows[begin + 1 :]:
        line = row.rpartition(" #")[0]
        state = sha256(state + line.encode()).digest()
        out.append(f"{line} #{state.hex()[:8]}")
    return "\n".join(out) + "\n"


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
        "engine 0.1.0",
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
    with pytest.raises(DiceError, match="go on with your own dice"):
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
    thrown = sum(1 for line in game.record.lines if line.word == "dice")
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
            [f"{path}:{kept + 1}: the last line was cut short and is left out"] if torn else []
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
    with pytest.warns(RecordWarning, match="cut short"):
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


# -- damage --------------------------------------------------------------------------------------


def test_an_edited_line_is_found_and_named_and_the_rest_before_it_saved(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = play_on(begun(path), 12)
    rows = rows_of(path)
    for place in range(8, len(rows)):
        edited = rows[:]
        edited[place] = edited[place].replace("|", "¦", 1)
        assert edited != rows
        damaged = "\n".join(edited) + "\n"
        path.write_text(damaged)
        with pytest.raises(RecordError, match="wrong mark") as caught:
            load(path)
        assert caught.value.line == place + 1
        assert caught.value.saved == place - 8
        assert ("salvage=True" in str(caught.value)) == (place > 8)
        with pytest.warns(RecordWarning, match="loaded what stands before it"):
            saved = load(path, salvage=True)
        assert saved.position.digest() == game.at(place - 8).position.digest()
        saved.play(saved.options()[0]) if saved.options() else saved.roll()
        assert path.read_text() == damaged


@pytest.mark.parametrize("place", [9, 12])
def test_a_line_taken_out_or_doubled_is_found(tmp_path: Path, place: int) -> None:
    path = tmp_path / "my.grog"
    play_on(begun(path), 8)
    rows = rows_of(path)
    for changed in (rows[:place] + rows[place + 1 :], rows[: place + 1] + rows[place:]):
        path.write_text("\n".join(changed) + "\n")
        with pytest.raises(RecordError, match="wrong mark") as caught:
            load(path)
        assert caught.value.line in (place + 1, place + 2)


@pytest.mark.parametrize("place", range(8))
def test_an_edited_header_is_found(tmp_path: Path, place: int) -> None:
    path = tmp_path / "my.grog"
    play_on(begun(path), 3)
    rows = rows_of(path)
    rows[place] += "0"
    path.write_text("\n".join(rows) + "\n")
    for salvage in (False, True):
        with pytest.raises(RecordError) as caught:
            load(path, salvage=salvage)
        assert caught.value.line in (place + 1, 8)


@pytest.mark.parametrize(
    ("row", "line", "message"),
    [
        ("3 red verb:fire | fire", 11, "verb:fire is no answer"),
        ("3 red verb:flee | flee", 11, 'no verb "flee"'),
        ("3 red hat:top | hat", 11, 'no noun "hat"'),
        ("3 red hold", 11, 'no noun "hold"'),
        ("3 blue verb:hold | hold", 11, "blue is not asked: red must choose"),
        ("3 dice volley 6 | hit", 11, "no roll is due: red must choose"),
        ("3 undo to 3", 11, "nothing can be undone to line 3"),
        ("3 undo to x", 11, "nothing can be undone to line x"),
        ("3 undo back", 11, "expected"),
        ("3 hash 0123456789abcdef", 11, "the position is not the one recorded"),
        ("3 salt red x", 11, "only sealed dice take a salt"),
        ("3 new-dice loaded", 11, "no dice 'loaded'"),
        ("3 green verb:hold | hold", 11, 'unknown line "green"'),
        ("4 red verb:hold | hold", 11, 'expected "3 …"'),
        ("3 red", 11, 'expected "3 …"'),
        ("x", 11, 'expected "3 …"'),
        ("99999999999999999999999999 red verb:hold", 11, 'expected "3 …"'),
    ],
)
def test_a_forged_line_that_cannot_be_is_named(
    tmp_path: Path, row: str, line: int, message: str
) -> None:
    path = tmp_path / "my.grog"
    play_on(begun(path), 2)
    path.write_text(remark([*rows_of(path), f"{row} #"]))
    with pytest.raises(RecordError) as caught:
        load(path)
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.saved) == (line, 2)
    with pytest.warns(RecordWarning):
        assert len(load(path, salvage=True).record.lines) == 2


def test_a_forged_undo_of_a_roll_without_consent_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = begun(path)
    game.play("plan left")
    game.play("plan left")
    game.play("listen")
    game.roll()
    game.undo(consent=True)
    rows = [row.replace(" by consent", "") for row in rows_of(path)]
    path.write_text(remark(rows))
    with pytest.raises(RecordError, match="without the consent"):
        load(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a record of a battle"),
        (b"\n", "is not a record of a battle"),
        (b"hello\n", "is not a record of a battle"),
        (b"grognard-record 2\n", "is not a record of a battle"),
        (b"grognard-record 1\n", 'the header ends before "engine"'),
        (b"grognard-record 1", "is not a record of a battle"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is not UTF-8"),
        (b"\x00" * 5000 + b"\n", "at most 4096 bytes"),
        (b"grognard-record 1\nengine \x1b[2J\n", "unprintable"),
        (b"grognard-record 1\n" + b"x" * 5000 + b"\n", "at most 4096 bytes"),
        (b"\xff\xfe\n", "is not UTF-8"),
    ],
)
def test_files_that_are_no_records_get_a_clear_error(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "my.grog"
    path.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        load(path)
    assert message in str(caught.value)
    assert str(caught.value).isprintable()
    assert not replay.verify(path, find).ok


def test_damage_far_down_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    play_on(begun(path), 4)
    with path.open("ab") as file:
        file.write(b"\xff\xfe bytes\n")
    with pytest.raises(RecordError, match="my.grog:13: is not UTF-8 text .the 4 lines") as caught:
        load(path)
    assert caught.value.saved == 4


def test_a_file_too_large_or_missing_or_no_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        load(tmp_path / "none.grog")
    with pytest.raises(RecordError, match="cannot be read"):
        load(tmp_path)
    path = tmp_path / "my.grog"
    begun(path)
    monkeypatch.setattr(record_file, "LARGEST", 100)
    with pytest.raises(RecordError, match="is larger than"):
        load(path)


@pytest.mark.parametrize(
    ("place", "row", "message"),
    [
        (1, "engine", 'expected "engine …"'),
        (2, "system atlantis", 'no system "atlantis"'),
        (3, "battle field 12", 'expected "battle …"'),
        (3, "battle sea " + "0" * 64, 'no battle "sea"'),
        (4, "rules ../.. " + "0" * 64, 'expected "rules …"'),
        (5, "dice loaded", "no dice 'loaded'"),
        (5, "dice sealed 123", "no dice 'sealed 123'"),
        (6, "source battle 9", 'should be 9 lines beginning with "|"'),
        (6, "source battle 99999999", 'expected "source …"'),
        (6, "hat red Anna", 'expected "begin #…"'),
    ],
)
def test_a_forged_header_is_refused(tmp_path: Path, place: int, row: str, message: str) -> None:
    path = tmp_path / "my.grog"
    begun(path)
    rows = rows_of(path)
    rows[place] = row
    path.write_text(remark(rows))
    with pytest.raises(RecordError) as caught:
        load(path)
    assert message in str(caught.value)


def test_an_export_for_a_side_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "red.grog"
    path.write_text(play_on(begun(), 3).text_for("red"), encoding="utf-8")
    with pytest.raises(RecordError, match="is what red may see of a battle"):
        load(path)


def test_a_record_of_changed_rules_is_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = play_on(begun(path), 5)
    rows = rows_of(path)
    rows[1] = "engine 0.0.1"
    rows[3] = f"battle field {'0' * 64}"
    path.write_text(remark(rows))
    with pytest.warns(RecordWarning) as caught:
        assert load(path).position.digest() == game.position.digest()
    told = " ".join(str(w.message) for w in caught)
    assert "written by version 0.0.1" in told and "toy/field has changed since" in told
    path.write_text(remark([*rows, "6 hash 0000000000000000 #"]))
    with pytest.raises(
        RecordError, match="diverges at line 6: .*written by version 0.0.1"
    ) as error:
        load(path)
    assert error.value.line == 14


# -- proving and watching --------------------------------------------------------------------------


@pytest.mark.parametrize("box", [DiceBox.sealed(), DiceBox.open("seed")])
def test_every_die_is_proved(tmp_path: Path, box: DiceBox) -> None:
    path = tmp_path / "my.grog"
    game = begun(path, box)
    if box.kind == "sealed":
        game.salt("red", "salt")
    play_on(game, 9)
    game.undo(consent=True)
    play_on(game)
    report = replay.verify(path, find)
    words = [line.word for line in game.record.lines]
    assert report.ok and report.finished
    assert report.proved == words.count("dice") > 0
    assert (report.own, report.unproved) == (0, 0)
    assert report.answers == words.count("red") + words.count("blue")
    assert report.lines == len(words)
    assert report.hashes == words.count("hash")
    data = json.loads(json.dumps(report.json()))
    assert data["ok"] is True and data["battle"] == "toy/field"
    assert ("the dice are open: anyone could foresee them" in data["remarks"]) == (
        box.kind == "open"
    )


def test_a_die_that_does_not_follow_is_named(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = begun(path, DiceBox.sealed())
    game.play("plan left")
    game.play("plan left")
    game.play("listen")
    game.roll()
    play_on(game)
    rows = rows_of(path)
    place = next(i for i, row in enumerate(rows) if row.startswith("4 dice rumour"))
    faces = [int(face) for face in rows[place].split()[3:5]]
    # Another roll of the same outcome, so that the rest of the battle replays.
    other = [face % 6 + 1 for face in faces]
    rows[place] = f"4 dice rumour {other[0]} {other[1]} | {rows[place].partition('| ')[2]}"
    path.write_text(remark(rows))
    report = replay.verify(path, find)
    assert report.problems == [
        f"{path}:{place + 1}: the dice of rumour were {other[0]} {other[1]}, "
        f"but follow as {faces[0]} {faces[1]}"
    ]


def test_a_secret_that_was_not_committed_to_is_named(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = play_on(begun(path, DiceBox.sealed()))
    rows = rows_of(path)
    rows[-1] = f"{game.record.next_number - 1} reveal {'0' * 64} #"
    path.write_text(remark(rows))
    report = replay.verify(path, find)
    assert not report.ok
    assert report.problems[0].endswith("the secret is not the one committed to")
    rows[-1] = f"{game.record.next_number - 1} reveal none #"
    path.write_text(remark(rows))
    assert "a dice secret is 64 digits" in replay.verify(path, find).problems[0]


def test_own_and_sealed_dice_are_reported_as_such(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = begun(path, DiceBox.sealed())
    for answer in ("plan left", "plan left", "listen"):
        game.play(answer)
    game.roll([1, 2])
    game.play("listen")
    game.roll()
    report = replay.verify(path, find)
    assert report.ok and not report.finished
    assert (report.own, report.proved, report.unproved) == (1, 0, 1)
    assert report.remarks == ["1 rolls are not proved: the secret is told when the battle is over"]


def test_a_damaged_record_is_not_proved(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    play_on(begun(path))
    path.write_bytes(path.read_bytes().replace(b"3 red", b"3 rad"))
    report = replay.verify(path, find)
    assert not report.ok
    assert f"{path}:11: the line was changed" in report.problems[0]


def test_a_battle_can_be_watched_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = begun(path)
    digests = [game.position.digest()]
    for answer in ("plan left", "plan right", "order ney"):
        game.play(answer)
        digests.append(game.position.digest())
    game.undo()
    digests.append(digests[2])
    seen = [(str(line), g.position.digest()) for line, g in replay.replay(path, find)]
    assert [digest for _, digest in seen] == digests
    assert [text for text, _ in seen] == [
        "0 begin The toy field",
        "1 red plan:left | plan left",
        "2 blue plan:right | plan right",
        "3 red unit:ney | order ney",
        "4 undo to 2",
    ]


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
