"""The command line."""

import argparse
import json
import os
import pathlib
import shutil
import sys

from aclnn_op import build, example, files, folders, lock, page, report, streams, table
from aclnn_op.folders import Operator
from aclnn_op.interruption import Interruption, call
from aclnn_op.log import Log
from aclnn_op.memory import MemoryLimit
from aclnn_op.options import default_jobs, jobs_that_fit, parser
from aclnn_op.process import signal_name
from aclnn_op.progress import Progress
from aclnn_op.refused import Refused
from aclnn_op.text import printable
from aclnn_op.toolkit import find_toolkit, require_programs
from aclnn_op.units import NotWrittenFor


def say(text: str) -> None:
    """To the user, in one line."""
    try:
        print(f"aclnn-op: {printable(text)}", file=sys.stderr, flush=True)
    except OSError:
        pass  # the terminal is gone


def find(arguments: argparse.Namespace, interruption: Interruption) -> list[Operator]:
    found = [
        operator
        for path in arguments.path
        for operator in folders.find_operators(path, warn=say, stop=lambda: bool(interruption.number))
    ]
    if not found and not interruption.number:
        where = " ".join(str(path) for path in arguments.path)
        raise Refused(f"no operator folder (with op_host/*_def.cpp) at or below {where}")
    return folders.select(list(dict.fromkeys(found)), arguments.only)  # a path may be given twice


def settings_of(arguments: argparse.Namespace, memory: MemoryLimit, jobs: int) -> build.Settings:
    return build.Settings(
        toolkit=find_toolkit(arguments.toolkit),
        wanted=arguments.soc,
        vendor=arguments.vendor,
        memory=memory,
        build_timeout=arguments.build_timeout,
        run_timeout=arguments.run_timeout,
        jobs=jobs,
    )


def jobs_of(arguments: argparse.Namespace) -> int:
    wanted: int | None = arguments.jobs
    fit = jobs_that_fit(arguments.memory)
    if wanted is None:
        return default_jobs(arguments.memory)
    if wanted > fit:
        say(f"-j {wanted}: {fit} fit in {arguments.memory / 2**30:.1f} GiB (--memory), so many run at the same time")
    return min(wanted, fit)


def build_package(operators: list[Operator], settings: build.Settings, work: pathlib.Path) -> build.Built:
    log = Log(work / "build.log")
    if sys.stderr.isatty():
        say(f"building {', '.join(one.name for one in operators)}")
    built = build.build(operators, settings, work, log)
    if not built.ok:
        sys.stderr.write(built.finished.output)
        say(f"the build failed: {built.first_error()}{kept(log)}")
    return built


def kept(log: Log) -> str:
    return f"; its output: {log.path}" if log.path else ""


def run_examples(arguments: argparse.Namespace, operators: list[Operator], settings: build.Settings, work: pathlib.Path) -> int:
    def sources(units: dict[Operator, str]) -> list[tuple[Operator, pathlib.Path]]:
        return [(one, source) for one in operators for source in one.examples(units[one], arguments.example)]

    def require(units: dict[Operator, str]) -> None:
        if not sources(units):
            names = ", ".join(f"{one.name} for {units[one]}" for one in operators)
            raise Refused(f"no example test_aclnn_*{arguments.example}.cpp in examples/ of {names}")

    if not any((one.path / folder).is_dir() for one in operators for folder in ("examples", "example")):
        require({one: settings.wanted.units[0] for one in operators})
    built = build_package(operators, settings, work)
    if not built.ok:
        return 1
    require(built.units)
    failed = 0
    log = Log(work / "run.log")
    check = os.environ.get("ACLNN_CPU_CHECK", "0")
    for operator, source in sources(built.units):
        program = work / "run" / operator.work_name / source.stem
        compiled = finished = log.add(example.compile_example(source, program, built.package, settings))
        if compiled.ok:
            finished = log.add(example.run_example(program, built.units[operator], check, settings))
        sys.stdout.write(finished.output)
        sys.stdout.flush()
        if not finished.ok:
            failed += 1
            say(
                f"{source.name}: {finished.tell_end()}{kept(log)}"
                if compiled.ok
                else f"{source.name} does not compile{kept(log)}"
            )
    return 1 if failed else 0


def report_table(arguments: argparse.Namespace, operators: list[Operator], memory: MemoryLimit, work: pathlib.Path) -> int:
    for option, path in (("--json", arguments.json), ("--html", arguments.html)):
        if path:
            files.require_writable(option, path)
    if arguments.json and arguments.html and arguments.json.resolve() == arguments.html.resolve():
        raise Refused(f"--json and --html both name {arguments.json}")
    jobs = jobs_of(arguments)
    parallel = max(1, min(jobs, len(operators)))
    settings = settings_of(arguments, memory, max(1, jobs // parallel))
    progress = Progress(len(operators), sys.stderr)
    try:
        rows = report.report(
            folders.labels(operators), settings, work, parallel=parallel, progress=progress, caller=own_command()
        )
    finally:
        progress.closes()
    # Files first: the terminal may be gone.
    failed = 0
    if arguments.json:
        failed += not written("--json", arguments.json, json.dumps(table.as_data(rows), indent=1) + "\n")
    if arguments.html:
        title = f"Operators of {', '.join(str(path) for path in arguments.path)}"
        failed += not written("--html", arguments.html, page.as_html(rows, title))
    sys.stdout.write(table.as_text(rows))
    return 2 if failed else 0


def written(option: str, path: pathlib.Path, text: str) -> bool:
    try:
        files.write(path, text)
    except OSError as error:
        say(f"{option}: {path} cannot be written: {error.strerror}")
        return False
    return True


def own_command() -> list[str]:
    """As the user can call it again."""
    here = pathlib.Path(sys.argv[0]).absolute()
    found = shutil.which(here.name)
    return [here.name] if found and pathlib.Path(found).absolute() == here else [str(here)]


def carry_out(arguments: argparse.Namespace, memory: MemoryLimit, interruption: Interruption) -> int:
    settings_of(arguments, memory, 1)  # refuses before the search what must be refused
    require_programs()
    operators = find(arguments, interruption)
    if interruption.number:
        return 0
    work = arguments.work.absolute()
    with lock.held(work):
        if arguments.command == "report":
            return report_table(arguments, operators, memory, work)
        settings = settings_of(arguments, memory, jobs_of(arguments))
        if arguments.command == "run":
            return run_examples(arguments, operators, settings, work)
        built = build_package(operators, settings, work)
        if built.ok:
            print(built.package)
        return 0 if built.ok else 1


def main(words: list[str]) -> int:
    streams.prepare()
    arguments = parser().parse_args(words)
    memory = MemoryLimit(arguments.memory)
    interruption = Interruption()
    try:
        code = call(lambda: carry_out(arguments, memory, interruption), memory, interruption)
        sys.stdout.flush()
    except (Refused, NotWrittenFor) as refusal:
        say(str(refusal))
        return 2
    except BrokenPipeError:  # as with | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + 13
    except OSError as error:
        say(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
        return 2
    except RuntimeError as error:
        if "start new thread" not in str(error):
            raise
        say("no thread can be started: too many processes (ulimit -u), or no memory")
        return 2
    if interruption.number:
        say(f"ended by {signal_name(interruption.number)}")
        os._exit(code)  # waits for nothing
    return code
