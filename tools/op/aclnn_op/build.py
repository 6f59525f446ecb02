"""Builds operator folders with the toolkit's CMake package."""

import dataclasses
import itertools
import os
import pathlib
import re
import shutil
from collections.abc import Sequence

from aclnn_op import process
from aclnn_op.folders import Operator
from aclnn_op.log import Log
from aclnn_op.memory import COMPILER, MemoryLimit
from aclnn_op.refused import Refused
from aclnn_op.toolkit import Toolkit
from aclnn_op.units import Wanted

PROJECT = """\
# Written by aclnn-op.
cmake_minimum_required(VERSION 3.22)
project(operators LANGUAGES CXX)
find_package(aclnn-cpu REQUIRED)
{operators}
"""

# What a person would look at first in the output of a build: the compiler's, the linker's, CMake's and our own errors.
ERROR = re.compile(r"(: (fatal )?error: |^CMake Error|undefined reference|multiple definition|aclnn-\w+: )")
COMPILER_ERROR = re.compile(r": (fatal )?error: ")
# aclnn_add_operator has run the definition: it knows better than its text. CMake breaks lines as it likes.
NOT_WRITTEN_FOR = re.compile(r"(\S+): not written for (\w+); its definition names (\w+(?:, \w+)*)")


@dataclasses.dataclass(frozen=True)
class Settings:
    """What all builds and runs of one call have in common."""

    toolkit: Toolkit
    wanted: Wanted
    vendor: str
    memory: MemoryLimit
    build_timeout: float  # seconds
    run_timeout: float  # seconds
    jobs: int  # compilers at the same time, of one build


@dataclasses.dataclass(frozen=True)
class Built:
    finished: process.Finished
    package: pathlib.Path  # .../op_api, with include/ and lib/
    units: dict[Operator, str]

    @property
    def ok(self) -> bool:
        return self.finished.ok

    def first_error(self) -> str:
        return first_error(self.finished)


def first_error(finished: process.Finished) -> str:
    """The line that names the first error; where there is none, or the command was ended, how it ended and its last line."""
    lines = finished.output.splitlines() if finished.end == "exit" else []
    for number, line in enumerate(lines):
        if line.startswith("CMake Error"):
            return _cmake_error(line, lines[number + 1 :])
        if ERROR.search(line):
            return line.strip()
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f"{finished.tell_end()}: {last}" if last else finished.tell_end()


def _cmake_error(head: str, below: list[str]) -> str:
    """CMake's text, which stands indented below its heading; of a compiler that CMake ran, the compiler's."""
    text = list(itertools.takewhile(lambda line: not line or line.startswith("  "), below))
    for line in text:
        if COMPILER_ERROR.search(line):
            return line.strip()
    paragraph = list(itertools.takewhile(str.strip, itertools.dropwhile(lambda line: not line.strip(), text)))
    return " ".join(line.strip() for line in paragraph) or head.strip()


def build(operators: Sequence[Operator], settings: Settings, work: pathlib.Path, log: Log) -> Built:
    """All in one package, each for the unit that suits it. A second build of the same work folder compiles only what has
    changed. Raises NotWrittenFor, and OSError where the work folder cannot be written."""
    work.mkdir(parents=True, exist_ok=True)
    output = work / "build"
    units = {one: settings.wanted.choose(one.name, one.units()) for one in operators}
    finished = _configure(units, settings, work, output, log)
    for _ in operators:
        corrected = _corrected(units, settings.wanted, finished.output)
        if finished.ok or not corrected:
            break
        units.update(corrected)
        finished = _configure(units, settings, work, output, log)
    if finished.ok:
        finished = _compile(finished, settings, output, log)
    return Built(finished, output / "opp" / "vendors" / f"{settings.vendor}_nn" / "op_api", units)


def _configure(
    units: dict[Operator, str], settings: Settings, work: pathlib.Path, output: pathlib.Path, log: Log
) -> process.Finished:
    calls = [f"aclnn_add_operator({_quoted(one.path)} UNITS {unit} VENDOR {settings.vendor})" for one, unit in units.items()]
    _write_if_changed(work / "CMakeLists.txt", PROJECT.format(operators="\n".join(calls)))
    under_way = work / "configuring"
    if under_way.exists() or _is_of_another_place(output, work):
        shutil.rmtree(output, ignore_errors=True)
    under_way.touch()
    finished = log.add(
        process.run(
            # Without a build type kernels compile quickly and keep their lines for gdb.
            ["cmake", "-S", work, "-B", output, "-G", "Ninja", f"-Daclnn-cpu_DIR={settings.toolkit.cmake_path}"],
            memory=settings.memory,
            timeout=settings.build_timeout,
        )
    )
    # What was ended midway leaves files that look complete: then the mark stays, and the next build begins anew.
    if finished.end == "exit":
        under_way.unlink(missing_ok=True)
    return finished


def _compile(configured: process.Finished, settings: Settings, output: pathlib.Path, log: Log) -> process.Finished:
    jobs = settings.jobs
    seconds = configured.seconds
    peak = configured.peak_bytes
    while True:
        finished = log.add(
            process.run(
                ["cmake", "--build", output, "-j", jobs],
                memory=settings.memory,
                timeout=settings.build_timeout,
                expected=COMPILER * jobs,
            )
        )
        seconds += finished.seconds
        peak = max(peak, finished.peak_bytes)
        if finished.end != "memory" or jobs == 1:
            return dataclasses.replace(finished, seconds=seconds, peak_bytes=peak)
        jobs = 1  # together they took too much; one by one they may fit


def _corrected(units: dict[Operator, str], wanted: Wanted, output: str) -> dict[Operator, str]:
    """Units for the operators of which CMake says that they have not the one they were given."""
    corrected = {}
    for name, refused, named in NOT_WRITTEN_FOR.findall(" ".join(output.split())):
        for operator, unit in units.items():
            if operator.name == name and unit == refused:
                corrected[operator] = wanted.choose(name, named.split(", "))
    return corrected


def _is_of_another_place(output: pathlib.Path, work: pathlib.Path) -> bool:
    """CMake refuses a build folder that was moved or copied."""
    cache = output / "CMakeCache.txt"
    text = cache.read_text("utf-8", "surrogateescape") if cache.exists() else ""
    home = re.search(r"^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$", text, re.MULTILINE)
    return home is not None and home[1] != str(work)


def _quoted(path: pathlib.Path) -> str:
    """As an argument in CMake's language."""
    text = str(path)
    if re.search(r"[;\n\r]", text):
        raise Refused(f"{text!r}: CMake cannot build in a folder with ; or a line break in its path")
    return '"' + re.sub(r'([\\"$])', r"\\\1", text) + '"'


def _write_if_changed(path: pathlib.Path, text: str) -> None:
    data = os.fsencode(text)
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)


def excerpt(finished: process.Finished, lines: int = 40) -> str:
    """What a reader wants to see: from the first error on, or the end."""
    all_lines = finished.output.splitlines()
    first: int | None = next((number for number, line in enumerate(all_lines) if ERROR.search(line)), None)
    if first is None or finished.end != "exit":
        return "\n".join(all_lines[-lines:])
    return "\n".join(all_lines[max(0, first - 2) : first - 2 + lines])
