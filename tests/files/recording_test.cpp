// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: a recording gives its header and its events, counts what is neither, and survives whatever a file may hold.
// Method: small files written by hand; one of them cut at every byte and with every byte damaged.
#include "files/recording.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "files/recorded_decisions.hpp"
#include "model/input_error.hpp"
#include "tests/support/program.hpp"

namespace schedmc {
namespace {

const char* const text =
    "### uname: Linux h 6.12.117 #2\n"
    "### topo cpu0 smt=0-1 l3=0-1\n"
    "### topo cpu1 smt=0-1 l3=0-1\n"
    "### probe ok: p:k/srq f\n"
    "# tracer: nop\n"
    "\n"
    "a-5 [001] d.... 1.0: srq: (f+0x4/0x270) pid=4 prev=0 wf=0x8 mask=0x3 nca=2 ruc=1\n"
    "a-5 [001] d.... 1.1: aic: (available_idle_cpu+0x4/0x50) cpu=0\n"
    " a line of something else\n"
    "a-5 [001] d.... 1.2: aic_r: (f+0x1b/0x90 <- available_idle_cpu) ret=1\n"
    "CPU:0 [LOST 25 EVENTS]\n"
    "CPU:1 [7 EVENTS DROPPED]\n"
    "### topo cpu2 too late\n"
    "a-5 [001] d.... 1.3: srq_r: (f+0x12a/0x380 <- select_task_rq_fair) ret=0\n";

class RecordingTest : public ::testing::Test {
protected:
    void TearDown() override { std::filesystem::remove_all(folder_); }
    std::string write(const std::string& content) const {
        std::ofstream(folder_ + "/r.txt", std::ios::binary) << content;
        return folder_ + "/r.txt";
    }

    std::string folder_ = fresh_folder();
};

TEST_F(RecordingTest, GivesHeaderEventsAndLosses) {
    Recording recording(write(text));
    EXPECT_EQ(recording.header().kernel(), "6.12.117");
    EXPECT_EQ(recording.header().machine()->cpu_count(), 2U);
    std::vector<std::string> items;
    while (const auto item = recording.next()) {
        items.push_back(
            std::to_string(item->line) + " " +
            (item->event ? std::string(item->event->event) : "lost " + std::to_string(*item->lost_on)));
    }
    EXPECT_EQ(items,
              (std::vector<std::string>{"7 srq", "8 aic", "10 aic_r", "11 lost 0", "12 lost 1", "14 srq_r"}));
    EXPECT_EQ(recording.lines(), 14U);
    EXPECT_EQ(recording.skipped(), 1U);
    EXPECT_EQ(recording.first_skipped(), 9U);
}

TEST_F(RecordingTest, WithoutAnEventIsRefused) {
    for (const char* content : {"", "# tracer: nop\n", "hello\nworld\n",
                                "\x7f"
                                "ELF\x01\x02\n\xff\xfe"}) {
        EXPECT_THROW(Recording(write(content)), InputError) << content;
    }
}

// Whatever the damage, the end is an error of the input or a decision with CPUs of the machine.
void read_all(const std::string& path) {
    try {
        Recording recording(path);
        const auto machine = recording.header().machine();
        if (!machine.has_value()) {
            return;
        }
        RecordedDecisions decisions(recording.header(), *machine, "r");
        while (const auto item = recording.next()) {
            if (item->lost_on.has_value()) {
                decisions.lost(*item->lost_on);
            } else if (const auto decision = decisions.take(*item->event, item->line)) {
                EXPECT_TRUE(machine->present.contains(decision->answer));
                EXPECT_TRUE(machine->present.contains(decision->prev));
                EXPECT_TRUE(decision->allowed.is_subset_of(machine->present));
            }
        }
        decisions.end();
    } catch (const InputError&) {
    }
}

TEST_F(RecordingTest, StandsBeingCutAnywhere) {
    const std::string whole = text;
    for (std::size_t length = 0; length < whole.size(); ++length) {
        read_all(write(whole.substr(0, length)));
    }
}

TEST_F(RecordingTest, StandsAnyDamagedByte) {
    const std::string whole = text;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const char byte : {'\n', '9', '['}) {
            std::string damaged = whole;
            damaged[at] = byte;
            read_all(write(damaged));
        }
    }
}

}  // namespace
}  // namespace schedmc
