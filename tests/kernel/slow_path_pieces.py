# SPDX-License-Identifier: GPL-2.0-or-later
"""What forks and execs take from a kernel tree: the way down the domains, the averages, and sched_exec()."""

from piece_kinds import Enum, Function, Macros, Struct

CORE = "kernel/sched/core.c"
FAIR = "kernel/sched/fair.c"
SCHED = "kernel/sched/sched.h"
TASK = "include/linux/sched.h"

_TASK = "struct task_struct *p"
_GROUP = "struct sched_group *group"
_STATS = "struct sg_lb_stats *sgs"


def _common():
    """What both series have under the same name and signature."""
    domain = "struct sched_domain *sd"
    return [
        Macros("lsub_positive", FAIR, ("lsub_positive", "NUMA_IMBALANCE_MIN")),
        Macros("on_rq", SCHED, ("TASK_ON_RQ_QUEUED",)),
        Macros("util_avg_unchanged", TASK, ("UTIL_AVG_UNCHANGED",)),
        Enum("group_type", FAIR),
        Struct("sg_lb_stats", FAIR),
        Struct("migration_arg", CORE),
        Function("task_on_rq_queued", SCHED, f"static inline int task_on_rq_queued({_TASK})"),
        Function("task_util", FAIR, f"static inline unsigned long task_util({_TASK})"),
        Function("_task_util_est", FAIR, f"static inline unsigned long _task_util_est({_TASK})"),
        # The second of its name is the one without groups of tasks.
        Function("task_h_load", FAIR, f"static unsigned long task_h_load({_TASK})", nth=2),
        Function("cfs_rq_load_avg", FAIR,
                 "static inline unsigned long cfs_rq_load_avg(struct cfs_rq *cfs_rq)"),
        Function("cfs_rq_runnable_avg", FAIR,
                 "static inline unsigned long cfs_rq_runnable_avg(struct cfs_rq *cfs_rq)"),
        Function("cpu_load", FAIR, "static unsigned long cpu_load(struct rq *rq)"),
        Function("cpu_load_without", FAIR,
                 f"static unsigned long cpu_load_without(struct rq *rq, {_TASK})"),
        Function("cpu_runnable", FAIR, "static unsigned long cpu_runnable(struct rq *rq)"),
        Function("cpu_runnable_without", FAIR,
                 f"static unsigned long cpu_runnable_without(struct rq *rq, {_TASK})"),
        Function("cpu_util_without", FAIR, f"static unsigned long cpu_util_without(int cpu, {_TASK})"),
        Function("task_running_on_cpu", FAIR,
                 f"static unsigned int task_running_on_cpu(int cpu, {_TASK})"),
        Function("idle_cpu_without", FAIR, f"static int idle_cpu_without(int cpu, {_TASK})"),
        Function("task_fits_cpu", FAIR, f"static inline int task_fits_cpu({_TASK}, int cpu)"),
        Function("sg_imbalanced", FAIR, f"static inline int sg_imbalanced({_GROUP})"),
        Function("group_has_capacity", FAIR,
                 f"static inline bool group_has_capacity(unsigned int imbalance_pct, {_STATS})"),
        Function("group_is_overloaded", FAIR,
                 f"static inline bool group_is_overloaded(unsigned int imbalance_pct, {_STATS})"),
        Function("group_classify", FAIR, "static inline enum group_type group_classify("
                 f"unsigned int imbalance_pct, {_GROUP}, {_STATS})"),
        Function("update_sg_wakeup_stats", FAIR,
                 f"static inline void update_sg_wakeup_stats({domain}, {_GROUP}, {_STATS}, {_TASK})"),
        Function("update_pick_idlest", FAIR, "static bool update_pick_idlest(struct sched_group *idlest, "
                 f"struct sg_lb_stats *idlest_sgs, {_GROUP}, {_STATS})"),
        Function("adjust_numa_imbalance", FAIR, "static inline long adjust_numa_imbalance("
                 "int imbalance, int dst_running, int imb_numa_nr)"),
        Function("{find}_cpu", FAIR,
                 f"static inline int {{find}}_cpu({domain}, {_TASK}, int cpu, int prev_cpu, int sd_flag)"),
        Function("{find}_group", FAIR,
                 f"static struct sched_group * {{find}}_group({domain}, {_TASK}, int this_cpu)"),
        Function("{find}_group_cpu", FAIR,
                 f"static int {{find}}_group_cpu({_GROUP}, {_TASK}, int this_cpu)"),
        Function("idle_get_state", SCHED,
                 "static inline struct cpuidle_state *idle_get_state(struct rq *rq)"),
        Function("sched_core_cookie_match", SCHED,
                 f"static inline bool sched_core_cookie_match(struct rq *rq, {_TASK})"),
        Function("sched_group_cookie_match", SCHED,
                 f"static inline bool sched_group_cookie_match(struct rq *rq, {_TASK}, {_GROUP})"),
        Function("__migrate_task", CORE, "static struct rq *__migrate_task(struct rq *rq, "
                 f"struct rq_flags *rf, {_TASK}, int dest_cpu)"),
        Function("sched_exec", CORE, "void sched_exec(void)"),
    ]


_OWN = {
    "6.1": [
        Function("cpu_util_cfs", SCHED, "static inline unsigned long cpu_util_cfs(int cpu)"),
        Function("cpu_util_next", FAIR,
                 f"static unsigned long cpu_util_next(int cpu, {_TASK}, int dst_cpu)"),
    ],
    "6.12": [
        Function("cpu_util", FAIR,
                 f"static unsigned long cpu_util(int cpu, {_TASK}, int dst_cpu, int boost)"),
    ],
}

_FIND = {"6.1": "find_idlest", "6.12": "sched_balance_find_dst"}


def pieces_of(series):
    """The pieces of a series such as "6.1", each with the signature expected there."""
    pieces = []
    for piece in _common() + _OWN[series]:
        if isinstance(piece, Function):
            find = _FIND[series]
            piece = Function(piece.name.replace("{find}", find), piece.file,
                             piece.signature.replace("{find}", find), piece.nth)
        pieces.append(piece)
    return pieces
