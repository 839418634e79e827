// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/man_page.hpp"

#include <fmt/format.h>

#include "cli/version.hpp"

namespace schedmc {

namespace {

/// Text as man(7) reads it: no line begins with a control character, hyphens and backslashes are themselves.
std::string roff(const std::string& text) {
    std::string result;
    for (const char c : text) {
        const bool begins_line = result.empty() || result.back() == '\n';
        if (begins_line && (c == '.' || c == '\'')) {
            result += "\\&";
        }
        result += c == '\\' ? std::string("\\e") : c == '-' ? std::string("\\-") : std::string(1, c);
    }
    return result;
}

std::string option_text(const CLI::Option& option) {
    const std::string& value = option.get_option_text();
    const std::string name = option.get_positional() ? value.empty() ? option.get_name() : value
                                                     : option.get_name(false, true);
    const bool shows_value = !option.get_positional() && !value.empty();
    return fmt::format(".TP\n.B {}{}\n{}\n", roff(name), shows_value ? " \\fI" + roff(value) + "\\fR" : "",
                       roff(option.get_description()));
}

std::string options_text(const CLI::App& command) {
    std::string text;
    for (const CLI::Option* option : command.get_options()) {
        if (!option->get_group().empty()) {
            text += option_text(*option);
        }
    }
    return text;
}

}  // namespace

std::string man_page(const CLI::App& app) {
    std::string text = ".\\\" SPDX-License-Identifier: GPL-2.0-or-later\n";
    text += fmt::format(".TH SCHEDMC 1 \"\" \"schedmc {}\"\n.SH NAME\nschedmc \\- {}\n", version,
                        "check the placement policy of the Linux scheduler");
    text += ".SH SYNOPSIS\n.B schedmc\n.I command\n.RI [ options ]\n";
    text += ".SH DESCRIPTION\n" + roff(app.get_description()) + "\n" + options_text(app);
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        text += fmt::format(".SH {}\n{}.\n{}", roff(command->get_name()), roff(command->get_description()),
                            options_text(*command));
    }
    return text + ".SH EXIT STATUS\n" + roff(app.get_footer()) + "\n";
}

}  // namespace schedmc
