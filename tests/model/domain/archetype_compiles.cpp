// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: policies, steps and properties keep to the vocabulary of value domains, so that every engine can read them.
// Method: all of them are instantiated over a domain that has declarations only. It must compile; it is not linked.
#include "model/domain/archetype.hpp"
#include "model/event.hpp"
#include "model/policy/find_busiest_group.hpp"
#include "model/policy/find_busiest_queue.hpp"
#include "model/policy/need_active_balance.hpp"
#include "model/policy/select_task_rq_fork_exec.hpp"
#include "model/policy/should_we_balance.hpp"
#include "model/step.hpp"
#include "properties/catalogue.hpp"

namespace schedmc {

using A = Archetype;

template struct Blocks<A>;
template struct Topology<A>;
template class ScanOrder<A>;
template class Cascade<A>;

template WakeupDecision<A> select_task_rq(const Topology<A>&, const Policy&, const RunqueueView<A>&,
                                          const Wakeup<A>&);
template ForkExecDecision<A> select_task_rq(const Topology<A>&, const Policy&, const LoadView<A>&,
                                            const ForkExec<A>&);
template A::Truth should_we_balance(const Topology<A>&, const Policy&, const LoadView<A>&,
                                    const BalanceEnv<A>&);
template BusiestGroup<A> find_busiest_group(const Topology<A>&, const Policy&, const LoadView<A>&,
                                            const BalanceEnv<A>&);
template A::Cpu find_busiest_queue(const Topology<A>&, const Policy&, const LoadView<A>&, const BalanceEnv<A>&,
                                   const BusiestGroup<A>&);
template A::Truth need_active_balance(const Topology<A>&, const Policy&, const LoadView<A>&,
                                      const BalanceEnv<A>&, const A::Choice<MigrationType>&, const A::Cpu&);
template A::CpuSet update_idle_core(const Topology<A>&, const Policy&, const RunqueueView<A>&, const A::Cpu&);

template struct Model<A>;
template State<A> initial_state(const Model<A>&);
template RunqueueView<A> view_of(const Model<A>&, const State<A>&);
template std::vector<Event> all_events(const Model<A>&);
template A::Truth enabled(const Model<A>&, const State<A>&, const Event&);
template void step(const Model<A>&, const State<A>&, const Event&, Transition<A>&);

template <class P>
constexpr auto judgement_of() {
    if constexpr (P::info.kind == Kind::bounded) {
        return &P::template measure<A>;
    } else {
        return &P::template judge<A>;
    }
}

template <class... P>
constexpr auto judgements_of(std::tuple<P...>*) {
    return std::tuple{judgement_of<P>()...};
}

/// [property] -> its judgement over the archetype; others could use it, so that the functions must be there.
auto judgements_over_archetype = judgements_of(static_cast<WrittenProperties*>(nullptr));

}  // namespace schedmc
