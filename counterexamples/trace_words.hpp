// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>
#include <string_view>

#include "model/event.hpp"
#include "model/scenario.hpp"

/// How trace files spell enumerators: one table for the writer, the reader and the texts.
namespace schedmc::trace_words {

/// A value and its word.
template <class T>
struct Word {
    T value;
    std::string_view word;
};

/// The words of an enumeration, in its order.
template <class E>
struct Words;

template <>
struct Words<TaskPhase> {
    static constexpr std::string_view thing = "phase";
    static constexpr std::array table = {Word<TaskPhase>{TaskPhase::asleep, "asleep"},
                                         Word<TaskPhase>{TaskPhase::queued, "queued"},
                                         Word<TaskPhase>{TaskPhase::running, "running"},
                                         Word<TaskPhase>{TaskPhase::unborn, "unborn"},
                                         Word<TaskPhase>{TaskPhase::waking, "waking"},
                                         Word<TaskPhase>{TaskPhase::on_wake_list, "on_wake_list"},
                                         Word<TaskPhase>{TaskPhase::received, "received"},
                                         Word<TaskPhase>{TaskPhase::descheduling, "descheduling"},
                                         Word<TaskPhase>{TaskPhase::delayed, "delayed"},
                                         Word<TaskPhase>{TaskPhase::migrating, "migrating"}};
};

template <>
struct Words<HintStart> {
    static constexpr std::string_view thing = "start of the hints";
    static constexpr std::array table = {Word<HintStart>{HintStart::where_idle_core, "where_idle_core"},
                                         Word<HintStart>{HintStart::fresh, "fresh"}};
};

template <>
struct Words<Loads> {
    static constexpr std::string_view thing = "kind of loads";
    static constexpr std::array table = {Word<Loads>{Loads::steady, "steady"},
                                         Word<Loads>{Loads::any, "any"}};
};

template <>
struct Words<Failures> {
    static constexpr std::string_view thing = "knowledge of failures";
    static constexpr std::array table = {Word<Failures>{Failures::any, "any"},
                                         Word<Failures>{Failures::counted, "counted"}};
};

template <>
struct Words<PassStage> {
    static constexpr std::string_view thing = "stage of a pass";
    static constexpr std::array table = {Word<PassStage>{PassStage::none, "none"},
                                         Word<PassStage>{PassStage::between, "between"},
                                         Word<PassStage>{PassStage::push_attach, "push_attach"},
                                         Word<PassStage>{PassStage::detach, "detach"},
                                         Word<PassStage>{PassStage::attach, "attach"},
                                         Word<PassStage>{PassStage::look_again, "look_again"},
                                         Word<PassStage>{PassStage::settle, "settle"}};
};

template <>
struct Words<IdleKind> {
    static constexpr std::string_view thing = "kind of idleness";
    static constexpr std::array table = {Word<IdleKind>{IdleKind::not_idle, "not_idle"},
                                         Word<IdleKind>{IdleKind::idle, "idle"},
                                         Word<IdleKind>{IdleKind::newly_idle, "newly_idle"}};
};

template <>
struct Words<MigrationType> {
    static constexpr std::string_view thing = "unit of an imbalance";
    static constexpr std::array table = {Word<MigrationType>{MigrationType::load, "load"},
                                         Word<MigrationType>{MigrationType::util, "util"},
                                         Word<MigrationType>{MigrationType::task, "task"},
                                         Word<MigrationType>{MigrationType::misfit, "misfit"}};
};

template <>
struct Words<Pull> {
    static constexpr std::string_view thing = "pull";
    static constexpr std::array table = {Word<Pull>{Pull::to_prev, "to_prev"},
                                         Word<Pull>{Pull::to_waker, "to_waker"},
                                         Word<Pull>{Pull::wide, "wide"}};
};

/// An event's kind has its word from the model.
constexpr Word<EventKind> named(EventKind kind) { return {kind, name_of(kind)}; }

template <>
struct Words<EventKind> {
    static constexpr std::string_view thing = "kind of event";
    static constexpr std::array table = {
        named(EventKind::wake),         named(EventKind::run),           named(EventKind::block),
        named(EventKind::preempt),      named(EventKind::idle_repick),   named(EventKind::tick),
        named(EventKind::set_affinity), named(EventKind::cpu_down),      named(EventKind::cpu_up),
        named(EventKind::fork),         named(EventKind::exit),          named(EventKind::exec),
        named(EventKind::pass_time),

        named(EventKind::wake_delayed), named(EventKind::drop_delayed),  named(EventKind::clear_hint),
        named(EventKind::enqueue),      named(EventKind::wake_on_cpu),   named(EventKind::receive),
        named(EventKind::activate),     named(EventKind::finish_switch), named(EventKind::migrate),
        named(EventKind::cpu_offline),  named(EventKind::balance),       named(EventKind::newidle),
        named(EventKind::active_balance), named(EventKind::stop_tick),   named(EventKind::sweep),
        named(EventKind::begin_balance), named(EventKind::begin_newidle), named(EventKind::push_attach),
        named(EventKind::look),         named(EventKind::look_again),    named(EventKind::detach),
        named(EventKind::attach),       named(EventKind::settle),        named(EventKind::end_pass)};
};

/// The word of a value. Errors: expects that there is one.
template <class E>
std::string_view word_of(E value) {
    for (const Word<E>& entry : Words<E>::table) {
        if (entry.value == value) {
            return entry.word;
        }
    }
    contract_broken("every enumerator has a word", __FILE__, __LINE__);
}

/// The kinds of events that a scenario may switch off; delayed dequeue is told apart, as it is off by default.
inline constexpr std::array event_switches = {
    Word<bool EventKinds::*>{&EventKinds::wake_in_task, "wake_in_task"},
    Word<bool EventKinds::*>{&EventKinds::wake_in_interrupt, "wake_in_interrupt"},
    Word<bool EventKinds::*>{&EventKinds::sync, "sync"},
    Word<bool EventKinds::*>{&EventKinds::current_cpu, "current_cpu"},
    Word<bool EventKinds::*>{&EventKinds::pull, "pull"},
    Word<bool EventKinds::*>{&EventKinds::block, "block"},
    Word<bool EventKinds::*>{&EventKinds::preempt, "preempt"},
    Word<bool EventKinds::*>{&EventKinds::tick, "tick"},
    Word<bool EventKinds::*>{&EventKinds::exit, "exit"},
};

}  // namespace schedmc::trace_words
