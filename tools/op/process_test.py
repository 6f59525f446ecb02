#!/usr/bin/env python3
"""Commands that crash, hang, print without end, hide processes or take memory. Rerun: python3 tools/op/process_test.py"""

import concurrent.futures
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True  # the folder may be one that many share
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from aclnn_op import process  # noqa: E402
from aclnn_op.memory import MemoryLimit  # noqa: E402
from aclnn_op.output import Output  # noqa: E402

PLENTY = MemoryLimit(1 << 50)


def shell(text, memory=PLENTY, timeout=60, **more):
    return process.run(["bash", "-c", text], memory=memory, timeout=timeout, **more)


def python(text, memory=PLENTY, timeout=60, **more):
    return process.run([sys.executable, "-c", text], memory=memory, timeout=timeout, **more)


class Run(unittest.TestCase):
    def assert_none_left(self, command):
        left = subprocess.run(["pgrep", "-f", command], capture_output=True, check=False).stdout
        self.assertEqual(left, b"")

    def test_gives_output_and_exit_code(self):
        finished = shell("echo out; echo err >&2; exit 3")
        self.assertEqual((finished.end, finished.code, finished.output), ("exit", 3, "out\nerr\n"))
        self.assertEqual(finished.tell_end(), "exit code 3")
        self.assertFalse(finished.ok)
        self.assertTrue(shell("true").ok)
        self.assertEqual(shell("exit 3").command, "bash -c 'exit 3'")

    def test_names_the_signal_that_ended_it(self):
        finished = shell("kill -SEGV $$")
        self.assertEqual(finished.tell_end(), "killed by SIGSEGV")
        self.assertFalse(finished.ok)
        self.assertEqual(shell("kill -KILL $$").tell_end(), "killed by SIGKILL")
        self.assertEqual(shell("kill -TERM $$").tell_end(), "killed by SIGTERM")

    def test_tells_a_signal_that_has_no_name(self):
        self.assertEqual(shell("kill -36 $$").tell_end(), "killed by signal 36")

    def test_leaves_signals_as_a_shell_would(self):
        finished = python("import signal; signal.signal(signal.SIGPIPE, signal.SIG_DFL)")
        self.assertTrue(finished.ok)
        status = shell("grep -E 'SigIgn|SigBlk' /proc/self/status").output.split()
        pipe = 1 << (signal.SIGPIPE - 1)
        self.assertEqual([int(mask, 16) & pipe for mask in status[1::2]], [0, 0])

    def test_ends_what_hangs_and_what_it_started(self):
        started = time.monotonic()
        finished = shell("sleep 61.5 & sleep 61.5", timeout=1)
        self.assertLess(time.monotonic() - started, 20)
        self.assertEqual(finished.end, "timeout")
        self.assertIn("timeout", finished.tell_end())
        self.assert_none_left("sleep 61.5")

    def test_ends_what_has_a_process_group_of_its_own(self):
        finished = shell("set -m; sleep 63.5 & wait", timeout=1)
        self.assertEqual(finished.end, "timeout")
        self.assert_none_left("sleep 63.5")

    def test_ends_what_is_left_behind(self):
        finished = shell("sleep 62.5 > /dev/null 2>&1 & echo done")
        self.assertTrue(finished.ok)
        self.assert_none_left("sleep 62.5")

    def test_ends_what_has_a_session_of_its_own_and_no_environment(self):
        started = time.monotonic()
        finished = shell("(setsid env -i setsid sleep 64.5 &) ; sleep 0.2; echo done")
        self.assertEqual((finished.output, finished.ok), ("done\n", True))
        self.assert_none_left("sleep 64.5")
        finished = shell("(setsid env -i sleep 64.5 &) ; exec sleep 64.5", timeout=1)
        self.assertEqual(finished.end, "timeout")
        self.assertLess(time.monotonic() - started, 20)
        self.assert_none_left("sleep 64.5")

    def test_ends_what_a_command_leaves_that_killed_its_supervisor(self):
        started = time.monotonic()
        finished = shell("setsid sleep 65.5 & kill -KILL $PPID; sleep 65.5")
        self.assertEqual(finished.tell_end(), "killed by SIGKILL")
        self.assertLess(time.monotonic() - started, 20)
        self.assert_none_left("sleep 65.5")

    def test_ends_a_command_that_stopped_its_supervisor(self):
        self.assertEqual(shell("kill -STOP $PPID; sleep 66.5", timeout=1).end, "timeout")
        self.assert_none_left("sleep 66.5")

    def test_ends_what_gives_its_place_to_a_successor_all_the_time(self):
        hop = "import os\nif os.fork() == 0:\n    os.setsid()\n    while True:\n        if os.fork(): os._exit(0)"
        finished = python(f"{hop}\nimport time; time.sleep(68.5)", timeout=1)
        self.assertEqual(finished.end, "timeout")
        self.assert_none_left("time.sleep.68.5")

    def test_does_not_wait_for_a_pipe_that_another_holds(self):
        # Descriptors travel over sockets to processes that are none of ours.
        receiver = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "import socket, time\n"
                "s = socket.socket(socket.AF_UNIX); s.bind('\\0aclnn-op-test'); s.listen(); print(1, flush=True)\n"
                "held = socket.recv_fds(s.accept()[0], 9, 9); time.sleep(60)",
            ],
            stdout=subprocess.PIPE,
        )
        self.addCleanup(receiver.stdout.close)
        self.addCleanup(receiver.wait)
        self.addCleanup(receiver.kill)
        receiver.stdout.readline()
        started = time.monotonic()
        finished = python(
            "import socket\ns = socket.socket(socket.AF_UNIX); s.connect('\\0aclnn-op-test')\n"
            "socket.send_fds(s, [b'x'], [1]); print('sent')"
        )
        self.assertEqual((finished.output, finished.ok), ("sent\n", True))
        self.assertLess(time.monotonic() - started, 20)

    def test_ends_when_its_caller_is_killed(self):
        text = (
            f"import sys; sys.path.insert(0, {str(pathlib.Path(__file__).resolve().parent)!r})\n"
            "from aclnn_op import memory, process\n"
            "process.run(['bash', '-c', 'setsid sleep 67.5 & sleep 67.5'], memory=memory.MemoryLimit(1 << 50), timeout=60)"
        )
        caller = subprocess.Popen([sys.executable, "-B", "-c", text])
        for _ in range(200):
            time.sleep(0.05)
            if subprocess.run(["pgrep", "-fc", "^sleep 67.5"], capture_output=True, check=False).stdout == b"2\n":
                break
        caller.kill()
        caller.wait()
        time.sleep(1)
        self.assert_none_left("sleep 67.5")

    def test_gives_no_input(self):
        self.assertEqual(shell("read x || echo end").output, "end\n")

    def test_says_that_a_program_or_a_folder_does_not_exist(self):
        finished = process.run(["/no/such/program"], memory=PLENTY, timeout=5)
        self.assertFalse(finished.ok)
        self.assertEqual(finished.output, "/no/such/program: No such file or directory\n")
        finished = shell("true", cwd=pathlib.Path("/no/such/folder"))
        self.assertEqual((finished.code, finished.output), (127, "bash: No such file or directory: /no/such/folder"))

    def test_keeps_the_ends_of_what_is_printed_without_end(self):
        finished = shell("echo first; yes 0123456789; echo last", timeout=2)
        self.assertEqual(finished.end, "timeout")
        self.assertLess(len(finished.output), 9 << 20)
        self.assertTrue(finished.output.startswith("first\n"))
        self.assertGreater(finished.dropped, 0)
        self.assertIn(f"[... {finished.dropped} bytes of output left out here ...]", finished.output)


