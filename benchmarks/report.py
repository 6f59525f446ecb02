#!/usr/bin/env python3
"""Makes one page, without any other file, of what native_benchmark --json wrote.  Usage: report.py RESULT.json PAGE.html"""

import html
import json
import pathlib
import statistics
import sys

import report_plots as plots
import report_targets

STYLE = pathlib.Path(__file__).with_name("report.css")


def ratio(value):
    """A table cell of a ratio of the JSON."""
    if not value or not value["rounds"] + value["dropped"]:
        return '<td class="none">–</td>'
    if not value["rounds"]:
        return f'<td class="noisy" title="the machine was too busy in all {value["dropped"]} rounds">{value["text"]}</td>'
    if not value["reliable"]:
        return f'<td class="noisy" title="the middle half of the ratios spreads over {value["spread"]:.0%}">{value["text"]}</td>'
    return f'<td title="±{value["spread"] / 2:.0%} holds the middle half of {value["rounds"]} ratios">{value["text"]}</td>'


def peer_cells(report, row):
    cells = []
    for peer in report["peers"]:
        of_peer = row["peers"].get(peer["key"], {})
        if "speedup" in of_peer:
            cells.append(ratio(of_peer["speedup"]))
        else:
            cells.append(f'<td class="none" title="{html.escape(of_peer.get("problem", ""))}">–</td>')
    return "".join(cells)


def peer_heads(report):
    return "".join(f'<th title="{html.escape(peer["version"])}">× {html.escape(peer["name"])}</th>' for peer in report["peers"])


def table(head, rows):
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></div>'


def words(*cells):
    return "".join(f'<td class="words">{html.escape(str(cell))}</td>' for cell in cells)


def numbers(*cells):
    return "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells)


def contiguous_table(report):
    head = ('<th class="words">activation</th><th class="words">type</th><th>elements</th><th>threads</th><th>Gelem/s</th>'
            "<th>GB/s</th><th>spread</th><th>of copy</th><th>of limit</th>" + peer_heads(report))
    return table(head, [
        words(row["activation"], row["dtype"])
        + numbers(plots.elements_text(row["elements"]), row["threads"], f'{row["elements_per_second"] * 1e-9:.2f}',
                  f'{row["bytes_per_second"] * 1e-9:.1f}', f'{row["native"]["spread"]:.0%}')
        + ratio(row["share_of_copy"]) + ratio(row["share_of_limit"]) + peer_cells(report, row)
        for row in report["contiguous"]])


def layouts_table(report):
    head = ('<th class="words">layout</th><th class="words">type</th><th>threads</th><th>Gelem/s</th><th>spread</th>'
            "<th>slowdown</th>" + peer_heads(report))
    return table(head, [
        words(row["layout"], row["dtype"])
        + numbers(row["threads"], f'{row["elements_per_second"] * 1e-9:.2f}', f'{row["native"]["spread"]:.0%}')
        + ratio(row["slowdown"]) + peer_cells(report, row)
        for row in report["layouts"]])


def values_table(report):
    head = '<th class="words">activation</th><th class="words">class of self</th><th>ns/element</th><th>over normal</th>'
    rows = []
    for block in report["values"]:
        for row in block["classes"]:
            rows.append(words(block["activation"], row["class"])
                        + numbers(f'{row["native"]["median_ns"] / block["elements"]:.3f}') + ratio(row["over_normal"]))
        for name, key in (("ordinary", "ordinary"), ("all", "all")):
            extreme = block[key]
            rows.append(words(block["activation"], f'slowest over fastest, {name}: {extreme["slowest"]} / {extreme["fastest"]}')
                        + numbers("") + ratio(extreme["ratio"]))
    return table(head, rows)


def targets_section(report):
    rows = [f'<td class="words verdict {target.verdict()}">{target.verdict()}</td>'
            + words(target.name, target.wanted(), target.found()) for target in report_targets.targets(report)]
    head = "".join(f'<th class="words">{title}</th>' for title in ("", "target", "wanted", "worst row"))
    return f"<section><h2>Targets</h2>{table(head, rows)}</section>" if rows else ""


def scaling_table(report):
    return table("<th>elements</th><th>two threads, Gelem/s</th><th>two processes, Gelem/s</th><th>ratio</th>", [
        numbers(plots.elements_text(row["elements"]), f'{row["two_threads_elements_per_second"] * 1e-9:.2f}',
                f'{row["two_processes_elements_per_second"] * 1e-9:.2f}') + ratio(row["ratio"])
        for row in report["scaling"]])


def memory_table(report):
    return table('<th class="words">call</th><th class="words">layout</th><th>elements</th><th>threads</th><th>tensors, KiB</th>'
                 "<th>peak growth, KiB</th><th>allocations a call</th>", [
        words(row["call"], row["layout"])
        + numbers(plots.elements_text(row["elements"]), row["threads"], row["tensors_kib"], row["peak_growth_kib"],
                  "–" if row["allocations_per_call"] is None else f'{row["allocations_per_call"]:g}')
        for row in report["memory"]])


def latency_table(report):
    series = plots.latency_series(report)
    heads = "".join(f"<th>{html.escape(name)}, ns</th>" for name, _, _ in series)
    counts = [count for count, _ in series[0][2]]
    by_series = [dict(points) for _, _, points in series]
    rows = [numbers(plots.elements_text(count), *(f"{points[count]:.0f}" if count in points else "–" for points in by_series))
            for count in counts]
    return table("<th>elements</th>" + heads, rows)


