#!/usr/bin/env python3
"""Which operators a tree has, and for which chips. Rerun: python3 tools/op/folders_test.py"""

import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # the folder may be one that many share
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from aclnn_op import folders, units  # noqa: E402
from aclnn_op.refused import Refused  # noqa: E402
from testing import write, write_operator  # noqa: E402


class NamedIn(unittest.TestCase):
    def test_gives_what_is_handed_to_AddConfig(self):
        text = 'this->AICore().AddConfig("ascend950", c);\n this->AICore().AddConfig( /* old */ "ascend910b" );'
        self.assertEqual(units.named_in(text), ["ascend950", "ascend910b"])

    def test_reads_no_comments_and_no_strings(self):
        for text in (
            'AddConfig("ascend910b"); // AddConfig("ascend310p")',
            'AddConfig("ascend910b"); // \\\n AddConfig("ascend310p")',
            '/* AddConfig("ascend310p")\n*/ AddConfig("ascend910b");',
            'AddConfig("ascend910b"); /* AddConfig("ascend310p")',
            'auto a = "/*"; AddConfig("ascend910b"); auto b = "*/";',
            'auto a = "AddConfig(\\"ascend310p\\")"; AddConfig("ascend910b");',
            'auto a = R"x(AddConfig("ascend310p") " )" )x"; AddConfig("ascend910b");',
            "char q = '\"'; AddConfig(\"ascend910b\"); char r = '\"';",
            "int n = 1'000'000; AddConfig(\"ascend910b\"); int m = 1'000;",
            "int b = '\\''; AddConfig(\"ascend910b\"); // it's AddConfig(\"ascend310p\")",
        ):
            with self.subTest(text):
                self.assertEqual(units.named_in(text), ["ascend910b"])

    def test_knows_that_it_does_not_know(self):
        for text in ('AddConfig("ascend910b"); for (auto s : all) AddConfig(s, c);', "", "#define ADD(x) AddConfig(#x)"):
            self.assertIsNone(units.named_in(text), text)

    def test_is_quick(self):
        self.assertEqual(units.named_in('AddConfig("ascend910b");' + "'\"/" * 100000 + "\\\"'" * 100000), ["ascend910b"])


class Choose(unittest.TestCase):
    def test_takes_the_first_that_is_wanted_and_named(self):
        wanted = units.Wanted(("ascend910b", "ascend950"), explicit=True)
        self.assertEqual(wanted.choose("x", ["ascend950", "ascend310p"]), "ascend950")
        self.assertEqual(wanted.choose("x", None), "ascend910b")

    def test_falls_back_only_where_no_unit_was_asked_for(self):
        self.assertEqual(units.Wanted().choose("x", ["ascend950"]), "ascend950")
        with self.assertRaisesRegex(units.NotWrittenFor, "^operator x has no a or b; it names: ascend950, c$"):
            units.Wanted(("a", "b"), explicit=True).choose("x", ["ascend950", "c"])


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name).resolve()

    def names(self, **more):
        return [str(one.path.relative_to(self.tree)) for one in folders.find_operators(self.tree, **more)]

    def test_finds_operators_by_path(self):
        for name in ("b/y", "a/x", "experimental/a/x"):
            write_operator(self.tree / name)
        write(self.tree / "a" / "no_definition" / "op_host" / "x_tiling.cpp", "")
        (self.tree / "a" / "folder" / "op_host" / "x_def.cpp").mkdir(parents=True)
        self.assertEqual(self.names(), ["a/x", "b/y", "experimental/a/x"])
        self.assertEqual([one.name for one in folders.find_operators(self.tree / "a" / "x")], ["x"])

    def test_follows_links_and_ends_where_they_go_in_circles(self):
        write_operator(self.tree / "a" / "x")
        (self.tree / "a" / "up").symlink_to(self.tree)
        (self.tree / "self").symlink_to(self.tree / "self")
        (self.tree / "linked").symlink_to(self.tree / "a" / "x")
        self.assertEqual(self.names(), ["a/x"])
        with self.assertRaisesRegex(Refused, "self: "):
            folders.find_operators(self.tree / "self")

    def test_finds_what_only_a_link_leads_to(self):
        write_operator(self.tree / "elsewhere" / "x")
        (self.tree / "chosen").mkdir()
        (self.tree / "chosen" / "x").symlink_to(self.tree / "elsewhere" / "x")
        found = folders.find_operators(self.tree / "chosen")
        self.assertEqual([one.path for one in found], [self.tree / "elsewhere" / "x"])

    def test_names_operators_of_one_name_by_the_folders_above(self):
        for name in ("a/x", "experimental/a/x", "b/x", "b/y"):
            write_operator(self.tree / name)
        labels = folders.labels(folders.find_operators(self.tree)).values()
        self.assertEqual(list(labels), [f"{self.tree.name}/a/x", "b/x", "y", "experimental/a/x"])

    def test_selects_by_name_or_end_of_path(self):
        for name in ("a/softmax", "experimental/a/softmax", "a/scale"):
            write_operator(self.tree / name)
        found = folders.find_operators(self.tree)
        self.assertEqual(len(folders.select(found, ["softmax"])), 2)
        self.assertEqual([str(one.path) for one in folders.select(found, ["experimental/a/softmax"])], [str(found[2].path)])
        self.assertEqual(folders.select(found, []), found)
        for name, expected in (
            ("sofmax", "--only: no operator sofmax; near it: softmax"),
            ("b/softmax", "--only: no operator b/softmax; near it: softmax"),
            ("qqq", "--only: no operator qqq; there are 2, such as scale, softmax"),
        ):
            with self.assertRaises(Refused) as refused:
                folders.select(found, ["scale", name])
            self.assertEqual(str(refused.exception), expected)

    def test_finds_the_examples_of_a_generation(self):
        write_operator(self.tree / "x", "true")
        write(self.tree / "x" / "examples" / "arch35" / "test_aclnn_y.cpp", "")
        (self.tree / "x" / "examples" / "test_aclnn_folder.cpp").mkdir()
        (operator,) = folders.find_operators(self.tree)
        self.assertEqual([path.name for path in operator.examples("ascend950")], ["test_aclnn_x.cpp", "test_aclnn_y.cpp"])
        self.assertEqual([path.name for path in operator.examples("ascend910b")], ["test_aclnn_x.cpp"])
        self.assertEqual([path.name for path in operator.examples("ascend950", "y")], ["test_aclnn_y.cpp"])
        self.assertEqual(operator.examples("ascend950", "[x]"), [])


if __name__ == "__main__":
    unittest.main()
