"""The command line."""

import argparse
import json
import os
import pathlib
import re
import signal
import sys

from aclnn_op import build, example, folders, page, process, report

DEFAULT_UNIT = "ascend910b"


def toolkit_home(given):
    """Where the toolkit is: as said, as set_env.sh says, or around this file."""
    if given:
        return pathlib.Path(given).resolve()
    if os.environ.get("ASCEND_HOME_PATH"):
        return pathlib.Path(os.environ["ASCEND_HOME_PATH"])
    return pathlib.Path(__file__).resolve().parents[4]


def bytes_of(text):
    """ "8G", "512M": a number of bytes."""
    match = re.fullmatch(r"(\d+)([KMGT]?)", text)
    if not match:
        raise argparse.ArgumentTypeError(f"'{text}' is no amount of memory, expected a number and K, M, G or T")
    return int(match[1]) << (10 * " KMGT".index(match[2] or " "))


def half_of_memory():
    return os.sysconf("SC_PHYS_PAGES") * process.PAGE // 2


def positive(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"'{text}', expected 1 or more")
    return value


def parser():
    top = argparse.ArgumentParser(prog="aclnn-op", description="Builds, runs and reports on operator folders.")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name, about):
        sub = commands.add_parser(name, help=about, description=about)
        sub.add_argument("path", nargs="+", type=pathlib.Path, help="operator folder, or a folder of such folders")
        sub.add_argument("--soc", default=DEFAULT_UNIT, help=f"compute units, by preference, with commas (default {DEFAULT_UNIT})")
        sub.add_argument("--vendor", default="custom", help="name of the package: opp/vendors/VENDOR_nn (default custom)")
        sub.add_argument("--toolkit", help="the toolkit's folder (default: ASCEND_HOME_PATH, else the one this command is part of)")
        sub.add_argument("--work", type=pathlib.Path, default=pathlib.Path("aclnn-op-work"), help="folder for builds; kept (default ./aclnn-op-work)")
        sub.add_argument("--only", default="", help="these operators, by folder name, with commas")
        sub.add_argument("-j", "--jobs", type=positive, default=os.cpu_count() or 1, help="how much runs at the same time (default: the number of CPUs)")
        sub.add_argument("--memory", type=bytes_of, default=half_of_memory(), help="limit for all that runs together, such as 8G (default: half of this machine's)")
        sub.add_argument("--build-timeout", type=positive, default=900, metavar="SECONDS")
        sub.add_argument("--run-timeout", type=positive, default=120, metavar="SECONDS")
        return sub

    command("build", "Builds the operators into one package.")
    run = command("run", "Builds the operators into one package, compiles their examples and runs them.")
    run.add_argument("--example", default="", help="only test_aclnn_*EXAMPLE.cpp")
    table = command("report", "Tries every operator for itself and prints a table.")
    table.add_argument("--json", type=pathlib.Path, help="write the report there, for programs")
    table.add_argument("--html", type=pathlib.Path, help="write the report there, as a page")
    return top


def find(arguments):
    if not re.fullmatch(r"[A-Za-z0-9_]+", arguments.vendor):
        raise Refused(f"--vendor is '{arguments.vendor}', expected letters, digits and _ only")
    found = (operator for path in arguments.path for operator in folders.find_operators(path))
    operators = list(dict.fromkeys(found))  # a path may be given twice
    only = [name for name in arguments.only.split(",") if name]
    missing = [name for name in only if name not in {operator.name for operator in operators}]
    if missing or not operators:
        where = " ".join(str(path) for path in arguments.path)
        what = f"no operator {', '.join(missing)}" if missing else "no operator folder (with op_host/*_def.cpp)"
        raise Refused(f"{what} at or below {where}")
    return [operator for operator in operators if not only or operator.name in only]


class Refused(Exception):
    """What the caller has to change, in one line."""


def build_package(arguments, operators, memory):
    unit = operators[0].unit(arguments.soc.split(","))
    toolkit = build.Toolkit(toolkit_home(arguments.toolkit))
    built = build.build(
        operators,
        toolkit=toolkit,
        unit=unit,
        vendor=arguments.vendor,
        work=arguments.work.resolve(),
        memory=memory,
        timeout=arguments.build_timeout,
        jobs=arguments.jobs,
    )
    if not built.ok:
        sys.stderr.write(built.finished.output)
        raise Refused(f"the build failed: {built.first_error()}")
    return toolkit, unit, built


def run_examples(arguments, operators, memory):
    sources = [(op, source) for op in operators for source in op.examples(op.unit(arguments.soc.split(",")), arguments.example)]
    if not sources:
        raise Refused(f"no example test_aclnn_*{arguments.example}.cpp in examples/ of {', '.join(op.name for op in operators)}")
    toolkit, unit, built = build_package(arguments, operators, memory)
    failed = 0
    for operator, source in sources:
        program = arguments.work.resolve() / "run" / operator.name / source.stem
        compiled = example.compile_example(
            source, program, toolkit=toolkit, package=built.package, memory=memory, timeout=arguments.build_timeout
        )
        finished = compiled
        if compiled.ok:
            check = os.environ.get("ACLNN_CPU_CHECK", "0")
            finished = example.run_example(program, unit=unit, check=check, memory=memory, timeout=arguments.run_timeout)
        sys.stdout.write(finished.output)
        if not finished.ok:
            failed += 1
            what = f"{source.name}: {finished.tell_end()}" if compiled.ok else f"{source.name} does not compile"
            print(f"aclnn-op: {what}", file=sys.stderr)
    return 1 if failed else 0


def report_table(arguments, operators, memory):
    parallel = min(arguments.jobs, len(operators))
    settings = report.Settings(
        toolkit=build.Toolkit(toolkit_home(arguments.toolkit)),
        units=arguments.soc.split(","),
        vendor=arguments.vendor,
        work=arguments.work.resolve(),
        memory=memory,
        build_timeout=arguments.build_timeout,
        run_timeout=arguments.run_timeout,
        jobs_each=max(1, arguments.jobs // parallel),
    )
    rows = report.report(operators, settings, parallel=parallel)
    sys.stdout.write(report.as_text(rows))
    if arguments.json:
        arguments.json.write_text(json.dumps(report.as_data(rows), indent=1) + "\n")
    if arguments.html:
        arguments.html.write_text(page.as_html(rows, f"Operators of {', '.join(str(path) for path in arguments.path)}"))
    return 0


def end_on_interrupt(memory):
    """Nothing that was started outlives the command."""

    def end(number, _):
        memory.kill_all()
        os._exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)


def main(words):
    arguments = parser().parse_args(words)
    memory = process.MemoryLimit(arguments.memory)
    end_on_interrupt(memory)
    try:
        operators = find(arguments)
        if arguments.command == "report":
            return report_table(arguments, operators, memory)
        if arguments.command == "run":
            return run_examples(arguments, operators, memory)
        print(build_package(arguments, operators, memory)[2].package)
        return 0
    except Refused as refusal:
        print(f"aclnn-op: {refusal}", file=sys.stderr)
        return 1
