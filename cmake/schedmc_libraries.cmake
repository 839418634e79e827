# SPDX-License-Identifier: GPL-2.0-or-later
# What we build on; script/packages.txt names the Debian packages that bring it. CLI11 is for the program only
# and GoogleTest for the tests, so they are looked for there.

find_package(Threads REQUIRED)
find_package(fmt REQUIRED CONFIG)
find_package(nlohmann_json REQUIRED CONFIG)
find_package(rapidcheck REQUIRED CONFIG)
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(hwloc REQUIRED IMPORTED_TARGET hwloc)
pkg_check_modules(z3 REQUIRED IMPORTED_TARGET z3)

# toml++ is used as the header it is: Debian's target would switch to its shared library, whose interface follows the
# compiler it was built with.
find_path(SCHEDMC_TOML_INCLUDE toml++/toml.h REQUIRED)
mark_as_advanced(SCHEDMC_TOML_INCLUDE)
