"""Builds operator folders with the toolkit's CMake package."""

import dataclasses
import pathlib
import re

from aclnn_op import process

PROJECT = """\
# Written by aclnn-op.
cmake_minimum_required(VERSION 3.22)
project(operators LANGUAGES CXX)
find_package(aclnn-cpu REQUIRED)
{operators}
"""

# What a person would look at first in the output of a build: the compiler's, the linker's, CMake's and our own errors.
ERROR = re.compile(r"(: (fatal )?error: |^CMake Error|undefined reference|multiple definition|aclnn-\w+: )")


@dataclasses.dataclass(frozen=True)
class Toolkit:
    home: pathlib.Path

    @property
    def library_path(self):
        return self.home / "lib64"

    @property
    def cmake_path(self):
        return self.home / "share" / "aclnn-cpu" / "cmake"


@dataclasses.dataclass(frozen=True)
class Built:
    finished: process.Finished
    package: pathlib.Path  # .../op_api, with include/ and lib/

    @property
    def ok(self):
        return self.finished.ok

    def first_error(self):
        return first_error(self.finished)


def first_error(finished):
    """The line that names the first error; where there is none, how the command ended."""
    lines = finished.output.splitlines()
    for number, line in enumerate(lines):
        if ERROR.search(line):
            # CMake puts its text on the lines below.
            below = [text.strip() for text in lines[number + 1 : number + 4] if text.strip()]
            return f"{line.strip()} {below[0]}" if line.startswith("CMake Error") and below else line.strip()
    return finished.tell_end()


def write_if_changed(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def build(operators, *, toolkit, unit, vendor, work, memory, timeout, jobs):
    """All in one package. A second build of the same work folder compiles only what has changed."""
    work.mkdir(parents=True, exist_ok=True)
    calls = [f'aclnn_add_operator("{op.path}" UNITS {unit} VENDOR {vendor})' for op in operators]
    write_if_changed(work / "CMakeLists.txt", PROJECT.format(operators="\n".join(calls)))
    output = work / "build"
    finished = process.run(
        # Without a build type kernels compile quickly and keep their lines for gdb.
        ["cmake", "-S", work, "-B", output, "-G", "Ninja"]
        + [f"-Daclnn-cpu_DIR={toolkit.cmake_path}"],
        memory=memory,
        timeout=timeout,
    )
    if finished.ok:
        configured = finished
        compiled = process.run(["cmake", "--build", output, "-j", jobs], memory=memory, timeout=timeout)
        finished = dataclasses.replace(
            compiled,
            seconds=configured.seconds + compiled.seconds,
            peak_bytes=max(configured.peak_bytes, compiled.peak_bytes),
        )
    return Built(finished, output / "opp" / "vendors" / f"{vendor}_nn" / "op_api")
