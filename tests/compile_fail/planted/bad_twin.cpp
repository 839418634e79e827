// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: no_such_name
int broken = no_such_name;
