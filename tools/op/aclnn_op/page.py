"""A report as one HTML page that needs nothing else."""

import html
import pathlib
from collections.abc import Sequence

from aclnn_op import report
from aclnn_op.text import printable

STYLE = """
body { font: 14px system-ui, sans-serif; margin: 2em; color: #222; }
table { border-collapse: collapse; }
th, td { padding: .25em .7em; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top; }
th { position: sticky; top: 0; background: #fff; cursor: pointer; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
td.yes { color: #176b2c; } td.no { color: #a3161a; font-weight: bold; }
td.error { font-family: ui-monospace, monospace; font-size: 12px; max-width: 60em; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; max-height: 30em; overflow: auto; background: #f6f6f6; padding: .5em; }
"""

# Sorts the table by the column whose head is clicked.
SCRIPT = """
for (const head of document.querySelectorAll("th")) head.onclick = () => {
  const body = document.querySelector("tbody"), column = head.cellIndex;
  const key = row => row.cells[column].textContent;
  const numeric = head.dataset.number !== undefined;
  const sign = head.dataset.up = head.dataset.up === "1" ? "-1" : "1";
  const order = (a, b) => numeric ? key(a) - key(b) : key(a).localeCompare(key(b));
  [...body.rows].sort((a, b) => sign * order(a, b)).forEach(row => body.append(row));
};
"""


def as_html(rows: Sequence[report.Row], title: str) -> str:
    titles = ["operator", "category", "unit", *(report.TITLES[column] for column in report.COLUMNS)]
    head = "".join(f"<th>{cell}</th>" for cell in titles)
    head += "".join(f"<th data-number>{cell}</th>" for cell in ("build s", "run s", "MiB")) + "<th>first error</th>"
    body = "\n".join(_row(row) for row in rows)
    title = _escaped(title)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n{_counts(rows)}"
        f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table><script>{SCRIPT}</script></body></html>\n"
    )


def _escaped(text: str) -> str:
    return html.escape("\n".join(printable(line) for line in text.split("\n")))


def _counts(rows: Sequence[report.Row]) -> str:
    def line(name: str, some: Sequence[report.Row]) -> str:
        counted = report.totals(some)
        counts = ", ".join(f"{counted[column]} {report.TITLES[column]}" for column in report.COLUMNS)
        return f"{_escaped(name)}{len(some)} operators: {counts}"

    lines = [line("", rows)]
    if not report.complete(rows):
        lines.append("interrupted: not all were tried")
    categories = report.by_category(rows)
    if len(categories) > 1:
        lines += [line(f"{name}: ", some) for name, some in categories.items()]
    return "<p>" + "<br>\n".join(lines) + "</p>\n"


def _row(row: report.Row) -> str:
    cells = "".join(f"<td>{_escaped(cell)}</td>" for cell in (row.operator, row.category, row.unit))
    for column in report.COLUMNS:
        value = getattr(row, column)
        kind = {report.YES: ' class="yes"', report.NO: ' class="no"'}.get(value, "")
        cells += f"<td{kind}>{value}</td>"
    numbers = (f"{row.build_seconds:.1f}", f"{row.run_seconds:.1f}", f"{row.peak_bytes >> 20}")
    cells += "".join(f'<td class="number">{number}</td>' for number in numbers)
    return f'<tr>{cells}<td class="error">{_escaped(row.first_error())}{_details(row)}</td></tr>'


def _details(row: report.Row) -> str:
    """Folded: the output round the first error, the whole of it, and how to see it again."""
    links = ", ".join(f'<a href="{_address(path)}">{kind}.log</a>' for kind, path in row.logs.items())
    if not row.errors:
        return links
    excerpt = f"<pre>{_escaped(row.excerpt)}</pre>" if row.excerpt else ""
    return f"<details><summary>output</summary>{excerpt}{links}<br>{_escaped(row.rerun)}</details>"


def _address(path: str) -> str:
    return html.escape(pathlib.Path(path).as_uri())
