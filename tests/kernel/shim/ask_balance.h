// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

/// Load balance: the questions put to it. Part of kernel_object.c.

static enum cpu_idle_type idle_type(int idle) {
#if KERNEL_SERIES >= 612
    const enum cpu_idle_type busy = __CPU_NOT_IDLE;
#else
    const enum cpu_idle_type busy = CPU_NOT_IDLE;
#endif
    return idle == kernel_not_idle ? busy : idle == kernel_idle ? CPU_IDLE : CPU_NEWLY_IDLE;
}

// What load_balance() asks with.
static struct lb_env env_of(const struct kernel_balance* question, struct cpumask* considered) {
    struct sched_domain* domain = cpu_rq(question->cpu)->sd;
    for (int level = 0; level < question->level; ++level) {
        domain = domain->parent;
    }
    asked_this_cpu = question->cpu;
    considered->bits[0] = question->cpus;
    domain->nr_balance_failed = question->nr_balance_failed;
    seen_fork.pass_count = 0;
    seen_allowances = 0;
    seen_balance = (struct kernel_balance_decision){.queue = kernel_no_cpu};
    return (struct lb_env){.sd = domain,
                           .dst_cpu = question->dst,
                           .dst_rq = cpu_rq(question->dst),
                           .dst_grpmask = group_balance_mask(domain->groups),
                           .idle = idle_type(question->idle),
                           .cpus = considered,
                           .fbq_type = all};
}

static void search_queue(struct lb_env* env, struct sched_group* group) {
    struct rq* queue = find_busiest_queue(env, group);
    seen_balance.searched = true;
    seen_balance.queue = queue != NULL ? queue->cpu : kernel_no_cpu;
    if (queue != NULL) {
        env->src_rq = queue;
        env->src_cpu = queue->cpu;
        seen_balance.active = need_active_balance(env) != 0;
    }
}

static void ask_balance(const struct kernel_balance* question, struct kernel_balance_decision* decision) {
    struct cpumask considered;
    struct lb_env env = env_of(question, &considered);
    root_domain.overload = root_domain.overloaded = -1;
    seen_balance.leads = should_we_balance(&env) != 0;
    struct sched_group* group = find_busiest_group(&env);
    seen_balance.chosen = group != NULL ? group->cpumask[0] : 0;
    seen_balance.top = root_domain.overload >= 0 || root_domain.overloaded >= 0;
    seen_balance.overloaded = root_domain.overload > 0 || root_domain.overloaded > 0;
    if (group != NULL) {
        search_queue(&env, group);
    }
    seen_balance.allowance_count = seen_allowances;
    *decision = seen_balance;
}

static void ask_busiest_queue(const struct kernel_balance* question, struct kernel_balance_decision* decision) {
    struct cpumask considered;
    struct lb_env env = env_of(question, &considered);
    struct sched_group* group = env.sd->groups;
    for (unsigned int place = 0; place < question->group; ++place) {
        group = group->next;
    }
    env.migration_type = (enum migration_type)question->migration;
    env.imbalance = question->imbalance;
    search_queue(&env, group);
    *decision = seen_balance;
}

static bool ask_can_migrate_task(const struct kernel_migration* question, struct kernel_pinned* pinned) {
    static struct kernel_wakeup fitting;
    static struct task_struct task;
    fitting.bound_kthread = question->bound_kthread;
    asked = &fitting;
    asked_cookie_matches = question->cookie_matches;
    task.sched_class = &fair_sched_class;
    task.cpus_mask.bits[0] = question->allowed;
    task.cpus_ptr = &task.cpus_mask;
    task.on_cpu = question->running;
    task.idle_policy = question->sched_idle_policy;
    task.se.exec_start = clock_now - (question->ran_lately ? just_before : long_before);
    struct cpumask considered;
    struct cpumask group = {{question->group}};
    struct lb_env env = env_of(&question->env, &considered);
    env.src_rq = cpu_rq(question->env.dst);
    env.dst_grpmask = &group;
    env.flags = (pinned->all ? LBF_ALL_PINNED : 0) | (pinned->some ? LBF_SOME_PINNED : 0) |
                (pinned->new_dst != kernel_no_cpu ? LBF_DST_PINNED : 0) |
                (question->active_balance ? LBF_ACTIVE_LB : 0);
    env.new_dst_cpu = pinned->new_dst;
    env.migration_type = (enum migration_type)question->env.migration;
    const bool may = can_migrate_task(&task, &env) != 0;
    pinned->all = (env.flags & LBF_ALL_PINNED) != 0;
    pinned->some = (env.flags & LBF_SOME_PINNED) != 0;
    pinned->new_dst = (env.flags & LBF_DST_PINNED) != 0 ? env.new_dst_cpu : kernel_no_cpu;
    return may;
}
