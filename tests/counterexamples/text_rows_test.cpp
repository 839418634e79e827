// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: rows line up and stay within the page. Method: small texts, byte for byte.
#include "counterexamples/text_rows.hpp"

#include <gtest/gtest.h>

namespace schedmc {
namespace {

TEST(TextRows, LabelsFoldFromThreeOn) {
    EXPECT_EQ(label_of("cpu", parse_cpu_list("3", "test")), "cpu3");
    EXPECT_EQ(label_of("cpu", parse_cpu_list("2-3", "test")), "cpu2, cpu3");
    EXPECT_EQ(label_of("llc", parse_cpu_list("0-2,9", "test")), "llcs 0-2,9");
    EXPECT_EQ(label_of("cpu", CpuMask()), "no cpu");
    EXPECT_EQ(task_list({}), "");
    EXPECT_EQ(task_list({4}), "t4");
    EXPECT_EQ(task_list({0, 1, 3, 4, 5, 9}), "t0, t1, t3-t5, t9");
}

TEST(TextRows, WordsStayWholeAndLinesWithinThePage) {
    EXPECT_EQ(wrapped("a: ", "b c", 3), "a: b c\n");
    const std::string word(60, 'x');
    EXPECT_EQ(wrapped("", word + " " + word, 4), word + "\n    " + word + "\n");
    const std::string fits(text_columns - 2, 'x');
    EXPECT_EQ(wrapped("", fits + " y", 4), fits + " y\n");
    EXPECT_EQ(wrapped("", fits + " yy", 4), fits + "\n    yy\n");
    EXPECT_EQ(characters("a · b"), 5U);
}

TEST(TextRows, ListsLongerThanALineBreakBehindCommas) {
    std::string list;
    for (int i = 0; i < 60; ++i) {
        list += (i == 0 ? "" : ",") + std::to_string(100 + 2 * i);
    }
    const std::string text = wrapped("cpus ", list + " are idle", 5);
    EXPECT_EQ(text, "cpus " + list.substr(0, 104) + "\n     " + list.substr(104, 104) + "\n     " +
                        list.substr(208) + " are idle\n");
    EXPECT_EQ(list[103], ',');
}

TEST(TextRows, TextsLineUpBehindTheLabels) {
    EXPECT_EQ(rows_text({{"t0", "asleep"}, {"cpu0, cpu1", "idle"}}),
              "  t0           asleep\n"
              "  cpu0, cpu1   idle\n");
    const std::string list(30, '9');
    EXPECT_EQ(rows_text({{"t0", "asleep"}, {list, "idle"}}),
              "  t0   asleep\n"
              "  " +
                  list +
                  "\n"
                  "       idle\n");
}

}  // namespace
}  // namespace schedmc
