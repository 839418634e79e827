// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: an event is read alike in every dialect of ftrace text, and nothing else is taken for one. Method: one event
// written by hand in each dialect; then lines that come near; then every cut and every damaged byte of a line.
#include "files/ftrace_line.hpp"

#include <string>

#include <gtest/gtest.h>

namespace schedmc {
namespace {

struct Dialect {
    const char* name;
    const char* line;
    const char* flags;
};

const Dialect dialects[] = {
    {"raw", "          ping0-525     [005] d..3.    11.875805: aic: (available_idle_cpu+0x0/0x60) cpu=7",
     "d..3."},
    {"raw with TGID", "   ping0-525     (    525) [005] d.h3.    11.875805: aic: (idle+0x0/0x60) cpu=7",
     "d.h3."},
    {"raw with unknown TGID",
     "   ping0-525     (-------) [005] d..3    11.875805: aic: (idle+0x0/0x60) cpu=7", "d..3"},
    {"trace-cmd report", "    ping0-525   [005]    11.875805: aic:                  (ffffffff8110) cpu=7",
     ""},
    {"trace-cmd report -l", "  ping0-525   [005] d..3    11.875805: aic:      (ffffffff8110) cpu=7", "d..3"},
    {"trace-cmd report -R", "  ping0-525   [005]    11.875805: aic:     __probe_ip=0x12 cpu=7", ""},
    {"perf script", "           ping0   525 [005]    11.875805:     k:aic: (ffffffff8110) cpu=7", ""},
    {"perf script with thread", "  ping0   520/525   [005]    11.875805:     k:aic: (ffffffff8110) cpu=7",
     ""},
    {"a name with blanks", "  Web Content 4-525   [005]    11.875805: aic:  (ffffffff8110) cpu=7", ""},
    {"a name with brackets", "  a [7] b [x]-525   [005] d..3    11.875805: aic:  (ffffffff8110) cpu=7",
     "d..3"},
};

TEST(FtraceLine, IsReadInEveryDialect) {
    for (const Dialect& dialect : dialects) {
        SCOPED_TRACE(dialect.name);
        const auto line = parse_ftrace_line(dialect.line);
        ASSERT_TRUE(line.has_value());
        EXPECT_EQ(line->pid, 525);
        EXPECT_EQ(line->cpu, 5);
        EXPECT_EQ(line->event, "aic");
        EXPECT_EQ(line->flags, dialect.flags);
        EXPECT_EQ(field_number(line->body, "cpu"), 7);
    }
}

TEST(FtraceLine, TellsInterruptsByTheirColumn) {
    const auto in_interrupt = [](const std::string& flags) {
        return parse_ftrace_line("<idle>-0 [001] " + flags + " 1.5: srq: pid=1")->in_interrupt();
    };
    for (const char* flags : {"d.h3.", "dNs..", "d.H2", "..Z1."}) {
        EXPECT_TRUE(in_interrupt(flags)) << flags;
    }
    for (const char* flags : {"d..3.", "dN...", "h...."}) {
        EXPECT_FALSE(in_interrupt(flags)) << flags;
    }
    EXPECT_FALSE(parse_ftrace_line("ping 1 [001] 1.5: srq: pid=1")->in_interrupt());
}

TEST(FtraceLine, IsNothingElse) {
    for (const char* text :
         {"", "# tracer: nop", "cpus=4", "### topo cpu0 smt=0-1",
          "  *A0          10.458650 secs A0 => migration/0:16", " gid=1", "CPU:3 [LOST 25 EVENTS]",
          "ping-1 [001]", "ping-1 [001] 1.5:", "ping-1 [001] 1.5: word", "ping-1 [70000] 1.5: aic: cpu=1",
          "ping-1 [x] 1.5: aic: cpu=1", "ping-1 [-1] 1.5: aic: cpu=1",
          "ping-1 [001] d..3 word 1.5: aic: cpu=1", "[", "[[[[]]]]", "ping-1 [001] 1.5: : cpu=1"}) {
        EXPECT_FALSE(parse_ftrace_line(text).has_value()) << text;
    }
}

TEST(FtraceLine, StandsAnyDamage) {
    for (const Dialect& dialect : dialects) {
        const std::string whole = dialect.line;
        for (std::size_t at = 0; at < whole.size(); ++at) {
            parse_ftrace_line(whole.substr(0, at));
            for (const char byte : {'[', ']', ':', '\x80', '\n', ' ', '9'}) {
                std::string damaged = whole;
                damaged[at] = byte;
                const auto line = parse_ftrace_line(damaged);
                if (line.has_value()) {
                    EXPECT_FALSE(line->event.empty());
                    field_number(line->body, "cpu");
                }
            }
        }
    }
}

TEST(FieldNumber, ReadsDecimalAndHexadecimalAndTheLastOfAName) {
    const std::string body = "comm=a pid=1 pid=464 prev=-6 mask=0xffffffffffffffff wf=0x18 end=8";
    EXPECT_EQ(field_number(body, "pid"), 464);
    EXPECT_EQ(field_number(body, "prev"), -6);
    EXPECT_EQ(field_number(body, "mask"), -1);
    EXPECT_EQ(field_number(body, "wf"), 0x18);
    EXPECT_EQ(field_number(body, "end"), 8);
    EXPECT_EQ(field_text(body, "comm"), "a");
}

TEST(FieldNumber, IsNothingForWhatIsNoNumber) {
    for (const char* body : {"", "pid", "pid=", "pid=x", "pid=12x", "pid=0x", "pid=99999999999999999999",
                             "apid=3", "pid =3", "pid=0x11112222333344445"}) {
        EXPECT_FALSE(field_number(body, "pid").has_value()) << body;
    }
}

}  // namespace
}  // namespace schedmc
