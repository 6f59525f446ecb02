"""Compiles and runs an operator's examples, as the public build script does."""

import dataclasses
import os
import pathlib
import re

from aclnn_op import build, process
from aclnn_op.memory import COMPILER
from aclnn_op.toolkit import compiler

# A number that is none, as printf and iostreams write it.
NOT_FINITE = re.compile(r"(?<![A-Za-z0-9_])[-+]?(nan|inf|infinity)(?![A-Za-z0-9_])", re.IGNORECASE)
MESSAGE = re.compile(r"^\[aclnn-cpu error\] (.*)")
# What a call that failed left for aclGetRecentErrMsg, at level info.
REFUSAL = re.compile(r"^\[aclnn-cpu info\] E\w+: (.*)")
OURS = "[aclnn-cpu "


@dataclasses.dataclass(frozen=True)
class Ran:
    finished: process.Finished
    compiled: bool

    @property
    def ok(self) -> bool:
        return self.compiled and self.finished.ok

    def reported(self) -> bool:
        """Whether our libraries reported an error: many examples go on all the same, and exit with 0."""
        return any(MESSAGE.match(line) for line in self.finished.output.splitlines())

    def printed(self) -> list[str]:
        """What the program itself printed."""
        return [line for line in self.finished.output.splitlines() if not line.startswith(OURS)]

    def not_finite(self) -> str:
        """The first line with a number that is none; empty: there is none."""
        return next((line.strip() for line in self.printed() if NOT_FINITE.search(line)), "")

    def first_error(self) -> str:
        """What our libraries said first; else the compiler; else how the program ended."""
        for said in (MESSAGE, REFUSAL):
            for line in self.finished.output.splitlines():
                if match := said.match(line):
                    return match[1]
        if not self.compiled or self.finished.end == "exit":
            return build.first_error(self.finished)
        return self.finished.tell_end()


def compile_example(
    source: pathlib.Path, program: pathlib.Path, package: pathlib.Path, settings: build.Settings
) -> process.Finished:
    program.parent.mkdir(parents=True, exist_ok=True)
    include = settings.toolkit.include
    libraries = settings.toolkit.library_path
    run_paths: list[process.Word] = [
        word for path in (package / "lib", libraries) for word in ("-Xlinker", "-rpath", "-Xlinker", path)
    ]
    command: list[process.Word] = [*compiler(), source, "-o", program]
    for folder in (package / "include", include):
        command += ["-I", folder, "-I", folder / "aclnnop"]
    command += ["-L", package / "lib", "-L", libraries]
    command += ["-lcust_opapi", "-lopapi_math", "-lascendcl", "-lnnopbase", *run_paths]
    return process.run(
        command,
        memory=settings.memory,
        timeout=settings.build_timeout,
        expected=COMPILER,
    )


def run_example(program: pathlib.Path, unit: str, check: str, settings: build.Settings, **variables: str) -> process.Finished:
    """`check`: "0", "1" or "strict"; `variables`: more of the environment."""
    environment = {**os.environ, "ACLNN_CPU_SOC": unit, "ACLNN_CPU_CHECK": check, **variables}
    return process.run(
        [program], memory=settings.memory, timeout=settings.run_timeout, cwd=program.parent, environment=environment
    )
