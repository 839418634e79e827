// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef MAKE_IT_COMPILE
int broken = no_such_name;
#endif
