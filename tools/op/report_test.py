#!/usr/bin/env python3
"""A report on small operators that do what operators do wrong, compiled. Rerun: python3 tools/op/report_test.py"""

import json
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # the folder may be one that many share
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from aclnn_op import page, report  # noqa: E402
from testing import TOOLKIT, command, write  # noqa: E402

GOOD_API = 'extern "C" int Value() { return 1; }\n'
MAIN = '#include <cstdio>\n#include <cstdlib>\n#include <cstring>\nextern "C" int Value();\nint main() { %s }\n'
CHECKED = 'strcmp(getenv("ACLNN_CPU_CHECK"), "1") == 0'

# name: (op_api, statements of the example, what its row says, its first error)
OPERATORS = {
    "good": (GOOD_API, 'printf("result[0] is: %f\\n", 0.5); return Value() - 1;', "yes yes yes yes", ""),
    "no_compile": ("int x = y;\n", "return 0;", "no - - -", "no_compile/op_api/no_compile.cpp:1:9: error:"),
    "no_parts": (None, "return 0;", "no - - -", "has no op_api"),
    "bad_example": (GOOD_API, "return Missing();", "yes no - -", "test_aclnn_bad_example.cpp:5:21: error:"),
    "fails": (GOOD_API, 'fprintf(stderr, "[aclnn-cpu error] x is 3\\n"); return 7;', "yes no - -", "example: x is 3"),
    "refused": (
        GOOD_API,
        'fprintf(stderr, "[aclnn-cpu info] inf of them\\n[aclnn-cpu info] EZ1001: [161002] x is nan\\n"); return 7;',
        "yes no - -",
        "example: [161002] x is nan",
    ),
    "crashes": (GOOD_API, "abort();", "yes no - -", "example: killed by SIGABRT"),
    "hangs": (GOOD_API, "for (;;) { Value(); }", "yes no - -", "example: timeout: killed after"),
    "not_a_number": (GOOD_API, 'printf("y: -nan\\n"); return 0;', "yes yes no yes", "output: y: -nan"),
    "at_fault": (
        GOOD_API,
        f'if ({CHECKED}) fprintf(stderr, "[aclnn-cpu error] Add at k.cpp:3: misaligned\\n"); return 0;',
        "yes yes yes no",
        "checker: Add at k.cpp:3: misaligned",
    ),
    "no_example": (GOOD_API, None, "yes - - -", "example: none for ascend910b"),
}


def write_operator(tree, name, api, statements):
    folder = tree / "activation" / name
    write(folder / "op_host" / f"{name}_def.cpp", 'AddConfig("ascend910b")')
    if api is not None:
        write(folder / "op_api" / f"{name}.cpp", api)
    if statements is not None:
        write(folder / "examples" / f"test_aclnn_{name}.cpp", MAIN % statements)


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.tree = pathlib.Path(cls.folder.name) / "tree"
        for name, (api, statements, _, _) in OPERATORS.items():
            write_operator(cls.tree, name, api, statements)
        cls.work = pathlib.Path(cls.folder.name)
        cls.options = ["--toolkit", TOOLKIT, "--work", cls.work / "work", "--run-timeout", "6"]
        cls.result = command("report", cls.tree, *cls.options, "--json", cls.work / "r.json", "--html", cls.work / "r.html")
        cls.rows = {row["operator"]: row for row in json.loads((cls.work / "r.json").read_text())["operators"]}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_says_of_each_how_far_it_comes(self):
        self.assertEqual(set(self.rows), set(OPERATORS))
        for name, (_, _, expected, error) in OPERATORS.items():
            row = self.rows[name]
            with self.subTest(name):
                self.assertEqual(" ".join(row[column] for column in report.COLUMNS), expected, row)
                first = next((f"{stage}: {text}" for stage, text in row["errors"].items()), "")
                self.assertIn(error, first)

    def test_prints_a_table_with_totals(self):
        self.assertEqual(self.result.returncode, 0, self.result.stderr)
        lines = self.result.stdout.splitlines()
        self.assertRegex(lines[0], r"^operator +unit +built +example ran +finite +checker clean")
        self.assertEqual(lines[-1], "11 operators: 9 built, 3 example ran, 2 finite, 2 checker clean")

    def test_shows_progress(self):
        self.assertEqual(self.result.stderr.count("\n"), len(OPERATORS))
        self.assertIn("[11/11] ", self.result.stderr)
        self.assertRegex(self.result.stderr, r"good: clean, \d+ s\n")

    def test_writes_a_page_that_hides_no_markup(self):
        row = report.Row("<b>", "c", "p", "u", errors={"build": "a < b & c"})
        text = page.as_html([row], "t")
        self.assertIn("&lt;b&gt;", text)
        self.assertIn("build: a &lt; b &amp; c", text)
        self.assertIn("not_a_number", (self.work / "r.html").read_text())

    def test_builds_nothing_a_second_time(self):
        library = next((self.work / "work" / "report" / "activation").rglob("good-*/**/libcust_opapi.so"))
        before = library.stat().st_mtime_ns
        again = command("report", self.tree, self.tree, *self.options, "--only", "good")
        self.assertIn("1 operators: 1 built, 1 example ran, 1 finite, 1 checker clean", again.stdout)
        self.assertEqual(library.stat().st_mtime_ns, before)

    def test_keeps_operators_of_one_name_apart(self):
        two = self.work / "two"
        write_operator(two, "x", GOOD_API, "return 0;")
        write_operator(two / "experimental", "x", "int x = y;\n", "return 0;")
        for _ in range(2):
            both = command("report", two, *self.options)
            self.assertIn("2 operators: 1 built, 1 example ran, 1 finite, 1 checker clean", both.stdout)
            self.assertRegex(both.stdout, r"(?m)^two/activation/x +ascend910b +yes")
            self.assertRegex(both.stdout, r"(?m)^experimental/activation/x +ascend910b +no")

    def test_runs_one_operator(self):
        ran = command("run", self.tree / "activation" / "good", *self.options)
        self.assertEqual((ran.returncode, ran.stdout), (0, "result[0] is: 0.500000\n"), ran.stderr)
        failed = command("run", self.tree / "activation" / "crashes", *self.options)
        self.assertEqual(failed.returncode, 1)
        self.assertIn("test_aclnn_crashes.cpp: killed by SIGABRT", failed.stderr)


if __name__ == "__main__":
    unittest.main()
