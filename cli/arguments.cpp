// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/arguments.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "files/printable.hpp"
#include "model/input_error.hpp"

namespace schedmc {

CLI::Validator whole_number(std::uint64_t least) {
    return CLI::Validator(
        [least](const std::string& text) {
            const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
            return digits && text.size() <= 18 && std::stoull(text) >= least
                       ? std::string()
                       : fmt::format("'{}' cannot be; write a whole number from {} on", printable(text), least);
        },
        "");
}

CLI::Validator one_of(std::vector<std::string> words) {
    return CLI::Validator(
        [words = std::move(words)](const std::string& text) {
            return std::find(words.begin(), words.end(), text) != words.end()
                       ? std::string()
                       : fmt::format("'{}' cannot be; write one of {}", printable(text), fmt::join(words, ", "));
        },
        "");
}

void refuse_empty_values(CLI::App& app) {
    const CLI::Validator not_empty(
        [](const std::string& text) {
            return std::string(text.empty() ? "the value is empty; give one, or leave the option out" : "");
        },
        "");
    for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        for (CLI::Option* option : command->get_options()) {
            if (option->get_expected_max() > 0) {
                option->check(not_empty);
            }
        }
    }
}

[[noreturn]] void refuse_unknown_argument(const CLI::App& app, const std::vector<std::string>& unknown) {
    std::string command = "schedmc";
    std::vector<std::string> options;
    for (const CLI::App* used : app.get_subcommands()) {
        command += " " + used->get_name();
        for (const CLI::Option* option : used->get_options()) {
            if (!option->get_group().empty()) {
                options.push_back(option->get_name());
            }
        }
    }
    const auto option = std::find_if(unknown.begin(), unknown.end(),
                                     [](const std::string& text) { return text.substr(0, 1) == "-"; });
    const std::string text = option != unknown.end() ? *option : unknown.front();
    const std::string name = text.substr(0, text.find('='));
    throw InputError(printable(text), "is nothing that " + command + " takes",
                     (text == name || option != unknown.end() ? suggestion(name, options) : "") + "; " + command +
                         " --help shows what is allowed");
}

}  // namespace schedmc
