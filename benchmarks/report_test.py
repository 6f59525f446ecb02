#!/usr/bin/env python3
"""Runs the benchmark on small tensors, makes the page of what it wrote, and looks at both; times are not judged.
Usage: report_test.py PROGRAM COMPILER"""

import copy
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import report
import report_markdown
import report_plots
import report_targets

PROGRAM = COMPILER = None
LARGEST = 4096
RATIO = {"value": float, "spread": float, "rounds": int, "dropped": int, "reliable": bool, "text": str}
TIME = {"median_ns": float, "best_ns": float, "spread": float, "rounds": int}
ROW = {"activation": str, "dtype": str, "elements": int, "threads": int, "native": TIME}
# What docs/benchmarks.md promises: keys and types; of a list, each entry's.
SCHEMA = {
    "schema": str, "quick": bool, "widest_spread": float,
    "machine": {"cpu": str, "cpus": int, "caches": [{"level": int, "bytes": int}], "instruction_set": str, "compiler": str,
                "governor": str, "virtual_machine": bool, "huge_pages": str, "system": str, "load_average": [float], "time": str},
    "peers": [{"key": str, "name": str, "version": str, "problem": str}],
    "limits": {"copies": [{"level": str, "bytes": int, "threads": int, "stores": str, "bytes_per_second": float, "spread": float}],
               "multiply_adds": [{"threads": int, "vector_bits": int, "flops_per_second": float, "spread": float}]},
    "contiguous": [{**ROW, "layout": str, "brief": bool, "elements_per_second": float, "bytes_per_second": float, "flops_per_element": float,
                    "bytes_per_element": float, "copy": {"stores": str, "time": TIME}, "share_of_copy": RATIO,
                    "share_of_limit": RATIO, "peers": dict}],
    "layouts": [{**ROW, "layout": str, "elements_per_second": float, "bytes_per_second": float, "slowdown": RATIO, "peers": dict}],
    "values": [{"activation": str, "dtype": str, "elements": int, "threads": int,
                "classes": [{"class": str, "ordinary": bool, "native": TIME, "over_normal": RATIO}],
                "ordinary": {"slowest": str, "fastest": str, "ratio": RATIO}, "all": {"slowest": str, "fastest": str, "ratio": RATIO}}],
    "scaling": list,
    "memory": [{"call": str, "layout": str, "dtype": str, "elements": int, "threads": int, "tensors_kib": int, "peak_growth_kib": int,
                "allocations_per_call": (float, type(None))}],
    "latency": [{**ROW, "aclnn": TIME, "aclnn_over_native": RATIO, "peers": dict, "peers_over_aclnn": dict}],
    "call_cost": list,
}


def complaints(value, schema, where="$"):
    """What of a JSON value is not as the schema says."""
    if isinstance(schema, dict):
        if not isinstance(value, dict):
            return [f"{where} is {value!r}, expected an object"]
        found = [f"{where} has no {key}" for key in schema if key not in value]
        found += [f"{where} has {key}, which the schema lacks" for key in value if key not in schema]
        for key in (key for key in schema if key in value):
            found += complaints(value[key], schema[key], f"{where}.{key}")
        return found
    if isinstance(schema, list):
        if not isinstance(value, list) or not value:
            return [f"{where} is {value!r}, expected a list with entries"]
        return [text for place, entry in enumerate(value) for text in complaints(entry, schema[0], f"{where}[{place}]")]
    return [] if isinstance(value, schema) else [f"{where} is {value!r}, expected {schema}"]


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=500)


