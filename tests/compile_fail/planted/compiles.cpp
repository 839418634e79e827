// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: not declared
int always_fine();
