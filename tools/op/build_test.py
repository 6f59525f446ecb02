#!/usr/bin/env python3
"""Which line of a failed build is shown. Rerun: python3 tools/op/build_test.py"""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True  # the folder may be one that many share
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from aclnn_op import build, process  # noqa: E402


def first_error(*lines: str, end: str = "exit", code: int = 1) -> str:
    return build.first_error(process.Finished(end, code, 1.0, 0, "\n".join(lines) + "\n"))


class FirstError(unittest.TestCase):
    def test_is_the_compilers_with_file_and_line(self):
        self.assertEqual(first_error("[1/2] x.cpp", "/a/x.cpp:3:5: error: no y", "ninja: stopped"), "/a/x.cpp:3:5: error: no y")

    def test_is_the_whole_paragraph_that_cmake_says(self):
        said = first_error(
            "-- Detecting",
            "CMake Error at /t/OperatorCode.cmake:41 (message):",
            "  pool: not written for ascend310p; its definition",
            "  names ascend910b",
            "",
            "Call Stack (most recent call first):",
            "  CMakeLists.txt:5 (aclnn_add_operator)",
        )
        self.assertEqual(said, "pool: not written for ascend310p; its definition names ascend910b")

    def test_is_that_of_a_compiler_which_cmake_ran(self):
        said = first_error(
            "CMake Error at /t/OperatorCode.cmake:41 (message):",
            "  mlp: /o/mlp_tiling.h",
            "  does not compile (1)",
            "",
            "    In file included from /b/structs.cpp:2:",
            "    /o/mlp_tiling.h:27:1: error: 'TCubeTiling' is unavailable: out of scope",
        )
        self.assertEqual(said, "/o/mlp_tiling.h:27:1: error: 'TCubeTiling' is unavailable: out of scope")

    def test_is_how_it_ended_where_no_line_tells(self):
        self.assertEqual(first_error("nothing to see"), "exit code 1: nothing to see")
        self.assertEqual(first_error("CMake Error"), "CMake Error")


unittest.main()
