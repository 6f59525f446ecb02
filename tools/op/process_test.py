#!/usr/bin/env python3
"""What becomes of commands that fail. Rerun: python3 tools/op/process_test.py"""

import pathlib
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True  # the folder may be one that many share
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from aclnn_op import process  # noqa: E402

PLENTY = process.MemoryLimit(1 << 50)


def shell(text, memory=PLENTY, timeout=60):
    return process.run(["bash", "-c", text], memory=memory, timeout=timeout)


class Run(unittest.TestCase):
    def test_gives_output_and_exit_code(self):
        finished = shell("echo out; echo err >&2; exit 3")
        self.assertEqual((finished.end, finished.code, finished.output), ("exit", 3, "out\nerr\n"))
        self.assertEqual(finished.tell_end(), "exit code 3")
        self.assertFalse(finished.ok)
        self.assertTrue(shell("true").ok)

    def test_names_the_signal_that_ended_it(self):
        finished = shell("kill -SEGV $$")
        self.assertEqual(finished.tell_end(), "killed by SIGSEGV")
        self.assertFalse(finished.ok)

    def test_ends_what_hangs_and_what_it_started(self):
        started = time.monotonic()
        finished = shell("sleep 61.5 & sleep 61.5", timeout=1)
        self.assertLess(time.monotonic() - started, 20)
        self.assertEqual(finished.end, "timeout")
        self.assertIn("timeout", finished.tell_end())
        left = subprocess.run(["pgrep", "-f", "sleep 61.5"], capture_output=True, check=False).stdout
        self.assertEqual(left, b"")

    def test_ends_what_has_a_process_group_of_its_own(self):
        finished = shell("set -m; sleep 63.5 & wait", timeout=1)
        self.assertEqual(finished.end, "timeout")
        left = subprocess.run(["pgrep", "-f", "sleep 63.5"], capture_output=True, check=False).stdout
        self.assertEqual(left, b"")

    def test_ends_what_is_left_behind(self):
        finished = shell("sleep 62.5 > /dev/null 2>&1 & echo done")
        self.assertTrue(finished.ok)
        time.sleep(0.2)
        left = subprocess.run(["pgrep", "-f", "sleep 62.5"], capture_output=True, check=False).stdout
        self.assertEqual(left, b"")

    def test_gives_no_input(self):
        self.assertEqual(shell("read x || echo end").output, "end\n")

    def test_says_that_a_program_does_not_exist(self):
        finished = process.run(["/no/such/program"], memory=PLENTY, timeout=5)
        self.assertFalse(finished.ok)
        self.assertIn("/no/such/program: No such file", finished.output)

    def test_ends_the_largest_beyond_the_memory_limit(self):
        memory = process.MemoryLimit(300 << 20)
        take = "x = bytearray(700 << 20)\nimport time\ntime.sleep(30)"
        finished = process.run([sys.executable, "-c", take], memory=memory, timeout=60)
        self.assertEqual(finished.end, "memory")
        self.assertIn("memory limit", finished.tell_end())
        self.assertGreater(finished.peak_bytes, 300 << 20)
        self.assertTrue(shell("true", memory).ok)


if __name__ == "__main__":
    unittest.main()
