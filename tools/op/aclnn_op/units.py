"""Compute units: those that a definition names, and the one to build for."""

import dataclasses
import re
from collections.abc import Sequence

DEFAULT_UNIT = "ascend910b"

# What is not closed ends all the same: a search that fails would be repeated at every quotation mark.
_STRING = r'"(?:\\.|[^"\\\n])*"?'
_RAW_STRING = r'R"(?P<mark>[^()\\\s]{0,16})\(.*?(?:\)(?P=mark)"|\Z)'
_CHARACTER = r"'(?:\\[^'\n]{1,9}|\\'|[^'\\\n])'"
_TOKEN = re.compile(rf"(?P<comment>//(?:\\\n|[^\n])*|/\*.*?(?:\*/|\Z))|{_RAW_STRING}|{_STRING}|{_CHARACTER}", re.DOTALL)
_CALL = re.compile(rf'\bAddConfig\s*\(\s*(?:"(?P<unit>\w+)"\s*[,)])?|{_RAW_STRING}|{_STRING}|{_CHARACTER}', re.DOTALL)


def without_comments(text: str) -> str:
    """C++ text with a space for each comment; what looks like one in a string stays."""
    return _TOKEN.sub(lambda match: " " if match["comment"] else match[0], text)


def named_in(text: str) -> list[str] | None:
    """Compute units that a definition's text hands to AddConfig, in its order. None: it computes names, only a compiler
    knows them."""
    units = []
    for match in _CALL.finditer(without_comments(text)):
        if match[0].startswith("AddConfig"):
            if not match["unit"]:
                return None
            units.append(match["unit"])
    return list(dict.fromkeys(units)) or None


class NotWrittenFor(Exception):
    """The operator has none of the compute units that were asked for."""

    def __init__(self, operator: str, wanted: Sequence[str], named: Sequence[str]) -> None:
        super().__init__(f"operator {operator} has no {' or '.join(wanted)}; it names: {', '.join(named)}")


@dataclasses.dataclass(frozen=True)
class Wanted:
    """Compute units by preference; `explicit`: an operator that has none of them is not built for another."""

    units: tuple[str, ...] = (DEFAULT_UNIT,)
    explicit: bool = False

    def choose(self, operator: str, named: Sequence[str] | None) -> str:
        """Of the units that `operator` names; the first wanted where they are not known."""
        if named is None:
            return self.units[0]
        for unit in self.units:
            if unit in named:
                return unit
        if self.explicit:
            raise NotWrittenFor(operator, self.units, named)
        return named[0]
