#!/usr/bin/env python3
"""Says which of the native engine's targets a run met.  Usage: report_targets.py RESULT.json

A target is met when every row that it is about meets it, missed when one whose ratio is reliable does not, and open where rows
are noisy or absent."""

import json
import pathlib
import sys

IN_CACHE = (4 << 10, 64 << 10)


class Target:
    """`values` are (number or None, what it is of); None where it cannot be told."""

    def __init__(self, name, least=None, most=None, unit=""):
        self.name, self.least, self.most, self.unit, self.values = name, least, most, unit, []

    def add(self, ratio, of):
        """A ratio of the JSON, or a plain number."""
        if isinstance(ratio, dict):
            ratio = ratio["value"] if ratio["reliable"] else None
        self.values.append((ratio, of))

    def misses(self, value):
        return (self.least is not None and value < self.least) or (self.most is not None and value > self.most)

    def verdict(self):
        known = [value for value, _ in self.values if value is not None]
        if any(self.misses(value) for value in known):
            return "missed"
        return "met" if known and len(known) == len(self.values) else "open"

    def wanted(self):
        return (f"at least {self.least:g}" if self.least is not None else f"at most {self.most:g}") + self.unit

    def found(self):
        """The worst of the numbers, what it is of, and how many could not be told."""
        known = [(value, of) for value, of in self.values if value is not None]
        if not known:
            return "nothing measured" if not self.values else f"all {len(self.values)} noisy"
        value, of = (min if self.least is not None else max)(known)
        noisy = len(self.values) - len(known)
        return f"{value:.3g}{self.unit} ({of})" + (f", {noisy} of {len(self.values)} noisy" if noisy else "")


def row_name(row):
    size = row["elements"]
    size = f"{size >> 20} Mi" if size >= 1 << 20 else f"{size >> 10} Ki" if size >= 1 << 10 else str(size)
    return f'{row["activation"]} {row["dtype"]} {size}, {row["threads"]} thread{"s" if row["threads"] > 1 else ""}'


def speedup(row, peer):
    return row["peers"].get(peer, {}).get("speedup")


def contiguous_targets(report):
    rows = report.get("contiguous", [])
    limit = Target("large tensors, of the machine's limit", least=0.95)
    bits16 = Target("large tensors, 16-bit types per element over FLOAT", least=1)
    cache = Target("in cache, times as fast as oneDNN", least=1.5)
    family = Target("the family in cache, times as fast as oneDNN", least=1.3)
    million = Target("FLOAT at 1 Mi, times as fast as oneDNN", least=1.2)
    million16 = Target("16-bit types at 1 Mi, times as fast as oneDNN", least=1.5)
    floats = {(row["activation"], row["elements"], row["threads"]): row for row in rows if row["dtype"] == "FLOAT"}
    for row in rows:
        if row["share_of_limit"]["text"] != "-":
            limit.add(row["share_of_limit"], row_name(row))
            other = floats.get((row["activation"], row["elements"], row["threads"]))
            if row["dtype"] != "FLOAT" and other:
                sure = max(row["native"]["spread"], other["native"]["spread"]) <= report["widest_spread"]
                bits16.add(row["elements_per_second"] / other["elements_per_second"] if sure else None, row_name(row))
        ratio = speedup(row, "onednn")
        if ratio and row["elements"] in IN_CACHE:
            (family if row.get("brief") else cache).add(ratio, row_name(row))
        if ratio and row["elements"] == 1 << 20:
            (million if row["dtype"] == "FLOAT" else million16).add(ratio, row_name(row))
    return [limit, bits16, cache, family, million, million16]


def layout_targets(report):
    rows = report.get("layouts", [])
    runs = Target("views with runs of elements, slowdown", most=2)
    transposes = Target("transposes and steps, slowdown", most=4)
    torch = Target("views, times as fast as PyTorch", least=5)
    for row in rows:
        of = f'{row["layout"]}, {row["dtype"]}, {row["threads"]} thread{"s" if row["threads"] > 1 else ""}'
        far = "transposed" in row["layout"] or "every second" in row["layout"]
        if row["layout"] != "contiguous":
            (transposes if far else runs).add(row["slowdown"], of)
            if speedup(row, "torch"):
                torch.add(speedup(row, "torch"), of)
    return [runs, transposes, torch]


def value_targets(report):
    ordinary = Target("classes of values, slowest over fastest", most=1.5)
    rare = Target("the same with tails and subnormal numbers", most=8)
    for block in report.get("values", []):
        for target, key in ((ordinary, "ordinary"), (rare, "all")):
            extreme = block[key]
            target.add(extreme["ratio"], f'{block["activation"]}: {extreme["slowest"]} / {extreme["fastest"]}')
    return [ordinary, rare]


def other_targets(report):
    scaling = Target("two threads over two processes", least=0.9)
    for row in report.get("scaling", []):
        scaling.add(row["ratio"], f'{row["elements"] >> 10} Ki elements')
    allocations = Target("allocations in a call", most=0)
    growth = Target("peak memory beyond the tensors", most=64, unit=" KiB")
    for row in report.get("memory", []):
        of = f'{row["call"]}, {row["threads"]} thread{"s" if row["threads"] > 1 else ""}'
        allocations.add(row["allocations_per_call"], of)
        growth.add(row["peak_growth_kib"], of)
    costs = {row["name"]: row["median_ns"] for row in report.get("call_cost", [])}
    new = Target("aclnn call on 8 elements, new executor", most=1000, unit=" ns")
    repeated = Target("the same, repeatable executor", most=400, unit=" ns")
    over = Target("the same over an oneDNN primitive", most=1)
    if "new" in costs:
        new.add(costs["new"], "call_cost_benchmark")
    else:
        for row in report.get("latency", []):
            if row["elements"] in (4, 8):
                new.add(row["aclnn"]["median_ns"], f'{row["elements"]} elements')
    if "repeat" in costs:
        repeated.add(costs["repeat"], "call_cost_benchmark")
        if "oneDNN" in costs:
            over.add(costs["repeat"] / costs["oneDNN"], "call_cost_benchmark")
    return [scaling, allocations, growth, new, repeated, over]


def targets(report):
    """All that the run has rows for."""
    made = contiguous_targets(report) + layout_targets(report) + value_targets(report) + other_targets(report)
    return [target for target in made if target.values]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    report = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    print("\nTargets: the worst row of each")
    for target in targets(report):
        print(f"{target.verdict():7} {target.name:52} {target.wanted():16} {target.found()}")


if __name__ == "__main__":
    main()
