"""Record files: appended and flushed line by line, or written as a whole; never half."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path
from typing import Final

from grognard.engine.errors import RecordError

LARGEST: Final = 20_000_000

_BINARY: Final[int] = getattr(os, "O_BINARY", 0)


def read_bytes(path: Path) -> bytes:
    """The bytes of a record; refused if it is not a file or too large."""
    try:
        with path.open("rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise RecordError(str(path), None, "is not a file")
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise RecordError(str(path), None, f"cannot be read: {error.strerror}") from error
    if len(content) > LARGEST:
        raise RecordError(str(path), None, f"is larger than {LARGEST // 1_000_000} MB")
    return content


def append(path: Path, size: int, content: bytes) -> int:
    """Add to a record of a known size and flush it to the disk; the new size."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | _BINARY)
    except OSError as error:
        raise RecordError(str(path), None, f"cannot be written: {error.strerror}") from error
    try:
        if os.fstat(handle).st_size != size:
            raise RecordError(str(path), None, "was changed by another program: load it again")
        try:
            _write(handle, content)
        except BaseException as error:
            # Half a line must not stand before the next one.
            os.ftruncate(handle, size)
            if isinstance(error, OSError):
                message = f"cannot be written: {error.strerror}"
                raise RecordError(str(path), None, message) from error
            raise
    finally:
        os.close(handle)
    return size + len(content)


def cut(path: Path, size: int) -> None:
    """Shorten a record to the part that is whole."""
    handle = os.open(path, os.O_WRONLY | _BINARY)
    try:
        os.ftruncate(handle, size)
        os.fsync(handle)
    finally:
        os.close(handle)


def write_whole(path: Path, content: bytes) -> None:
    """Write a record atomically: after a crash there is either the old file or the new one."""
    passing = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        handle = os.open(passing, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
        try:
            _write(handle, content)
        finally:
            os.close(handle)
        passing.replace(path)
        if os.name == "posix":  # on other platforms a folder cannot be opened and flushed
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except OSError as error:
        raise RecordError(str(path), None, f"cannot be written: {error.strerror}") from error
    finally:
        passing.unlink(missing_ok=True)


def _write(handle: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(handle, rest) :]
    os.fsync(handle)
