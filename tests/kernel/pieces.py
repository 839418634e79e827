# SPDX-License-Identifier: GPL-2.0-or-later
"""What is taken from a kernel tree, and what each piece must look like there.

A piece that is missing or looks different ends the extraction: the kernel then says something that nobody here has
read yet, and a comparison with it would be one with a guess.
"""

import balance_pieces
import slow_path_pieces
from piece_kinds import Function, Macros, Struct

CORE = "kernel/sched/core.c"
FAIR = "kernel/sched/fair.c"
SCHED = "kernel/sched/sched.h"
SYSCALLS = "kernel/sched/syscalls.c"
TOPOLOGY = "kernel/sched/topology.c"
CPUMASK = "include/linux/cpumask.h"
DOMAIN = "include/linux/sched/topology.h"
FIND = "include/linux/find.h"
SMT = "include/linux/sched/smt.h"
TASK = "include/linux/sched.h"

MAKEFILE = "Makefile"
# Taken whole; the shim gives their macros a meaning.
WHOLE = ("include/linux/sched/sd_flags.h", "kernel/sched/features.h")


def _common():
    """What both series have under the same name and signature."""
    mask = "struct cpumask *"
    return [
        Function("find_next_bit_wrap", FIND, "{inline} unsigned long find_next_bit_wrap(const unsigned long *addr, "
                 "unsigned long size, unsigned long offset)"),
        Function("__for_each_wrap", FIND, "{inline} unsigned long __for_each_wrap(const unsigned long *bitmap, "
                 "unsigned long size, unsigned long start, unsigned long n)"),
        Macros("for_each_bit", FIND, ("for_each_set_bit", "for_each_and_bit", "for_each_set_bit_wrap")),
        Macros("for_each_cpu", CPUMASK, ("for_each_cpu", "for_each_cpu_and", "for_each_cpu_wrap")),
        Macros("task_flags", TASK, ("PF_EXITING", "PF_KTHREAD")),
        Struct("sched_domain_shared", DOMAIN),
        Struct("sched_domain", DOMAIN),
        Function("sched_domain_span", DOMAIN,
                 f"static inline {mask}sched_domain_span(struct sched_domain *sd)"),
        Struct("sched_group_capacity", SCHED),
        Struct("sched_group", SCHED),
        Function("sched_group_span", SCHED, f"static inline {mask}sched_group_span(struct sched_group *sg)"),
        Macros("rq_of_cpu", SCHED, ("cpu_rq", "this_rq")),
        Macros("for_each_domain", SCHED, ("for_each_domain",)),
        Function("highest_flag_domain", SCHED,
                 "static inline struct sched_domain *highest_flag_domain(int cpu, int flag)"),
        Function("lowest_flag_domain", SCHED,
                 "static inline struct sched_domain *lowest_flag_domain(int cpu, int flag)"),
        Function("update_top_cache_domain", TOPOLOGY, "static void update_top_cache_domain(int cpu)"),
        Function("sched_asym_cpucap_active", SCHED,
                 "static __always_inline bool sched_asym_cpucap_active(void)"),
        Function("sched_smt_active", SMT, "static __always_inline bool sched_smt_active(void)"),
        Function("sched_core_enabled", SCHED, "static inline bool sched_core_enabled(struct rq *rq)"),
        Function("sched_cpu_cookie_match", SCHED,
                 "static inline bool sched_cpu_cookie_match(struct rq *rq, struct task_struct *p)"),
        Function("is_per_cpu_kthread", SCHED, "static inline bool is_per_cpu_kthread(struct task_struct *p)"),
        Function("sched_idle_rq", FAIR, "static int sched_idle_rq(struct rq *rq)"),
        Function("sched_idle_cpu", FAIR, "static int sched_idle_cpu(int cpu)"),
        Function("cpus_share_cache", CORE, "bool cpus_share_cache(int this_cpu, int that_cpu)"),
        Function("wake_affine_idle", FAIR,
                 "static int wake_affine_idle(int this_cpu, int prev_cpu, int sync)"),
        Function("wake_affine", FAIR, "static int wake_affine(struct sched_domain *sd, struct task_struct *p, "
                 "int this_cpu, int prev_cpu, int sync)"),
        Function("__select_idle_cpu", FAIR,
                 "static inline int __select_idle_cpu(int cpu, struct task_struct *p)"),
        Function("set_idle_cores", FAIR, "static inline void set_idle_cores(int cpu, int val)"),
        Function("test_idle_cores", FAIR, "static inline bool test_idle_cores(int cpu)"),
        Function("__update_idle_core", FAIR, "void __update_idle_core(struct rq *rq)"),
        Function("update_idle_core", SCHED, "static inline void update_idle_core(struct rq *rq)"),
        Function("select_idle_core", FAIR, "static int select_idle_core(struct task_struct *p, int core, "
                 f"{mask}cpus, int *idle_cpu)"),
        Function("select_idle_smt", FAIR,
                 "static int select_idle_smt(struct task_struct *p, struct sched_domain *sd, int target)"),
        Function("select_idle_cpu", FAIR, "static int select_idle_cpu(struct task_struct *p, "
                 "struct sched_domain *sd, bool has_idle_core, int target)"),
        Function("select_idle_capacity", FAIR, "static int select_idle_capacity(struct task_struct *p, "
                 "struct sched_domain *sd, int target)"),
        Function("asym_fits_cpu", FAIR, "static inline bool asym_fits_cpu(unsigned long util, "
                 "unsigned long util_min, unsigned long util_max, int cpu)"),
        Function("select_idle_sibling", FAIR,
                 "static int select_idle_sibling(struct task_struct *p, int prev, int target)"),
        Function("select_task_rq_fair", FAIR,
                 "static int select_task_rq_fair(struct task_struct *p, int prev_cpu, int wake_flags)"),
        Function("is_cpu_allowed", CORE, "static inline bool is_cpu_allowed(struct task_struct *p, int cpu)"),
        Function("select_fallback_rq", CORE, "static int select_fallback_rq(int cpu, struct task_struct *p)"),
        Function("ttwu_queue_cond", CORE, "static inline bool ttwu_queue_cond(struct task_struct *p, int cpu)"),
        Function("ttwu_queue_wakelist", CORE,
                 "static bool ttwu_queue_wakelist(struct task_struct *p, int cpu, int wake_flags)"),
    ]


