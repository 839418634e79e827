// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <tuple>

#include "properties/affine.hpp"
#include "properties/balance.hpp"
#include "properties/balance_groups.hpp"
#include "properties/balance_leaders.hpp"
#include "properties/balance_locks.hpp"
#include "properties/balance_looks.hpp"
#include "properties/balance_reachability.hpp"
#include "properties/burst.hpp"
#include "properties/burst_drains.hpp"
#include "properties/delayed_dequeue.hpp"
#include "properties/fork.hpp"
#include "properties/fork_idle.hpp"
#include "properties/fork_same.hpp"
#include "properties/hint.hpp"
#include "properties/nohz.hpp"
#include "properties/property.hpp"
#include "properties/race_reachability.hpp"
#include "properties/races.hpp"
#include "properties/reachability.hpp"
#include "properties/scan_cost.hpp"
#include "properties/sis_cache.hpp"
#include "properties/smt_push.hpp"
#include "properties/stacking.hpp"
#include "properties/wakeup.hpp"
#include "properties/work_conserving.hpp"

namespace schedmc {

/// Every property that is written down, in the order of tables and pages.
using WrittenProperties = std::tuple<
    IdleCoreNotIgnored, IdlePrevWins, CpuUsable, CpuUsableWhenQueued, AnswerAllowedPrev, AnswerAllowedRecent,
    AnswerAllowedRest, StaysInDomainSmt, StaysInDomainFallback, StaysInDomainScan, NoStackingSisUtil,
    NoStackingBudget, NoStackingWakerIsolated, NoStackingKthread, NoStackingFallback, NoStackingOnCpu,
    NoStackingDelayed, NoStackingRest, SyncCountsTheAwake, SchedIdleSeeksIdle, ScanCost, ScanCostWithinBudget,
    NoFalseNegative, ClearedWhereScanned, NoDoubleClaim, NoDoubleClaimOfCore, PendingLooksBusy,
    ForkIdleUsedGroupType, ForkIdleUsedNumaAllowance, ForkIdleUsedIdleCount, ForkIdleUsedInvisible,
    ForkIdleUsedRest, ForkNumaLimit, ForkStatsAllowed, ForkGroupCookie, ForkAffinityShortcut,
    HotBeforeBusyBudget, HotBeforeBusyRest, KeepsHint, ReservationMonotone, FirstHotLastResort,
    FirstHotPastLimit, OwnerReturnsNear, OwnerReturnsOtherCluster, NewidleStaysInLlc, NoPullBackAfterSmtPush,
    OneBalancerPerGroup, SomeBalancerPerGroup, LeaderOnIdleCore, GroupsInsideDomain, NeverEmptiesSource,
    PullRespectsAffinity, TasksConserved, ImbalanceInRange, HalfTheDifference, NoPullAboveAverage, PassEnds,
    LockLetGo, ArrivalEndsNewidle, NewidleRechecks, OverloadKnown, MarkStaysWhilePinned, CrowdedTickKicks,
    SweepServesAll, BusyTickLeavesMask, PushToIdleSibling, PushAllowed, PushKeepsCurrent, WorkConserving,
    CoresShareTheWork, BurstDrains, BurstSpreadsWakeup, BurstSpreadsFork, BurstAllowed,
    BurstQuietBelowThreshold, ReachIdleCoreWithHint, ReachIdleCoreWithoutHint, ReachHintWithoutIdleCore,
    ReachRefusedWithHint, ReachTwoWakersOneCpu, ReachWakeListOfBusyCpu, ReachSiblingsGoIdle,
    ReachHotCpuPassedOver, ReachEveryIdleCpuHot, ReachReservedInUse, ReachNewidlePullBelowLlc,
    ReachNewidlePullAboveLlc, ReachActiveBalance, ReachRedirect, ReachRedo, ReachPushThenPull,
    ReachMarkedGroup, ReachNewlyIdleBesideBurst>;

/// Descriptions of all properties, those of WrittenProperties first, then one `sometimes` sibling for each `always`
/// property P, called reach:P, which says that the situation P speaks of occurs.
const std::vector<PropertyInfo>& property_infos();

/// The ids that a pattern names: an id, a family (a prefix that ends before a dot), or a glob with * and ?.
///
/// A family and a glob leave the reach:... siblings out unless they are asked for by "reach:".
/// Errors: InputError at `place` when nothing matches, with the nearest id.
std::vector<const PropertyInfo*> match_properties(const std::string& pattern, const std::string& place);

namespace catalogue {

/// P begins its rounds in some states only.
template <class P>
concept BeginsSomewhere = requires {
    P::begins_somewhere;
};

/// P judges decisions of forks and execs.
template <class P>
concept OfForks = requires {
    P::is_of_forks;
};

template <class D, class P>
Property<D> written(const PropertyInfo& info) {
    Property<D> property;
    property.info = &info;
    if constexpr (P::info.kind == Kind::bounded) {
        property.measure = &P::template measure<D>;
        property.however_decision = [](const DecisionScene<D>& s) { return P::however(s); };
    } else if constexpr (P::info.kind == Kind::same) {
        property.of_pair = &P::template judge<D>;
        property.counterpart = &P::counterpart;
        property.reads = &P::reads;
        property.speaks_of = &P::speaks_of;
        property.however_pair = [](const StepScene<D>& a, const StepScene<D>& b) { return P::however(a, b); };
    } else if constexpr (P::info.kind == Kind::within) {
        property.of_rest = &P::template judge<D>;
        property.however_rest = [](const RestScene<D>& s) { return P::however(s); };
        if constexpr (BeginsSomewhere<P>) {
            property.begins = &P::template begins<D>;
        }
    } else if constexpr (OfForks<P>) {
        property.of_fork = &P::template judge<D>;
        if constexpr (P::info.kind == Kind::always) {
            property.however_fork = [](const ForkScene<D>& s) { return P::however(s); };
        }
    } else if constexpr (P::info.scope == Scope::decision) {
        property.of_decision = &P::template judge<D>;
        if constexpr (P::info.kind == Kind::always) {
            property.however_decision = [](const DecisionScene<D>& s) { return P::however(s); };
        }
    } else if constexpr (P::info.scope == Scope::state) {
        property.of_state = &P::template judge<D>;
        if constexpr (P::info.kind == Kind::always) {
            property.however_state = [](const StateScene<D>& s) { return P::however(s); };
        }
    } else {
        property.of_step = &P::template judge<D>;
        if constexpr (P::info.kind == Kind::always) {
            property.however_step = [](const StepScene<D>& s) { return P::however(s); };
        }
    }
    return property;
}

/// The `sometimes` sibling of an `always` property: its situation occurs.
template <class D, class P>
Property<D> sibling(const PropertyInfo& info) {
    Property<D> property;
    property.info = &info;
    if constexpr (OfForks<P>) {
        property.of_fork = [](const ForkScene<D>& s) {
            return Claim<D>{D::truth(true), P::judge(s).relevant};
        };
    } else if constexpr (P::info.scope == Scope::decision) {
        property.of_decision = [](const DecisionScene<D>& s) {
            return Claim<D>{D::truth(true), P::judge(s).relevant};
        };
    } else if constexpr (P::info.scope == Scope::state) {
        property.of_state = [](const StateScene<D>& s) {
            return Claim<D>{D::truth(true), P::judge(s).relevant};
        };
    } else {
        property.of_step = [](const StepScene<D>& s) {
            return Claim<D>{D::truth(true), P::judge(s).relevant};
        };
    }
    return property;
}

template <class D, class P>
void add_if_meant(const PropertyInfo& wanted, Property<D>& found) {
    if (wanted.id == P::info.id) {
        found = written<D, P>(wanted);
    }
    if constexpr (P::info.kind == Kind::always) {
        if (wanted.id.substr(0, 6) == "reach:" && wanted.id.substr(6) == P::info.id) {
            found = sibling<D, P>(wanted);
        }
    }
}

template <class D, class... P>
Property<D> find(const PropertyInfo& wanted, std::tuple<P...>*) {
    Property<D> found;
    (add_if_meant<D, P>(wanted, found), ...);
    expects(found.info != nullptr, "a described property is written down");
    return found;
}

}  // namespace catalogue

/// The policy with which a `same` property compares this one, under the same name.
template <class D>
Policy counterpart_of(Policy policy, const Property<D>& property) {
    property.counterpart(policy.rules);
    return policy;
}

/// The property of a description, over the domain D (a concrete one: it can explain itself).
template <class D>
Property<D> property_over(const PropertyInfo& info) {
    return catalogue::find<D>(info, static_cast<WrittenProperties*>(nullptr));
}

}  // namespace schedmc