class Page(html.parser.HTMLParser):
    """Tags that do not match, references to other files, and how often a tag occurs."""

    VOID = {"meta", "line", "circle", "rect", "polyline", "br"}

    def __init__(self, text):
        super().__init__()
        self.open, self.problems, self.count = [], [], {}
        self.feed(text)
        self.problems += [f"{tag} is not closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag not in {"meta", "br"}:
            self.open.append(tag)
        self.problems += [f"{tag} refers to {value}" for key, value in attributes if key in ("src", "href")]

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes nothing")


class QuickRun(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "result.json")
            cls.done = run("--quick", f"--largest={LARGEST}", f"--json={file}")
            cls.report = json.loads(file.read_text()) if file.exists() else None

    def setUp(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)

    def test_writes_json_as_documented(self):
        schema = dict(SCHEMA)
        if not self.report["peers"]:
            schema["peers"] = list
        self.assertEqual(complaints(self.report, schema), [])

    def test_measures_every_activation_type_and_number_of_threads(self):
        rows = {(row["activation"], row["dtype"]) for row in self.report["contiguous"]}
        self.assertEqual(rows, {(activation, dtype) for activation in ("gelu_tanh", "gelu_erf")
                                for dtype in ("FLOAT", "FLOAT16", "BFLOAT16")})
        self.assertEqual({row["elements"] for row in self.report["contiguous"]}, {LARGEST})

    def test_a_call_allocates_nothing_and_takes_no_memory(self):
        for row in self.report["memory"]:
            # Nothing counts under a sanitizer, which has memory of its own.
            if row["call"] == "kernel" and row["allocations_per_call"] is not None:
                self.assertEqual(row["allocations_per_call"], 0)
                self.assertLessEqual(row["peak_growth_kib"], 64)

    def test_prints_what_it_writes(self):
        for row in self.report["contiguous"]:
            line = rf'{row["activation"]} +{row["dtype"]} +{row["elements"]} +{row["threads"]} .*{re.escape(row["share_of_copy"]["text"])}'
            self.assertRegex(self.done.stdout, line)

    def test_page_is_well_formed_and_refers_to_nothing(self):
        text = report.page(self.report)
        page = Page(text)
        self.assertEqual(page.problems, [])
        self.assertNotIn("url(", text)
        plots = len({row["threads"] for row in self.report["contiguous"]}) + 1
        self.assertEqual(page.count["svg"], plots)
        points = len(self.report["contiguous"]) + sum(len(points) for _, _, points in report_plots.latency_series(self.report))
        self.assertEqual(page.count["circle"] + page.count["rect"], points + len(self.report["call_cost"]))

    def test_page_says_noisy_instead_of_a_ratio(self):
        noisy = copy.deepcopy(self.report)
        noisy["contiguous"][0]["share_of_copy"] = {"value": 987654.25, "spread": 0.71, "rounds": 9, "dropped": 0, "reliable": False,
                                                   "text": "noisy 71%"}
        text = report.page(noisy)
        self.assertIn(">noisy 71%</td>", text)
        self.assertNotIn("987654", text)

    def test_page_of_single_parts_has_only_their_sections(self):
        single = {key: value for key, value in self.report.items() if key not in SCHEMA or not isinstance(value, (list, dict))
                  or key in ("machine", "peers", "values")}
        text = report.page(single)
        self.assertIn("Classes of values", text)
        self.assertNotIn("<svg", text)


class Arguments(unittest.TestCase):
    def test_only_measures_what_it_names(self):
        done = run("--quick", "--largest=4096", "--only=contiguous,gelu_erf,BFLOAT16")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("gelu_erf    BFLOAT16", done.stdout)
        for other in ("gelu_tanh ", "FLOAT16 ", "Limits", "Classes"):
            self.assertNotIn(other, done.stdout.replace("BFLOAT16", "B16"))

    def test_refuse_unknown_names(self):
        done = run("--only=gelu_tan")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("gelu_tan not in {limits,", done.stdout + done.stderr)


CRASHING_PEER = """
extern "C" const char* PeerVersion() { return "0.1"; }
extern "C" void* PeerPrepare(const void*) { __builtin_trap(); }
extern "C" void PeerRun(void*) {}
extern "C" void PeerRelease(void*) {}
"""


class FaultyPeers(unittest.TestCase):
    """Libraries beside the program that cannot be used are left out, with the reason; all else is measured."""

    def run_with(self, make):
        with tempfile.TemporaryDirectory() as folder:
            program = shutil.copy(PROGRAM, folder)
            make(pathlib.Path(folder, "libbenchmark_torch.so"))
            done = subprocess.run([program, "--quick", "--largest=4096", "--only=contiguous,gelu_erf,FLOAT"], capture_output=True,
                                  text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"gelu_erf +FLOAT +4096 +1 .* -\n")
        return done.stdout

    def test_that_crash(self):
        def make(library):
            source = library.with_suffix(".cpp")
            source.write_text(CRASHING_PEER)
            subprocess.run([COMPILER, "-shared", "-fPIC", "-o", library, source], check=True)
        self.assertIn("PyTorch is left out: killed by signal", self.run_with(make))

    def test_that_are_no_libraries(self):
        self.assertRegex(self.run_with(lambda library: library.write_text("nothing")),
                         "PyTorch is left out: exit code 1: .*file too short")


class Targets(unittest.TestCase):
    def ratio(self, value, reliable=True):
        return {"value": value, "spread": 0.1, "rounds": 9, "reliable": reliable, "text": ""}

    def target(self, *ratios):
        made = report_targets.Target("speed", least=1.5)
        for place, ratio in enumerate(ratios):
            made.add(ratio, f"row {place}")
        return made

    def test_are_met_when_every_row_meets_them(self):
        target = self.target(self.ratio(1.5), self.ratio(2.25))
        self.assertEqual((target.verdict(), target.found()), ("met", "1.5 (row 0)"))

    def test_are_missed_by_one_reliable_row(self):
        target = self.target(self.ratio(2), self.ratio(1.49), self.ratio(9, reliable=False))
        self.assertEqual((target.verdict(), target.found()), ("missed", "1.49 (row 1), 1 of 3 noisy"))

    def test_are_open_when_a_row_is_noisy(self):
        target = self.target(self.ratio(2), self.ratio(0.1, reliable=False))
        self.assertEqual((target.verdict(), target.found()), ("open", "2 (row 0), 1 of 2 noisy"))

    def test_with_a_bound_above_show_the_largest(self):
        target = report_targets.Target("memory", most=64, unit=" KiB")
        target.add(65, "kernel")
        target.add(0, "aclnn")
        self.assertEqual((target.verdict(), target.wanted(), target.found()), ("missed", "at most 64 KiB", "65 KiB (kernel)"))


class Markdown(unittest.TestCase):
    def test_replaces_what_stands_between_the_marks(self):
        with tempfile.TemporaryDirectory() as folder:
            page, result = pathlib.Path(folder, "page.md"), pathlib.Path(folder, "result.json")
            page.write_text(f"before\n{report_markdown.BEGIN}\nold\n{report_markdown.END}\nafter\n")
            machine = {"cpu": "A CPU", "cpus": 2, "virtual_machine": False, "instruction_set": "avx2", "compiler": "GCC 12",
                       "load_average": [0.5], "time": "2026-01-02T03:04:05Z"}
            scaling = [{"elements": 65536, "two_threads_elements_per_second": 4e9, "two_processes_elements_per_second": 5e9,
                        "ratio": {"value": 0.8, "spread": 0, "rounds": 9, "reliable": True, "text": "0.80"}}]
            result.write_text(json.dumps({"quick": False, "machine": machine, "peers": [], "scaling": scaling}))
            subprocess.run([sys.executable, report_markdown.__file__, result, page], check=True)
            text = page.read_text()
        self.assertTrue(text.startswith("before\n") and text.endswith("after\n"), text)
        self.assertNotIn("old", text)
        self.assertIn("| 64 Ki | 4.00 | 5.00 | 0.80 |", text)
        self.assertIn("2026-01-02", text)


class Schema(unittest.TestCase):
    def test_names_what_is_missing_surplus_and_of_another_type(self):
        self.assertEqual(complaints({"a": 1, "c": [{"d": "x"}]}, {"a": str, "b": int, "c": [{"d": int}]}),
                         ["$ has no b", "$.a is 1, expected <class 'str'>", "$.c[0].d is 'x', expected <class 'int'>"])


if __name__ == "__main__":
    PROGRAM, COMPILER = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
