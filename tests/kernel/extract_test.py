#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: GPL-2.0-or-later
"""Goal: a kernel that says something else than expected is noticed at extraction, with the piece and the file named.

Method: small made-up sources, each with one thing that a finder could fall for, and a made-up tarball.
"""

import tarfile
import tempfile
import unittest
from pathlib import Path

import extract
import pieces
from piece_kinds import Enum, Function, Macros, Struct

SOURCE = """\
/* int pick(int cpu) is explained here { */
static int pick(int cpu);

#ifdef CONFIG_A
static inline
int pick(int cpu)
{
\tif (cpu) { /* } */
\t\treturn pick(cpu - 1);
\t}
\treturn 0;
}
#else
static int pick(int cpu)
{
\treturn 1;
}
#endif

static int
spread(int a,
       int b)
{
\treturn pick(a) + b;
}

struct rest {
\tint a;
};

enum wanted {
\tfirst,
};

struct wanted {
\tunion {
\t\tint a;
\t};
\tint b;
};

#define ONE 1
#define SEVERAL(a) \\
\tpick(a); \\
\tspread(a, a)
#define ONE_MORE 2
"""


def function(name, signature, nth=1):
    return Function(name, "a.c", signature, nth)


class Finders(unittest.TestCase):
    def test_function_is_found_with_its_line_and_nothing_else(self):
        line, text = extract.find(SOURCE, function("pick", "static inline int pick(int cpu)"))
        self.assertEqual(line, 5)
        self.assertTrue(text.startswith("static inline\nint pick(int cpu)\n{\n"))
        self.assertTrue(text.endswith("\treturn 0;\n}\n"))
        self.assertEqual(SOURCE.count(text), 1)

    def test_nth_definition(self):
        line, text = extract.find(SOURCE, function("pick", "static int pick(int cpu)", 2))
        self.assertEqual((line, text), (14, "static int pick(int cpu)\n{\n\treturn 1;\n}\n"))

    def test_signature_over_several_lines(self):
        line, text = extract.find(SOURCE, function("spread", "static int spread(int a, int b)"))
        self.assertEqual(line, 20)
        self.assertTrue(text.startswith("static int\nspread("))

    def complaint(self, piece, source=SOURCE):
        with self.assertRaises(extract.Unexpected) as caught:
            extract.find(source, piece)
        return str(caught.exception)

    def test_missing_function(self):
        self.assertEqual(self.complaint(function("gone", "int gone(void)")),
                         "gone: a.c defines it 0 times, not 1; expected: int gone(void)")
        self.assertEqual(self.complaint(function("pick", "static int pick(int cpu)", 3)),
                         "pick: a.c defines it 2 times, not 3; expected: static int pick(int cpu)")

    def test_other_signature(self):
        self.assertEqual(self.complaint(function("spread", "static int spread(int a)")),
                         "spread: a.c has: static int spread(int a, int b); expected: static int spread(int a)")

    def test_function_without_an_end(self):
        self.assertIn("does not end it", self.complaint(function("f", "int f(void)"), "int f(void)\n{\n"))
        self.assertIn("does not balance its braces",
                      self.complaint(function("f", "int f(void)"), "int f(void)\n{\n\tif (1) {\n}\n"))

    def test_struct(self):
        line, text = extract.find(SOURCE, Struct("wanted", "a.c"))
        self.assertEqual(line, 35)
        self.assertTrue(text.startswith("struct wanted {") and text.endswith("\tint b;\n};\n"))
        self.assertEqual(self.complaint(Struct("gone", "a.c")), "gone: a.c defines no such struct")

    def test_enum_is_no_struct_of_the_same_name(self):
        self.assertEqual(extract.find(SOURCE, Enum("wanted", "a.c")), (31, "enum wanted {\n\tfirst,\n};\n"))
        self.assertEqual(self.complaint(Enum("rest", "a.c")), "rest: a.c defines no such enum")

    def test_enum_of_one_line(self):
        self.assertEqual(extract.find("enum few { one, two };\n" + SOURCE, Enum("few", "a.c")),
                         (1, "enum few { one, two };\n"))

    def test_macros(self):
        line, text = extract.find(SOURCE, Macros("both", "a.c", ("ONE", "SEVERAL")))
        self.assertEqual(line, 42)
        self.assertEqual(text, "#define ONE 1\n#define SEVERAL(a) \\\n\tpick(a); \\\n\tspread(a, a)\n")
        self.assertEqual(self.complaint(Macros("one", "a.c", ("TWO",))), "TWO: a.c defines no such macro")


class Trees(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.work = Path(self.folder.name)

    def tarball(self, files):
        root = self.work / "linux-source-6.1"
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        path = self.work / "linux-source-6.1.tar.xz"
        with tarfile.open(path, "w:xz") as archive:
            archive.add(root, root.name)
        return path

    def test_version(self):
        makefile = "VERSION = 6\nPATCHLEVEL = 1\nSUBLEVEL = 192\n"
        self.assertEqual(extract.version_of(makefile, "6.1"), "6.1.192")
        with self.assertRaisesRegex(extract.Unexpected, "the tree is 6.1.192, not of the series 6.12"):
            extract.version_of(makefile, "6.12")
        with self.assertRaisesRegex(extract.Unexpected, "names no version"):
            extract.version_of("", "6.1")

    def test_files_are_taken_once(self):
        tarball = self.tarball({"Makefile": "one", "kernel/a.c": "two"})
        tree = self.work / "tree"
        extract.unpack(tarball, ["Makefile"], tree)
        self.assertEqual((tree / "Makefile").read_text(), "one")
        self.assertFalse((tree / "kernel").exists())
        (tree / "Makefile").write_text("kept")
        extract.unpack(tarball, ["Makefile"], tree)
        self.assertEqual((tree / "Makefile").read_text(), "kept")
        extract.unpack(tarball, ["Makefile", "kernel/a.c"], tree)
        self.assertEqual((tree / "Makefile").read_text(), "one")
        self.assertEqual((tree / "kernel/a.c").read_text(), "two")

    def test_files_that_are_not_there(self):
        tarball = self.tarball({"Makefile": "one"})
        with self.assertRaisesRegex(extract.Unexpected, "holds no kernel/gone.c"):
            extract.unpack(tarball, ["Makefile", "kernel/gone.c"], self.work / "tree")

    def test_a_tarball_that_is_none(self):
        broken = self.work / "linux-source-6.1.tar.xz"
        broken.write_text("no archive")
        with self.assertRaisesRegex(extract.Unexpected, "holds no "):
            extract.unpack(broken, ["Makefile"], self.work / "tree")

    def test_a_tree_with_another_kernel_ends_with_code_1(self):
        files = {file: "" for file in {piece.file for piece in pieces.pieces_of("6.1")} | set(pieces.WHOLE)}
        files["Makefile"] = "VERSION = 6\nPATCHLEVEL = 1\nSUBLEVEL = 1\n"
        tarball = self.tarball(files)
        self.assertEqual(extract.main(["6.1", str(tarball), str(self.work / "out")]), 1)
        self.assertEqual(list((self.work / "out/pieces").glob("*")), [])

    def test_what_cannot_be_asked_for_ends_with_code_64(self):
        self.assertEqual(extract.main(["6.2", "a", "b"]), 64)
        self.assertEqual(extract.main([]), 64)


class Table(unittest.TestCase):
    def test_every_piece_has_its_own_name(self):
        for series in pieces.SERIES:
            names = [piece.name for piece in pieces.pieces_of(series)]
            self.assertEqual(len(names), len(set(names)), series)


if __name__ == "__main__":
    unittest.main()
