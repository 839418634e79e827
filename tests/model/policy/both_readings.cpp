// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/model/policy/both_readings.hpp"

#include "model/domain/concrete.hpp"

namespace schedmc::loops {

namespace {

std::string list(const Flags& flags) { return cpu_list(set_of<Wide>(flags).bits()); }

std::string list(const std::vector<int>& numbers) {
    std::string text;
    for (const int number : numbers) {
        text += (text.empty() ? "" : ",") + std::to_string(number);
    }
    return text;
}

}  // namespace

std::string describe(const Machine& machine, const std::string& policy, const LoopRunqueues& rq,
                     const LoopWakeup& wakeup, const LoopDecision& decision) {
    std::string text = "  " + machine.name + ", isolated " + cpu_list(machine.isolated) + ", online " +
                       cpu_list(machine.online) + ", policy " + policy + "\n  idle " + list(rq.idle) +
                       ", SCHED_IDLE " + list(rq.sched_idle) + ", nr_running " + list(rq.nr_running) +
                       ", hot " + list(rq.hot) + ", active " + list(rq.active) + "\n  hints at " +
                       list(rq.has_idle_cores) + ", nr_idle_scan " + list(rq.nr_idle_scan) + ", budget " +
                       list(rq.prop_budget);
    text += "\n  waker on " + std::to_string(wakeup.this_cpu) + (wakeup.in_interrupt ? " in interrupt" : "") +
            (wakeup.sync ? " sync" : "") + (wakeup.on_current_cpu ? " on current cpu" : "") +
            (wakeup.current_is_bound_kthread ? " kthread" : "") + ", pull " +
            std::to_string(static_cast<int>(wakeup.pull)) + "; wakee prev " + std::to_string(wakeup.prev) +
            ", recent " + std::to_string(wakeup.recent) + ", allowed " + list(wakeup.allowed) +
            (wakeup.sched_idle_policy ? ", SCHED_IDLE" : "") + (wakeup.bound_kthread ? ", bound" : "") +
            ", fits " + list(wakeup.fits) + ", misses boost " + list(wakeup.misses_boost) +
            ", cookie matches " + list(wakeup.cookie_matches);
    return text + "\n  the loops put it on " + std::to_string(decision.cpu) + " (answer " +
           std::to_string(decision.answer) + ") by rule " + std::to_string(static_cast<int>(decision.rule)) +
           ", target " + std::to_string(decision.target) + ", recent " + std::to_string(decision.recent) +
           ", scan end " + std::to_string(static_cast<int>(decision.scan.end)) + " examining " +
           list(decision.scan.examined_in_order) + ", hint cleared of " +
           std::to_string(decision.scan.hint_cleared_of) + (decision.by_wake_list ? ", by wake list" : "");
}

}  // namespace schedmc::loops
