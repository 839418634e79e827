// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

/// The kernel's everyday words, for one thread in user space that nobody interrupts: locks and barriers are nothing.

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CONFIG_SMP 1
#define CONFIG_NUMA 1
#define CONFIG_NUMA_BALANCING 1
#define CONFIG_CPU_IDLE 1
#define CONFIG_SCHED_SMT 1
#define CONFIG_SCHED_MC 1
#define CONFIG_SCHED_CLUSTER 1
#define CONFIG_SCHED_CORE 1

typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t s64;
typedef struct {
    int counter;
} atomic_t;
struct rcu_head {
    void* unused;
};
struct list_head {
    struct list_head *next, *prev;
};

#undef __always_inline
#define __rcu
#define __always_inline inline
#define fallthrough __attribute__((fallthrough))
#define likely(condition) (condition)
#define unlikely(condition) (condition)
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define min_t(type, a, b) min((type)(a), (type)(b))
#define max_t(type, a, b) max((type)(a), (type)(b))

#define READ_ONCE(place) (place)
#define WRITE_ONCE(place, value) ((place) = (value))
#define rcu_dereference(pointer) (pointer)
#define rcu_dereference_check_sched_domain(pointer) (pointer)
#define rcu_assign_pointer(place, value) ((place) = (value))
#define rcu_read_lock() ((void)0)
#define rcu_read_unlock() ((void)0)
#define lockdep_assert_irqs_disabled() ((void)0)
#define lockdep_assert_held(lock) ((void)0)
#define lockdep_assert_rq_held(rq) ((void)(rq))
#define rcu_read_lock_held() (true)
#define SCHED_WARN_ON(condition) ((void)(condition))
#define raw_spin_lock_irqsave(lock, flags) ((void)((flags) = 0))
#define raw_spin_unlock_irqrestore(lock, flags) ((void)(flags))
#define scoped_guard(kind, lock) for (bool once = true; once; once = false)

// A static key is a bool, a per-CPU variable an array, and the CPU of the caller is what the question says.
#define static_branch_likely(key) (*(key))
#define static_branch_unlikely(key) (*(key))
#define per_cpu(variable, cpu) ((variable)[cpu])
#define this_cpu_ptr(variable) (&(*(variable))[asked_this_cpu])
#define this_cpu_cpumask_var_ptr(variable) (&(variable)[asked_this_cpu])
#define smp_processor_id() (asked_this_cpu)

// Statistics are not kept, clocks stand still, and what must not be reached ends the program.
#define schedstat_inc(counter) ((void)0)
#define printk_ratelimit() (false)
#define printk_deferred(...) ((void)0)
#define jiffies 0UL
#define time_after_eq(a, b) ((void)(a), (void)(b), true)
#define cpu_clock(cpu) ((void)(cpu), 0UL)
#define div_u64(dividend, divisor) ((dividend) / (divisor))
#define BUG() abort()

static int asked_this_cpu;
