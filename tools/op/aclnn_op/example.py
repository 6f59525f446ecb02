"""Compiles and runs an operator's examples, as the public build script does."""

import dataclasses
import os
import pathlib
import re

from aclnn_op import build, process

# A number that is none, as printf and iostreams write it.
NOT_FINITE = re.compile(r"(?<![A-Za-z0-9_])[-+]?(nan|inf|infinity)(?![A-Za-z0-9_])", re.IGNORECASE)
MESSAGE = re.compile(r"^\[aclnn-cpu (error|critical)\] ")


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

    def output_is_finite(self):
        return not NOT_FINITE.search(self.finished.output)

    def first_error(self):
        """What our libraries said first; else the compiler; else how the program ended."""
        for line in self.finished.output.splitlines():
            if MESSAGE.match(line):
                return line.partition("] ")[2]
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


def run_example(program, *, unit, check, memory, timeout):
    """`check`: "0", "1" or "strict"."""
    environment = dict(os.environ)
    environment.update({"ACLNN_CPU_SOC": unit, "ACLNN_CPU_CHECK": check})
    return process.run(
        [program], memory=memory, timeout=timeout, cwd=pathlib.Path(program).parent, environment=environment
    )
