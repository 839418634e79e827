// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "solver/prove/symbolic/at.hpp"
#include "solver/prove/symbolic/number.hpp"
#include "solver/prove/symbolic/set.hpp"
#include "solver/prove/symbolic/truth.hpp"

namespace schedmc {

/// The symbolic value domain: a value is a constant until it meets a variable, then a Z3 term. The prover computes in
/// it; docs/value-domain.md tells what every domain must offer, and how this one does.
struct Symbolic {
    using Truth = symbolic::Truth;
    using Number = symbolic::Number;
    using Cpu = symbolic::Element<CpuTag>;
    using Task = symbolic::Element<TaskTag>;
    using CpuSet = symbolic::Set<CpuTag>;
    using TaskSet = symbolic::Set<TaskTag>;
    template <class E>
    using Choice = symbolic::Choice<E>;
    template <class T>
    using Array = std::vector<T>;

    static constexpr std::size_t cpu_capacity = max_cpus;
    static constexpr std::size_t task_capacity = max_tasks;

    static Truth truth(bool value) { return Truth(value); }
    static Number number(std::size_t value) { return Number(static_cast<std::uint32_t>(value)); }
    template <class E>
    static Choice<E> choice(E value) {
        return Choice<E>(value);
    }
    static Cpu cpu(std::size_t number) { return Cpu(number); }
    static Task task(std::size_t number) { return Task(number); }
    template <std::size_t Words>
    static CpuSet cpus(const Bits<Words>& members) {
        return CpuSet(CpuSet::Members::from(members));
    }
    template <std::size_t Words>
    static TaskSet tasks(const Bits<Words>& members) {
        return TaskSet(TaskSet::Members::from(members));
    }
};

}  // namespace schedmc
