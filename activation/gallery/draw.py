#!/usr/bin/env python3
"""Pictures and a table of the activations from what activation_measure found.

usage: draw.py MEASURED.json --page FILE.html     a page with one picture per activation
       draw.py MEASURED.json --table FILE.md      the table of docs/activations.md
"""
import argparse
import html
import json
import math
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
TYPES = ("FLOAT", "FLOAT16", "BFLOAT16")
COLOURS = {"function": "#1f6fb4", "derivative": "#c2571a"}
WIDTH, CURVES, ERRORS, LEFT, GAP = 720, 220, 84, 62, 26


# ---- what belongs together


def activations(rows):
    """(title, {"function": row, "derivative": row}) of each picture: the first row of each folder."""
    first = {}
    for row in rows:
        first.setdefault(row["folder"], row)
    pictures, taken = [], set()
    for row in first.values():
        if row["forward"]:
            of = [r for r in first.values() if r["derivative_of"] == row["folder"] and not r["of_output"]]
            taken.update(r["folder"] for r in of)
            pictures.append((row["folder"], {"function": row, **({"derivative": of[0]} if of else {})}))
    for row in first.values():
        if not row["forward"] and (row["folder"] not in taken or not any(p[1].get("derivative") is row for p in pictures)):
            of = f', of the values of {row["derivative_of"]}' if row["of_output"] else ""
            pictures.append((row["folder"] + of, {"derivative": row}))
    return sorted(pictures)


# ---- SVG


class Panel:
    """Axes with lines; `log` draws powers of ten."""

    def __init__(self, top, height, x_range, y_range, log=False):
        self.top, self.height, self.x, self.y, self.log = top, height, x_range, y_range, log

    def place(self, x, y):
        low, high = self.y
        if self.log:
            y = math.log10(max(y, 10**low))
        across = LEFT + (x - self.x[0]) / (self.x[1] - self.x[0]) * (WIDTH - LEFT - 12)
        down = self.top + self.height - (min(max(y, low), high) - low) / (high - low) * self.height
        return f"{across:.1f},{down:.1f}"

    def frame(self, label, ticks):
        parts = [f'<rect x="{LEFT}" y="{self.top}" width="{WIDTH - LEFT - 12}" height="{self.height}" class="frame"/>',
                 f'<text x="{LEFT + 6}" y="{self.top + 13}" class="label">{html.escape(label)}</text>']
        for value, text in ticks:
            down = float(self.place(self.x[0], 10**value if self.log else value).split(",")[1])
            parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 12}" y1="{down}" y2="{down}" class="grid"/>'
                         f'<text x="{LEFT - 5}" y="{down + 3.5}" class="tick">{text}</text>')
        return parts

    def line(self, xs, ys, colour):
        points = " ".join(self.place(x, y) for x, y in zip(xs, ys) if y is not None and math.isfinite(y))
        return f'<polyline points="{points}" stroke="{colour}" class="line"/>'


def nice_ticks(low, high):
    step = 10 ** math.floor(math.log10(max(high - low, 1e-9)))
    for factor in (0.2, 0.5, 1, 2):
        if (high - low) / (step * factor) <= 6:
            step *= factor
            break
    first = math.ceil(low / step)
    return [(i * step, f"{i * step:g}") for i in range(first, math.floor(high / step) + 1)]


def picture(parts):
    x_range = next(iter(parts.values()))["range"]
    values = [y for row in parts.values() for y in row["curve"]["y"] if y is not None and math.isfinite(y)]
    low, high = min(values + [0]), max(values + [0])
    margin = (high - low) * 0.05 or 1
    panel = Panel(8, CURVES, x_range, (low - margin, high + margin))
    svg = panel.frame(f"{' and '.join(parts)}", nice_ticks(low, high))
    for kind, row in parts.items():
        svg.append(panel.line(row["curve"]["x"], row["curve"]["y"], COLOURS[kind]))
    top = 8 + CURVES + GAP
    for dtype in TYPES:
        if dtype == "FLOAT":
            panel, label = Panel(top, ERRORS, x_range, (-11, -5), log=True), "FLOAT: largest error, absolute"
            ticks = [(power, f"1e{power}") for power in (-11, -9, -7, -5)]
        else:
            panel, label = Panel(top, ERRORS, x_range, (0, 1.25)), f"{dtype}: largest error in units of the last place"
            ticks = [(0, "0"), (0.5, "0.5"), (1, "1")]
        svg += panel.frame(label, ticks)
        for kind, row in parts.items():
            bins = row[dtype]["bins"]
            xs = [x_range[0] + (i + 0.5) / len(bins) * (x_range[1] - x_range[0]) for i in range(len(bins))]
            svg.append(panel.line(xs, bins, COLOURS[kind]))
        top += ERRORS + GAP
    for value, text in nice_ticks(*x_range):
        across = panel.place(value, 0).split(",")[0]
        svg.append(f'<text x="{across}" y="{top - GAP + 14}" class="across">{text}</text>')
    return f'<svg viewBox="0 0 {WIDTH} {top}" width="{WIDTH}" height="{top}">{"".join(svg)}</svg>'


