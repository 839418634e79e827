// SPDX-License-Identifier: GPL-2.0-or-later
// One version's functions behind the table of kernel_functions.h. Compiled once a version, with KERNEL_SERIES (601,
// 612), KERNEL_TABLE (the name of the table) and the pieces of that version in the include path.
#include "tests/kernel/shim/placement.h"

#include <pieces/version.inc>

#if KERNEL_SERIES >= 612
#define SHARES_LLC SD_SHARE_LLC
#else
#define SHARES_LLC SD_SHARE_PKG_RESOURCES
#endif

#include "tests/kernel/shim/set_machine.h"

static uint64_t hinted_cpus;
static struct task_struct some_task;
static struct task_struct wakee;

static void set_features(struct kernel_features features) {
    feature_SIS_UTIL = features.sis_util;
#if KERNEL_SERIES < 612
    feature_SIS_PROP = features.sis_prop;
#endif
}

static void set_hints(uint64_t hinted) {
    for (int cpu = 0; cpu < (int)cpus; ++cpu) {
        set_idle_cores(cpu, in_set(hinted, cpu));
    }
}

static uint64_t read_hints(void) {
    uint64_t hinted = 0;
    for (int cpu = 0; cpu < (int)cpus; ++cpu) {
        hinted |= test_idle_cores(cpu) ? 1UL << cpu : 0;
    }
    return hinted;
}

// What the functions must not tell apart depends on the CPU's number. An empty CPU that is not idle has a wakeup
// pending if even and has not switched yet if odd; every third CPU with a task still runs its idle task. A SCHED_IDLE
// task beside another does not make a queue SCHED_IDLE.
static void set_runqueues(const struct kernel_runqueues* state) {
    active_cpus = state->active;
    online_cpus = state->online;
    hinted_cpus = state->hinted;
    for (int cpu = 0; cpu < (int)cpus; ++cpu) {
        struct rq* rq = &runqueues[cpu];
        const bool empty = in_set(state->empty, cpu);
        const bool switching = empty && !in_set(state->idle, cpu);
        rq->nr_running = empty ? 0 : in_set(state->single, cpu) ? 1 : 2;
        rq->ttwu_pending = switching && cpu % 2 == 0;
        const bool runs_idle_task = empty ? !switching || rq->ttwu_pending : cpu % 3 == 0;
        rq->curr = runs_idle_task ? rq->idle : &some_task;
        rq->cfs.idle_h_nr_running = in_set(state->sched_idle, cpu) ? rq->nr_running : rq->nr_running / 2;
        rq->cfs.h_nr_queued = rq->cfs.h_nr_runnable = rq->nr_running;
        prop_budgets[cpu] = state->prop_budget[cpu];
        if (sd_llc_shared[cpu] != NULL) {
            sd_llc_shared[cpu]->nr_idle_scan = state->nr_idle_scan[cpu];
        }
    }
    set_hints(hinted_cpus);
}

// Every CPU stands for its core. The key is thrown only where it matters, for not all cookies are the wakee's.
static void set_cookies(uint64_t matching) {
    wakee.core_cookie = 1;
    __sched_core_enabled = (matching & online_cpus) != online_cpus;
    for (int cpu = 0; __sched_core_enabled && cpu < (int)cpus; ++cpu) {
        runqueues[cpu].core_enabled = 1;
        runqueues[cpu].core_cookie = in_set(matching, cpu) ? wakee.core_cookie : (unsigned long)(cpu % 2 * 2);
    }
}

// What is nearly a bound kernel thread, or nearly a waker that leaves, must count as none: which of the two conditions
// is missing depends on the CPU's number.
static int ask(const struct kernel_wakeup* wakeup) {
    const bool odd = wakeup->this_cpu % 2 != 0;
    asked = wakeup;
    asked_this_cpu = wakeup->this_cpu;
    current_task.flags = wakeup->current_is_bound_kthread || odd ? PF_KTHREAD : 0;
    current_task.nr_cpus_allowed = wakeup->current_is_bound_kthread || !odd ? 1 : 2;
    current_task.flags |= !wakeup->sync && odd ? PF_EXITING : 0;
    wakee.sched_class = &fair_class;
    wakee.flags = wakeup->bound_kthread ? PF_KTHREAD : 0;
    wakee.cpus_mask.bits[0] = wakeup->allowed;
    wakee.cpus_ptr = &wakee.cpus_mask;
    wakee.nr_cpus_allowed = (int)cpumask_weight(&wakee.cpus_mask);
    wakee.recent_used_cpu = wakeup->recent;
    wakee.cpu = wakeup->prev;
    set_cookies(wakeup->cookie_matches);
    seen.scanned = seen.saw_hint = seen.repaired = seen.by_wake_list = false;
    seen.searched_siblings = seen.searched_capacity = false;
    seen.examined_count = seen.probe_count = 0;
    seen.target = seen.scan_cpu = seen.sibling = seen.answer = kernel_no_cpu;
    int flags = WF_TTWU | (wakeup->sync || odd ? WF_SYNC : 0);
#if KERNEL_SERIES >= 612
    flags |= wakeup->on_current_cpu ? WF_CURRENT_CPU : 0;
#endif
    return flags;
}

