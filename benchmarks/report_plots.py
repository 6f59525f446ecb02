"""The plots of the benchmark's page, as SVG that takes its colours from the page's style."""

import html
import math

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 64, 176, 16, 48


class Axis:
    """A logarithmic axis from low to high, drawn from pixel start to pixel end."""

    def __init__(self, low, high, start, end):
        self.low, self.high, self.start, self.end = low, high, start, end

    def __call__(self, value):
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + share * (self.end - self.start)

    def powers(self, base):
        first = math.ceil(math.log(self.low, base) - 1e-9)
        last = math.floor(math.log(self.high, base) + 1e-9)
        return [base**power for power in range(first, last + 1)]


def plain(value):
    """1500000 as 1.5 M; 0.25 as 0.25."""
    for unit, size in (("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"


def time_text(ns):
    return f"{ns:g} ns" if ns < 1e3 else f"{ns / 1e3:g} µs" if ns < 1e6 else f"{ns / 1e6:g} ms"


def elements_text(count):
    for unit, size in (("Mi", 1 << 20), ("Ki", 1 << 10)):
        if count >= size and count % size == 0:
            return f"{count // size} {unit}"
    return str(count)


def text(x, y, words, anchor="start", style="label"):
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{html.escape(words)}</text>'


def frame(x_axis, y_axis, x_ticks, y_ticks, x_title, y_title):
    """Grid lines, tick labels and titles; ticks are (value, words)."""
    parts = []
    for value, words in x_ticks:
        x = x_axis(value)
        parts.append(f'<line class="grid" x1="{x:.1f}" y1="{y_axis.start:.1f}" x2="{x:.1f}" y2="{y_axis.end:.1f}"/>')
        parts.append(text(x, y_axis.start + 18, words, "middle", "tick"))
    for value, words in y_ticks:
        y = y_axis(value)
        parts.append(f'<line class="grid" x1="{x_axis.start:.1f}" y1="{y:.1f}" x2="{x_axis.end:.1f}" y2="{y:.1f}"/>')
        parts.append(text(x_axis.start - 8, y + 4, words, "end", "tick"))
    middle = (x_axis.start + x_axis.end) / 2
    parts.append(text(middle, y_axis.start + 40, x_title, "middle", "axis"))
    parts.append(text(x_axis.start, y_axis.end - 4, y_title, "start", "axis"))
    return parts


def along(x0, y0, x1, y1, words, back):
    """Words above a line, `back` before its upper end."""
    angle = math.degrees(math.atan2(y1 - y0, x1 - x0))
    return (f'<text class="label" text-anchor="end" transform="translate({x1:.1f} {y1:.1f}) rotate({angle:.1f})" x="{-back}" y="-5">'
            f"{html.escape(words)}</text>")


def svg(parts, title):
    body = "\n".join(parts)
    return (f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{html.escape(title)}">\n'
            f"<title>{html.escape(title)}</title>\n{body}\n</svg>")


def mark(shape, x, y, style, words):
    shapes = {
        "circle": f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5"',
        "square": f'<rect x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9" rx="1.5"',
    }
    return f'{shapes[shape]} class="mark {style}"><title>{html.escape(words)}</title></{"circle" if shape == "circle" else "rect"}>'


def spread_labels(places, least=15):
    """Moves label heights apart, top to bottom, so that none covers another. places: [(y, words, style)]"""
    moved = []
    for y, words, style in sorted(places):
        y = max(y, moved[-1][0] + least) if moved else y
        moved.append((y, words, style))
    return moved


SHAPES = ("circle", "square")


def roofline(report, threads):
    """Floating-point operations per second against operations per byte, with what memory and units allow."""
    rows = [row for row in report.get("contiguous", []) if row["threads"] == threads]
    copies = [row for row in report["limits"]["copies"] if row["threads"] == threads]
    peak = next(row["flops_per_second"] for row in report["limits"]["multiply_adds"] if row["threads"] == threads)
    flops = [row["elements_per_second"] * row["flops_per_element"] for row in rows]
    lowest = min(flops + [peak / 10]) / 2
    highest = max(flops + [peak]) * 1.6
    x = Axis(0.125, 16, LEFT, WIDTH - RIGHT)
    y = Axis(lowest, highest, HEIGHT - BOTTOM, TOP + 14)
    steps = sorted(value * factor for value in Axis(lowest / 10, highest, 0, 1).powers(10) for factor in (1, 2, 5))
    parts = frame(x, y, [(value, f"{value:g}") for value in x.powers(2)],
                  [(value, plain(value)) for value in steps if lowest <= value <= highest],
                  "floating-point operations per byte moved", "floating-point operations per second")
    parts.append(f'<line class="roof" x1="{x.start:.1f}" y1="{y(peak):.1f}" x2="{x.end:.1f}" y2="{y(peak):.1f}"/>')
    labels = [(y(peak) + 4, f"multiply-adds {plain(peak)}flop/s", "label")]
    ends = []
    for copy in copies:
        bandwidth = copy["bytes_per_second"]
        first, last = max(x.low, lowest / bandwidth), min(x.high, peak / bandwidth)
        if first >= last:
            continue
        parts.append(f'<line class="roof" x1="{x(first):.1f}" y1="{y(first * bandwidth):.1f}" '
                     f'x2="{x(last):.1f}" y2="{y(last * bandwidth):.1f}"/>')
        parts.append(along(x(first), y(first * bandwidth), x(last), y(last * bandwidth),
                           f'{copy["level"]} {plain(bandwidth)}B/s',
                           10 + 90 * sum(abs(x(last) - end) < 16 for end in ends)))
        ends.append(x(last))
    parts += [text(x.end + 6, where, words, "start", style) for where, words, style in spread_labels(labels)]
    return svg(parts + roofline_marks(rows, flops, x, y), f"Roofline, {threads} threads")


def roofline_marks(rows, flops, x, y):
    names = list(dict.fromkeys(row["activation"] for row in rows))
    sizes = sorted({row["elements"] for row in rows})
    dtypes = {"FLOAT": 0, "FLOAT16": -1, "BFLOAT16": 1}
    parts = []
    for row, rate in zip(rows, flops):
        which = names.index(row["activation"])
        # Points of the same intensity stand side by side.
        shift = 14 * dtypes[row["dtype"]] + 12 * (which - (len(names) - 1) / 2)
        words = (f'{row["activation"]} {row["dtype"]}, {elements_text(row["elements"])} elements: '
                 f'{plain(row["elements_per_second"])} elements/s, {plain(row["bytes_per_second"])}B/s')
        parts.append(mark(SHAPES[which % 2], x(row["flops_per_element"] / row["bytes_per_element"]) + shift, y(rate),
                          f"size{sizes.index(row['elements']) % 4}", words))
    return parts


def latency_series(report):
    """[(name, style, [(elements, ns)])]"""
    rows = report["latency"]
    series = [("native kernel", "native", [(row["elements"], row["native"]["median_ns"]) for row in rows]),
              ("aclnn call", "aclnn", [(row["elements"], row["aclnn"]["median_ns"]) for row in rows])]
    for peer in report["peers"]:
        points = [(row["elements"], row["peers"][peer["key"]]["time"]["median_ns"])
                  for row in rows if "time" in row["peers"].get(peer["key"], {})]
        if points:
            series.append((peer["name"], peer["key"], points))
    return series


def latency(report):
    """Nanoseconds per call against elements."""
    series = latency_series(report)
    calls = [(call["name"], call["elements"], call["median_ns"]) for call in report.get("call_cost", [])]
    times = [ns for _, _, points in series for _, ns in points] + [ns for _, _, ns in calls]
    counts = [count for _, _, points in series for count, _ in points]
    x = Axis(1, max(max(counts), 2), LEFT, WIDTH - RIGHT)
    y = Axis(10 ** math.floor(math.log10(min(times))), 10 ** math.ceil(math.log10(max(times))), HEIGHT - BOTTOM, TOP + 14)
    parts = frame(x, y, [(count, elements_text(count)) for count in x.powers(4)],
                  [(ns, time_text(ns)) for ns in y.powers(10)],
                  "elements", "time of a call")
    labels = []
    for name, style, points in series:
        path = " ".join(f"{x(count):.1f},{y(ns):.1f}" for count, ns in points)
        parts.append(f'<polyline class="line {style}" points="{path}"/>')
        parts += [mark("circle", x(count), y(ns), f"dot {style}", f"{name}, {elements_text(count)} elements: {ns:.4g} ns")
                  for count, ns in points]
        labels.append((y(points[-1][1]) + 4, name, f"label {style}"))
    parts += [text(x.end + 8, where, words, "start", style) for where, words, style in spread_labels(labels)]
    for name, count, ns in calls:
        parts.append(mark("square", x(count), y(ns), "dot aclnn", f"{name}: {ns:.4g} ns"))
        parts.append(text(x(count) + 8, y(ns) + 4, name, "start", "label"))
    return svg(parts, "Time of a call against elements")
