#!/usr/bin/env python3
"""The command as a user calls it, with a compiler and a CMake of the test's own. Rerun: python3 tools/op/command_test.py"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True  # the folder may be one that many share
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from testing import HERE, Call, command, command_line, write, write_operator  # noqa: E402

TWO_UNITS = 'AddConfig("ascend910b"); AddConfig("ascend950"); // AddConfig("ascend310p");'


class Refusals(Call):
    def setUp(self):
        super().setUp()
        write_operator(self.tree / "good", "echo good")

    def test_says_what_is_no_operator(self):
        (self.folder / "empty").mkdir()
        for words, expected in (
            (["build", self.folder / "none"], f"{self.folder}/none: No such file or directory"),
            (["build", self.folder / "empty"], "no operator folder (with op_host/*_def.cpp) at or below "),
            (["build", self.folder / "bin" / "cmake"], f"{self.folder}/bin/cmake: a file, expected an operator folder"),
            (["report", self.tree, "--only", "good,goood"], "--only: no operator goood; near it: good"),
            (["run", self.tree / "good", "--example", "other"], "no example test_aclnn_*other.cpp in examples/ of good for asc"),
        ):
            with self.subTest(words):
                self.assert_refused(self.call(*words), expected)

    def test_tries_at_the_start_what_it_writes_at_the_end(self):
        for option in ("--json", "--html"):
            for path in (self.folder / "none" / "r", self.folder, "/proc/r"):
                result = self.call("report", self.tree, option, path)
                self.assert_refused(result, f"{option}: {path} cannot be written: ")
                self.assertFalse((self.tree / "good" / "called").exists())
        same = self.folder / "r"
        self.assert_refused(self.call("report", self.tree, "--json", same, "--html", same), f"--json and --html both name {same}")
        kept = write(self.folder / "kept.json", "before")
        self.call("report", self.tree, "--json", kept, "--html", self.folder / "none" / "r")
        self.assertEqual(kept.read_text(), "before")

    def test_says_that_the_disk_is_full(self):
        result = self.call("report", self.tree, "--json", "/dev/full")
        self.assertEqual(result.returncode, 2)
        self.assertIn("\naclnn-op: --json: /dev/full cannot be written: No space left on device\n", result.stderr)
        self.assertIn("1 operators: 1 built", result.stdout)
        with open("/dev/full", "w") as full:
            words = command_line("report", self.tree, *self.options)
            result = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, env=self.environment, check=False)
        self.assertEqual(result.returncode, 2)
        self.assertIn("\naclnn-op: No space left on device\n", result.stderr)
        self.assertNotIn("Traceback", result.stderr)

    def test_says_that_the_work_folder_cannot_be_used(self):
        self.options[-1] = "/proc/work"
        self.assert_refused(self.call("run", self.tree), "/proc/work: ")
        self.options[-1] = write(self.folder / "file", "")
        self.assert_refused(self.call("run", self.tree), f"{self.folder}/file: File exists")

    def test_says_what_is_no_toolkit(self):
        self.options[1] = self.folder
        self.assert_refused(self.call("report", self.tree), "no toolkit of aclnn-cpu (a folder with share/aclnn-cpu/cmake/")
        self.options[:2] = []
        environment = {"ASCEND_HOME_PATH": str(self.folder)}
        result = self.call("report", self.tree, environment=environment)
        if result.returncode:  # the source tree may have built one
            self.assert_refused(
                result,
                f"no toolkit of aclnn-cpu (a folder with share/aclnn-cpu/cmake/aclnn-cpu-config.cmake) at {self.folder} (ASC",
            )

    def test_says_what_is_not_installed(self):
        empty = self.folder / "few"
        empty.mkdir()
        for program in ("cmake", "ninja", "fake-c++"):
            result = self.call("run", self.tree, environment={"PATH": str(empty)})
            self.assert_refused(result, f"{program} is not installed, or not on PATH; Debian's package is ")
            (empty / program).symlink_to(self.folder / "bin" / program)

    def test_says_what_cannot_be_read(self):
        odd = self.tree / "odd" / "op_host" / "odd_def.cpp"
        write_operator(self.tree / "odd", "true")
        odd.unlink()
        odd.symlink_to("/proc/self/mem")  # whose first byte nobody can read
        self.assert_refused(self.call("run", self.tree / "odd"), f"{odd}: Input/output error")
        rows = self.rows(self.tree)
        self.assertEqual(rows["odd"]["errors"], {"report": f"{odd}: Input/output error"})
        self.assertEqual(rows["good"]["clean"], "yes")

    def test_refuses_words_that_mean_nothing(self):
        for words in (
            ["--soc", ""],
            ["--soc", 'a") x('],
            ["--memory", "0"],
            ["--memory", "lots"],
            ["-j", "0"],
            ["--vendor", "a b"],
        ):
            result = self.call("report", self.tree, *words)
            self.assertEqual(result.returncode, 2, words)
            self.assertIn(f"argument {'-j/--jobs' if words[0] == '-j' else words[0]}: ", result.stderr)

    def test_says_that_no_thread_can_be_started(self):
        text = (
            "import sys, threading; sys.path.insert(0, sys.argv[1])\n"
            "from aclnn_op import command\n"
            'def start(_): raise RuntimeError("can\'t start new thread")\n'
            "threading.Thread.start = start\n"
            "sys.exit(command.main(sys.argv[2:]))"
        )
        words = [sys.executable, "-B", "-c", text, HERE, "report", self.tree, *self.options]
        result = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
        self.assert_refused(result, "no thread can be started: too many processes (ulimit -u), or no memory")

    def test_leaves_a_work_folder_to_the_one_that_works_in_it(self):
        write_operator(self.tree / "slow", "sleep 30")
        words = command_line("run", self.tree / "slow", *self.options)
        first = subprocess.Popen(words, env=self.environment, stderr=subprocess.DEVNULL)
        self.addCleanup(first.wait)
        self.addCleanup(first.kill)
        while not (self.folder / "work" / "run.log").exists():
            time.sleep(0.05)
        self.assert_refused(self.call("run", self.tree / "good"), f"{self.folder}/work: another aclnn-op works there; ")

    def test_shows_an_example_of_each_command(self):
        for name in ("build", "run", "report"):
            shown = command(name, "--help")
            self.assertIn(f"\n  aclnn-op {name} path/to/", shown.stdout)
            self.assertIn("\nexit code:\n", shown.stdout)
        self.assertIn("\nexit code:\n", command("--help").stdout)

    def test_ends_quietly_when_nobody_reads(self):
        words = command_line("report", self.tree, *self.options)
        started = subprocess.Popen(words, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        started.stdout.close()
        self.assertEqual(started.stderr.read().count("\n"), 1)
        started.stderr.close()
        self.assertEqual(started.wait(), 141)

    def test_needs_no_standard_streams(self):
        text = 'exec "$@" <&- >&- 2>&-'
        words = ["bash", "-c", text, "sh", *command_line("report", self.tree, *self.options, "--json", self.folder / "r.json")]
        self.assertEqual(subprocess.run(words, env=self.environment, check=False).returncode, 0)
        self.assertEqual(json.loads((self.folder / "r.json").read_text())["totals"]["ran"], 1)

    def test_prints_in_any_locale_what_is_in_none(self):
        write_operator(self.tree / "odd", "printf 'caf\\303\\251 \\377\\n'; exit 1")
        environment = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii:strict"}
        result = self.call("run", self.tree, "--only", "odd", environment=environment)
        self.assertEqual((result.returncode, result.stdout), (1, "caf\\xe9 \\ufffd\n"), result.stderr)

    def test_takes_paths_that_are_no_text(self):
        odd = pathlib.Path(os.fsdecode(bytes(self.tree) + b"/o \xff$x"))
        write_operator(odd, "echo good")
        result = self.call("report", odd, "--json", self.folder / "r.json", "--html", self.folder / "r.html")
        self.assertIn("1 operators: 1 built, 1 example ran", result.stdout, result.stderr)


class Units(Call):
    def test_builds_each_operator_for_its_own(self):
        write_operator(self.tree / "a", "echo a $ACLNN_CPU_SOC", TWO_UNITS)
        write_operator(self.tree / "b", "echo b $ACLNN_CPU_SOC", 'AddConfig("ascend950")')
        result = self.call("run", self.tree)
        self.assertEqual((result.stdout, result.returncode), ("a ascend910b\nb ascend950\n", 0), result.stderr)
        result = self.call("run", self.tree, "--soc", "ascend950")
        self.assertEqual(result.stdout, "a ascend950\nb ascend950\n", result.stderr)

    def test_refuses_what_the_definition_does_not_name(self):
        write_operator(self.tree / "a", "true", TWO_UNITS)
        for name in ("run", "build"):
            result = self.call(name, self.tree, "--soc", "ascend310p,ascend9")
            self.assert_refused(result, "operator a has no ascend310p or ascend9; it names: ascend910b, ascend950")

    def test_believes_the_definition_that_was_run_more_than_its_text(self):
        write_operator(
            self.tree / "a", "echo $ACLNN_CPU_SOC", "for (auto u : kUnits) AddConfig(u);", units="ascend310p ascend950"
        )
        result = self.call("run", self.tree)
        self.assertEqual((result.stdout, result.returncode), ("ascend310p\n", 0), result.stderr)
        self.assertEqual(self.called("a")[:2], ["configure ascend910b", "configure ascend310p"])
        result = self.call("run", self.tree, "--soc", "ascend910b,ascend950")
        self.assertEqual(result.stdout, "ascend950\n", result.stderr)
        self.assert_refused(
            self.call("run", self.tree, "--soc", "kirin"), "operator a has no kirin; it names: ascend310p, ascend950"
        )

    def test_says_in_its_row_that_an_operator_is_not_for_the_chip(self):
        write_operator(self.tree / "a", "true", TWO_UNITS)
        write_operator(self.tree / "b", "true", 'AddConfig("ascend950")')
        rows = self.rows(self.tree, "--soc", "ascend910b")
        self.assertEqual(rows["b"]["errors"], {"unit": "operator b has no ascend910b; it names: ascend950"})
        self.assertEqual((rows["a"]["built"], rows["b"]["built"], rows["b"]["unit"]), ("yes", "-", "-"))
        self.assertEqual(self.rows(self.tree)["b"]["unit"], "ascend950")


class Logs(Call):
    def setUp(self):
        super().setUp()
        write_operator(self.tree / "good", "echo fine")
        write_operator(self.tree / "no_build", "true", build="echo one\necho 'x.cpp:3:1: error: <bad>'\necho two\nexit 1")
        write_operator(self.tree / "no_run", "echo before; exit 7")
        write_operator(self.tree / "at_fault", 'echo "checked: $ACLNN_CPU_CHECK"; exit $ACLNN_CPU_CHECK')

    def test_keeps_what_was_printed(self):
        rows = self.rows(self.tree, "--html", self.folder / "r.html")
        logs = {name: {kind: pathlib.Path(path).read_text() for kind, path in row["logs"].items()} for name, row in rows.items()}
        self.assertRegex(
            logs["no_build"]["build"], r"(?s)^\$ cmake -S .*one\nx.cpp:3:1: error: <bad>\ntwo\n# exit code 1, [\d.]+ s\n"
        )
        self.assertRegex(logs["no_run"]["run"], r"^\$ .*/test_aclnn_no_run\nbefore\n# exit code 7, ")
        self.assertRegex(logs["at_fault"]["run"], r"\nchecked: 0\n# exit code 0, ")
        self.assertRegex(logs["at_fault"]["check"], r"\nchecked: 1\n# exit code 1, ")
        self.assertEqual(rows["no_build"]["log"], rows["no_build"]["logs"]["build"])
        self.assertEqual(rows["no_run"]["log"], rows["no_run"]["logs"]["run"])
        self.assertEqual(rows["at_fault"]["log"], rows["at_fault"]["logs"]["check"])
        page = (self.folder / "r.html").read_text()
        self.assertIn("<pre>one\nx.cpp:3:1: error: &lt;bad&gt;\ntwo</pre>", page)
        self.assertIn(f'<a href="file://{rows["no_run"]["log"]}">run.log</a>', page)

    def test_names_log_and_command_of_what_falls_short(self):
        result = self.call("report", self.tree)
        rows = self.rows(self.tree)
        self.assertIn(f"no_run: example fails\n    log    {rows['no_run']['log']}\n    rerun  ", result.stdout)
        self.assertNotIn("good: clean\n", result.stdout)
        for name, code, said in (("no_build", 1, "error: <bad>"), ("no_run", 1, "exit code 7"), ("at_fault", 1, "exit code 1")):
            again = subprocess.run(
                rows[name]["rerun"], shell=True, env=self.environment, capture_output=True, text=True, check=False
            )
            self.assertEqual(again.returncode, code)
            self.assertIn(said, again.stderr)
        self.assertIn("checked: 1", again.stdout)

    def test_gives_the_last_line_where_none_is_known_to_be_an_error(self):
        write_operator(self.tree / "odd", build="echo first; echo it rains; exit 3")
        self.assertEqual(self.rows(self.tree / "odd")["odd"]["errors"], {"build": "exit code 3: it rains"})

    def test_names_the_log_of_a_run(self):
        result = self.call("run", self.tree / "no_run")
        self.assertEqual((result.returncode, result.stdout), (1, "before\n"))
        log = self.folder / "work" / "run.log"
        self.assertIn(f"aclnn-op: test_aclnn_no_run.cpp: exit code 7; its output: {log}\n", result.stderr)
        self.assertIn("before\n# exit code 7", log.read_text())
        result = self.call("build", self.tree / "no_build")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        log = self.folder / "work" / "build.log"
        self.assertIn(f"aclnn-op: the build failed: x.cpp:3:1: error: <bad>; its output: {log}", result.stderr)

    def test_counts_by_category(self):
        write_operator(self.tree.parent / "loss" / "mse", "true")
        result = self.call("report", self.tree.parent)
        self.assertIn("\nactivation: 4 operators: 3 built, 2 example ran, 2 finite, 1 checker clean\n", result.stdout)
        self.assertIn("\nloss: 1 operators: 1 built, 1 example ran, 1 finite, 1 checker clean\n", result.stdout)
        self.assertTrue(result.stdout.endswith("\n5 operators: 4 built, 3 example ran, 3 finite, 2 checker clean\n"))

    def test_shows_no_control_characters_and_no_endless_line(self):
        write_operator(
            self.tree / "rude", build="printf 'x.cpp:1:1: error: \\033[2J\\007\\377'; yes | tr -d '\\n' | head -c 9999; exit 1"
        )
        result = self.call("report", self.tree, "--only", "rude")
        self.assertNotRegex(result.stdout + result.stderr, "[\x00-\x09\x0b-\x1f]")
        self.assertLess(max(map(len, result.stdout.split("\n"))), 700)


class Builds(Call):
    def test_begins_anew_what_was_ended_midway(self):
        write_operator(self.tree / "x", "true", configure='[ ! -e "$1/half" ] || exit 1; touch $1/half; exec sleep 60')
        self.call("build", self.tree, "--build-timeout", "6")
        self.assertTrue((self.folder / "work" / "build" / "half").exists())
        (self.tree / "x" / "fake" / "configure").write_text('[ ! -e "$1/half" ]')
        self.assertEqual(self.call("build", self.tree).returncode, 0)

    def test_begins_anew_where_the_work_folder_was_moved(self):
        write_operator(
            self.tree / "x", "true", configure='[ ! -e "$1/CMakeCache.txt" ] || grep -q "=${1%/build}$" "$1/CMakeCache.txt"'
        )
        self.assertEqual(self.call("build", self.tree).returncode, 0)
        shutil.move(self.folder / "work", self.folder / "moved")
        self.options[-1] = self.folder / "moved"
        self.assertEqual(self.call("build", self.tree).returncode, 0)

    def test_starts_fewer_where_more_do_not_fit(self):
        write_operator(self.tree / "x", "true")
        result = self.call("report", self.tree, "-j", "1000", "--memory", "2G")
        self.assertIn("aclnn-op: -j 1000: 4 fit in 2.0 GiB (--memory), so many run at the same time\n", result.stderr)
        self.assertRegex(self.called("x")[1], "^build --build .* -j 4$")

    def test_builds_one_by_one_what_takes_too_much_together(self):
        take = 'case "$(cat $(dirname $0)/../called | tail -1)" in *"-j 1") ;; *) exec python3 -c "x = bytearray(1300<<20); import time; time.sleep(30)";; esac'
        write_operator(self.tree / "x", "true", build=take)
        result = self.call("run", self.tree, "--memory", "1100M", "-j", "2")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_survives_what_prints_without_end(self):
        write_operator(self.tree / "x", "echo result is nan; yes")
        write_operator(self.tree / "y", "echo good")
        rows = self.rows(self.tree, "--run-timeout", "8")
        self.assertEqual(rows["x"]["errors"]["example"], "timeout: killed after 8 s")
        self.assertEqual(rows["y"]["clean"], "yes")
        log = pathlib.Path(rows["x"]["logs"]["run"])
        self.assertLess(log.stat().st_size, 9 << 20)
        self.assertIn("bytes of output left out here", log.read_text())


if __name__ == "__main__":
    unittest.main()
