"""Lists of public names: which there are, in which area, how they are asked for, how many operators use them.

Syntax of a list, a line each:
    # comment
    == UNIT | TITLE       an area; UNIT is the translation unit that its names are asked in, "outside" if they are not asked for
    -- KIND [SCOPE]       how the names that follow are asked for, see KINDS
    name name:12 ...      names; a number says how many public operators use the name
"""

import dataclasses
import re

# name    a macro, or what `using SCOPEname;` finds: function, type, template, variable
# macro   a macro
# value   an expression, `SCOPEname`
# member  what `using SCOPE::name;` finds in a struct derived from the type SCOPE
# header  what `#include <name>` finds; a unit includes those of its headers that there are
KINDS = ("name", "macro", "value", "member", "header")
OUTSIDE = "outside"

# Every function of the library of high-level functions has these beside it.
FAMILY = re.compile(r"Get(\w+?)(?<!Soft)(MaxMinTmpSize|TmpBufferFactorSize)")


class BadList(Exception):
    pass


@dataclasses.dataclass(frozen=True)
class Name:
    kind: str
    scope: str
    name: str
    uses: int

    def group(self):
        """What reads best in front of the name, or round it where there is a star: a type without its template arguments, an
        enumeration, a namespace other than AscendC, a folder, a family of functions. Empty if nothing does."""
        family = FAMILY.fullmatch(self.name)
        if family:
            return f"Get*{family.group(2)}"
        if self.kind == "header":
            return self.name.rpartition("/")[0] + "/" if "/" in self.name else ""
        if self.kind == "member":
            return self.scope.split("<")[0].split("::")[-1] + "::"
        if self.kind == "value" and self.scope:
            return self.scope.split("::")[-2] + "::"
        return self.scope.removeprefix("AscendC::")

    def short(self):
        """The name without its group."""
        family = FAMILY.fullmatch(self.name)
        if family:
            return family.group(1)
        return self.name.rpartition("/")[2] if self.kind == "header" else self.name

    def label(self):
        """The name as a reader knows it."""
        group = self.group()
        return self.name if "*" in group else group + self.short()


@dataclasses.dataclass(frozen=True)
class Area:
    unit: str
    title: str
    names: tuple


def _parse_name(kind, scope, token, where):
    head, colon, tail = token.rpartition(":")
    if colon and tail.isdecimal():
        return Name(kind, scope, head, int(tail))
    if not token or token.endswith(":"):
        raise BadList(f"{where}: '{token}' is no name")
    return Name(kind, scope, token, 0)


def parse(text, where):
    """The areas of a list. `where` names it in errors."""
    areas = []
    kind = scope = None
    for number, line in enumerate(text.splitlines(), 1):
        place = f"{where}:{number}"
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("== "):
            unit, bar, title = line[3:].partition(" | ")
            if not bar:
                raise BadList(f"{place}: expected '== UNIT | TITLE', found '{line}'")
            areas.append((unit.strip(), title.strip(), []))
            kind = None
        elif line.startswith("-- "):
            kind, _, scope = line[3:].strip().partition(" ")
            if kind not in KINDS:
                raise BadList(f"{place}: kind '{kind}' is none of {', '.join(KINDS)}")
        elif kind is None:
            raise BadList(f"{place}: names without '-- KIND' above them")
        else:
            areas[-1][2].extend(_parse_name(kind, scope, token, place) for token in line.split())
    return [Area(unit, title, tuple(names)) for unit, title, names in areas]


def check_unique(areas):
    """A name listed twice would count twice."""
    seen = {}
    for area in areas:
        for name in area.names:
            key = (area.unit, name.kind, name.scope, name.name)
            if key in seen:
                raise BadList(f"{name.label()} stands in '{seen[key]}' and in '{area.title}'")
            seen[key] = area.title


def load(folder):
    """The areas of all lists of a folder, kernels first, what is outside last."""
    areas = []
    for file in ("kernel.txt", "host.txt", "outside.txt"):
        path = folder / file
        areas += parse(path.read_text(encoding="utf-8"), path)
    check_unique(areas)
    return areas
