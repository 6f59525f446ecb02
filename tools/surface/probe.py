"""Asks a compiler which names there are: one probe per name, on lines of its own, whose errors name the missing ones."""

import os
import re
import subprocess

ERROR = re.compile(r"^<stdin>:(\d+):(?:\d+:)? (?:fatal )?error: (.*)$")
# A type that nothing may derive from hides its members from this probe.
FINAL = re.compile(r"cannot derive from .final. base|is marked 'final'")
MADE_UP = "aclnn_cpu_made_up_name"


class CannotAsk(Exception):
    pass


class Source:
    """The text of a unit, and which lines belong to which question."""

    def __init__(self):
        self.lines = []
        self.owner = {}

    def add(self, text, question=None):
        for line in text.splitlines():
            self.lines.append(line)
            if question is not None:
                self.owner[len(self.lines)] = question

    def text(self):
        return "\n".join(self.lines) + "\n"


def _include(header):
    return f"#if __has_include(<{header}>)\n#include <{header}>\n#endif"


def _unless_macro(name, text):
    return f"#ifndef {name}\n{text}\n#endif" if name.isidentifier() else text


def _question(number, name, types):
    place = f"namespace aclnn_cpu_probe_{number}"
    if name.kind == "header":
        return f"#if !__has_include(<{name.name}>)\n#error missing\n#endif"
    if name.kind == "macro":
        return f"#ifndef {name.name}\n#error missing\n#endif"
    if name.kind == "value":
        return f"{place} {{ using Probe = decltype({name.scope}{name.name}); }}"
    if name.kind == "member":
        base = types[name.scope]
        return f"{place} {{ struct Probe : {base} {{ using {base}::{name.name}; }}; }}"
    return _unless_macro(name.name, f"{place} {{ using {name.scope or '::'}{name.name}; }}")


def _controls(make):
    """Names of each kind that are there and names that are not: what the probe says of them is known."""
    known = "aclnn_cpu_control::"
    there = [make("header", "", "stddef.h"), make("macro", "", "ACLNN_CPU_CONTROL"), make("name", "", "ACLNN_CPU_CONTROL"),
             make("name", known, "Type"), make("name", known, "function"), make("name", known, "Template"),
             make("value", known, "kValue"), make("value", known + "Enum::", "kOne"), make("member", known + "Type", "overloaded"),
             make("member", known + "Type", "field"), make("member", known + "Template<int>", "generic")]
    missing = [make("header", "", MADE_UP + ".h"), make("macro", "", MADE_UP), make("name", "", MADE_UP),
               make("name", known, MADE_UP), make("value", known, MADE_UP), make("value", known + "Enum::", MADE_UP),
               make("member", known + "Type", MADE_UP), make("member", known + "Template<int>", MADE_UP),
               make("member", known + MADE_UP, "field"), make("name", MADE_UP + "::", "Type")]
    return there, missing


CONTROL = """#define ACLNN_CPU_CONTROL
namespace aclnn_cpu_control {
enum class Enum { kOne };
constexpr int kValue = 1;
struct Type { int field; void overloaded(); private: void overloaded(int); };
template <typename T> struct Template { template <typename U> void generic(); };
void function();
}
"""


def source_of(names):
    """The unit that asks for `names`: the headers among them first."""
    source = Source()
    for name in names:
        if name.kind == "header":
            source.add(_include(name.name))
    source.add(CONTROL)
    scopes = sorted({name.scope for name in names if name.kind == "member"})
    types = {scope: f"AclnnCpuProbed{number}" for number, scope in enumerate(scopes)}
    for scope in scopes:
        source.add(f"using {types[scope]} = {scope};", ("type", scope))
    for number, name in enumerate(names):
        source.add(_question(number, name, types), name)
    return source


def _compile(compiler, flags, text):
    """What the compiler says. Access is not checked: one private overload would hide the public ones of its name."""
    unlimited = "-ferror-limit=0" if "clang" in os.path.basename(compiler[-1]) else "-fmax-errors=0"
    command = [*compiler, "-std=c++17", "-fsyntax-only", "-fno-access-control", "-w", unlimited, *flags, "-x", "c++", "-"]
    environment = {**os.environ, "LC_ALL": "C"}
    done = subprocess.run(command, input=text, capture_output=True, text=True, env=environment, check=False)
    return done.stderr


def _missing(source, output):
    """The questions that the compiler answered with an error. An error anywhere else means that nothing it says can be trusted."""
    missing = set()
    for line in output.splitlines():
        if "error:" not in line:
            continue
        found = ERROR.match(line)
        question = source.owner.get(int(found.group(1))) if found else None
        if question is None or FINAL.search(found.group(2)):
            raise CannotAsk(f"an error that answers no question:\n{line}\n\n{output[:3000]}")
        missing.add(question)
    return missing


def ask(names, compiler, flags, make):
    """The set of those `names` that the compiler does not find.

    compiler  its command, a list; flags  include paths; make  builds a name of (kind, scope, name)
    Raises CannotAsk if headers do not compile, or if the answers about names that are known to be there or not are wrong.
    """
    there, made_up = _controls(make)
    source = source_of([*names, *there, *made_up])
    output = _compile(compiler, flags, source.text())
    answers = _missing(source, output)
    wrong = [name for name in there if name in answers] + [name for name in made_up if name not in answers]
    if wrong:
        raise CannotAsk(f"wrong answers about {', '.join(name.label() for name in wrong)}:\n{output[:3000]}")
    return {name for name in names if name in answers}
