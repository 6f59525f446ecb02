#!/usr/bin/env python3
"""Whether the probe can tell a name that is there from one that is not, and whether the page says so.

Rerun: python3 tools/surface/surface_test.py [--compiler CXX]
"""

import pathlib
import shlex
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import catalogue  # noqa: E402
import page  # noqa: E402
import probe  # noqa: E402
import surface  # noqa: E402

COMPILER = ["g++"]

HEADER = """
#define A_MACRO 1
#define A_CALL(x) ((x) + 1)
namespace lib {
class Forward;
enum class Color { kRed };
enum Plain { kPlain };
constexpr int kLimit = 8;
inline void Function() {}
template <typename T> T Generic(T value) { return value; }
template <typename T, int N> class Holder {
 public:
    int field = N;
    T Get() const { return {}; }
    template <typename U> U Get(int) const { return {}; }
    Holder operator[](int) const { return *this; }
    T operator()(int) const { return {}; }
 private:
    void Get(T*);
};
}
extern "C" int c_function(void);
typedef struct Opaque Opaque;
"""

LIST = """== unit | Everything
-- header
lib/lib.h:9 lib/absent.h:3
-- macro
A_MACRO A_CALL ABSENT_MACRO
-- name
A_MACRO c_function Opaque absent_function
-- name lib::
Function Generic Holder Color kPlain kLimit Forward AbsentFunction AbsentTemplate
-- name absent::
Function
-- value lib::Color::
kRed kAbsent
-- value
lib::kLimit A_MACRO absentValue
-- member lib::Holder<float, 2>
field Get operator[] operator() absentMember operator->
-- member lib::Absent<float>
field Get
-- member lib::Forward
field
"""

ABSENT = {"lib/absent.h", "ABSENT_MACRO", "absent_function", "AbsentFunction", "AbsentTemplate", "absent::Function", "Color::kAbsent",
          "absentValue", "Holder::absentMember", "Holder::operator->", "Absent::field", "Absent::Get", "Forward::field"}


def make(kind, scope, name):
    return catalogue.Name(kind, scope, name, 0)


class ProbeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.include = pathlib.Path(folder.name)
        (self.include / "lib").mkdir()
        self.write(HEADER)

    def write(self, text):
        (self.include / "lib" / "lib.h").write_text(text, encoding="utf-8")

    def ask(self, text):
        names = [name for area in catalogue.parse(text, "list") for name in area.names]
        return names, probe.ask(names, COMPILER, ["-isystem", str(self.include)], make)

    def test_tells_names_that_are_there_from_those_that_are_not_for_every_kind(self):
        names, missing = self.ask(LIST)
        self.assertEqual({name.kind for name in names}, set(catalogue.KINDS))
        self.assertEqual({name.kind for name in missing}, set(catalogue.KINDS))
        self.assertEqual({name.label().removeprefix("lib::") for name in missing}, ABSENT)

    def test_a_name_that_goes_is_missing(self):
        self.write(HEADER.replace("Generic(", "Renamed("))
        _, missing = self.ask(LIST)
        self.assertIn(make("name", "lib::", "Generic"), missing)

    def test_headers_that_do_not_compile_are_an_error(self):
        self.write(HEADER + "int broken = nothing_of_this_name;\n")
        with self.assertRaisesRegex(probe.CannotAsk, "nothing_of_this_name"):
            self.ask(LIST)

    def test_a_type_that_nothing_may_derive_from_is_an_error(self):
        self.write("namespace lib { struct Closed final { int field; }; }")
        with self.assertRaisesRegex(probe.CannotAsk, "answers no question"):
            self.ask("== unit | U\n-- header\nlib/lib.h\n-- member lib::Closed\nfield\n")

    def test_a_compiler_that_answers_nothing_is_an_error(self):
        names = [make("name", "lib::", "Function")]
        with self.assertRaisesRegex(probe.CannotAsk, "wrong answers about .*" + probe.MADE_UP):
            probe.ask(names, ["true"], [], make)

    def test_made_up_names_are_missing_in_the_real_headers_and_known_ones_there(self):
        areas = catalogue.load(surface.DATA)
        for unit, known in (("kernel", ("AscendC::", "Add")), ("op_api", ("", "aclInit")), ("op_host", ("ops::", "OpDef"))):
            made_up = make("name", known[0], "MadeUpName")
            headers = [name for area in areas if area.unit == unit for name in area.names if name.kind == "header"]
            text = catalogue.Area(unit, "U", (*headers, make("name", *known), made_up))
            missing = surface.missing_names([text], COMPILER, surface.ROOT / "include")[unit]
            self.assertEqual([name for name in missing if name.kind != "header"], [made_up])

    def test_selections_of_template_keys_are_there_as_the_builder_sees_them(self):
        names = (make("header", "", "ascendc/host_api/tiling/template_argument.h"), make("macro", "", "ASCENDC_TPL_ARGS_SEL"))
        self.assertEqual(surface.missing_names([catalogue.Area("op_host", "U", names)], COMPILER, surface.ROOT / "include")["op_host"], set())