def reliable(values):
    return [value["value"] for value in values if value and value["reliable"]]


def span(values, form):
    """The least and the most of reliable ratios; their number is too small to speak of an average."""
    found = reliable(values)
    if not found:
        return "noisy"
    low, high = form(min(found)), form(max(found))
    return low if low == high else f"{low} – {high}"


def tiles(report):
    """The few numbers that sum the run up: (number, what it is)."""
    made = []
    rows = report.get("contiguous", [])
    if rows:
        rate = max(row["elements_per_second"] for row in rows)
        made.append((f"{plots.plain(rate)}", "elements per second, fastest row"))
    limits = [row["share_of_limit"] for row in rows if row["share_of_limit"]["text"] != "-"]
    if limits:
        made.append((span(limits, "{:.2f}".format), "of the machine's limit, largest tensors"))
    for peer in report["peers"]:
        of_peer = [row["peers"].get(peer["key"], {}).get("speedup") for row in rows]
        if any(of_peer):
            made.append((span(of_peer, "{:.1f} ×".format), f'as fast as {peer["name"]} {peer["version"]}, contiguous'))
    return "".join(f'<div class="tile"><b>{html.escape(number)}</b><span>{html.escape(what)}</span></div>' for number, what in made)


def machine_text(report):
    machine = report["machine"]
    caches = ", ".join(f'L{cache["level"]} {plots.elements_text(cache["bytes"])}B' for cache in machine["caches"])
    virtual = "virtual machine" if machine["virtual_machine"] else "no virtual machine"
    load = statistics.fmean(machine["load_average"][:1])
    peers = "; ".join(f'{peer["name"]} {peer["version"]}'.strip() + (f' (left out: {peer["problem"]})' if peer["problem"] else "")
                      for peer in report["peers"]) or "no other library"
    return (f'{machine["cpu"]}, {machine["cpus"]} CPUs ({virtual}), {caches}, {machine["instruction_set"]}, governor '
            f'{machine["governor"]}, load average {load:.2f}. {machine["compiler"]}, {machine["system"]}. Compared with: {peers}. '
            f'{machine["time"]}{", a quick run" if report["quick"] else ""}.')


def legend(entries):
    return '<p class="legend">' + "".join(
        f'<span><i class="{style}"></i>{html.escape(name)}</span>' for name, style in entries) + "</p>"


def roofline_section(report):
    rows = report.get("contiguous", [])
    sizes = sorted({row["elements"] for row in rows})
    names = list(dict.fromkeys(row["activation"] for row in rows))
    entries = [(plots.elements_text(size) + " elements", f"size{place % 4}") for place, size in enumerate(sizes)]
    entries += [(name, "shape " + plots.SHAPES[place % 2]) for place, name in enumerate(names)]
    threads = sorted({row["threads"] for row in report["limits"]["copies"]})
    figures = "".join(f"<figure><figcaption>{count} thread{'s' if count > 1 else ''}</figcaption>"
                      f"{plots.roofline(report, count)}</figure>" for count in threads)
    return legend(entries) + figures


def latency_section(report):
    return (f'<figure>{plots.latency(report)}</figure>'
            f"<details><summary>The same as a table</summary>{latency_table(report)}</details>")


SECTIONS = (
    ("limits", "Roofline", "Lines: what copies in each level of memory and a loop of multiply-adds reach. Points: contiguous tensors; "
     "FLOAT moves 12 bytes an element, the 16-bit types 6.", roofline_section),
    ("latency", "Small tensors", "One call on one thread, FLOAT. The aclnn call is both phases with a new executor and a "
     "synchronise.", latency_section),
    ("contiguous", "Contiguous tensors", "Of copy: the time of two reads and one write of the same bytes over ours. Of limit: the "
     "same with our own rate in cache where that is the slower one. ×: how many times as fast as the library.", contiguous_table),
    ("layouts", "Views", "Slowdown: the time over that of the contiguous call.", layouts_table),
    ("values", "Classes of values", "", values_table),
    ("scaling", "Two threads", "Two threads of one process against two processes of one thread at once with half the elements each.",
     scaling_table),
    ("memory", "Memory", "Beyond the tensors of the call; allocations once it has been made often.", memory_table),
)


def page(report):
    sections = "\n".join(f"<section><h2>{title}</h2><p>{html.escape(about)}</p>{make(report)}</section>"
                         for key, title, about, make in SECTIONS if report.get(key))
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>aclnn-cpu: the native engine measured</title>
<style>
{STYLE.read_text(encoding="utf-8")}</style></head>
<body><main><h1>The native engine, measured</h1>
<p class="machine">{html.escape(machine_text(report))}</p>
<div class="tiles">{tiles(report)}</div>
<p>Numbers are medians. A ratio is the median of the ratios of samples taken in turn; where the middle half of them spreads wider than
{report["widest_spread"]:.0%} the page says “noisy” and the spread instead; “busy” where other programs left too few rounds alone.</p>
{sections}
{targets_section(report)}
</main></body></html>
"""


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    report = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    pathlib.Path(sys.argv[2]).write_text(page(report), encoding="utf-8")


if __name__ == "__main__":
    main()
