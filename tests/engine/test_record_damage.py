"""Records cut, edited, forged or no records at all: each is told with its line."""

from pathlib import Path

import pytest

from grognard.engine import record_file, replay
from grognard.engine.errors import RecordError
from grognard.engine.record import RecordWarning
from tests.engine.recorded import begun, load, play_on, remark, rows_of
from tests.engine.toy import find


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
        with pytest.warns(RecordWarning, match="loaded the lines before it"):
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
        ("3 red verb:fire | fire", 11, "verb:fire does not answer"),
        ("3 red verb:flee | flee", 11, 'no verb "flee"'),
        ("3 red hat:top | hat", 11, 'no noun "hat"'),
        ("3 red hold", 11, 'no noun "hold"'),
        ("3 blue verb:hold | hold", 11, "blue is not asked: red must choose"),
        ("3 dice volley 6 | hit", 11, "no roll is due: red must choose"),
        ("3 undo to 3", 11, "nothing can be undone to line 3"),
        ("3 undo to x", 11, "nothing can be undone to line x"),
        ("3 undo back", 11, "expected"),
        ("3 hash 0123456789abcdef", 11, "differs from the recorded one, somewhere after the start"),
        ("3 salt red x", 11, "only sealed dice take a salt"),
        ("3 new-dice loaded", 11, "unknown dice 'loaded'"),
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
        (5, "dice loaded", "unknown dice 'loaded'"),
        (5, "dice sealed 123", "unknown dice 'sealed 123'"),
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
    with pytest.raises(RecordError, match="is an export of what red may see"):
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


def test_a_record_that_goes_apart_says_since_when(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = play_on(begun(path))
    good, wrong = (line for line in game.record.lines if line.word == "hash")
    rows = rows_of(path)
    place = next(i for i, row in enumerate(rows) if row.startswith(f"{wrong.number} hash"))
    rows[place] = f"{wrong.number} hash 0000000000000000 #"
    path.write_text(remark(rows))
    with pytest.raises(RecordError, match=f"somewhere after line {good.number} ") as caught:
        load(path)
    assert caught.value.line == place + 1
