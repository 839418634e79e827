// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/read_suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>

#include "files/decimal.hpp"
#include "files/presets.hpp"
#include "files/printable.hpp"
#include "files/read_machine.hpp"
#include "files/toml_reader.hpp"
#include "model/input_error.hpp"
#include "properties/catalogue.hpp"

namespace schedmc {

namespace {

constexpr std::size_t max_suite_bytes = std::size_t{256} << 10;
constexpr std::size_t max_checks = 1000;
constexpr std::uint64_t max_limit = std::numeric_limits<std::int64_t>::max();

const std::vector<std::string> check_keys{
    "name",     "machine", "numbering",  "offline", "isolate", "capacity",         "distances", "policy",
    "policies", "tasks",   "scenario",   "allowed", "hints",   "affinity-changes", "hotplug",   "forks",
    "balance",  "nohz",
    "races",    "without", "properties", "expect",  "vacuous", "states",           "depth",     "memory"};

/// In the order of Expectation::Answer.
const std::vector<std::string> answer_words{"holds", "violated", "undecided", "anything"};

/// The path of a file that a suite names, which is below the suite's folder and there.
std::string path_below(const std::string& suite_path, const std::string& name, const std::string& place) {
    const std::filesystem::path path(name);
    const bool climbs = std::find(path.begin(), path.end(), "..") != path.end();
    if (name.empty() || path.is_absolute() || climbs) {
        throw InputError(place, fmt::format("'{}' is not a path below the suite's folder", printable(name)),
                         "write a relative path without ..");
    }
    const std::filesystem::path joined = std::filesystem::path(suite_path).parent_path() / path;
    std::error_code error;
    if (!std::filesystem::exists(joined, error)) {
        throw InputError(place, fmt::format("there is no file '{}' in the suite's folder", printable(name)));
    }
    return joined.string();
}

// A suite means the same wherever it is run from, so a file is looked for beside it and nowhere else.
std::string machine_source(const std::string& suite_path, const std::string& source,
                           const std::string& place) {
    std::vector<std::string> names{"this"};
    for (const Preset& preset : presets()) {
        names.push_back(preset.name);
    }
    const bool is_name = std::find(names.begin(), names.end(), source) != names.end();
    if (is_name || source.find(':') != std::string::npos) {
        return source;
    }
    const bool is_word = source.find_first_of("/.") == std::string::npos;
    std::error_code error;
    if (is_word &&
        !std::filesystem::exists(std::filesystem::path(suite_path).parent_path() / source, error)) {
        throw InputError(place, fmt::format("there is no preset and no file '{}'", printable(source)),
                         suggestion(source, names));
    }
    return path_below(suite_path, source, place);
}

MachineOptions machine_options(const TomlTable& table, const std::string& suite_path) {
    MachineOptions options;
    if (const auto name = table.text("numbering")) {
        options.numbering = numbering_named(*name, table.place("numbering"));
    }
    if (const auto distances = table.text("distances")) {
        options.distances = path_below(suite_path, *distances, table.place("distances"));
    }
    for (const TomlText& capacity : table.texts("capacity")) {
        options.capacities.push_back(capacity.text);
    }
    options.offline = table.text("offline");
    options.isolate = table.text("isolate");
    for (const char* key : {"offline", "isolate"}) {
        parse_cpu_list(table.text(key).value_or(""), table.place(key));
    }
    return options;
}

std::vector<Policy> policies(const TomlTable& table) {
    if (table.has("policy") == table.has("policies")) {
        throw InputError(
            table.place("policy"),
            table.has("policy") ? "policy and policies exclude each other" : "the check names no policy",
            R"(write policy = "v6.1" or policies = ["v5.19", "v6.1"])");
    }
    std::vector<Policy> policies;
    const auto add = [&](const Policy& policy, const std::string& place) {
        const bool known = std::any_of(policies.begin(), policies.end(),
                                       [&](const Policy& other) { return other.name == policy.name; });
        if (known) {
            throw InputError(place, policy.name + " is named twice", "name it once");
        }
        policies.push_back(policy);
    };
    if (const auto policy = table.text("policy")) {
        add(parse_policy(*policy, table.place("policy")), table.place("policy"));
    }
    for (const TomlText& text : table.texts("policies")) {
        for (const Policy& policy : parse_policies(text.text, text.place)) {
            add(policy, text.place);
        }
    }
    return policies;
}

ScenarioSpec scenario_spec(const TomlTable& table, const std::string& suite_path) {
    ScenarioSpec spec;
    if (table.has("tasks") == table.has("scenario")) {
        throw InputError(
            table.place("tasks"),
            table.has("tasks") ? "tasks and scenario exclude each other" : "the check names no tasks",
            "write tasks = 3 or scenario = \"file.toml\"");
    }
    if (const auto tasks = table.number("tasks", 1, max_tasks)) {
        spec.tasks = static_cast<std::size_t>(*tasks);
    }
    if (const auto file = table.text("scenario")) {
        spec.file = path_below(suite_path, *file, table.place("scenario"));
    }
    for (const TomlText& allowed : table.texts("allowed")) {
        parse_allowed(allowed.text, allowed.place);
        spec.allowed.push_back(allowed.text);
    }
    spec.hints = table.text("hints");
    if (spec.hints) {
        hint_start_named(*spec.hints, table.place("hints"));
    }
    if (const auto changes = table.number("affinity-changes", 0, max_affinity_changes)) {
        spec.affinity_changes = static_cast<std::uint32_t>(*changes);
    }
    spec.races = table.flag("races").value_or(false);
    spec.balance = table.flag("balance").value_or(false);
    spec.nohz = table.flag("nohz").value_or(false);
    if (const auto events = table.number("hotplug", 0, max_hotplug_events)) {
        spec.hotplug_events = static_cast<std::uint32_t>(*events);
    }
    if (const auto forks = table.number("forks", 0, max_tasks)) {
        spec.forks = static_cast<std::size_t>(*forks);
    }
    for (const TomlText& kind : table.texts("without")) {
        event_kind_named(kind.text, kind.place);
        spec.without.push_back(kind.text);
    }
    return spec;
}

/// The number of "within 3".
std::uint64_t rounds_expected(const std::string& text, const std::string& place) {
    const auto rounds = decimal_in(std::string_view(text).substr(std::string_view("within ").size()), 0, 65535);
    if (!rounds) {
        throw InputError(place, fmt::format("'{}' names no number of rounds", printable(text)),
                         "write \"within 3\"");
    }
    return *rounds;
}

/// What a key expects of every one of the properties.
Expectation expectation(const TomlTable& table, const std::string& key,
                        const std::vector<const PropertyInfo*>& properties) {
    Expectation expected;
    if (table.is_number(key)) {
        expected.maximum = table.number(key, 0, max_limit);
    } else if (table.text(key).value_or("").starts_with("within ")) {
        expected.rounds = rounds_expected(*table.text(key), table.place(key));
    } else {
        expected.answer = static_cast<Expectation::Answer>(*table.choice(key, answer_words));
    }
    for (const PropertyInfo* info : properties) {
        const bool quantity = info->kind == Kind::bounded;
        if (expected.rounds && info->kind != Kind::within) {
            throw InputError(table.place(key), fmt::format("{} is not judged in rounds", info->id),
                             "expect a number of rounds of properties of the kind within alone");
        }
        const bool claims =
            expected.answer == Expectation::Answer::holds || expected.answer == Expectation::Answer::violated;
        if (claims && quantity != expected.maximum.has_value()) {
            throw InputError(table.place(key),
                             fmt::format("{} {}", info->id, quantity ? "is a quantity" : "is not a quantity"),
                             quantity ? "expect its greatest value, in a check of its own, or undecided"
                                      : "expect holds, violated, undecided or anything");
        }
    }
    return expected;
}

std::vector<Expectation> expectations(const TomlTable& table, const CheckSpec& check) {
    if (!table.has("expect")) {
        throw InputError(table.place(), "the check expects nothing", "write expect = \"holds\"");
    }
    if (!table.is_table("expect")) {
        return std::vector<Expectation>(check.policies.size(),
                                        expectation(table, "expect", check.properties));
    }
    std::vector<std::string> names;
    for (const Policy& policy : check.policies) {
        names.push_back(policy.name);
    }
    const TomlTable by_policy = *table.open_table("expect");
    for (const std::string& key : by_policy.keys()) {
        if (by_policy.is_table(key)) {
            throw InputError(by_policy.place(key), fmt::format("'{}' is not a policy", printable(key)),
                             "write names with dots in quotes: { \"v6.1\" = \"holds\" }");
        }
        if (std::find(names.begin(), names.end(), key) == names.end()) {
            throw InputError(by_policy.place(key),
                             fmt::format("'{}' is not a policy of this check", printable(key)),
                             suggestion(key, names));
        }
    }
    std::vector<Expectation> expected;
    for (const std::string& name : names) {
        if (!by_policy.has(name)) {
            throw InputError(by_policy.place(), "nothing is expected of " + name,
                             "expect something of every policy");
        }
        expected.push_back(expectation(by_policy, name, check.properties));
    }
    return expected;
}

CheckSpec check_of(const TomlTable& table, const std::string& suite_path) {
    CheckSpec check;
    check.place = table.place();
    check.name = table.text("name").value_or("");
    const std::optional<std::string> source = table.text("machine");
    if (!source) {
        throw InputError(table.place(), "the check names no machine",
                         "write machine = \"pack:1 l3:1 core:2 pu:2\"");
    }
    check.machine = machine_source(suite_path, *source, table.place("machine"));
    check.machine_options = machine_options(table, suite_path);
    check.policies = policies(table);
    check.scenario = scenario_spec(table, suite_path);
    for (const TomlText& pattern : table.texts("properties")) {
        add_properties(check.properties, pattern.text, pattern.place);
    }
    if (check.properties.empty()) {
        throw InputError(table.place(), "the check names no property",
                         "write properties = [\"wakeup.idle-core-not-ignored\"]");
    }
    check.expected = expectations(table, check);
    check.vacuous_holds = table.flag("vacuous").value_or(false);
    check.states = table.number("states", 1, max_limit).value_or(0);
    check.depth = table.number("depth", 1, max_limit).value_or(0);
    if (const auto memory = table.text("memory")) {
        check.memory_bytes = parse_bytes(*memory, table.place("memory"));
    }
    return check;
}

}  // namespace

Suite read_suite(const std::string& path) {
    const TomlTable root = read_toml(path, max_suite_bytes, {"title", "check"});
    Suite suite;
    suite.path = path;
    suite.title = root.text("title").value_or("");
    for (const TomlTable& table : root.tables("check", check_keys)) {
        if (suite.checks.size() == max_checks) {
            throw InputError(table.place(), fmt::format("more than {} checks", max_checks),
                             "split the suite");
        }
        suite.checks.push_back(check_of(table, path));
    }
    if (suite.checks.empty()) {
        throw InputError(root.place(), "the suite has no check", "write a [[check]] for each");
    }
    return suite;
}

Machine machine_of(const CheckSpec& check) {
    try {
        return read_machine(check.machine, check.machine_options);
    } catch (const InputError& error) {
        if (check.place.empty()) {
            throw;
        }
        throw InputError(check.place, error.what());
    }
}

void add_properties(std::vector<const PropertyInfo*>& properties, const std::string& pattern,
                    const std::string& place) {
    std::vector<const PropertyInfo*> named = match_properties(pattern, place);
    const auto itself = std::find_if(named.begin(), named.end(),
                                     [&](const PropertyInfo* info) { return info->id == pattern; });
    if (itself != named.end()) {
        named = {*itself};
    }
    for (const PropertyInfo* info : named) {
        if (std::find(properties.begin(), properties.end(), info) == properties.end()) {
            properties.push_back(info);
        }
    }
}

namespace {

constexpr std::uint64_t least_memory_bytes = std::uint64_t{1} << 20;

}  // namespace

std::uint64_t parse_bytes(const std::string& text, const std::string& place) {
    constexpr std::uint64_t most = std::uint64_t{1} << 60;
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string unit = text.substr(digits);
    const std::size_t power = std::string("KMG").find(unit) + 1;
    const bool is_size = digits >= 1 && digits <= 19 && (unit.empty() || (unit.size() == 1 && power > 0));
    const std::uint64_t count = is_size ? std::stoull(text.substr(0, digits)) : 0;
    const std::uint64_t factor = unit.empty() || !is_size ? 1 : std::uint64_t{1} << (10 * power);
    if (count == 0 || count > most / factor) {
        throw InputError(place, fmt::format("'{}' is not an amount of memory", printable(text)),
                         "write 512M or 2G");
    }
    if (count * factor < least_memory_bytes) {
        throw InputError(place, fmt::format("'{}' is too little memory for any search", printable(text)),
                         "give at least 1M");
    }
    return count * factor;
}

}  // namespace schedmc