STYLE = """body{font:15px sans-serif;max-width:760px;margin:2em auto;padding:0 1em;color:#222}
svg{display:block;margin:.5em 0 2em}.frame{fill:none;stroke:#888}.grid{stroke:#ddd}.line{fill:none;stroke-width:1.5}
text{font:11px sans-serif;fill:#333}.tick{text-anchor:end}.across{text-anchor:middle}.label{font-weight:bold}
.function{color:#1f6fb4}.derivative{color:#c2571a}"""


def page(rows):
    body = ['<h1>Activations</h1><p>Drawn from what the native kernels of this machine compute: <b class="function">the '
            'function</b>, <b class="derivative">its derivative</b>, and how far each is from the true value. In the 16-bit '
            "types every number was tried; an error of 0.5 is a correctly rounded result.</p>"]
    for title, parts in activations(rows):
        words = [f'{kind}: {row["folder"]}{attributes_of(row)}' for kind, row in parts.items()]
        body.append(f'<h2>{html.escape(title)}</h2><p>{html.escape("; ".join(words))}</p>{picture(parts)}')
    return f'<!doctype html><meta charset="utf-8"><title>Activations</title><style>{STYLE}</style>{"".join(body)}\n'


# ---- the table


def attributes_of(row):
    return f' ({", ".join(f"{a:g}" for a in row["attributes"])})' if row["attributes"] else ""


def functions_of(folder):
    """The aclnn functions of an operator's folder, with the types beside the floats that each takes."""
    found = []
    for source in sorted((ROOT / "activation" / folder / "op_api").glob("aclnn_*.cpp")):
        text = source.read_text()
        for name, body in re.findall(r"aclnnStatus (aclnn\w+)GetWorkspaceSize\((.*?)OP_CATCH_ALL", text, re.S):
            call = re.search(r"ElementwiseCall call\((.*?)\);", body, re.S)
            others = re.findall(r"DT_(\w+)", call.group(1)) if call else []
            found.append((name, others))
    return found


def types_of(functions):
    """What the functions of an operator take: the floats, and integers where they do."""
    others = sorted({other for _, types in functions for other in types})
    return "FLOAT, FLOAT16, BFLOAT16\\*" + (f'; {", ".join(others)}' if others else "")


def engines_of(folder):
    """The engines that an operator's folder has code for; the kernel is compiled for the chips named in cmake/Operator.cmake."""
    units = re.search(r"UNITS ((?:ascend\w+ ?)+)", (ROOT / "cmake" / "Operator.cmake").read_text()).group(1).split()
    engines = ["native"] if (ROOT / "activation" / folder / "native" / f"{folder}.h").exists() else []
    if (ROOT / "activation" / folder / "op_kernel" / f"{folder}.cpp").exists():
        engines.append(f'aicore ({", ".join(units)})')
    return ", ".join(engines)


def own_lines(folder):
    """Lines of an operator's code that are neither blank nor comments: without tests, examples and pages."""
    count = 0
    for part in ("op_api", "op_host", "op_kernel", "native", "aclnnop"):
        for source in (ROOT / "activation" / folder / part).glob("*.*"):
            text = re.sub(r"/\*.*?\*/", "", source.read_text(), flags=re.S)
            count += sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith("//"))
    return count


def table(rows):
    lines = ["| operator | functions | types | engines | accuracy: FLOAT absolute; FLOAT16, BFLOAT16 in ulp | Gelem/s: FLOAT, BFLOAT16 "
             "| lines of its own |",
             "|---|---|---|---|---|---|---|"]
    seen = set()
    for row in rows:
        folder = row["folder"]
        if folder in seen:
            continue
        seen.add(folder)
        functions = functions_of(folder)
        accuracy = (f'{row["FLOAT"]["largest"]:.1e}; ' + ", ".join(f'{row[t]["largest"]:.2f}' for t in TYPES[1:])
                    + f' ({min(row[t]["correctly_rounded"] for t in TYPES[1:]) * 100:.2f} % correctly rounded)')
        speed = ", ".join(f'{row["elements_per_second"][t] * 1e-9:.2f}' for t in ("FLOAT", "BFLOAT16"))
        lines.append(f'| {folder} | {"<br>".join(name for name, _ in functions)} | {types_of(functions)} | {engines_of(folder)} | {accuracy} | {speed} | {own_lines(folder)} |')
    return "\n".join(lines) + "\n\n\\* where the chip's aclnn layer has it: Ascend910B, Ascend910_93, Ascend950\n"


MARK = "<!-- activation/gallery/draw.py writes what follows -->\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measured", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--table", type=pathlib.Path)
    arguments = parser.parse_args()
    rows = json.loads(arguments.measured.read_text())
    if arguments.page:
        arguments.page.parent.mkdir(parents=True, exist_ok=True)
        arguments.page.write_text(page(rows))
        print(f"{arguments.page}: {len(activations(rows))} pictures")
    if arguments.table:
        kept = arguments.table.read_text().split(MARK)[0] if arguments.table.exists() else ""
        arguments.table.write_text(kept + MARK + table(rows))
        print(f"{arguments.table}: {len(set(row['folder'] for row in rows))} operators")


if __name__ == "__main__":
    main()
