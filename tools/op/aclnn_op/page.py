"""A report as one HTML page that needs nothing else."""

import html

from aclnn_op import report

STYLE = """
body { font: 14px system-ui, sans-serif; margin: 2em; color: #222; }
table { border-collapse: collapse; }
th, td { padding: .25em .7em; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top; }
th { position: sticky; top: 0; background: #fff; cursor: pointer; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
td.yes { color: #176b2c; } td.no { color: #a3161a; font-weight: bold; }
td.error { font-family: ui-monospace, monospace; font-size: 12px; max-width: 60em; overflow-wrap: anywhere; }
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


def as_html(rows, title):
    counted = report.totals(rows)
    counts = ", ".join(f"{counted[column]} {report.TITLES[column]}" for column in report.COLUMNS)
    titles = ["operator", "category", "unit", *(report.TITLES[column] for column in report.COLUMNS)]
    head = "".join(f"<th>{cell}</th>" for cell in titles)
    head += "".join(f"<th data-number>{cell}</th>" for cell in ("build s", "run s", "MiB")) + "<th>first error</th>"
    body = "\n".join(_row(row) for row in rows)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{STYLE}</style></head>\n<body><h1>{html.escape(title)}</h1>\n<p>{len(rows)} operators: {counts}</p>\n"
        f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table><script>{SCRIPT}</script></body></html>\n"
    )


def _row(row):
    cells = "".join(f"<td>{html.escape(cell)}</td>" for cell in (row.operator, row.category, row.unit))
    for column in report.COLUMNS:
        value = getattr(row, column)
        kind = {report.YES: ' class="yes"', report.NO: ' class="no"'}.get(value, "")
        cells += f"<td{kind}>{value}</td>"
    numbers = (f"{row.build_seconds:.1f}", f"{row.run_seconds:.1f}", f"{row.peak_bytes >> 20}")
    cells += "".join(f'<td class="number">{number}</td>' for number in numbers)
    return f'<tr>{cells}<td class="error">{html.escape(row.first_error())}</td></tr>'
