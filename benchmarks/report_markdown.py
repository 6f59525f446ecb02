#!/usr/bin/env python3
"""Puts the results of native_benchmark --json between the marks of a page.  Usage: report_markdown.py RESULT.json PAGE.md"""

import json
import pathlib
import sys

import report_plots as plots
import report_targets

BEGIN, END = "<!-- results: written by benchmarks/report_markdown.py -->", "<!-- end of results -->"


def ratio(value):
    return value["text"] if value else "-"


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


def peers(report, row):
    return [ratio(row["peers"].get(peer["key"], {}).get("speedup")) for peer in report["peers"]]


def peer_heads(report):
    return [f'x {peer["name"]}' for peer in report["peers"]]


def contiguous(report):
    heads = ["activation", "type", "elements", "threads", "Gelem/s", "GB/s", "of copy", "of limit"] + peer_heads(report)
    return table(heads, [
        [row["activation"], row["dtype"], plots.elements_text(row["elements"]), row["threads"],
         f'{row["elements_per_second"] * 1e-9:.2f}', f'{row["bytes_per_second"] * 1e-9:.1f}', ratio(row["share_of_copy"]),
         ratio(row["share_of_limit"])] + peers(report, row) for row in report["contiguous"]])


def layouts(report):
    heads = ["layout", "type", "threads", "Gelem/s", "slowdown"] + peer_heads(report)
    return table(heads, [[row["layout"], row["dtype"], row["threads"], f'{row["elements_per_second"] * 1e-9:.2f}',
                          ratio(row["slowdown"])] + peers(report, row) for row in report["layouts"]])


def values(report):
    blocks = report["values"]
    rows = [[entries[0]["class"]] + [cell for block, entry in zip(blocks, entries) for cell in
                                     (f'{entry["native"]["median_ns"] / block["elements"]:.3f}', ratio(entry["over_normal"]))]
            for entries in zip(*(block["classes"] for block in blocks))]
    for name, key in (("ordinary", "ordinary"), ("all", "all")):
        rows.append([f"slowest over fastest, {name}"] + [cell for block in blocks for cell in ("", ratio(block[key]["ratio"]))])
    return table(["class of self"] + [head for block in blocks for head in (f'{block["activation"]}, ns', "over normal")], rows)


def scaling(report):
    return table(["elements", "two threads, Gelem/s", "two processes, Gelem/s", "ratio"], [
        [plots.elements_text(row["elements"]), f'{row["two_threads_elements_per_second"] * 1e-9:.2f}',
         f'{row["two_processes_elements_per_second"] * 1e-9:.2f}', ratio(row["ratio"])] for row in report["scaling"]])


def memory(report):
    return table(["call", "layout", "elements", "threads", "peak growth, KiB", "allocations a call"], [
        [row["call"], row["layout"], plots.elements_text(row["elements"]), row["threads"], row["peak_growth_kib"],
         "-" if row["allocations_per_call"] is None else f'{row["allocations_per_call"]:g}'] for row in report["memory"]])


def latency(report):
    series = plots.latency_series(report)
    counts = [count for count, _ in series[0][2]]
    return table(["elements"] + [f"{name}, ns" for name, _, _ in series], [
        [plots.elements_text(count)] + [f"{dict(points)[count]:.0f}" if count in dict(points) else "-" for _, _, points in series]
        for count in counts])


def limits(report):
    rows = [[row["level"], row["threads"], f'{row["bytes_per_second"] * 1e-9:.0f} GB/s, {row["stores"]} stores']
            for row in report["limits"]["copies"]]
    rows += [["multiply-adds", row["threads"], f'{row["flops_per_second"] * 1e-9:.0f} Gflop/s']
             for row in report["limits"]["multiply_adds"]]
    return table(["limit", "threads", "measured"], rows)


SECTIONS = (("limits", "Limits of the machine", limits), ("contiguous", "Contiguous tensors", contiguous), ("layouts", "Views", layouts),
            ("values", "Classes of values (FLOAT, one thread)", values), ("scaling", "Two threads", scaling),
            ("memory", "Memory", memory), ("latency", "Small tensors (gelu_tanh, FLOAT, one thread)", latency))


def results(report):
    machine = report["machine"]
    names = ", ".join(f'{peer["name"]} {peer["version"]}' for peer in report["peers"]) or "no other library"
    parts = [f'{machine["cpu"]}, {machine["cpus"]} CPUs{", virtual machine" if machine["virtual_machine"] else ""}, '
             f'{machine["instruction_set"]}, {machine["compiler"]}; {names}; load average {machine["load_average"][0]:.1f}; '
             f'{machine["time"][:10]}{", a quick run" if report["quick"] else ""}.']
    for key, title, make in SECTIONS:
        if report.get(key):
            parts += [f"### {title}", make(report)]
    rows = [[target.verdict(), target.name, target.wanted(), target.found()] for target in report_targets.targets(report)]
    if rows:
        parts += ["### Targets", table(["verdict", "target", "wanted", "worst row"], rows)]
    return "\n\n".join(parts)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    report = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    page = pathlib.Path(sys.argv[2])
    text = page.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        sys.exit(f"{page} has not both marks once: {BEGIN} {END}")
    before, rest = text.split(BEGIN)
    page.write_text(f"{before}{BEGIN}\n\n{results(report)}\n\n{END}{rest.split(END)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
