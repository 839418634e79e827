// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the model decides every wakeup, fork and exec, and finds in load balance, what the kernel's own functions do.
// Method: functions taken from Debian's kernel sources and compiled unchanged answer the same questions as the model,
// in every state of small machines and in states drawn at random on larger ones.
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

#include "model/input_error.hpp"
#include "solver/verdict.hpp"
#include "tests/kernel/comparison.hpp"
#include "tests/kernel/programme.hpp"

namespace {

using namespace schedmc;
using namespace schedmc::kernel;

constexpr const char* usage =
    "usage: test_kernel [--revision NAME] [--fast] [--wakeups | --forks | --balance] [--defect NAME]\n\n"
    "Compares the model with compiled kernel functions: a line a function, 0 where there is no difference, "
    "else 1.\n"
    "  --revision NAME   v6.1-stable or v6.12-stable alone\n"
    "  --fast            fewer machines, a second or so\n"
    "  --wakeups         wakeups alone\n"
    "  --forks           forks and execs alone\n"
    "  --balance         load balance alone\n"
    "  --defect NAME     with that defect planted in the model; ends at the first difference\n";

struct Options {
    std::vector<const Version*> versions;
    Extent extent = Extent::full;
    Subject subject = Subject::all;
    Defect defect = Defect::none;
};

Options read_options(const std::vector<std::string>& arguments) {
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& option = arguments[i];
        if (option == "--fast") {
            options.extent = Extent::fast;
        } else if (option == "--wakeups" || option == "--forks" || option == "--balance") {
            options.subject = option == "--forks"     ? Subject::forks
                              : option == "--balance" ? Subject::balance
                                                      : Subject::wakeups;
        } else if (i + 1 < arguments.size() && option == "--revision") {
            options.versions.push_back(&version_of(arguments[++i], option));
        } else if (i + 1 < arguments.size() && option == "--defect") {
            options.defect = parse_defect(arguments[++i], option);
        } else {
            throw InputError(option, "no such option, or its value is missing", "see --help");
        }
    }
    if (options.versions.empty()) {
        for (const Version& version : versions()) {
            options.versions.push_back(&version);
        }
    }
    return options;
}

int run(const Options& options) {
    bool differs = false;
    fmt::print("seed {}\n", comparison_seed);
    const std::size_t wanted = options.defect == Defect::none ? 3 : 1;
    for (const Version* version : options.versions) {
        for (const Result& result :
             compare(*version, options.subject, options.defect, options.extent, wanted)) {
            for (const std::string& difference : result.differences) {
                fmt::print("{}\n", difference);
            }
            const bool is_over = result.differences.size() >= wanted;
            for (const auto& [function, tally] : result.tallies) {
                fmt::print("{:<32} {:<40} {:>11} states  {} differences\n", function,
                           fmt::format("{} ({})", result.policy, version->functions->version),
                           grouped(tally.states), tally.differences);
                if (tally.states == 0 && !is_over) {
                    fmt::print("NEVER ASKED  {}()\n", function);
                }
                differs = differs || tally.differences != 0 || (tally.states == 0 && !is_over);
            }
            std::fflush(stdout);
            if (differs && options.defect != Defect::none) {
                return 1;
            }
        }
    }
    return differs ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments == std::vector<std::string>{"--help"}) {
        fmt::print("{}", usage);
        return 0;
    }
    try {
        return run(read_options(arguments));
    } catch (const InputError& error) {
        fmt::print(stderr, "test_kernel: {}\n", error.what());
        return 64;
    }
}
