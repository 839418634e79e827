// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/recorded_placements.hpp"

#include <charconv>

#include <fmt/format.h>

#include "model/input_error.hpp"

namespace schedmc {

namespace {

constexpr std::size_t most_waking = 65536;

// What an event of a wakeup says of the wakee, in either form.
struct Wakee {
    std::int32_t pid;
    std::optional<std::int64_t> prio;
    std::int64_t cpu;
};

template <class Number>
std::optional<Number> number_before(std::string_view text, char end) {
    Number value{};
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool ended = rest == text.data() + text.size() ? end == '\0' || end == ' ' : *rest == end || *rest == ' ';
    return error == std::errc() && ended ? std::optional(value) : std::nullopt;
}

// "comm=kworker/3:2 pid=66 prio=120 target_cpu=003"
std::optional<Wakee> by_fields(std::string_view body) {
    const auto pid = field_number(body, "pid");
    const auto cpu = field_number(body, "target_cpu");
    if (!pid || !cpu) {
        return std::nullopt;
    }
    return Wakee{static_cast<std::int32_t>(*pid), field_number(body, "prio"), *cpu};
}

// "kworker/3:2:66 [120] CPU:003", as `trace-cmd report` writes it
std::optional<Wakee> by_columns(std::string_view body) {
    const std::size_t cpu_at = body.rfind(" CPU:");
    const std::size_t prio_at = body.rfind(" [", cpu_at);
    if (cpu_at == std::string_view::npos || prio_at == std::string_view::npos) {
        return std::nullopt;
    }
    const std::size_t pid_at = body.substr(0, prio_at).rfind(':');
    if (pid_at == std::string_view::npos) {
        return std::nullopt;
    }
    const auto pid = number_before<std::int32_t>(body.substr(pid_at + 1), ' ');
    const auto prio = number_before<std::int64_t>(body.substr(prio_at + 2), ']');
    const auto cpu = number_before<std::int64_t>(body.substr(cpu_at + 5), '\0');
    if (!pid || !cpu) {
        return std::nullopt;
    }
    return Wakee{*pid, prio, *cpu};
}

}  // namespace

std::optional<RecordedPlacement> RecordedPlacements::take(const FtraceLine& event, std::uint64_t line) {
    const bool wakes = event.event == "sched_wakeup";
    const bool is_new = event.event == "sched_wakeup_new";
    if (!wakes && !is_new && event.event != "sched_waking") {
        return std::nullopt;
    }
    auto wakee = by_fields(event.body);
    wakee = wakee.has_value() ? wakee : by_columns(event.body);
    if (!wakee.has_value()) {
        return std::nullopt;
    }
    if (wakee->cpu < 0 || !present_.contains(static_cast<std::size_t>(wakee->cpu))) {
        throw InputError(fmt::format("{}:{}", place_, line),
                         fmt::format("cpu{} is not one of the machine's cpus {}", wakee->cpu, cpu_list(present_)),
                         "name the machine that was recorded with --machine");
    }
    const auto cpu = static_cast<std::uint16_t>(wakee->cpu);
    if (!wakes && !is_new) {
        if (waking_.size() >= most_waking) {
            waking_.clear();
        }
        waking_[wakee->pid] = {event.cpu, cpu};
        return std::nullopt;
    }
    RecordedPlacement placement{.line = line, .pid = wakee->pid, .is_new = is_new, .prio = wakee->prio, .cpu = cpu};
    const auto origin = waking_.find(wakee->pid);
    if (origin != waking_.end()) {
        placement.waker = origin->second.waker;
        placement.prev = origin->second.prev;
        waking_.erase(origin);
    }
    return placement;
}

}  // namespace schedmc
