#!/usr/bin/env python3
"""Counts the machine instructions of small aclnn calls, per function, and compares them with the reference.

    scripts/call_instructions.py build/release/bin/call_cost_benchmark            # compare; 1 when something grew
    scripts/call_instructions.py build/release/bin/call_cost_benchmark --write    # make this the reference

Counts do not depend on how busy the machine is, but on the compiler, the C library and the instruction set, which
the reference names: this is a command for whoever changes the call path, no test.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

REFERENCE = pathlib.Path(__file__).resolve().parent.parent / "benchmarks" / "call_instructions.txt"
CONTENDERS = ("new", "unseen", "repeat", "move")
FEW, MANY = 2000, 4000  # calls; what start-up costs cancels out
SMALLEST = 10  # instructions per call of a function that is listed by itself
NOISE = 3  # instructions: less is no difference, however small the function


def self_cost(path):
    """Instructions spent in each function itself, from a callgrind profile."""
    names = {}
    cost = collections.Counter()
    function = None
    is_call = False
    for line in open(path, encoding="utf-8"):
        name = re.match(r"(c?fn)=\((\d+)\)(?: (.*))?$", line)
        if name:
            kind, number, text = name.groups()
            if text:
                names[number] = text
            if kind == "fn":
                function = names[number]
        elif line.startswith("calls="):
            is_call = True  # the line that follows has the cost of what was called
        elif re.match(r"[+*\d-]", line):
            fields = line.split()
            if not is_call and len(fields) > 1:
                cost[function] += int(fields[1])
            is_call = False
    return cost


def count(binary, contender, calls):
    with tempfile.TemporaryDirectory() as folder:
        profile = pathlib.Path(folder) / "profile"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", str(binary), contender, str(calls)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"call_instructions: {' '.join(command)} failed:\n{done.stdout}{done.stderr}")
        return self_cost(profile)


def shorten(name):
    """Without parameters, template arguments and our namespaces, so that a reader and a diff find it."""
    name = re.sub(r"'\d+$", "", name)
    name = name.replace("aclnn_cpu::", "").replace("(anonymous namespace)::", "")
    while (shorter := re.sub(r"<[^<>]*>", "", name)) != name:
        name = shorter
    name = re.sub(r"\(.*", "", name)
    name = re.sub(r"^(?:void|bool|std::\w+) ", "", name)
    return re.sub(r"@@?[\w.]+$", "", name).strip() or "?"


def measure(binary, contender):
    few, many = (count(binary, contender, calls) for calls in (FEW, MANY))
    functions = collections.Counter()
    for name in many:
        per_call = (many[name] - few[name]) / (MANY - FEW)
        # Functions of libraries without symbols run while they start, and never as often twice.
        if not name.startswith("0x"):
            functions[shorten(name)] += per_call
    listed = {name: round(each) for name, each in functions.items() if each >= SMALLEST}
    listed["(others)"] = round(sum(each for each in functions.values() if each < SMALLEST))
    return listed


def machine(binary):
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    libc = subprocess.run(["ldd", "--version"], capture_output=True, text=True, check=False).stdout.splitlines()[0]
    comment = subprocess.run(["readelf", "-p", ".comment", str(binary)], capture_output=True, text=True, check=False).stdout
    compiler = re.search(r"(GCC: .*|clang version .*)", comment)
    return f"{compiler.group(1) if compiler else 'unknown compiler'}; {libc}; {cpu.group(1) if cpu else 'unknown CPU'}"


def write(path, binary, measured):
    with open(path, "w", encoding="utf-8") as file:
        file.write("# Machine instructions per call on 8 floats, by scripts/call_instructions.py --write\n")
        file.write(f"# {machine(binary)}\n")
        for contender, functions in measured.items():
            file.write(f"{contender} {sum(functions.values())}\n")
            for name, each in sorted(functions.items(), key=lambda item: (-item[1], item[0])):
                file.write(f"    {each:5} {name}\n")


def read(path):
    reference = {}
    for line in open(path, encoding="utf-8"):
        if line.startswith("    "):
            each, name = line.split(maxsplit=1)
            reference[contender][name.strip()] = int(each)
        elif not line.startswith("#"):
            contender = line.split()[0]
            reference[contender] = {}
    return reference


def compare(contender, old, new, tolerance):
    """Prints what differs; whether the whole grew by more than the tolerance."""
    before, after = sum(old.values()), sum(new.values())
    if before == 0:
        print(f"{contender}: {after} instructions per call, no reference")
        return False
    change = after / before - 1
    grew = change > tolerance
    print(f"{contender}: {before} -> {after} instructions per call ({change:+.1%}){', MORE THAN ALLOWED' if grew else ''}")
    for name in sorted(old.keys() | new.keys(), key=lambda name: old.get(name, 0) - new.get(name, 0)):
        was, now = old.get(name, 0), new.get(name, 0)
        if abs(now - was) > max(NOISE, tolerance * was):
            print(f"    {was:5} -> {now:5} {name}")
    return grew


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=pathlib.Path, help="call_cost_benchmark")
    parser.add_argument("--write", action="store_true", help="make what is counted the reference")
    parser.add_argument("--reference", type=pathlib.Path, default=REFERENCE)
    parser.add_argument("--tolerance", type=float, default=0.05, help="growth that is allowed (default: 0.05)")
    arguments = parser.parse_args()
    measured = {contender: measure(arguments.binary, contender) for contender in CONTENDERS}
    if arguments.write:
        write(arguments.reference, arguments.binary, measured)
        for contender, functions in measured.items():
            print(f"{contender}: {sum(functions.values())} instructions per call")
        return 0
    reference = read(arguments.reference)
    # Each is looked at, also behind one that grew.
    grew = [compare(contender, reference.get(contender, {}), measured[contender], arguments.tolerance)
            for contender in CONTENDERS]
    return 1 if any(grew) else 0


if __name__ == "__main__":
    sys.exit(main())
