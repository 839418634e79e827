#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes named functions, types and macros out of a kernel source tarball, unchanged, one file a piece.

usage: extract.py SERIES TARBALL OUT

Writes OUT/tree/... (the files that are read, taken from the tarball once and kept) and OUT/pieces/NAME.inc. Ends with
code 1 and one line that names piece, file and what stands there, if a piece is not what pieces.py expects.
"""

import re
import subprocess
import sys
from pathlib import Path

import piece_kinds as kinds
import pieces as table


class Unexpected(Exception):
    """The kernel tree is not the one that pieces.py describes."""


def one_spaced(text):
    """The text with every run of white space made one space."""
    return " ".join(text.split())


def without_comments(text):
    """The text with comments blanked out, lines and columns kept."""
    return re.sub(r"/\*.*?\*/", lambda match: re.sub(r"[^\n]", " ", match.group()), text, flags=re.DOTALL)


def _function_heads(code, name):
    """(start, end) of whatever stands before the body of each definition of `name`."""
    for match in re.finditer(rf"^[^\n;{{}}#]*?\b{re.escape(name)}\(", code, re.MULTILINE):
        brace = re.compile(r"[;{}]").search(code, match.end())
        if brace is None or brace.group() != "{" or match.group().startswith(("\t", " ")):
            continue
        start = match.start()
        while start > 0:
            line = code.rfind("\n", 0, start - 1) + 1
            before = code[line:start].strip()
            if not before or before[-1] in ";{}" or before.startswith("#") or before.endswith(":"):
                break
            start = line
        yield start, brace.start()


def find_function(text, piece):
    """(first line, text) of a function. Errors: Unexpected."""
    code = without_comments(text)
    heads = list(_function_heads(code, piece.name))
    if len(heads) < piece.nth:
        raise Unexpected(f"{piece.name}: {piece.file} defines it {len(heads)} times, not {piece.nth}; "
                         f"expected: {piece.signature}")
    start, brace = heads[piece.nth - 1]
    found = one_spaced(code[start:brace])
    if found != piece.signature:
        raise Unexpected(f"{piece.name}: {piece.file} has: {found}; expected: {piece.signature}")
    end = text.find("\n}\n", brace)
    if end < 0:
        raise Unexpected(f"{piece.name}: {piece.file} does not end it with a brace of its own line")
    end += 3
    body = code[start:end]
    if body.count("{") != body.count("}"):
        raise Unexpected(f"{piece.name}: {piece.file} does not balance its braces up to: "
                         f"{one_spaced(body)[-60:]}")
    return text.count("\n", 0, start) + 1, text[start:end]


def find_type(text, piece):
    """(first line, text) of a struct or an enum. Errors: Unexpected."""
    kind = type(piece).__name__.lower()
    match = re.search(rf"^{kind} {re.escape(piece.name)} \{{(?:[^\n]*|\n.*?^)\}};\n", text, re.MULTILINE | re.DOTALL)
    if match is None:
        raise Unexpected(f"{piece.name}: {piece.file} defines no such {kind}")
    return text.count("\n", 0, match.start()) + 1, match.group()


def find_macros(text, piece):
    """(first line, text) of macros. Errors: Unexpected."""
    found = []
    line = None
    for member in piece.members:
        match = re.search(rf"^#define[ \t]+{re.escape(member)}\b(?:[^\n]*\\\n)*[^\n]*\n", text, re.MULTILINE)
        if match is None:
            raise Unexpected(f"{member}: {piece.file} defines no such macro")
        line = line or text.count("\n", 0, match.start()) + 1
        found.append(match.group())
    return line, "".join(found)


FINDERS = {kinds.Function: find_function, kinds.Struct: find_type, kinds.Enum: find_type,
           kinds.Macros: find_macros}


def find(text, piece):
    """(first line, text) of a piece in the text of its file. Errors: Unexpected."""
    return FINDERS[type(piece)](text, piece)


def version_of(makefile, series):
    """The version that a Makefile names, such as "6.1.192". Errors: Unexpected if it is not of the series."""
    numbers = [re.search(rf"^{name} = (\d+)$", makefile, re.MULTILINE)
               for name in ("VERSION", "PATCHLEVEL", "SUBLEVEL")]
    if not all(numbers):
        raise Unexpected(f"{table.MAKEFILE}: names no version")
    version = ".".join(number.group(1) for number in numbers)
    if not version.startswith(series + "."):
        raise Unexpected(f"{table.MAKEFILE}: the tree is {version}, not of the series {series}")
    return version


def unpack(tarball, files, tree):
    """Streams `files` out of the tarball into `tree`, unless they are there already from this very tarball.

    Errors: Unexpected. Cost: about 15 s a tarball, once.
    """
    stamp = tree / "stamp"
    status = tarball.stat()
    wanted = f"{tarball} {status.st_size} {status.st_mtime_ns}\n" + "\n".join(files) + "\n"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    tree.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)
    root = tarball.name.removesuffix(".tar.xz")
    # --occurrence lets tar stop reading behind the last of them.
    command = ["tar", "--extract", "--xz", "--occurrence", "--strip-components=1", "--no-same-owner",
               f"--file={tarball}", f"--directory={tree}"] + [f"{root}/{file}" for file in files]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    missing = [file for file in files if not (tree / file).exists()]
    if missing or done.returncode != 0:
        raise Unexpected(f"{tarball}: holds no {', '.join(missing) or 'readable archive'}; "
                         f"tar says: {one_spaced(done.stderr)[:200]}")
    stamp.write_text(wanted)


def write_if_changed(path, text):
    """Keeps the time of a file that would stay as it is, so that nothing is compiled anew."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def extract(series, tarball, out):
    """Writes all pieces of a series. Errors: Unexpected."""
    wanted = table.pieces_of(series)
    files = sorted({piece.file for piece in wanted} | set(table.WHOLE) | {table.MAKEFILE})
    tree = out / "tree"
    unpack(tarball, files, tree)
    version = version_of((tree / table.MAKEFILE).read_text(), series)
    texts = {file: (tree / file).read_text() for file in files}
    into = out / "pieces"
    into.mkdir(exist_ok=True)
    written = {"version.inc": f'#define KERNEL_VERSION "{version}"\n'}
    for piece in wanted:
        line, text = find(texts[piece.file], piece)
        written[f"{piece.name}.inc"] = f'#line {line} "linux-{version}/{piece.file}"\n{text}'
    for file in table.WHOLE:
        written[f"{Path(file).stem}.inc"] = texts[file]
    for name, text in written.items():
        write_if_changed(into / name, text)


def main(arguments):
    if len(arguments) != 3 or arguments[0] not in table.SERIES:
        print(__doc__, file=sys.stderr)
        return 64
    try:
        extract(arguments[0], Path(arguments[1]), Path(arguments[2]))
    except (Unexpected, OSError) as trouble:
        print(f"extract.py: {trouble}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
