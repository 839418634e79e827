// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

/// CPU masks of one machine word. The loops over CPUs are the kernel's own macros and read a mask anew at every step;
/// what they stand on is written here.

#include "tests/kernel/shim/basics.h"
#include "tests/kernel/shim/kernel_functions.h"

typedef struct cpumask {
    unsigned long bits[1];
} cpumask_t;

#define nr_cpumask_bits ((unsigned int)kernel_cpus_max)
#define small_cpumask_bits nr_cpumask_bits
#define cpumask_bits(mask) ((mask)->bits)
#define to_cpumask(words) ((struct cpumask*)(words))

static inline unsigned long least_bit(unsigned long word, unsigned long size) {
    const unsigned long bit = word == 0 ? size : (unsigned long)__builtin_ctzl(word);
    return bit < size ? bit : size;
}
static inline unsigned long find_next_bit(const unsigned long* word, unsigned long size, unsigned long from) {
    return from >= size ? size : least_bit(*word >> from << from, size);
}
static inline unsigned long find_next_and_bit(const unsigned long* a, const unsigned long* b,
                                              unsigned long size, unsigned long from) {
    const unsigned long both = *a & *b;
    return find_next_bit(&both, size, from);
}
static inline unsigned long find_first_bit(const unsigned long* word, unsigned long size) {
    return find_next_bit(word, size, 0);
}

#include <pieces/__for_each_wrap.inc>
#include <pieces/find_next_bit_wrap.inc>
#include <pieces/for_each_bit.inc>
#include <pieces/for_each_cpu.inc>

static inline void cpumask_copy(struct cpumask* into, const struct cpumask* from) { *into = *from; }
static inline bool cpumask_and(struct cpumask* into, const struct cpumask* a, const struct cpumask* b) {
    return (into->bits[0] = a->bits[0] & b->bits[0]) != 0;
}
static inline bool cpumask_andnot(struct cpumask* into, const struct cpumask* a, const struct cpumask* b) {
    return (into->bits[0] = a->bits[0] & ~b->bits[0]) != 0;
}
static inline bool cpumask_intersects(const struct cpumask* a, const struct cpumask* b) {
    return (a->bits[0] & b->bits[0]) != 0;
}
static inline bool cpumask_test_cpu(int cpu, const struct cpumask* mask) { return mask->bits[0] >> cpu & 1; }
static inline unsigned int cpumask_first(const struct cpumask* mask) {
    return (unsigned int)find_first_bit(mask->bits, nr_cpumask_bits);
}
static inline unsigned int cpumask_weight(const struct cpumask* mask) {
    return (unsigned int)__builtin_popcountl(mask->bits[0]);
}
#define cpumask_any(mask) cpumask_first(mask)
