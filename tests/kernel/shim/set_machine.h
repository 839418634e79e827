// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

/// The machine: its CPUs, and for each of them its domains with their groups. Part of kernel_object.c.

// A domain ends in the words of its span.
union domain_room {
    struct sched_domain domain;
    char bytes[sizeof(struct sched_domain) + sizeof(unsigned long)];
};
union group_room {
    struct sched_group group;
    char bytes[sizeof(struct sched_group) + sizeof(unsigned long)];
};
union capacity_room {
    struct sched_group_capacity capacity;
    char bytes[sizeof(struct sched_group_capacity) + sizeof(unsigned long)];
};
static union domain_room domains[kernel_cpus_max][kernel_levels_max];
static union group_room groups[kernel_cpus_max][kernel_levels_max][kernel_groups_max];
static union capacity_room group_capacities[kernel_records_max];
static struct sched_domain_shared shared[kernel_levels_max][kernel_cpus_max];

static unsigned int cpus;
static struct task_struct idle_tasks[kernel_cpus_max];
static struct root_domain root_domain;

static int first_cpu(uint64_t set) { return __builtin_ctzl(set); }
static bool in_set(uint64_t set, int cpu) { return (set >> cpu & 1) != 0; }

static void describe_capacity(uint64_t span, uint64_t balance_mask, struct sched_group_capacity* capacity) {
    capacity->capacity = capacity->max_capacity = 0;
    capacity->min_capacity = ULONG_MAX;
    capacity->cpumask[0] = balance_mask;
    for (int member = 0; member < (int)cpus; ++member) {
        if (in_set(span, member)) {
            capacity->capacity += capacities[member];
            capacity->max_capacity = max(capacity->max_capacity, capacities[member]);
            capacity->min_capacity = min(capacity->min_capacity, capacities[member]);
        }
    }
}

// Each core counts with the first of its CPUs that are in the span.
static unsigned int count_cores(uint64_t span) {
    unsigned int cores = 0;
    for (int member = 0; member < (int)cpus; ++member) {
        cores += in_set(span, member) && first_cpu(span & smt_masks[member].bits[0]) == member;
    }
    return cores;
}

// The ring of a domain's groups, from the local one; of a domain without groups one that holds no CPU. Groups are as
// capable as their CPUs together; groups of one record share what they are.
static struct sched_group* make_groups(int cpu, unsigned int position,
                                       const struct kernel_domain* described) {
    const unsigned int count = described->group_count == 0 ? 1 : described->group_count;
    for (unsigned int i = 0; i < count; ++i) {
        struct sched_group* group = &groups[cpu][position][i].group;
        struct sched_group_capacity* capacity = &group_capacities[described->groups[i].record].capacity;
        group->next = &groups[cpu][position][(i + 1) % count].group;
        group->flags = described->groups[i].flags;
        group->cpumask[0] = described->groups[i].span;
        group->group_weight = cpumask_weight(sched_group_span(group));
        group->sgc = capacity;
        describe_capacity(described->groups[i].span, described->groups[i].balance_mask, capacity);
#if KERNEL_SERIES >= 612
        group->cores = count_cores(described->groups[i].span);
#endif
    }
    return &groups[cpu][position][0].group;
}

// The domains of one CPU, with the parts of build_sched_domains() that the functions see.
static void attach_domains(int cpu, const struct kernel_domain* described, unsigned int count) {
    struct sched_domain* below = NULL;
    runqueues[cpu].sd = NULL;
    for (unsigned int i = 0; i < count; ++i) {
        struct sched_domain* domain = &domains[cpu][i].domain;
        domain->flags = described[i].flags;
        domain->level = (int)described[i].level;
        domain->imbalance_pct = described[i].imbalance_pct;
        domain->span[0] = described[i].span;
        domain->span_weight = cpumask_weight(sched_domain_span(domain));
        domain->child = below;
        domain->cache_nice_tries = described[i].cache_nice_tries;
        domain->imb_numa_nr = (unsigned int)described[i].imb_numa_nr;
        domain->groups = make_groups(cpu, i, &described[i]);
#if KERNEL_SERIES >= 612
        sched_cluster_active = sched_cluster_active || (domain->flags & SD_CLUSTER) != 0;
#endif
        if ((domain->flags & SHARES_LLC) != 0) {
            domain->shared = &shared[described[i].level][first_cpu(described[i].span)];
        }
        sched_asym_cpucapacity = sched_asym_cpucapacity || (domain->flags & SD_ASYM_CPUCAPACITY) != 0;
        *(below == NULL ? &runqueues[cpu].sd : &below->parent) = domain;
        below = domain;
    }
}

static void set_machine(const struct kernel_machine* machine) {
    memset(domains, 0, sizeof domains);
    memset(groups, 0, sizeof groups);
    memset(group_capacities, 0, sizeof group_capacities);
    memset(shared, 0, sizeof shared);
    memset(runqueues, 0, sizeof runqueues);
    cpus = machine->cpus;
    sched_smt_present = machine->smt_active;
    sched_cluster_active = false;
    sched_asym_cpucapacity = false;
    all_cpus.bits[0] = cpus == kernel_cpus_max ? ~0UL : (1UL << cpus) - 1;
    for (int cpu = 0; cpu < (int)cpus; ++cpu) {
        capacities[cpu] = machine->capacity[cpu];
        smt_masks[cpu].bits[0] = machine->siblings[cpu];
        node_numbers[cpu] = machine->node[cpu] == 0 ? cpu : first_cpu(machine->node[cpu]);
    }
    for (int cpu = 0; cpu < (int)cpus; ++cpu) {
        struct rq* rq = &runqueues[cpu];
        rq->cpu = cpu;
        rq->core = rq;
        rq->idle = &idle_tasks[cpu];
        rq->rd = &root_domain;
        rq->cpu_capacity = rq->cpu_capacity_orig = capacities[cpu];
        node_masks[cpu].bits[0] = machine->node[cpu];
        attach_domains(cpu, machine->domains[cpu], machine->domain_count[cpu]);
    }
    for (int cpu = 0; cpu < (int)cpus; ++cpu) {
        update_top_cache_domain(cpu);
    }
}