class CatalogueTest(unittest.TestCase):
    def test_reads_kind_scope_and_uses(self):
        (area,) = catalogue.parse("# c\n== kernel | Some title\n-- member A::B<float>\nGet:12 operator[]\n", "list")
        self.assertEqual((area.unit, area.title), ("kernel", "Some title"))
        self.assertEqual([(n.kind, n.scope, n.name, n.uses) for n in area.names],
                         [("member", "A::B<float>", "Get", 12), ("member", "A::B<float>", "operator[]", 0)])
        self.assertEqual([n.label() for n in area.names], ["B::Get", "B::operator[]"])

    def test_refuses_what_it_cannot_read(self):
        for text, says in (("== kernel\n", "list:1: expected"), ("== a | b\n-- kinds X\n", "list:2: kind 'kinds'"),
                           ("== a | b\nName\n", "list:2: names without"), ("== a | b\n-- name\nName:\n", "list:3: 'Name:'")):
            with self.assertRaisesRegex(catalogue.BadList, says):
                catalogue.parse(text, "list")

    def test_refuses_a_name_listed_twice(self):
        areas = catalogue.parse("== a | One\n-- name\nX\n== a | Two\n-- name\nX:3\n", "list")
        with self.assertRaisesRegex(catalogue.BadList, "X stands in 'One' and in 'Two'"):
            catalogue.check_unique(areas)

    def test_names_only_units_that_are_asked(self):
        units = {area.unit for area in catalogue.load(surface.DATA)}
        self.assertEqual(units, {*page.UNITS, catalogue.OUTSIDE})


class PageTest(unittest.TestCase):
    AREAS = catalogue.parse("== kernel | Tea\n-- name AscendC::\nPot:6 Cup:3 Leaf Milk:1\n== outside | Wine\n-- name\nGlass:2\n", "list")

    def render(self, *absent):
        missing = {unit: set() for unit in page.UNITS}
        missing["kernel"] = {name for name in self.AREAS[0].names if name.name in absent}
        return page.render(self.AREAS, missing)

    def test_says_what_is_there_and_what_is_not_by_use(self):
        text = self.render("Cup", "Leaf")
        self.assertIn("**Tea.** There: `Pot`\N{NO-BREAK SPACE}6, `Milk`\N{NO-BREAK SPACE}1.\n", text)
        self.assertIn("**Tea. Not there:** `Cup`\N{NO-BREAK SPACE}3, `Leaf`.\n", text)
        self.assertIn("| Tea | 2 of 4 | 50 % | 2 of 3 | 70 % |", text)
        self.assertIn("| **All** | 2 of 4 | 50 % | 2 of 3 | 70 % |", text)
        self.assertIn("Most used names that are not there, of 1: `Cup`\N{NO-BREAK SPACE}3.", text)

    def test_says_100_percent_only_of_everything(self):
        self.assertIn("| Tea | 3 of 4 | 75 % | 2 of 3 | 90 % |", self.render("Milk"))
        self.assertIn("| Tea | 4 of 4 | 100 % | 3 of 3 | 100 % |", self.render())
        self.assertIn("None of the names that the operators use is missing.", self.render("Leaf"))

    def test_what_is_outside_counts_nowhere(self):
        text = self.render()
        self.assertIn("**Wine:** `Glass`\N{NO-BREAK SPACE}2.", text)
        self.assertNotIn("| Wine", text)

    def test_a_page_that_says_something_else_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "surface.md"
            self.assertIn("+| Tea | 4 of 4", surface.difference(self.render(), path))
            path.write_text("old\n" * 100, encoding="utf-8")
            self.assertRegex(surface.difference(self.render(), path), r"\n\.\.\. and \d+ more lines$")
            path.write_text(self.render("Cup"), encoding="utf-8")
            self.assertIn("-**Tea. Not there:** `Cup`", surface.difference(self.render(), path))
            path.write_text(self.render(), encoding="utf-8")
            self.assertEqual(surface.difference(self.render(), path), "")


if __name__ == "__main__":
    if "--compiler" in sys.argv:
        at = sys.argv.index("--compiler")
        COMPILER = shlex.split(sys.argv[at + 1])
        del sys.argv[at:at + 2]
    unittest.main()
