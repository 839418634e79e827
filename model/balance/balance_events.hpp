// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <vector>

#include "model/event.hpp"

/// The events of load balance.
namespace schedmc::balance {

/// Adds a pass with all that the environment may say of it: failures, what ran lately, averages.
template <class D>
void add_pass(const Model<D>& model, Event pass, std::vector<Event>& list) {
    const Scenario& scenario = model.scenario;
    const std::size_t contrary_sets = scenario.loads == Loads::any ? model.masks.size() : 0;
    for (std::uint32_t contrary = 0; contrary <= contrary_sets; ++contrary) {
        for (const bool exhausted : {false, true}) {
            for (const bool hot : {false, true}) {
                if ((exhausted && scenario.failures == Failures::counted) ||
                    (hot && !scenario.events.cache_hot) || (hot && exhausted)) {
                    continue;
                }
                pass.value = contrary;
                pass.exhausted = exhausted;
                pass.hot = hot;
                list.push_back(pass);
            }
        }
    }
}

/// Adds the passes of each CPU over any set of its domains. A tick that has nothing due matters to those without one.
template <class D>
void add_passes(const Model<D>& model, EventKind kind, std::vector<Event>& list) {
    model.topology.machine.online.for_each([&](std::size_t cpu) {
        const std::size_t levels = model.topology.domains.of_cpu[cpu].size();
        for (std::uint32_t due = 0; levels != 0 && due < 1U << levels; ++due) {
            const Event pass{.kind = kind, .where = static_cast<std::uint16_t>(cpu), .levels = due};
            const bool looks_nowhere = due == 0;
            if (looks_nowhere && (kind == EventKind::newidle || model.scenario.nohz)) {
                list.push_back(pass);
            } else if (!looks_nowhere) {
                add_pass(model, pass, list);
            }
        }
    });
}

/// Adds the sections of passes, for each CPU with domains and each place among those under way.
template <class D>
void add_sections(const Model<D>& model, std::vector<Event>& list) {
    for (std::uint16_t slot = 0; slot < model.scenario.passes; ++slot) {
        model.topology.machine.online.for_each([&](std::size_t cpu) {
            const std::size_t levels = model.topology.domains.of_cpu[cpu].size();
            if (levels == 0) {
                return;
            }
            Event event{.where = static_cast<std::uint16_t>(cpu), .next = slot};
            for (const EventKind kind : {EventKind::begin_balance, EventKind::begin_newidle,
                                         EventKind::push_attach, EventKind::end_pass}) {
                event.kind = kind;
                list.push_back(event);
            }
            for (const EventKind kind : {EventKind::look, EventKind::look_again, EventKind::detach,
                                         EventKind::attach, EventKind::settle}) {
                event.kind = kind;
                for (std::size_t level = 0; level < levels; ++level) {
                    event.levels = 1U << level;
                    kind == EventKind::attach ? list.push_back(event) : add_pass(model, event, list);
                }
            }
        });
    }
}

/// Adds the events of load balance.
template <class D>
void add_events(const Model<D>& model, std::vector<Event>& list) {
    const CpuMask& online = model.topology.machine.online;
    if (model.scenario.races) {
        add_sections(model, list);
    } else {
        add_passes(model, EventKind::balance, list);
        add_passes(model, EventKind::newidle, list);
    }
    online.for_each([&](std::size_t src) {
        online.for_each([&](std::size_t target) {
            if (src != target) {
                list.push_back({.kind = EventKind::active_balance,
                                .where = static_cast<std::uint16_t>(src),
                                .next = static_cast<std::uint16_t>(target)});
            }
        });
    });
    if (model.scenario.nohz) {
        online.for_each([&](std::size_t cpu) {
            list.push_back({.kind = EventKind::stop_tick, .where = static_cast<std::uint16_t>(cpu)});
        });
        add_passes(model, EventKind::sweep, list);
    }
}

}  // namespace schedmc::balance
