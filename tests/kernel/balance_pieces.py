# SPDX-License-Identifier: GPL-2.0-or-later
"""What load balance takes from a kernel tree: who balances a domain, what it finds there, and which tasks may move."""

from piece_kinds import Enum, Function, Macros, Struct

FAIR = "kernel/sched/fair.c"
IDLE = "include/linux/sched/idle.h"
SCHED = "kernel/sched/sched.h"
TOPOLOGY = "kernel/sched/topology.c"

_ENV = "struct lb_env *env"
_SDS = "struct sd_lb_stats *sds"
_GROUP = "struct sched_group *group"
_STATS = "struct sg_lb_stats *sgs"
_QUEUE = "struct rq *rq, struct sched_domain *sd"


def _common():
    """What both series have under the same name and signature."""
    return [
        Macros("capacity_greater", FAIR, ("capacity_greater",)),
        Macros("lbf_flags", FAIR,
               ("LBF_ALL_PINNED", "LBF_NEED_BREAK", "LBF_DST_PINNED", "LBF_SOME_PINNED", "LBF_ACTIVE_LB")),
        Enum("cpu_idle_type", IDLE),
        Enum("fbq_type", FAIR),
        Enum("migration_type", FAIR),
        Struct("lb_env", FAIR),
        Struct("sd_lb_stats", FAIR),
        Function("group_balance_mask", SCHED,
                 "static inline struct cpumask *group_balance_mask(struct sched_group *sg)"),
        Function("group_balance_cpu", TOPOLOGY, "int group_balance_cpu(struct sched_group *sg)"),
        Function("sched_asym_prefer", SCHED, "static inline bool sched_asym_prefer(int a, int b)"),
        Function("is_core_idle", FAIR, "static inline bool is_core_idle(int cpu)"),
        Function("check_cpu_capacity", FAIR, f"static inline int check_cpu_capacity({_QUEUE})"),
        Function("sched_reduced_capacity", FAIR, f"static inline bool sched_reduced_capacity({_QUEUE})"),
        # The first of its name is the one with NUMA balancing.
        Function("fbq_classify_group", FAIR,
                 f"static inline enum fbq_type fbq_classify_group({_STATS})"),
        Function("fbq_classify_rq", FAIR, "static inline enum fbq_type fbq_classify_rq(struct rq *rq)"),
        Function("init_sd_lb_stats", FAIR, f"static inline void init_sd_lb_stats({_SDS})"),
        Function("update_sd_pick_busiest", FAIR, f"static bool update_sd_pick_busiest({_ENV}, {_SDS}, "
                 f"struct sched_group *sg, {_STATS})"),
        Function("update_sd_lb_stats", FAIR, f"static inline void update_sd_lb_stats({_ENV}, {_SDS})"),
        Function("calculate_imbalance", FAIR, f"static inline void calculate_imbalance({_ENV}, {_SDS})"),
        Function("{find}_group", FAIR, f"static struct sched_group *{{find}}_group({_ENV})"),
        Function("{find}_{queue}", FAIR, f"static struct rq *{{find}}_{{queue}}({_ENV}, {_GROUP})"),
        Function("asym_active_balance", FAIR, f"static inline bool asym_active_balance({_ENV})"),
        Function("imbalanced_active_balance", FAIR, f"static inline bool imbalanced_active_balance({_ENV})"),
        Function("need_active_balance", FAIR, f"static int need_active_balance({_ENV})"),
        Function("should_we_balance", FAIR, f"static int should_we_balance({_ENV})"),
        Function("task_hot", FAIR, f"static int task_hot(struct task_struct *p, {_ENV})"),
        Function("can_migrate_task", FAIR, f"static int can_migrate_task(struct task_struct *p, {_ENV})"),
    ]


_OWN = {
    "6.1": [
        Macros("sg_status", SCHED, ("SG_OVERLOAD", "SG_OVERUTILIZED")),
        Function("asym_smt_can_pull_tasks", FAIR, f"static bool asym_smt_can_pull_tasks(int dst_cpu, {_SDS}, "
                 f"{_STATS}, struct sched_group *sg)"),
        Function("sched_asym", FAIR, f"static inline bool sched_asym({_ENV}, {_SDS}, {_STATS}, {_GROUP})"),
        Function("update_sg_lb_stats", FAIR, f"static inline void update_sg_lb_stats({_ENV}, {_SDS}, "
                 f"{_GROUP}, {_STATS}, int *sg_status)"),
    ],
    "6.12": [
        Function("cpu_util_cfs", FAIR, "unsigned long cpu_util_cfs(int cpu)"),
        Function("cpu_util_cfs_boost", FAIR, "unsigned long cpu_util_cfs_boost(int cpu)"),
        Function("sched_use_asym_prio", FAIR, "static bool sched_use_asym_prio(struct sched_domain *sd, int cpu)"),
        Function("sched_asym", FAIR,
                 "static inline bool sched_asym(struct sched_domain *sd, int dst_cpu, int src_cpu)"),
        Function("sched_group_asym", FAIR, f"static inline bool sched_group_asym({_ENV}, {_STATS}, {_GROUP})"),
        Function("smt_vs_nonsmt_groups", FAIR, "static inline bool smt_vs_nonsmt_groups("
                 "struct sched_group *sg1, struct sched_group *sg2)"),
        Function("smt_balance", FAIR, f"static inline bool smt_balance({_ENV}, {_STATS}, {_GROUP})"),
        Function("sibling_imbalance", FAIR, f"static inline long sibling_imbalance({_ENV}, {_SDS}, "
                 "struct sg_lb_stats *busiest, struct sg_lb_stats *local)"),
        Function("update_sg_lb_stats", FAIR, f"static inline void update_sg_lb_stats({_ENV}, {_SDS}, "
                 f"{_GROUP}, {_STATS}, bool *sg_overloaded, bool *sg_overutilized)"),
    ],
}

_FIND = {"6.1": ("find_busiest", "queue"), "6.12": ("sched_balance_find_src", "rq")}


def pieces_of(series):
    """The pieces of a series such as "6.1", each with the signature expected there."""
    find, queue = _FIND[series]

    def named(text):
        return text.replace("{find}", find).replace("{queue}", queue)

    return [Function(named(piece.name), piece.file, named(piece.signature), piece.nth)
            if isinstance(piece, Function) else piece for piece in _common() + _OWN[series]]
