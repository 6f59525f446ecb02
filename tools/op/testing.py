"""What the tests of the command share: operator folders, and a compiler and a CMake that do as a test says."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent

# Calls of aclnn_add_operator as aclnn-op writes them; fake/units of an operator: those that its definition really has.
CMAKE = r"""#!/bin/bash
if [ "$1" = --build ]; then
    folders=$(sed -n 's/^aclnn_add_operator("\(.*\)" UNITS.*/\1/p' "$2/../CMakeLists.txt" | sed 's/\\\(.\)/\1/g')
    mkdir -p "$2"/opp/vendors/custom_nn/op_api/{include,lib}
    while IFS= read -r folder; do
        echo "build $*" >>"$folder/called"
        [ ! -e "$folder/fake/build" ] || bash "$folder/fake/build" "$2" || exit
    done <<<"$folders"
    exit 0
fi
mkdir -p "$4"
while IFS='|' read -r folder unit; do
    echo "configure $unit" >>"$folder/called"
    [ ! -e "$folder/fake/configure" ] || bash "$folder/fake/configure" "$4" || exit
    if [ -e "$folder/fake/units" ] && ! grep -qw "$unit" "$folder/fake/units"; then
        printf 'CMake Error at /x/AclnnAddOperator.cmake:170 (message):\n  %s: not written for %s; its definition\n  names %s\n' \
            "${folder##*/}" "$unit" "$(sed 's/ /, /g' "$folder/fake/units")"
        printf 'Call Stack (most recent call first):\n'
        exit 1
    fi
done < <(sed -n 's/^aclnn_add_operator("\(.*\)" UNITS \(.*\) VENDOR.*/\1|\2/p' "$2/CMakeLists.txt" | sed 's/\\\(.\)/\1/g')
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$2" >"$4/CMakeCache.txt"
"""
# An example is a script.
COMPILER = '#!/bin/bash\ncp "$1" "$3" && chmod +x "$3"\n'


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def write_program(path, text):
    write(path, text).chmod(0o755)


def write_operator(folder, example=None, definition='AddConfig("ascend910b");', **fake):
    """`example`: lines of a script; `fake`: what CMake does at "configure" and "build", and the "units" it knows."""
    write(folder / "op_host" / f"{folder.name}_def.cpp", definition)
    if example is not None:
        write(folder / "examples" / f"test_aclnn_{folder.name}.cpp", f"#!/bin/bash\n{example}\n")
    for name, text in fake.items():
        write(folder / "fake" / name, text)
    return folder


def fake_programs(folder):
    """Environment in which builds are quick."""
    write_program(folder / "cmake", CMAKE)
    write_program(folder / "ninja", "")
    write_program(folder / "fake-c++", COMPILER)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ACLNN_CPU_", "ASCEND_"))}
    return {**environment, "PATH": f"{folder}:{os.environ['PATH']}", "CXX": "fake-c++"}


def command_line(*words):
    return [sys.executable, str(HERE / "aclnn-op"), *map(str, words)]


def command(*words, **more):
    return subprocess.run(command_line(*words), capture_output=True, text=True, check=False, timeout=120, **more)


TOOLKIT = HERE / "testdata" / "toolkit"


class Call(unittest.TestCase):
    """The command over self.tree, with the stand-ins."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.tree = self.folder / "tree" / "activation"
        self.environment = fake_programs(self.folder / "bin")
        self.options = ["--toolkit", TOOLKIT, "--work", self.folder / "work"]

    def call(self, name, *words, environment=None, **more):
        return command(name, *words, *self.options, env={**self.environment, **(environment or {})}, **more)

    def rows(self, *words, **more):
        file = self.folder / "report.json"
        result = self.call("report", *words, "--json", file, **more)
        self.assertEqual(result.returncode, 0, result.stderr)
        return {row["operator"]: row for row in json.loads(file.read_text())["operators"]}

    def called(self, name):
        return (self.tree / name / "called").read_text().split("\n")[:-1]

    def assert_refused(self, result, text):
        """In one line, with exit code 2."""
        self.assertIn(f"aclnn-op: {text}", result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertEqual(result.returncode, 2)
