#!/usr/bin/env python3
"""The command on a terminal, and ended by signals. Rerun: python3 tools/op/interruption_test.py"""

import json
import os
import pathlib
import pty
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True  # the folder may be one that many share
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from testing import Call, command_line, write_operator  # noqa: E402


class Interruptions(Call):
    def interrupted(self, number, *, ignore=False):
        write_operator(self.tree / "a", "echo good")
        write_operator(self.tree / "b", "setsid sleep 71.25 & sleep 71.25")
        write_operator(self.tree / "c", "echo never")
        self.terminal, side = pty.openpty()
        self.addCleanup(os.close, self.terminal)
        words = command_line("report", self.tree, *self.options, "-j", "1", "--json", self.folder / "r.json")
        started = subprocess.Popen(
            words,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=side,
            text=True,
            preexec_fn=lambda: signal.signal(number, signal.SIG_IGN if ignore else signal.SIG_DFL),
        )
        os.close(side)
        self.addCleanup(started.stdout.close)
        self.addCleanup(started.wait)
        self.addCleanup(started.kill)
        for _ in range(400):
            time.sleep(0.05)
            if subprocess.run(["pgrep", "-fc", "^sleep 71.25"], capture_output=True, check=False).stdout == b"2\n":
                break
        started.send_signal(number)
        time.sleep(0.05)
        started.send_signal(number)  # as from a terminal that closes: by the kernel, and by its shell
        return started

    def test_ends_all_and_writes_what_it_knows(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            with self.subTest(number):
                started = self.interrupted(number)
                output = started.stdout.read()
                self.assertEqual(started.wait(), 128 + number)
                left = subprocess.run(["pgrep", "-f", "sleep 71.25"], capture_output=True, check=False).stdout
                self.assertEqual(left, b"")
                self.assertNotIn("rerun", output)
                self.assertIn("\ninterrupted: not all were tried\n3 operators: 2 built, 1 example ran", output)
                data = json.loads((self.folder / "r.json").read_text())
                self.assertFalse(data["complete"])
                self.assertEqual([row["clean"] for row in data["operators"]], ["yes", "-", "-"])
                self.assertEqual([row["errors"] for row in data["operators"]], [{}] + [{"report": "interrupted"}] * 2)
                shown = os.read(self.terminal, 1 << 16)
                self.assertTrue(shown.endswith(f"\r\x1b[Kaclnn-op: ended by {number.name}\r\n".encode()), shown)
                shutil.rmtree(self.folder / "work")

    def test_goes_on_when_the_signal_is_ignored(self):
        started = self.interrupted(signal.SIGHUP, ignore=True)
        time.sleep(1)
        self.assertIsNone(started.poll())


class Progress(Call):
    def test_says_on_a_terminal_what_is_under_way(self):
        for name in ("a" * 60, "b" * 60):
            write_operator(self.tree / name, "true")
        terminal, side = pty.openpty()
        self.addCleanup(os.close, terminal)
        words = command_line("report", self.tree, *self.options, "-j", "2")
        subprocess.run(words, env={**self.environment, "COLUMNS": "50"}, stdout=subprocess.DEVNULL, stderr=side, check=True)
        os.close(side)
        shown = os.read(terminal, 1 << 16).decode()
        self.assertIn("\r\x1b[K[0/2] under way: aaa", shown)
        self.assertRegex(shown, r"\r\x1b\[K\[1/2\] \w+: clean, \d s\r\n")
        self.assertEqual(max(len(line) for line in shown.split("\r\x1b[K") if "under way" in line), 49)


if __name__ == "__main__":
    unittest.main()
