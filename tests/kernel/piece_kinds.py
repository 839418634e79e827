# SPDX-License-Identifier: GPL-2.0-or-later
"""What a piece of a kernel tree is: how it is named and found."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Function:
    """A function's definition: the n-th of its name in the file, and its signature with spaces made one."""

    name: str
    file: str
    signature: str
    nth: int = 1


@dataclass(frozen=True)
class Struct:
    """A struct's definition."""

    name: str
    file: str


@dataclass(frozen=True)
class Enum:
    """An enum's definition."""

    name: str
    file: str


@dataclass(frozen=True)
class Macros:
    """The definitions of macros; `name` names the piece, `members` the macros, all of which must be there."""

    name: str
    file: str
    members: tuple
