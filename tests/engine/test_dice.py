"""Provable dice: the vectors of docs/dice.md, fairness by count, secrets kept in files."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.engine.dice import (
    D6,
    D10,
    Die,
    Open,
    Sealed,
    commitment_of,
    load_secret,
    new_secret,
    save_secret,
    secret_from_hex,
    secret_path,
    verify,
)
from grognard.engine.errors import DiceError

DOC = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")
SECRET = bytes(range(32))
OTHER = bytes(range(1, 33))


def rows(heading: str) -> list[list[str]]:
    """The cells of the table of docs/dice.md under this heading row."""
    lines = DOC.split(heading + "\n")[1].split("\n")[1:]
    end = next(i for i, line in enumerate(lines) if not line.startswith("|"))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[:end]]


SECRETS = rows("| name | made from | secret | commitment |")
VECTORS = rows("| secret | salts | line | dice | faces | thrown away |")
SECRET_OF = {row[0]: bytes.fromhex(row[2]) for row in SECRETS}


def parse_salts(text: str) -> dict[str, str]:
    return {seat: salt for seat, _, salt in (pair.partition("=") for pair in text.split())}


def parse_dice(text: str) -> list[Die]:
    parts = re.findall(r"(\d+)d(\d+)@(\d)", text)
    return [Die(int(s), int(f)) for count, s, f in parts for _ in range(int(count))]


def by_hand(
    secret: bytes, salts: dict[str, str], line: int, dice: list[Die]
) -> tuple[list[int], int]:
    """The recipe of docs/dice.md once more, from SHA-256 alone: faces, and draws thrown away."""
    inner = bytes(b ^ 0x36 for b in secret + bytes(32))
    outer = bytes(b ^ 0x5C for b in secret + bytes(32))
    block = b""
    for seat in sorted(salts, key=lambda name: name.encode("utf-8")):
        for raw in (seat.encode("utf-8"), salts[seat].encode("utf-8")):
            block += str(len(raw)).encode() + b":" + raw + b","
    faces: list[int] = []
    draws = 0
    for index, (sides, first) in enumerate(dice):
        for attempt in range(1000):
            numbers = f"{line} {index} {attempt}".encode()
            message = b"grognard dice 1 face\n" + block + b"\n" + numbers
            mac = hashlib.sha256(outer + hashlib.sha256(inner + message).digest()).digest()
            draws += 1
            draw = mac[0] * 256 + mac[1]
            if draw // sides < 65536 // sides:
                faces.append(first + draw % sides)
                break
    return faces, draws - len(dice)


def test_the_document_has_all_its_vectors() -> None:
    assert [row[0] for row in SECRETS] == ["A", "B", "C"]
    assert len(VECTORS) == 16
    assert sum(int(row[5]) for row in VECTORS) == 7  # the rejection path is among them


@pytest.mark.parametrize(("name", "made_from", "secret", "commitment"), SECRETS)
def test_commitments_of_the_document(
    name: str, made_from: str, secret: str, commitment: str
) -> None:
    plain = b"grognard dice 1 commitment\n" + bytes.fromhex(secret)
    assert hashlib.sha256(plain).hexdigest() == commitment
    assert commitment_of(bytes.fromhex(secret)) == commitment
    if made_from.startswith("open"):
        dice = Open(made_from.split("`")[1])
        assert (dice.secret.hex(), dice.commitment) == (secret, commitment)


@pytest.mark.parametrize(("name", "salts", "line", "dice", "faces", "thrown_away"), VECTORS)
def test_vectors_of_the_document(
    name: str, salts: str, line: str, dice: str, faces: str, thrown_away: str
) -> None:
    expected = [int(face) for face in faces.split()]
    question = (parse_salts(salts), int(line), parse_dice(dice))
    assert by_hand(SECRET_OF[name], *question) == (expected, int(thrown_away))
    assert Sealed(SECRET_OF[name], question[0]).roll(*question[1:]) == expected


def test_the_python_of_the_document_gives_the_vectors() -> None:
    code = DOC.split("```python\n")[1].split("```")[0]
    asked, expected = [], []
    for name, salts, line, dice, faces, _ in VECTORS:
        for index, die in enumerate(parse_dice(dice)):
            asked.append((SECRET_OF[name], parse_salts(salts), int(line), index, *die))
        expected += [int(face) for face in faces.split()]
    code += f"\nprint([face(*question) for question in {asked!r}])\n"
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == repr(expected)


def test_the_draw_shown_in_the_shell_example() -> None:
    # a374 hexadecimal is 41844, which a d10 from 0 shows as 4.
    assert "a3744ffc" in DOC
    dice = Sealed(SECRET, {"prussian": "Blücher", "french": "aigle"})
    assert dice.roll(2, [D10]) == [4]
    # 41844 = 6 * 6974, the first face of a d6.
    assert dice.roll(2, [D6]) == [1]


@pytest.mark.parametrize(("die", "worst"), [(D10, 27.9), (D6, 20.5), (Die(20), 43.8)])
def test_faces_are_even_in_a_large_fixed_sample(die: Die, worst: float) -> None:
    """Chi-square of 30,000 throws, below the value that fair dice exceed once in 1,000 samples."""
    dice = Sealed(SECRET)
    counts = Counter(face for line in range(3_000) for face in dice.roll(line, [die] * 10))
    assert sorted(counts) == list(range(die.first, die.first + die.sides))
    fair = 30_000 / die.sides
    assert sum((count - fair) ** 2 / fair for count in counts.values()) < worst


@pytest.mark.parametrize("place", ["same line", "next line"])
def test_neighbouring_dice_do_not_hang_together(place: str) -> None:
    """Chi-square of 20,000 pairs over 100 cells, against the one-in-1,000 value for 99 degrees."""
    dice = Sealed(SECRET)
    if place == "same line":
        pairs = [tuple(dice.roll(line, [D10, D10])) for line in range(20_000)]
    else:
        faces = [dice.roll(line, [D10])[0] for line in range(40_000)]
        pairs = list(zip(faces[::2], faces[1::2], strict=True))
    counts = Counter(pairs)
    assert len(counts) == 100
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 148.2


def test_a_line_always_shows_the_same_faces() -> None:
    dice = Sealed(SECRET)
    first = dice.roll(8, [D10] * 6)
    dice.roll(9, [D6] * 4)
    assert dice.roll(8, [D10] * 6) == first
    assert dice.roll(8, [D10] * 2) == first[:2]
    assert Sealed(SECRET).roll(8, [D10] * 6) == first


def test_no_dice_no_faces() -> None:
    assert Sealed(SECRET).roll(1, []) == []


@pytest.mark.parametrize(
    "other",
    [
        Sealed(OTHER),
        Sealed(SECRET, {"french": "aigle"}),
        Sealed(SECRET, {"french": "aiglf"}),
        Sealed(SECRET, {"prussian": "aigle"}),
        Sealed(SECRET, {"french": "aigle", "prussian": "aigle"}),
        Sealed(SECRET, {"french": "6:french,5:aigle,"}),
        Open(1),
        Open("Ligny"),
    ],
)
def test_every_other_secret_or_salt_gives_other_faces(other: Sealed | Open) -> None:
    # Thirty equal d10 by chance: once in 10 to the 30th.
    assert other.roll(1, [D10] * 30) != Sealed(SECRET).roll(1, [D10] * 30)
    if other.salts != {"french": "aigle"}:
        french = Sealed(SECRET, {"french": "aigle"})
        assert other.roll(1, [D10] * 30) != french.roll(1, [D10] * 30)


def test_salts_count_by_seat_and_not_by_who_was_first() -> None:
    one = Sealed(SECRET).salted("prussian", "Blücher").salted("french", "aigle")
    two = Sealed(SECRET).salted("french", "aigle").salted("prussian", "Blücher")
    assert list(one.salts.items()) == [("french", "aigle"), ("prussian", "Blücher")]
    assert one.roll(2, [D10] * 8) == two.roll(2, [D10] * 8) == [4, 6, 9, 3, 2, 8, 0, 5]
    assert one.commitment == Sealed(SECRET).commitment


def test_a_salt_cannot_be_changed() -> None:
    dice = Sealed(SECRET, {"french": "aigle"})
    with pytest.raises(DiceError, match="'french' has added its salt already"):
        dice.salted("french", "coq")
    with pytest.raises(TypeError):
        dice.salts["french"] = "coq"  # type: ignore[index]


@pytest.mark.parametrize(
    ("seat", "salt", "message"),
    [
        ("french", "", "the salt of seat 'french' must be 1 to 64 printable"),
        ("french", "x" * 65, "the salt of seat 'french' must be 1 to 64 printable"),
        ("french", "a\nb", r"not 'a\\nb'"),
        ("french", "\x1b[2J", r"not '\\x1b\[2J'"),
        ("french", "\ud800", "printable"),
        ("", "aigle", "the name of seat '' must be"),
        ("fre\tnch", "aigle", r"the name of seat 'fre\\tnch'"),
    ],
)
def test_salts_that_are_refused(seat: str, salt: str, message: str) -> None:
    with pytest.raises(DiceError, match=message):
        Sealed(SECRET).salted(seat, salt)


def test_a_salt_may_be_64_characters_of_several_bytes() -> None:
    salts = {"french": "é" * 64}
    expected, _ = by_hand(SECRET, salts, 3, [D10] * 5)
    assert Sealed(SECRET, salts).roll(3, [D10] * 5) == expected


@pytest.mark.parametrize("die", [Die(1), Die(0), Die(-6), Die(1001), Die(6, 2), Die(6, -1)])
def test_dice_that_are_refused(die: Die) -> None:
    with pytest.raises(DiceError, match="die 1 of record line 4 has .* 2 to 1000 sides"):
        Sealed(SECRET).roll(4, [D6, die])


def test_lines_count_from_zero() -> None:
    with pytest.raises(DiceError, match="record line -1"):
        Sealed(SECRET).roll(-1, [D6])


@pytest.mark.parametrize(
    "seed",
    ["", "x" * 65, "a\nb", 10**80, 10**5000],
    ids=["empty", "long", "two lines", "81 digits", "5001 digits"],
)
def test_seeds_that_are_refused(seed: int | str) -> None:
    with pytest.raises(DiceError, match="a seed is a number or a text"):
        Open(seed)


def test_open_dice_say_so_and_sealed_ones_keep_their_secret() -> None:
    assert Open(7).is_open
    assert not Sealed(SECRET).is_open
    assert repr(Open(-7)) == "Open('-7')"
    assert SECRET.hex() not in repr(Sealed(SECRET)) + str(Sealed(SECRET))
    assert repr(SECRET) not in repr(Sealed(SECRET))


def test_a_secret_fits_its_own_commitment_only() -> None:
    assert verify(SECRET, "14ed740e171d8c1d6ba9882d63edb01d67fef0d4d2964dca04c173bbe0bd2625")
    assert not verify(OTHER, "14ed740e171d8c1d6ba9882d63edb01d67fef0d4d2964dca04c173bbe0bd2625")
    assert not verify(SECRET, "14ed")
    assert not verify(b"short", commitment_of(b"short"))


def test_new_secrets_are_32_bytes_and_new() -> None:
    drawn = {new_secret() for _ in range(20)}
    assert len(drawn) == 20
    assert {len(secret) for secret in drawn} == {32}


@pytest.mark.parametrize("text", ["", "00" * 31, "00" * 33, "0g" * 32, "AB" * 32, " 0" * 32])
def test_secrets_in_text_that_are_refused(text: str) -> None:
    with pytest.raises(DiceError, match="64 digits"):
        secret_from_hex(text)


@pytest.mark.parametrize("make", [Sealed, lambda secret: save_secret("nowhere.grog", secret)])
def test_secrets_of_another_length_are_refused(make: Callable[[bytes], object]) -> None:
    with pytest.raises(DiceError, match="32 bytes, not 31"):
        make(bytes(31))


def test_a_saved_secret_comes_back_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    record = tmp_path / "my.grog"
    save_secret(record, SECRET)
    assert secret_path(record) == tmp_path / "my.grog.secret"
    assert [path.name for path in tmp_path.iterdir()] == ["my.grog.secret"]
    if os.name == "posix":
        assert stat.S_IMODE(secret_path(record).stat().st_mode) == 0o600
    assert load_secret(str(record), commitment_of(SECRET)) == SECRET


def test_the_secret_file_reads_as_the_document_says(tmp_path: Path) -> None:
    save_secret(tmp_path / "my.grog", SECRET)
    assert (tmp_path / "my.grog.secret").read_text() == (
        "grognard dice 1 secret\n"
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
        "14ed740e171d8c1d6ba9882d63edb01d67fef0d4d2964dca04c173bbe0bd2625\n"
    )


def test_saving_again_keeps_the_secret_of_another_battle(tmp_path: Path) -> None:
    record = tmp_path / "my.grog"
    save_secret(record, SECRET)
    save_secret(record, SECRET)
    with pytest.raises(DiceError, match="holds the dice secret of another battle; move it away"):
        save_secret(record, OTHER)
    assert load_secret(record, None) == SECRET


def test_a_secret_that_cannot_be_moved_in_place_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: Path, target: Path) -> None:
        assert source.read_bytes().startswith(b"grognard dice 1 secret\n")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(DiceError, match=r"my\.grog\.secret: cannot write .* No space left"):
        save_secret(tmp_path / "my.grog", SECRET)
    assert list(tmp_path.iterdir()) == []


def test_the_secret_is_on_the_disk_before_it_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    flush, move = os.fsync, Path.replace

    def flushed(handle: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        flush(handle)

    def moved(source: Path, target: Path) -> Path:
        steps.append("name")
        return move(source, target)

    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(Path, "replace", moved)
    save_secret(tmp_path / "my.grog", SECRET)
    assert steps == (["file", "name", "folder"] if os.name == "posix" else ["file", "name"])


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(DiceError, match=r"gone/my\.grog\.secret: cannot write the dice secret"):
        save_secret(tmp_path / "gone" / "my.grog", SECRET)


def test_a_missing_secret_is_named_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(DiceError, match=r"my\.grog\.secret: .* missing; .* your own dice"):
        load_secret(tmp_path / "my.grog", None)


def test_a_secret_that_is_a_folder_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "my.grog.secret").mkdir()
    with pytest.raises(DiceError, match="cannot read the dice secret"):
        load_secret(tmp_path / "my.grog", None)


GOOD = f"grognard dice 1 secret\n{SECRET.hex()}\n{commitment_of(SECRET)}\n".encode()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not three lines"),
        (GOOD[:-1], "not three lines"),
        (GOOD[:60], "not three lines"),
        (GOOD + b"more\n", "not three lines"),
        (GOOD + b"x" * 5000, "not three lines"),
        (GOOD.replace(b"dice 1", b"dice 9"), "not three lines"),
        (GOOD.replace(b"0001", b"0 01"), "64 digits"),
        (GOOD.replace(b"0001", b"00\xff1"), "64 digits"),
        (GOOD.replace(b"0001", b"0011"), "do not match"),
        (GOOD.replace(b"14ed", b"14ee"), "do not match"),
    ],
)
def test_a_damaged_secret_is_told_from_a_good_one(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "my.grog.secret").write_bytes(content)
    with pytest.raises(DiceError, match=rf"my\.grog\.secret: .* damaged \(.*{why}.*\); restore"):
        load_secret(tmp_path / "my.grog", None)


def test_a_secret_of_another_battle_is_refused(tmp_path: Path) -> None:
    save_secret(tmp_path / "my.grog", OTHER)
    with pytest.raises(DiceError, match="belongs to another battle: the record commits to 14ed74"):
        load_secret(tmp_path / "my.grog", commitment_of(SECRET))
