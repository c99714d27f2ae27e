"""The `grognard` command: battles, charts, odds, rules, pictures, records and the terminal game."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, Final

import click

from grognard.boards.kernel import RUNNING
from grognard.cli.output import complain, tolerant, whole
from grognard.engine.errors import GrognardError, RecordError
from grognard.engine.version import VERSION
from grognard.systems import faults

# Each command's module is imported only when the command is used: a quick start for all others.
COMMANDS: Final = {
    "backup": "backup",
    "balance": "studies",
    "battles": "reference",
    "chart": "reference",
    "check": "records",
    "compare": "studies",
    "companion": "table",
    "games": "serve",
    "lab": "lab",
    "ladder": "ladder",
    "odds": "reference",
    "play": "play",
    "print": "paper",
    "replay": "records",
    "restore": "backup",
    "rules": "reference",
    "serve": "serve",
    "show": "records",
    "sim": "studies",
    "table": "table",
    "verify": "records",
}


class Commands(click.Group):
    """The group of commands; anything the engine refuses is a message and exit status 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        found: click.Command = getattr(import_module(f"grognard.cli.{module}"), cmd_name)
        return found

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; errors are printed as a sentence, never as a traceback."""
        tolerant(sys.stdin, sys.stdout, sys.stderr)
        told = ""
        try:
            return super().invoke(ctx)
        except GrognardError as error:
            told = str(error)
            complain(f"grognard: {error}")
            if isinstance(error, RecordError) and error.saved:
                command = whole(f"grognard play --file {error.path} --salvage")
                complain(f"To continue from there: {command}")
        except BrokenPipeError:
            raise
        except OSError as error:
            place = f"{error.filename}: " if error.filename else ""
            complain(f"grognard: {place}{error.strerror or error}")
        finally:
            for fault in faults():
                if str(fault) not in told:
                    complain(f"grognard: {fault}")
        ctx.exit(2)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, message=f"%(prog)s, version %(version)s, {RUNNING}")
def main() -> None:
    """Horse-and-musket battles with enforced rules and exact odds."""
