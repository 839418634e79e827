// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace schedmc {

/// The CPUs on which the task of a wakeup, a fork or an exec may run now.
/// Source: kernel/sched/core.c, is_cpu_allowed(), v5.19 .. v7.1.
template <class View, class Question>
auto usable_cpus(const View& view, const Question& question) {
    return question.allowed & select(question.bound_kthread, view.online, view.active);
}

}  // namespace schedmc
