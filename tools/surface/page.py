"""Writes the page about the public surface: what is there, what is not, in Markdown."""

import textwrap

from catalogue import OUTSIDE

WIDTH = 160
COMMAND = "python3 tools/surface/surface.py --write"

HEAD = f"""# The public surface: what is there and what is not

Written by `{COMMAND}`: a compiler is asked for every name below, with the headers in `include/`. A test fails when this
page says anything else. *There* means that a program which includes the documented headers finds the name; how far it goes, on which types and chips, is
said on the pages about [Ascend C](ascend_c.md) and the layers.

The names are those that the public operators use, those they stand beside (members of a type, values of an enumeration), and for kernels all that have a
page in the public documentation. A number behind a name is the number of operators, of the 139 in the experimental folder of the public repository of
neural-network operators, that use it; of names without a number it is none or was not counted. *By use* weighs each name with its number.
"""

UNITS = {
    "kernel": ("Kernels", "Namespace `AscendC`, reached through the headers of kernels."),
    "op_api": ("Programs and op_api code", "The C interface, and what the code between it and the kernels calls."),
    "op_host": ("op_host code", "Definitions of operators, shape inference and tiling."),
}


def _percent(part, whole):
    """Rounded down, so that 100 % means all; a dash where there is nothing to count."""
    return f"{100 * part // whole} %" if whole else "-"


def _word(text, uses):
    return f"`{text}`" + (f"\N{NO-BREAK SPACE}{uses}" if uses else "")


def _ordered(names):
    return sorted(names, key=lambda name: (-name.uses, name.label()))


def _listing(names):
    """The names as one paragraph, each with its number, most used first: those without a group, then group by group."""
    groups = {}
    for name in _ordered(names):
        groups.setdefault(name.group(), []).append(_word(name.short(), name.uses))
    alone = groups.pop("", None)
    parts = [", ".join(alone)] if alone else []
    parts += [f"`{group}` {', '.join(words)}" for group, words in groups.items()]
    return "; ".join(parts)


def _wrap(text):
    return "\n".join(textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False))


def _uses(names):
    return sum(name.uses for name in names)


def _row(title, names, missing):
    there = [name for name in names if name not in missing]
    used = [name for name in names if name.uses]
    used_there = [name for name in used if name not in missing]
    return (f"| {title} | {len(there)} of {len(names)} | {_percent(len(there), len(names))} | {len(used_there)} of {len(used)} "
            f"| {_percent(_uses(there), _uses(names))} |")


def _table(areas, missing):
    lines = ["| Area | Names | | Of the used ones | By use |", "|---|---|---|---|---|"]
    for unit, (title, _) in UNITS.items():
        mine = [area for area in areas if area.unit == unit]
        for area in mine:
            lines.append(_row(area.title, area.names, missing[unit]))
        lines.append(_row(f"**{title}**", [name for area in mine for name in area.names], missing[unit]))
    # Every name of one unit differs from those of another, even where they are spelled alike.
    tagged = [_Tagged(area.unit, name) for area in areas for name in area.names]
    lines.append(_row("**All**", tagged, {_Tagged(unit, name) for unit, names in missing.items() for name in names}))
    return "\n".join(lines)


class _Tagged:
    """A name together with the unit that asked for it."""

    def __init__(self, unit, name):
        self.key = (unit, name)
        self.uses = name.uses

    def __eq__(self, other):
        return self.key == other.key

    def __hash__(self):
        return hash(self.key)


def _missed_most(areas, missing, count=40):
    missed = [name for area in areas for name in area.names if name.uses and name in missing[area.unit]]
    if not missed:
        return "None of the names that the operators use is missing."
    words = [_word(name.label(), name.uses) for name in _ordered(missed)[:count]]
    return _wrap(f"Most used names that are not there, of {len(missed)}: {', '.join(words)}.")


def _area(area, missing):
    there = [name for name in area.names if name not in missing]
    absent = [name for name in area.names if name in missing]
    lines = []
    if there:
        lines.append(_wrap(f"**{area.title}.** There: {_listing(there)}."))
    if absent:
        lines.append(_wrap(f"**{area.title}. Not there:** {_listing(absent)}."))
    return "\n\n".join(lines)


def render(areas, missing):
    """The page. missing: unit -> the set of its names that the compiler did not find."""
    asked = [area for area in areas if area.unit != OUTSIDE]
    parts = [HEAD.rstrip(), "## In numbers", _table(asked, missing), _missed_most(asked, missing)]
    for unit, (title, text) in UNITS.items():
        parts += [f"## {title}", text]
        parts += [_area(area, missing[unit]) for area in asked if area.unit == unit]
    parts += ["## Outside by decision", "Left out for now. These names are not asked for and count in no number above."]
    for area in areas:
        if area.unit == OUTSIDE:
            parts.append(_wrap(f"**{area.title}:** {_listing(area.names)}."))
    return "\n\n".join(parts) + "\n"
