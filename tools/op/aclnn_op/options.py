"""The command line's words."""

import argparse
import os
import pathlib
import re

from aclnn_op.memory import COMPILER, machine_bytes
from aclnn_op.units import DEFAULT_UNIT, Wanted

EXIT_CODES = """\
exit code:
  0        done; of report: the report is complete, whatever its rows say
  1        an operator's build or example failed (build, run)
  2        the call cannot be carried out as it stands: one line on standard error says what to change
  128 + n  signal n came; all that was started has been ended, and report has written what it knew
"""

EXAMPLES = {
    "build": """\
examples:
  aclnn-op build path/to/scale                        prints the folder of the package
  aclnn-op build path/to/operators --vendor mine      all operators below into opp/vendors/mine_nn
  aclnn-op build path/to/scale --soc ascend950        for another chip that the definition names
""",
    "run": """\
examples:
  aclnn-op run path/to/scale
  ACLNN_CPU_CHECK=1 aclnn-op run path/to/scale        under the checker
  aclnn-op run path/to/operators --only scale,shift   two operators of a tree
""",
    "report": """\
examples:
  aclnn-op report path/to/operators
  aclnn-op report path/to/operators --soc ascend910b,ascend950 --json report.json --html report.html
  aclnn-op report path/to/operators --only activation/scale -j 1
""",
}


def bytes_of(text: str) -> int:
    """ "8G", "512M": a number of bytes."""
    match = re.fullmatch(r"(\d+)([kmgt]?)(i?b)?", text, re.ASCII | re.IGNORECASE)
    if not match or not int(match[1]):
        raise argparse.ArgumentTypeError(f"'{text}' is no amount of memory, expected a number and K, M, G or T, such as 8G")
    return int(match[1]) << (10 * " KMGT".index(match[2].upper() or " "))


def positive(text: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or not int(text):
        raise argparse.ArgumentTypeError(f"'{text}', expected a whole number, 1 or more")
    return int(text)


def vendor(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_]+", text):
        raise argparse.ArgumentTypeError(f"'{text}', expected letters, digits and _ only")
    return text


def units(text: str) -> Wanted:
    names = tuple(name.strip() for name in text.split(","))
    if not all(re.fullmatch(r"\w+", name, re.ASCII) for name in names):
        raise argparse.ArgumentTypeError(f"'{text}', expected compute units with commas, such as ascend910b,ascend950")
    return Wanted(names, explicit=True)


def names(text: str) -> list[str]:
    found = [name.strip().strip("/") for name in text.split(",")]
    if not all(found):
        raise argparse.ArgumentTypeError(f"'{text}', expected operators with commas")
    return found


def some_path(text: str) -> pathlib.Path:
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("an empty path")
    return pathlib.Path(text)


def jobs_that_fit(limit: int) -> int:
    return max(1, limit // COMPILER)


def default_jobs(limit: int) -> int:
    return min(len(os.sched_getaffinity(0)), jobs_that_fit(limit))


def parser() -> argparse.ArgumentParser:
    layout = argparse.RawDescriptionHelpFormatter
    top = argparse.ArgumentParser(
        prog="aclnn-op",
        description="Builds, runs and reports on operator folders.",
        epilog="example:\n  aclnn-op run path/to/scale\n\naclnn-op COMMAND --help has more.\n\n" + EXIT_CODES,
        formatter_class=layout,
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, about: str) -> argparse.ArgumentParser:
        epilog = f"{EXAMPLES[name]}\n{EXIT_CODES}"
        sub = commands.add_parser(name, help=about, description=about, epilog=epilog, formatter_class=layout)
        add = sub.add_argument
        add("path", nargs="+", type=some_path, metavar="PATH", help="operator folder, or a folder of such folders")
        add("--only", type=names, default=[], help="these operators, with commas: by folder name, or by the end of the path")
        add(
            "--soc",
            type=units,
            default=Wanted(),
            help="compute units, by preference, with commas; an operator that names none of them is not built "
            f"(default: {DEFAULT_UNIT}, else the first that the operator names)",
        )
        add("--vendor", type=vendor, default="custom", help="name of the package: opp/vendors/VENDOR_nn (default: custom)")
        add("--toolkit", help="the toolkit's folder (default: ASCEND_HOME_PATH, else the one this command is part of)")
        add(
            "--work",
            type=some_path,
            default=pathlib.Path("aclnn-op-work"),
            help="folder for builds and logs; kept: a second call compiles only what has changed (default: ./aclnn-op-work)",
        )
        add("-j", "--jobs", type=positive, help="how much runs at the same time (default: CPUs, or as many as fit in --memory)")
        add(
            "--memory",
            type=bytes_of,
            default=machine_bytes() // 2,
            help="limit for all that runs together, such as 8G; what does not fit waits (default: half of this machine's)",
        )
        add("--build-timeout", type=positive, default=900, metavar="SECONDS", help="for one command of a build (default: 900)")
        add("--run-timeout", type=positive, default=120, metavar="SECONDS", help="for one run of an example (default: 120)")
        return sub

    command("build", "Builds the operators into one package.")
    run = command("run", "Builds the operators into one package, compiles their examples and runs them.")
    run.add_argument("--example", default="", help="only test_aclnn_*EXAMPLE.cpp")
    table = command("report", "Tries every operator for itself and prints a table.")
    table.add_argument("--json", type=some_path, metavar="FILE", help="write the report there, for programs")
    table.add_argument("--html", type=some_path, metavar="FILE", help="write the report there, as a page")
    return top
