// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/conform/conformance.hpp"

#include <algorithm>

#include "model/domain/concrete.hpp"
#include "model/input_error.hpp"
#include "solver/conform/reenactment.hpp"

namespace schedmc {

namespace {

// The tries of a decision, the least unusual inputs first.
template <class Try>
void for_each_unseen(const UnseenRange& range, Try&& attempt) {
    Unseen unseen;
    for (const CpuMask& foreign : range.foreign_cookies) {
        for (const CpuMask& sched_idle : range.sched_idle) {
            for (const bool kthread : range.bound_kthread) {
                unseen.foreign_cookies = foreign;
                unseen.sched_idle = sched_idle;
                unseen.bound_kthread = kthread;
                for (const std::uint32_t budget : range.nr_idle_scan) {
                    for (const bool hint : range.hint) {
                        for (const bool alone : range.waker_alone) {
                            for (const Pull pull : range.pull) {
                                unseen.nr_idle_scan = budget;
                                unseen.hint = hint;
                                unseen.waker_alone = alone;
                                unseen.pull = pull;
                                if (attempt(unseen)) {
                                    return;
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

}  // namespace

class Conformance::Engine {
public:
    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;
    virtual Account account_of(const RecordedDecision& decision) const = 0;
    virtual ForkExplained explained_fork(const RecordedDecision& decision) const = 0;
};

template <class D>
class Conformance::EngineOf final : public Conformance::Engine {
public:
    EngineOf(const Machine& machine, const Policy& policy)
        : topology_(machine, policy.rules.numa_imbalance), policy_(policy) {
        llc_weight_ = 1;
        for (const std::size_t weight : topology_.llc_weights) {
            llc_weight_ = std::max(llc_weight_, weight);
        }
    }

    const Topology<D>& topology() const { return topology_; }

    Account account_of(const RecordedDecision& decision) const override {
        const UnseenRange range = unseen_range(decision, llc_weight_);
        std::optional<Reenactment<D>> best;
        Unseen best_unseen;
        for_each_unseen(range, [&](const Unseen& unseen) {
            Reenactment<D> attempt = reenact(topology_, policy_, decision, unseen);
            if (!best.has_value() || attempt.agreement() > best->agreement()) {
                best = std::move(attempt);
                best_unseen = unseen;
            }
            return best->explains;
        });
        Account account;
        account.unseen = best_unseen;
        account.rule = best->decision.rule.value();
        account.answer = static_cast<std::uint16_t>(best->decision.answer.number());
        account.tests = best->tests;
        account.agreeing = best->agreeing;
        if (best->explains) {
            account.chosen = chosen(decision, range, best_unseen);
            account.explained = account.chosen.any() ? Explained::with_open_inputs : Explained::exactly;
        }
        return account;
    }

    ForkExplained explained_fork(const RecordedDecision& decision) const override {
        return explain_fork(topology_, policy_, decision);
    }

private:
    // An open input was chosen when another value of it alone would not explain the decision, an unusual one when
    // it has its unusual value.
    std::bitset<unseen_inputs> chosen(const RecordedDecision& decision, const UnseenRange& range,
                                      const Unseen& found) const {
        std::bitset<unseen_inputs> result;
        const auto matters = [&](UnseenInput input, const auto& values, auto field) {
            for (const auto& value : values) {
                Unseen other = found;
                other.*field = value;
                if (!(other == found) && !reenact(topology_, policy_, decision, other).explains) {
                    result.set(static_cast<std::size_t>(input));
                    return;
                }
            }
        };
        matters(UnseenInput::pull, range.pull, &Unseen::pull);
        matters(UnseenInput::waker_alone, range.waker_alone, &Unseen::waker_alone);
        matters(UnseenInput::hint, range.hint, &Unseen::hint);
        matters(UnseenInput::nr_idle_scan, range.nr_idle_scan, &Unseen::nr_idle_scan);
        result.set(static_cast<std::size_t>(UnseenInput::bound_kthread), found.bound_kthread);
        result.set(static_cast<std::size_t>(UnseenInput::sched_idle), !found.sched_idle.empty());
        result.set(static_cast<std::size_t>(UnseenInput::cookie), !found.foreign_cookies.empty());
        return result;
    }

    Topology<D> topology_;
    Policy policy_;
    std::size_t llc_weight_;
};

Conformance::Conformance(const Machine& machine, const Policy& policy, const std::string& place) {
    const auto engine = [&]<class D>() {
        auto made = std::make_unique<EngineOf<D>>(machine, policy);
        if (made->topology().capacities_differ) {
            throw InputError(place, "the machine's capacities differ",
                             "decisions of machines with CPUs of one capacity are compared");
        }
        return made;
    };
    if (machine.cpu_count() <= Word::cpu_capacity) {
        engine_ = engine.template operator()<Word>();
    } else {
        engine_ = engine.template operator()<Wide>();
    }
}

Conformance::~Conformance() = default;

Account Conformance::account_of(const RecordedDecision& decision) const {
    return engine_->account_of(decision);
}

ForkExplained Conformance::explained_fork(const RecordedDecision& decision) const {
    return engine_->explained_fork(decision);
}

}  // namespace schedmc