class Bounds(unittest.TestCase):
    def test_keeps_head_and_tail_and_counts_the_rest(self):
        output = Output(keep=4)
        for data in (b"ab", b"cde", b"f", b"ghijklm"):
            output.add(data)
        self.assertEqual(output.text(), "abcd\n[... 5 bytes of output left out here ...]\njklm")
        short = Output(keep=3)
        short.add("aäb€".encode())
        self.assertEqual(short.text()[:2], "aä")
        self.assertEqual(short.dropped, 1)

    def test_joins_a_character_that_lies_across_the_border(self):
        output = Output(keep=4)
        output.add("abc€d".encode())
        self.assertEqual((output.text(), output.dropped), ("abc€d", 0))


TAKE = "x = bytearray({mib} << 20)\nimport time\ntime.sleep({seconds})\nprint('done')"


class Memory(unittest.TestCase):
    def test_ends_what_is_beyond_the_limit_alone(self):
        memory = MemoryLimit(300 << 20)
        finished = python(TAKE.format(mib=700, seconds=30), memory)
        self.assertEqual(finished.end, "memory")
        self.assertIn("alone beyond the memory limit of 0.3 GiB (--memory)", finished.tell_end())
        self.assertGreater(finished.peak_bytes, 300 << 20)
        self.assertTrue(shell("true", memory).ok)

    def test_counts_what_has_a_session_of_its_own(self):
        memory = MemoryLimit(300 << 20)
        finished = shell(f"setsid {sys.executable} -c '{TAKE.format(mib=700, seconds=30)}' & wait", memory)
        self.assertEqual(finished.end, "memory")

    def together(self, memory, count, text, **more):

        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            return list(pool.map(lambda _: python(text, memory, **more), range(count)))

    def test_starts_no_more_than_fit(self):
        log = subprocess.check_output(["mktemp"], text=True).strip()
        self.addCleanup(os.unlink, log)
        text = f"import time\nf = open({log!r}, 'a')\nf.write('+'); f.flush(); time.sleep(0.3); f.write('-'); f.flush()"
        finished = self.together(MemoryLimit(200 << 20), 6, text, expected=100 << 20)
        self.assertTrue(all(one.ok for one in finished))
        running = most = 0
        for mark in pathlib.Path(log).read_text():
            running += 1 if mark == "+" else -1
            most = max(most, running)
        self.assertEqual((running, most), (0, 2))

    def test_fails_none_that_fits_alone(self):
        # Each takes more than it was expected to, and together they are beyond the limit.
        finished = self.together(MemoryLimit(300 << 20), 4, TAKE.format(mib=200, seconds=1), expected=1 << 20)
        self.assertEqual([(one.end, one.output) for one in finished], [("exit", "done\n")] * 4)

    def test_runs_one_that_is_expected_to_take_more_than_there_is(self):
        self.assertTrue(shell("true", MemoryLimit(1 << 20), expected=1 << 60).ok)

    def test_begins_nothing_after_the_end(self):
        memory = MemoryLimit(1 << 50)
        memory.close()
        self.assertEqual(shell("true", memory).end, "interrupted")


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    unittest.main()
