// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: progress is shown once a second at most, only where it was asked for, and is gone when the search is
// done.
// Method: a clock set by hand, a file or a pseudo-terminal as the stream.
#include "solver/progress.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace schedmc {
namespace {

using Clock = ProgressLine::Clock;
using std::chrono::milliseconds;

std::string text_of(std::FILE* file) {
    std::string text;
    std::rewind(file);
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) {
        text += static_cast<char>(c);
    }
    return text;
}

// What was written to the terminal until now.
std::string text_of_terminal(int controller) {
    char buffer[4096];
    const ssize_t count = ::read(controller, buffer, sizeof buffer);
    return count > 0 ? std::string(buffer, static_cast<std::size_t>(count)) : std::string();
}

TEST(ProgressLine, ReadsWell) {
    const ProgressReport report{1'933'125, 12'000'000, 11, 999, 3 * 512 * 1024};
    EXPECT_EQ(progress_line(report, 1000),
              "1,933,125 states, 1,000/s, 12,000,000 transitions, depth 11, frontier 999, 1.5 MiB");
}

TEST(ProgressLine, ShowsALineASecondWhenForced) {
    std::FILE* const file = std::tmpfile();
    ASSERT_NE(file, nullptr);
    Clock::time_point now{};
    {
        ProgressLine line(file, ProgressLine::Show::always, [&] { return now; });
        for (std::uint64_t i = 0; i <= 25; ++i) {
            line.report({1000 * i, 0, 0, 0, 0});
            now += milliseconds(100);
        }
        line.done();
    }
    EXPECT_EQ(text_of(file),
              "10,000 states, 10,000/s, 0 transitions, depth 0, frontier 0, 0.0 MiB\n"
              "20,000 states, 10,000/s, 0 transitions, depth 0, frontier 0, 0.0 MiB\n");
    std::fclose(file);
}

TEST(ProgressLine, IsSilentAwayFromATerminal) {
    std::FILE* const file = std::tmpfile();
    ASSERT_NE(file, nullptr);
    Clock::time_point now{};
    ProgressLine line(file, ProgressLine::Show::on_terminal, [&] { return now; });
    for (int i = 0; i < 10; ++i) {
        line.report({});
        now += milliseconds(1000);
    }
    line.done();
    EXPECT_EQ(text_of(file), "");
    std::fclose(file);
}

TEST(ProgressLine, RewritesAndClearsItsLineOnATerminal) {
    const int controller = ::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (controller < 0 || ::grantpt(controller) != 0 || ::unlockpt(controller) != 0) {
        GTEST_SKIP() << "no pseudo-terminal here";
    }
    std::FILE* const terminal = std::fopen(::ptsname(controller), "w");
    ASSERT_NE(terminal, nullptr);
    Clock::time_point now{};
    ProgressLine line(terminal, ProgressLine::Show::on_terminal, [&] { return now; });
    line.report({});
    now += milliseconds(1000);
    line.report({5, 6, 7, 8, 0});
    const std::string shown = text_of_terminal(controller);
    EXPECT_EQ(shown,
              "\r\x1b[K"
              "5 states, 5/s, 6 transitions, depth 7, frontier 8, 0.0 MiB");
    line.done();
    EXPECT_EQ(text_of_terminal(controller), "\r\x1b[K");
    line.done();
    EXPECT_EQ(text_of_terminal(controller), "");
    std::fclose(terminal);
    ::close(controller);
}

TEST(ProgressLine, StartsAnewForTheNextSearch) {
    std::FILE* const file = std::tmpfile();
    ASSERT_NE(file, nullptr);
    Clock::time_point now{};
    ProgressLine line(file, ProgressLine::Show::always, [&] { return now; });
    line.report({});
    line.done();
    now += milliseconds(60'000);
    line.report({1'000'000, 0, 0, 0, 0});
    EXPECT_EQ(text_of(file), "");
    std::fclose(file);
}

}  // namespace
}  // namespace schedmc
