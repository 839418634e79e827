// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/sd_flag_names.hpp"

#include <array>
#include <utility>

#include "model/machine/sched_domains.hpp"

namespace schedmc {

namespace {

constexpr std::array<std::pair<unsigned, std::string_view>, 14> known{{
    {sd_flag::balance_newidle, "BALANCE_NEWIDLE"},
    {sd_flag::balance_exec, "BALANCE_EXEC"},
    {sd_flag::balance_fork, "BALANCE_FORK"},
    {sd_flag::balance_wake, "BALANCE_WAKE"},
    {sd_flag::wake_affine, "WAKE_AFFINE"},
    {sd_flag::asym_cpucapacity, "ASYM_CPUCAPACITY"},
    {sd_flag::asym_cpucapacity_full, "ASYM_CPUCAPACITY_FULL"},
    {sd_flag::share_cpucapacity, "SHARE_CPUCAPACITY"},
    {sd_flag::cluster, "CLUSTER"},
    {sd_flag::share_llc, "SHARE_LLC"},
    {sd_flag::serialize, "SERIALIZE"},
    {sd_flag::prefer_sibling, "PREFER_SIBLING"},
    {sd_flag::overlap, "OVERLAP"},
    {sd_flag::numa, "NUMA"},
}};

}  // namespace

std::vector<std::string> flag_names(unsigned flags) {
    std::vector<std::string> names;
    for (const auto& [flag, name] : known) {
        if ((flags & flag) != 0) {
            names.emplace_back(name);
        }
    }
    return names;
}

unsigned flag_named(std::string_view name) {
    if (name.starts_with("SD_")) {
        name.remove_prefix(3);
    }
    if (name == "SHARE_PKG_RESOURCES") {
        return sd_flag::share_llc;
    }
    for (const auto& [flag, known_name] : known) {
        if (known_name == name) {
            return flag;
        }
    }
    return 0;
}

}  // namespace schedmc
