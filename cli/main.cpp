// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/commands.hpp"

int main(int argc, char** argv) {
    return schedmc::run_schedmc(std::vector<std::string>(argv + 1, argv + argc));
}
