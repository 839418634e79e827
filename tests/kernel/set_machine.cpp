// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/set_machine.hpp"

#include <array>
#include <memory>
#include <utility>

namespace schedmc::kernel {

int number_of(const Word::Cpu& cpu) {
    return cpu.has_number() ? static_cast<int>(cpu.number()) : kernel_no_cpu;
}

Word::Cpu cpu_of(int number) {
    return number == kernel_no_cpu ? Word::Cpu() : Word::Cpu(static_cast<std::size_t>(number));
}

std::uint64_t word_of(const Word::CpuSet& set) { return set.bits().word(0); }

Word::CpuSet set_of(std::uint64_t word) {
    Bits<1> bits;
    bits.set_word(0, word);
    return Word::CpuSet(bits);
}

namespace {

int flags_of(const kernel_flags& names, unsigned flags) {
    const std::array<std::pair<unsigned, int>, 14> table = {{
        {sd_flag::balance_newidle, names.balance_newidle},
        {sd_flag::balance_exec, names.balance_exec},
        {sd_flag::balance_fork, names.balance_fork},
        {sd_flag::balance_wake, names.balance_wake},
        {sd_flag::wake_affine, names.wake_affine},
        {sd_flag::asym_cpucapacity, names.asym_cpucapacity},
        {sd_flag::asym_cpucapacity_full, names.asym_cpucapacity_full},
        {sd_flag::share_cpucapacity, names.share_cpucapacity},
        {sd_flag::cluster, names.cluster},
        {sd_flag::share_llc, names.share_llc},
        {sd_flag::serialize, names.serialize},
        {sd_flag::prefer_sibling, names.prefer_sibling},
        {sd_flag::overlap, names.overlap},
        {sd_flag::numa, names.numa},
    }};
    int result = 0;
    for (const auto& [ours, theirs] : table) {
        result |= (flags & ours) != 0 ? theirs : 0;
    }
    return result;
}

void describe(const kernel_flags& names, const SchedDomain& domain, kernel_domain& into) {
    expects(domain.level < kernel_levels_max, "the kernel table has room for a domain's level");
    expects(domain.groups.size() <= kernel_groups_max, "the kernel table has room for a domain's groups");
    into.span = domain.span.word(0);
    into.flags = flags_of(names, domain.flags);
    into.level = domain.level;
    into.imbalance_pct = domain.imbalance_pct;
    into.cache_nice_tries = domain.cache_nice_tries;
    into.imb_numa_nr = static_cast<int>(domain.imb_numa_nr);
    into.group_count = static_cast<unsigned>(domain.groups.size());
    for (std::size_t i = 0; i < domain.groups.size(); ++i) {
        const SchedGroup& group = domain.groups[i];
        expects(group.record < kernel_records_max, "the kernel table has room for a group's record");
        into.groups[i] = {.span = group.span.word(0),
                          .balance_mask = group.balance_mask.word(0),
                          .flags = flags_of(names, group.flags),
                          .record = group.record};
    }
}

}  // namespace

void set_machine(const kernel_functions& functions, const Topology<Word>& topology) {
    const Machine& machine = topology.machine;
    const auto described = std::make_unique<kernel_machine>();
    described->cpus = static_cast<unsigned>(machine.cpu_count());
    described->smt_active = topology.domains.smt_active;
    for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
        described->siblings[cpu] = word_of(topology.cores.of_cpu[cpu]);
        described->node[cpu] = word_of(topology.nodes.of_cpu[cpu]);
        described->capacity[cpu] = machine.capacity[cpu];
        const std::vector<SchedDomain>& domains = topology.domains.of_cpu[cpu];
        expects(domains.size() <= kernel_levels_max, "the kernel table has room for a CPU's domains");
        described->domain_count[cpu] = static_cast<unsigned>(domains.size());
        for (std::size_t i = 0; i < domains.size(); ++i) {
            describe(functions.flags, domains[i], described->domains[cpu][i]);
        }
    }
    functions.set_machine(described.get());
}

}  // namespace schedmc::kernel
