"""Compiles and runs an operator's examples, as the public build script does."""

import dataclasses
import os
import pathlib
import re

from aclnn_op import build, process

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
    def ok(self):
        return self.compiled and self.finished.ok

    def reported(self):
        """Whether our libraries reported an error: many examples go on all the same, and exit with 0."""
        return any(MESSAGE.match(line) for line in self.finished.output.splitlines())

    def printed(self):
        """What the program itself printed."""
        return [line for line in self.finished.output.splitlines() if not line.startswith(OURS)]

    def not_finite(self):
        """The first line with a number that is none; empty: there is none."""
        return next((line.strip() for line in self.printed() if NOT_FINITE.search(line)), "")

    def first_error(self):
        """What our libraries said first; else the compiler; else how the program ended."""
        for said in (MESSAGE, REFUSAL):
            for line in self.finished.output.splitlines():
                if match := said.match(line):
                    return match[1]
        return build.first_error(self.finished) if not self.compiled else self.finished.tell_end()


def compile_example(source, program, *, toolkit, package, memory, timeout):
    program.parent.mkdir(parents=True, exist_ok=True)
    include = toolkit.home / "include"
    libraries = toolkit.library_path
    return process.run(
        [os.environ.get("CXX", "g++"), source, "-o", program]
        + ["-I", package / "include", "-I", package / "include" / "aclnnop"]
        + ["-I", include, "-I", include / "aclnnop"]
        + ["-L", package / "lib", "-L", libraries]
        + ["-lcust_opapi", "-lopapi_math", "-lascendcl", "-lnnopbase"]
        + [f"-Wl,-rpath={package / 'lib'}", f"-Wl,-rpath={libraries}"],
        memory=memory,
        timeout=timeout,
    )


def run_example(program, *, unit, check, memory, timeout, **settings):
    """`check`: "0", "1" or "strict"; `settings`: more environment variables."""
    environment = dict(os.environ)
    environment.update({"ACLNN_CPU_SOC": unit, "ACLNN_CPU_CHECK": check, **settings})
    return process.run(
        [program], memory=memory, timeout=timeout, cwd=pathlib.Path(program).parent, environment=environment
    )