static void answer(int cpu, struct kernel_decision* decision) {
    *decision = seen;
    decision->cpu = cpu;
    decision->recent = wakee.recent_used_cpu;
    decision->hinted = hinted_cpus;
    if (seen.scanned && seen.saw_hint) {
        decision->hinted = read_hints();
        set_hints(hinted_cpus);
    }
}

static void ask_select_idle_sibling(const struct kernel_wakeup* wakeup, int target,
                                    struct kernel_decision* decision) {
    ask(wakeup);
    answer(select_idle_sibling(&wakee, wakeup->prev, target), decision);
}

static void ask_select_task_rq_fair(const struct kernel_wakeup* wakeup, struct kernel_decision* decision) {
    const int flags = ask(wakeup);
    answer(select_task_rq_fair(&wakee, wakeup->prev, flags), decision);
}

static void ask_select_task_rq(const struct kernel_wakeup* wakeup, struct kernel_decision* decision) {
    int flags = ask(wakeup);
#if KERNEL_SERIES >= 612
    const int cpu = select_task_rq(&wakee, wakeup->prev, &flags);
#else
    const int cpu = select_task_rq(&wakee, wakeup->prev, flags);
#endif
    seen.by_wake_list = ttwu_queue_cond(&wakee, cpu);
    answer(cpu, decision);
}

static int ask_wake_affine_idle(int this_cpu, int prev, bool sync) {
    const int cpu = wake_affine_idle(this_cpu, prev, sync);
    return (unsigned int)cpu < nr_cpumask_bits ? cpu : kernel_no_cpu;
}

static int ask_wake_affine(const struct kernel_wakeup* wakeup) {
    static struct sched_domain any_domain;
    ask(wakeup);
    return wake_affine(&any_domain, &wakee, wakeup->this_cpu, wakeup->prev, wakeup->sync);
}

static uint64_t ask_update_idle_core(int cpu) {
    update_idle_core(cpu_rq(cpu));
    const uint64_t hinted = read_hints();
    set_hints(hinted_cpus);
    return hinted;
}

static bool ask_available_idle_cpu(int cpu) { return available_idle_cpu(cpu); }
static bool ask_sched_idle_cpu(int cpu) { return sched_idle_cpu(cpu); }
static bool ask_cpus_share_cache(int a, int b) { return cpus_share_cache(a, b); }
static bool ask_cpus_share_resources(int a, int b) { return cpus_share_resources(a, b); }

#undef cpus_share_resources

#include "tests/kernel/shim/ask_fork_exec.h"
#include "tests/kernel/shim/ask_balance.h"

static bool ask_ttwu_queue_wakelist(const struct kernel_wakeup* wakeup, int cpu) {
    const int flags = ask(wakeup);
    return ttwu_queue_wakelist(&wakee, cpu, flags);
}

const struct kernel_functions KERNEL_TABLE = {
    .version = KERNEL_VERSION,
    .flags =
        {
            .balance_newidle = SD_BALANCE_NEWIDLE,
            .balance_exec = SD_BALANCE_EXEC,
            .balance_fork = SD_BALANCE_FORK,
            .balance_wake = SD_BALANCE_WAKE,
            .wake_affine = SD_WAKE_AFFINE,
            .asym_cpucapacity = SD_ASYM_CPUCAPACITY,
            .asym_cpucapacity_full = SD_ASYM_CPUCAPACITY_FULL,
            .share_cpucapacity = SD_SHARE_CPUCAPACITY,
            .share_llc = SHARES_LLC,
            .serialize = SD_SERIALIZE,
            .prefer_sibling = SD_PREFER_SIBLING,
            .overlap = SD_OVERLAP,
            .numa = SD_NUMA,
#if KERNEL_SERIES >= 612
            .cluster = SD_CLUSTER,
#endif
        },
    .current_cpu_wakeups = KERNEL_SERIES >= 606,
    .smt_balance = KERNEL_SERIES >= 606,
    .clusters = KERNEL_SERIES >= 608,
    .finds_dst = KERNEL_SERIES >= 612,
    .set_machine = set_machine,
    .set_features = set_features,
    .set_runqueues = set_runqueues,
    .set_loads = set_loads,
    .select_idle_sibling = ask_select_idle_sibling,
    .select_task_rq_fair = ask_select_task_rq_fair,
    .select_task_rq = ask_select_task_rq,
    .fork_or_exec = ask_fork_or_exec,
    .balance = ask_balance,
    .busiest_queue = ask_busiest_queue,
    .can_migrate_task = ask_can_migrate_task,
    .ttwu_queue_wakelist = ask_ttwu_queue_wakelist,
    .wake_affine_idle = ask_wake_affine_idle,
    .wake_affine = ask_wake_affine,
    .update_idle_core = ask_update_idle_core,
    .available_idle_cpu = ask_available_idle_cpu,
    .sched_idle_cpu = ask_sched_idle_cpu,
    .cpus_share_cache = ask_cpus_share_cache,
    .cpus_share_resources = ask_cpus_share_resources,
};
