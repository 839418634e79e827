// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

/// Forks and execs: the queues that they and load balance see, and the question put to them. Part of kernel_object.c.

static struct cpuidle_state idle_states[kernel_cpus_max];

static void set_util_est(struct sched_avg* avg, unsigned long value) {
#if KERNEL_SERIES >= 612
    avg->util_est = (unsigned int)value;
#else
    avg->util_est.enqueued = (unsigned int)value;
#endif
}

// The greater of two figures is the utilisation: on every other CPU that is the estimate, of which the average shows
// half.
static void set_averages(struct sched_avg* avg, int cpu, unsigned long load, unsigned long util,
                         unsigned long runnable) {
    avg->load_avg = load;
    avg->runnable_avg = runnable;
    avg->util_avg = cpu % 2 == 0 ? util : util / 2;
    set_util_est(avg, cpu % 2 == 0 ? 0 : util);
}

static void set_loads(const struct kernel_loads* loads) {
    active_cpus = loads->active;
    online_cpus = loads->online;
    for (int cpu = 0; cpu < (int)cpus; ++cpu) {
        struct rq* rq = &runqueues[cpu];
        rq->nr_running = loads->nr_running[cpu];
        rq->ttwu_pending = in_set(loads->pending, cpu);
        rq->curr = in_set(loads->runs_idle, cpu) ? rq->idle : &some_task;
        rq->cfs.idle_h_nr_running =
            in_set(loads->sched_idle, cpu) ? rq->nr_running : rq->nr_running - (rq->nr_running != 0);
        rq->cfs.h_nr_running = rq->cfs.h_nr_queued = rq->cfs.h_nr_runnable = rq->nr_running;
        set_averages(&rq->cfs.avg, cpu, loads->load[cpu], loads->util[cpu], loads->runnable[cpu]);
        rq->misfit_task_load = loads->misfit_load[cpu];
        idle_states[cpu].exit_latency = loads->exit_latency[cpu];
        rq->idle_state = in_set(loads->has_idle_state, cpu) ? &idle_states[cpu] : NULL;
        rq->idle_stamp = loads->idle_stamp[cpu];
    }
    for (unsigned int record = 0; record < kernel_records_max; ++record) {
        group_capacities[record].capacity.imbalance = loads->imbalanced[record];
    }
}

// A new task has averages too, which must not be taken off any CPU's.
static void ask_about(const struct kernel_fork_exec* question) {
    static struct kernel_wakeup fitting;
    fitting = (struct kernel_wakeup){.this_cpu = question->this_cpu,
                                     .prev = question->prev,
                                     .recent = question->prev,
                                     .allowed = question->allowed,
                                     .fits = question->fits,
                                     .cookie_matches = question->cookie_matches,
                                     .bound_kthread = question->bound_kthread};
    ask(&fitting);
    seen_fork.slow_path = false;
    seen_fork.pass_count = seen_fork.stats_count = seen_fork.pick_count = 0;
    wakee.nr_cpus_allowed = question->full_mask_count ? NR_CPUS : wakee.nr_cpus_allowed;
    wakee.numa_preferred_nid =
        question->preferred_node == 0 ? NUMA_NO_NODE : first_cpu(question->preferred_node);
    wakee.on_rq = question->exec ? TASK_ON_RQ_QUEUED : 0;
    wakee.se.avg.last_update_time = question->exec ? 1 : 0;
    if (question->exec) {
        set_averages(&wakee.se.avg, question->prev, question->own_load, question->own_util,
                     question->own_runnable);
    } else {
        set_averages(&wakee.se.avg, question->prev, 512, 512, 512);
    }
}

static void ask_fork_or_exec(const struct kernel_fork_exec* question, struct kernel_fork_decision* decision) {
    ask_about(question);
    if (question->exec) {
        struct rq* rq = cpu_rq(question->prev);
        struct task_struct* runs = rq->curr;
        rq->curr = current = &wakee;
        sched_exec();
        rq->curr = runs;
        current = &current_task;
        seen_fork.cpu = wakee.cpu;
    } else {
        int flags = WF_FORK;
#if KERNEL_SERIES >= 612
        seen_fork.cpu = select_task_rq(&wakee, question->prev, &flags);
#else
        seen_fork.cpu = select_task_rq(&wakee, question->prev, flags);
#endif
    }
    seen_fork.answer = seen.answer;
    seen_fork.repaired = seen.repaired;
    *decision = seen_fork;
}
