#!/usr/bin/env python3
"""Writes docs/surface.md, the page that says which public names are there, or checks it.

Usage: surface.py [--check | --write] [--compiler CXX]     (without either: prints the page)
Exit: 0; 1 the page is not what it should be; 2 the question could not be asked (headers that do not compile, no compiler).
"""

import argparse
import difflib
import pathlib
import shlex
import sys

import catalogue
import page
import probe

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "surface.md"
# What a build of operators defines: of kernels on the command line, for definitions in the file that reads template keys.
DEFINED = {"kernel": ["-DASCENDC_TPL_KERNEL"], "op_host": ["-DACLNN_CPU_TILING_KEYS"]}
LONGEST = 60  # lines of a difference that are printed
DATA = pathlib.Path(__file__).resolve().parent / "data"


def _make(kind, scope, name):
    return catalogue.Name(kind, scope, name, 0)


def missing_names(areas, compiler, include):
    """unit -> the names of its areas that the compiler does not find."""
    missing = {}
    for unit in page.UNITS:
        names = [name for area in areas if area.unit == unit for name in area.names]
        missing[unit] = probe.ask(names, compiler, [*DEFINED.get(unit, []), "-isystem", str(include)], _make)
    return missing


def difference(expected, path):
    """What tells the page that is there from the one that should be, as the start of a unified diff; empty if nothing does."""
    found = path.read_text(encoding="utf-8") if path.exists() else ""
    lines = list(difflib.unified_diff(found.splitlines(), expected.splitlines(), f"{path.name} as it is",
                                      f"{path.name} as it should be", lineterm="", n=0))
    more = [f"... and {len(lines) - LONGEST} more lines"] if len(lines) > LONGEST else []
    return "\n".join(lines[:LONGEST] + more)


def main():
    parser = argparse.ArgumentParser(description="What of the public surface is there, and what is not.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="fail if docs/surface.md is not what this command writes")
    what.add_argument("--write", action="store_true", help="write docs/surface.md")
    parser.add_argument("--compiler", default="g++", help="the compiler that is asked (g++)")
    arguments = parser.parse_args()

    try:
        areas = catalogue.load(DATA)
        missing = missing_names(areas, shlex.split(arguments.compiler), ROOT / "include")
    except (catalogue.BadList, probe.CannotAsk, OSError) as error:
        print(f"surface.py: {error}", file=sys.stderr)
        return 2
    text = page.render(areas, missing)

    if arguments.write:
        PAGE.write_text(text, encoding="utf-8")
    elif not arguments.check:
        print(text, end="")
    elif changes := difference(text, PAGE):
        print(f"{changes}\n\ndocs/surface.md is not what the headers say. Rewrite it: {page.COMMAND}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
