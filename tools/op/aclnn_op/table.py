"""A report as text for a terminal, and as data for programs."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from aclnn_op.report import COLUMNS, INTERRUPTED, NO, TITLES, Row, by_category, complete, totals
from aclnn_op.text import printable


def as_text(rows: Sequence[Row]) -> str:
    """A row for each operator with its first error, for those that fall short the way to look at them, and the totals."""
    head = ["operator", "unit", *(TITLES[column] for column in COLUMNS), "build s", "run s", "MiB", "first error"]
    lines = [head]
    for row in rows:
        cells = [row.operator, row.unit, *(getattr(row, column) for column in COLUMNS)]
        numbers = [f"{row.build_seconds:.1f}", f"{row.run_seconds:.1f}", str(row.peak_bytes >> 20)]
        lines.append([printable(cell) for cell in (*cells, *numbers, row.first_error())])
    widths = [max(len(line[i]) for line in lines) for i in range(len(head) - 1)]
    text = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths)) + "  " + line[-1] for line in lines]
    text += [line for row in rows if falls_short(row) for line in _look_again(row)]
    categories = by_category(rows)
    if len(categories) > 1:
        text += [f"{name}: {_counts(some)}" for name, some in categories.items()]
    if not complete(rows):
        text.append("interrupted: not all were tried")
    text.append(_counts(rows))
    return "\n".join(line.rstrip() for line in text) + "\n"


def falls_short(row: Row) -> bool:
    """Not: it has no example, is not for this chip, or had not its turn."""
    return row.errors.get("report", INTERRUPTED) != INTERRUPTED or any(getattr(row, column) == NO for column in COLUMNS)


def _look_again(row: Row) -> list[str]:
    lines = [f"{printable(row.operator)}: {row.state()}"]
    if row.log:
        lines.append(f"    log    {printable(row.log)}")
    return [*lines, f"    rerun  {row.rerun}"]


def _counts(rows: Sequence[Row]) -> str:
    counted = totals(rows)
    return f"{len(rows)} operators: " + ", ".join(f"{counted[column]} {TITLES[column]}" for column in COLUMNS)


def as_data(rows: Sequence[Row]) -> dict[str, Any]:
    def counts(some: Sequence[Row]) -> dict[str, int]:
        return {"operators": len(some), **totals(some)}

    operators = [dataclasses.asdict(row) for row in rows]
    for operator in operators:
        del operator["excerpt"]  # it stands in the log
    return {
        "complete": complete(rows),
        "operators": operators,
        "totals": counts(rows),
        "categories": {name: counts(some) for name, some in by_category(rows).items()},
    }
