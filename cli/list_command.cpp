// SPDX-License-Identifier: GPL-2.0-or-later
#include <memory>

#include <fmt/core.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/terminal.hpp"
#include "files/presets.hpp"
#include "model/policy/policy.hpp"
#include "properties/catalogue.hpp"

namespace schedmc {

namespace {

using Rows = std::vector<std::vector<std::string>>;

void list_policies() {
    Rows rows;
    for (const Revision& revision : revisions()) {
        const std::string except(revision.except);
        rows.push_back({std::string(revision.name),
                        std::string(revision.source) + (except.empty() ? "" : "; " + except)});
    }
    fmt::print("{}", table(rows));
}

/// "sis-util", "sis-cache=none|rfc|v1|v2".
std::string name_with_values(const FeatureInfo& feature) {
    std::string text(feature.name);
    for (std::size_t i = 0; i < feature.values.size(); ++i) {
        text += (i == 0 ? "=" : "|") + std::string(feature.values[i]);
    }
    return feature.greatest == 0 ? text : text + "=1.." + std::to_string(feature.greatest);
}

/// "off", "on in v5.19, v6.1", "merged in v6.1, v6.4": the revisions in which a feature has another value than -
/// gives.
std::string where_on(const FeatureInfo& feature) {
    std::string text;
    std::size_t last = 0;
    for (const Revision& revision : revisions()) {
        const std::size_t value = feature.value_in(revision.rules);
        if (value == 0) {
            continue;
        }
        const std::string word = value_word(feature, revision.rules);
        text += value != last ? (text.empty() ? "" : "; ") + word + " in " : ", ";
        text += revision.name;
        last = value;
    }
    return text.empty() ? "off" : text;
}

void list_features() {
    Rows rows;
    for (const FeatureInfo& feature : features()) {
        rows.push_back({name_with_values(feature), where_on(feature), std::string(feature.does)});
    }
    fmt::print("{}", table(rows));
}

void list_properties(bool siblings) {
    Rows rows;
    for (const PropertyInfo& info : property_infos()) {
        if ((info.id.substr(0, 6) == "reach:") == siblings) {
            rows.push_back({std::string(info.id), std::string(name_of(info.kind)),
                            std::string(name_of(info.scope)), std::string(info.statement)});
        }
    }
    fmt::print("{}", table(rows));
}

void list_machines() {
    Rows rows;
    for (const Preset& preset : presets()) {
        rows.push_back({preset.name, preset.description});
    }
    fmt::print("{}", table(rows));
}

void list(const std::string& what) {
    if (what == "policies") {
        list_policies();
    } else if (what == "features") {
        list_features();
    } else if (what == "properties") {
        list_properties(false);
    } else if (what == "siblings") {
        list_properties(true);
    } else if (what == "machines") {
        list_machines();
    }
}

}  // namespace

CLI::App* add_list_command(CLI::App& app, int& exit_code) {
    auto what = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("list", "List policies, features, properties or machines");
    command
        ->add_option(
            "what", *what,
            "policies, features, properties, siblings (reach:P, that the situation of property P occurs),\n"
            "machines; without it, all but the siblings")
        ->check(one_of({"policies", "features", "properties", "siblings", "machines"}));
    command->callback([what, &exit_code] {
        if (!what->empty()) {
            list(*what);
        } else {
            for (const char* part : {"policies", "features", "properties", "machines"}) {
                fmt::print("{}:\n", part);
                list(part);
                fmt::print("\n");
            }
        }
        exit_code = exit_as_expected;
    });
    return command;
}

}  // namespace schedmc