def _idle_predicates(file):
    return [Function("idle_cpu", file, "int idle_cpu(int cpu)"),
            Function("available_idle_cpu", file, "int available_idle_cpu(int cpu)")]


_WAKE_FLAGS = ("WF_EXEC", "WF_FORK", "WF_TTWU", "WF_SYNC")

_OWN = {
    "6.1": _idle_predicates(CORE) + [
        Macros("wake_flags", SCHED, _WAKE_FLAGS),
        Function("update_avg", SCHED, "static inline void update_avg(u64 *avg, u64 sample)"),
        Function("select_task_rq", CORE,
                 "static inline int select_task_rq(struct task_struct *p, int cpu, int wake_flags)"),
    ],
    "6.12": _idle_predicates(SYSCALLS) + [
        Macros("wake_flags", SCHED, _WAKE_FLAGS + ("WF_CURRENT_CPU", "WF_RQ_SELECTED")),
        Function("cfs_h_nr_delayed", FAIR, "static inline unsigned int cfs_h_nr_delayed(struct rq *rq)"),
        Function("cpus_share_resources", CORE, "bool cpus_share_resources(int this_cpu, int that_cpu)"),
        Function("task_allowed_on_cpu", SCHED,
                 "static inline bool task_allowed_on_cpu(struct task_struct *p, int cpu)"),
        Function("select_task_rq", CORE,
                 "static inline int select_task_rq(struct task_struct *p, int cpu, int *wake_flags)"),
    ],
}

_INLINE = {"6.1": "static inline", "6.12": "static __always_inline"}

SERIES = tuple(_OWN)


def pieces_of(series):
    """The pieces of a series such as "6.1", each with the signature expected there."""
    pieces = []
    for piece in (_common() + _OWN[series] + slow_path_pieces.pieces_of(series)
                  + balance_pieces.pieces_of(series)):
        if isinstance(piece, Function):
            signature = piece.signature.replace("{inline}", _INLINE[series])
            piece = Function(piece.name, piece.file, signature, piece.nth)
        pieces.append(piece)
    return pieces
