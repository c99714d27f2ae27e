"""The version of the program, as records name it."""

from typing import Final

VERSION: Final = "0.2.0"
