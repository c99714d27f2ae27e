"""Records proved and watched, on the toy."""

import json
import re
from pathlib import Path

import pytest

from grognard.engine import replay
from grognard.engine.dicebox import DiceBox
from grognard.engine.version import VERSION
from tests.engine.recorded import begun, play_on, remark, rows_of
from tests.engine.toy import find


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
    assert (report.own, report.unproved) == (0, [])
    assert report.answers == words.count("red") + words.count("blue")
    assert report.lines == len(words)
    assert report.hashes == words.count("hash")
    data = json.loads(json.dumps(report.json()))
    assert data["ok"] is True and data["battle"] == "toy/field"
    assert ("the dice are open: anyone could predict them" in data["remarks"]) == (
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
    shown, right = " ".join(map(str, other)), " ".join(map(str, faces))
    assert report.problems == [
        f"{path}:{place + 1}: the dice of rumour were {shown}, but should be {right}"
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
    assert (report.own, report.proved, report.unproved) == (1, 0, [4, 6])
    assert report.remarks == [
        "1 rolls are not proved (line 6): the secret is published after the battle",
        "the faces of line 4 were entered by hand",
    ]


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


def test_a_record_of_the_first_version_is_replayed_without_its_hashes(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = begun(path, DiceBox.open("seed"))
    play_on(game)
    hashes = sum(line.word == "hash" for line in game.record.lines)
    rows = [
        "engine 0.1.0" if row.startswith("engine ") else re.sub(r"hash \w+", "hash 0123", row)
        for row in rows_of(path)
    ]
    path.write_text(remark(rows), encoding="utf-8")
    report = replay.verify(path, find)
    assert hashes > 0 and report.ok and report.hashes == 0
    assert report.proved > 0 and report.result != ""
    assert any("written by version 0.1.0" in told for told in report.remarks)
    # Of this version, a hash that is not its own is found.
    path.write_text(remark([row.replace("0.1.0", VERSION) for row in rows]), encoding="utf-8")
    assert "differs from the recorded one" in replay.verify(path, find).problems[0]
