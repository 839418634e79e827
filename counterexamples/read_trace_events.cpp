// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/format.h>

#include <limits>
#include <unordered_map>

#include "counterexamples/check_event.hpp"
#include "counterexamples/event_arguments.hpp"
#include "counterexamples/read_trace_parts.hpp"
#include "counterexamples/words_of_node.hpp"

namespace schedmc {

namespace {

constexpr std::size_t events_most = 1'000'000;

using MaskNumbers = std::unordered_map<std::string, std::uint32_t>;

/// The keys of an event: "kind" and the names of its arguments.
struct KeyCollector {
    std::vector<std::string> keys = {"kind"};
    void task(const char* name, const std::uint16_t&) { keys.emplace_back(name); }
    void task_or_nobody(const char* name, const std::uint16_t&) { keys.emplace_back(name); }
    void cpu(const char* name, const std::uint16_t&) { keys.emplace_back(name); }
    void present_cpu(const char* name, const std::uint16_t&) { keys.emplace_back(name); }
    void cpu_or_nowhere(const char* name, const std::uint16_t&) { keys.emplace_back(name); }
    void llc(const char* name, const std::uint16_t&) { keys.emplace_back(name); }
    void flag(const char* name, const bool&) { keys.emplace_back(name); }
    void pull(const char* name, const Pull&) { keys.emplace_back(name); }
    void number(const char* name, const std::uint32_t&) { keys.emplace_back(name); }
    void reservation(const char* name, const std::uint32_t&) { keys.emplace_back(name); }
    void pass(const char* name, const std::uint16_t&) { keys.emplace_back(name); }
    void levels(const char* name, const std::uint32_t&) { keys.emplace_back(name); }
    void mask(const char* name, const std::uint32_t&) { keys.emplace_back(name); }
    void mask_or_none(const char* name, const std::uint32_t&) { keys.emplace_back(name); }
};

/// Reads the arguments; one that is left out is as its kind has it by default.
class ArgumentReader {
public:
    ArgumentReader(const JsonNode& node, const MaskNumbers& masks) : node_(node), masks_(masks) {}

    void task(const char* name, std::uint16_t& number) { number = node_.at(name).numbered("t", "a task"); }
    void task_or_nobody(const char* name, std::uint16_t& number) {
        if (node_.find(name)) {
            task(name, number);
        }
    }
    void cpu(const char* name, std::uint16_t& number) { number = node_.at(name).numbered("cpu", "a CPU"); }
    void present_cpu(const char* name, std::uint16_t& number) { cpu(name, number); }
    void cpu_or_nowhere(const char* name, std::uint16_t& number) {
        if (node_.find(name)) {
            cpu(name, number);
        }
    }
    void llc(const char* name, std::uint16_t& number) {
        number = node_.at(name).numbered("llc", "an LLC domain");
    }
    void flag(const char* name, bool& value) {
        if (node_.find(name)) {
            value = node_.at(name).flag();
        }
    }
    void pull(const char* name, Pull& value) {
        if (node_.find(name)) {
            value = read_word<Pull>(node_.at(name));
        }
    }
    void number(const char* name, std::uint32_t& value) {
        value =
            static_cast<std::uint32_t>(node_.at(name).number(0, std::numeric_limits<std::uint32_t>::max()));
    }
    void reservation(const char* name, std::uint32_t& value) {
        if (node_.find(name)) {
            value = static_cast<std::uint32_t>(node_.at(name).number(0, cache_hot_timeout_max));
        }
    }
    void mask(const char* name, std::uint32_t& number) {
        number = mask_number(name, "an affinity change does not give the mask", "has no affinity changes");
    }
    void pass(const char* name, std::uint16_t& number) {
        number = static_cast<std::uint16_t>(node_.at(name).number(0, most_passes - 1));
    }
    void levels(const char* name, std::uint32_t& set) {
        const JsonNode list = node_.at(name);
        const std::size_t count = list.size(most_levels);
        for (std::size_t i = 0; i < count; ++i) {
            set |= 1U << list.member(i).number(0, most_levels - 1);
        }
    }
    void mask_or_none(const char* name, std::uint32_t& number) {
        if (node_.find(name)) {
            number = 1 + mask_number(name, "averages do not contradict the queues of", "has steady loads");
        }
    }

private:
    std::uint32_t mask_number(const char* name, const char* refusal, const char* why) const {
        const JsonNode node = node_.at(name);
        const std::string list = cpu_list(node.cpus());
        const auto found = masks_.find(list);
        if (found == masks_.end()) {
            node.fail(fmt::format("{} '{}' here", refusal, list),
                      masks_.empty() ? std::string("the scenario ") + why
                                     : "docs/trace-file.md tells which masks there are");
        }
        return found->second;
    }

    const JsonNode& node_;
    const MaskNumbers& masks_;
};

}  // namespace

std::vector<Event> read_events_part(const JsonNode& node, const Model<Wide>& model) {
    MaskNumbers masks;
    for (std::uint32_t mask = 0; mask < model.masks.size(); ++mask) {
        masks.emplace(cpu_list(model.masks[mask]), mask);
    }
    std::vector<Event> events;
    const std::size_t count = node.size(events_most);
    for (std::size_t i = 0; i < count; ++i) {
        const JsonNode member = node.member(i);
        Event event{.kind = read_word<EventKind>(member.at("kind"))};
        KeyCollector collector;
        visit_arguments(event, collector);
        member.expect_keys(collector.keys);
        visit_arguments(event, ArgumentReader(member, masks));
        check_event(model, event, member.place());
        events.push_back(event);
    }
    return events;
}

}  // namespace schedmc
