// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/expects.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace schedmc {

namespace {
char crash_context[401] = "";
}

void set_crash_context(const char* line) noexcept {
    std::strncpy(crash_context, line, sizeof crash_context - 1);
}

void contract_broken(const char* statement, const char* file, int line) noexcept {
    std::fprintf(stderr, "schedmc: a fault of ours: this should hold: %s (%s:%d)\n", statement, file, line);
    if (crash_context[0] != '\0') {
        std::fprintf(stderr, "  while: %s\n", crash_context);
    }
    std::abort();
}

}  // namespace schedmc
