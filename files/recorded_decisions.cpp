// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/recorded_decisions.hpp"

#include <fmt/format.h>

#include "model/input_error.hpp"

namespace schedmc {

namespace {

// A decision tests a CPU at most once in each of its four looks.
constexpr std::size_t most_tests = 4 * max_cpus;

// "(select_idle_smt+0x67/0xd0 <- available_idle_cpu) ret=0" -> select_idle_smt
std::string_view caller_in(std::string_view body) {
    if (!body.starts_with('(')) {
        return {};
    }
    return body.substr(1, body.find_first_of("+ )") - 1);
}

std::optional<Look> look_of(std::string_view caller, bool near_tests_stand_alone) {
    if (caller == "wake_affine_idle" || caller == "wake_affine") {
        return Look::affine;
    }
    if (caller == "select_idle_smt") {
        return Look::siblings;
    }
    if (caller == "select_idle_cpu" || caller == "select_idle_core" || caller == "__select_idle_cpu") {
        return Look::scan;
    }
    if (caller == "select_idle_sibling" && near_tests_stand_alone) {
        return Look::near;
    }
    return std::nullopt;
}

}  // namespace

RecordedDecisions::RecordedDecisions(const RecordingHeader& header, const Machine& machine, std::string place)
    : place_(std::move(place)), cpu_count_(machine.cpu_count()), present_(machine.present),
      shows_wake_affine_(header.has_probe("wa") && header.has_probe("wa_r")),
      shows_scan_(header.has_probe("sic")), near_tests_stand_alone_(shows_scan_ && header.has_probe("sis1")),
      open_(cpu_count_) {}

std::optional<std::uint16_t> RecordedDecisions::cpu_field(const FtraceLine& event, const char* key) const {
    const auto value = field_number(event.body, key);
    if (!value.has_value() || *value < 0 || !present_.contains(static_cast<std::size_t>(*value))) {
        return std::nullopt;
    }
    return static_cast<std::uint16_t>(*value);
}

std::optional<RecordedDecision> RecordedDecisions::take(const FtraceLine& event, std::uint64_t line) {
    if (!present_.contains(event.cpu)) {
        throw InputError(
            fmt::format("{}:{}", place_, line),
            fmt::format("cpu{} is not one of the machine's cpus {}", event.cpu, cpu_list(present_)),
            "name the machine that was recorded with --machine");
    }
    Open& open = open_[event.cpu];
    if (event.event == "srq") {
        begin(event, line, open);
    } else if (event.event == "srq_r") {
        return finish(event, open);
    } else if (open.is_open && event.event == "aic") {
        open.is_broken = open.is_broken || open.tested.has_value();
        open.tested = cpu_field(event, "cpu");
        open.is_broken = open.is_broken || !open.tested.has_value();
    } else if (open.is_open && event.event == "aic_r") {
        test_answered(event, open);
    } else if (open.is_open) {
        note(event, open);
    }
    return std::nullopt;
}

void RecordedDecisions::begin(const FtraceLine& event, std::uint64_t line, Open& open) {
    if (open.is_open) {
        give_up(open);
    }
    const auto pid = field_number(event.body, "pid");
    const auto prev = cpu_field(event, "prev");
    const auto flags = field_number(event.body, "wf");
    const auto mask = field_number(event.body, "mask");
    const auto recent = field_number(event.body, "ruc");
    if (!pid || !prev || !flags || !mask || !recent) {
        ++left_out_.without_fields;
        return;
    }
    open = {};
    open.is_open = true;
    RecordedDecision& decision = open.decision;
    decision.line = line;
    decision.pid = static_cast<std::int32_t>(*pid);
    decision.this_cpu = event.cpu;
    decision.in_interrupt = event.in_interrupt() || event.pid == 0;
    decision.prev = *prev;
    // A task that never slept may have a recent CPU that is none of this machine's; it is no candidate then.
    decision.recent = cpu_field(event, "ruc").value_or(*prev);
    decision.wake_flags = static_cast<std::uint32_t>(*flags);
    decision.allowed.set_word(0, static_cast<std::uint64_t>(*mask));
    // A field holds 64 CPUs; on a machine of more, nr_cpus_allowed tells whether there were others.
    const auto count = field_number(event.body, "nca").value_or(static_cast<std::int64_t>(max_cpus));
    decision.allowed_is_whole =
        cpu_count_ <= 64 || static_cast<std::int64_t>(decision.allowed.count()) >= count;
    decision.allowed &= present_;
    if (const auto cookie = field_number(event.body, "cookie")) {
        decision.cookie = static_cast<std::uint64_t>(*cookie);
    }
    decision.shows_wake_affine = shows_wake_affine_;
    if (shows_scan_) {
        decision.scan_called = false;
    }
}

void RecordedDecisions::test_answered(const FtraceLine& event, Open& open) const {
    const auto answer = field_number(event.body, "ret");
    if (!open.tested.has_value() || !answer.has_value()) {
        open.is_broken = true;
        return;
    }
    const std::string_view caller = caller_in(event.body);
    open.decision.asks_cookies = open.decision.asks_cookies || caller == "find_idlest_group" ||
                                 caller == "sched_balance_find_dst_group";
    if (open.decision.tests.size() < most_tests) {
        open.decision.tests.push_back({*open.tested, *answer != 0, look_of(caller, near_tests_stand_alone_)});
    }
    open.tested.reset();
}

void RecordedDecisions::note(const FtraceLine& event, Open& open) const {
    RecordedDecision& decision = open.decision;
    if (event.event == "wa_r") {
        decision.affine_answer = cpu_field(event, "ret");
    } else if (event.event == "wa") {
        if (const auto sync = field_number(event.body, "sync")) {
            decision.affine_sync = *sync != 0;
        }
    } else if (event.event == "sis") {
        decision.target = cpu_field(event, "target");
    } else if (event.event == "sis1") {
        // select_idle_smt() is for an LLC without the hint.
        decision.hint = false;
    } else if (event.event == "sic") {
        decision.scan_called = true;
        if (const auto hint = field_number(event.body, "hic")) {
            decision.hint = *hint != 0;
        }
        const auto budget = field_number(event.body, "nis");
        if (budget.has_value() && *budget >= 0 && *budget <= static_cast<std::int64_t>(max_cpus)) {
            decision.nr_idle_scan = static_cast<std::uint32_t>(*budget);
        }
    }
}

std::optional<RecordedDecision> RecordedDecisions::finish(const FtraceLine& event, Open& open) {
    if (!open.is_open) {
        ++left_out_.begun_before;
        return std::nullopt;
    }
    const auto answer = cpu_field(event, "ret");
    if (open.decision.tests.size() >= most_tests) {
        ++left_out_.too_long;
        open.is_open = false;
        return std::nullopt;
    }
    if (open.is_broken || open.tested.has_value() || !answer.has_value()) {
        give_up(open);
        return std::nullopt;
    }
    open.is_open = false;
    open.decision.answer = *answer;
    return std::move(open.decision);
}

void RecordedDecisions::give_up(Open& open) {
    open.is_open = false;
    ++left_out_.incomplete;
}

void RecordedDecisions::lost(std::size_t cpu) {
    if (cpu < open_.size() && open_[cpu].is_open) {
        give_up(open_[cpu]);
    }
}

void RecordedDecisions::end() {
    for (Open& open : open_) {
        if (open.is_open) {
            give_up(open);
        }
    }
}

}  // namespace schedmc
