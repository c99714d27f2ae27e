"""The command by its module: `python -m grognard.cli`."""

from grognard.cli import main

main(prog_name="grognard")
