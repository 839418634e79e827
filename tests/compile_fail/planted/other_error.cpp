// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: an error that no compiler reports
#ifndef MAKE_IT_COMPILE
int broken = no_such_name;
#endif
