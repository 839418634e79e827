// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: files, lines and functions beyond their limits are found, and whatever else has braces is not taken
// for a function.
// Method: texts made one line too long, and the same texts at the limit.
#include "tests/architecture/size_rules.hpp"

#include <gtest/gtest.h>

namespace architecture {
namespace {

std::string lines(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += "x;\n";
    }
    return text;
}

// The head, then a block of `count` lines, the braces' own included.
SourceFile block(const std::string& head, std::size_t count, const std::string& tail = "\n") {
    return {"model/a.cpp", head + " {\n" + lines(count - 2) + "}" + tail};
}

std::size_t too_long(const SourceFile& file) { return long_functions(file).size(); }

TEST(LongFiles, HaveMoreLinesThanAllowed) {
    EXPECT_EQ(long_files({"a.cpp", lines(file_lines_max)}).size(), 0U);
    EXPECT_EQ(long_files({"a.cpp", lines(file_lines_max + 1)}).size(), 1U);
    EXPECT_EQ(long_files({"a.md", lines(file_lines_max + 1)}).size(), 0U);
}

TEST(WideLines, CountCharactersAndNotBytes) {
    const std::string widest(line_width_max, 'x');
    EXPECT_EQ(wide_lines({"a.cpp", widest}).size(), 0U);
    EXPECT_EQ(wide_lines({"a.cpp", "\n" + widest + "x\n"}),
              Complaints{"a.cpp:2: 121 characters wide, more than 120"});
    EXPECT_EQ(wide_lines({"a.cpp", widest.substr(1) + "\u00B7"}).size(), 0U);
}

TEST(LongFunctions, AreFoundWhateverTheirHead) {
    for (const char* head :
         {"int f()", "int f(int a = 3)", "bool Set::operator==(Set a) const",
          "template <class D> auto f(D d) -> D", "template <class D>\n    requires Domain<D>\nint f(D d)",
          "TEST(Set, IsSet)", "Set::Set() : a_(1), b_(2)", "Set::Set(int a) : a_{a}",
          "const auto f = [](int a)", "f(struct x* a) noexcept"}) {
        EXPECT_EQ(too_long(block(head, function_lines_max)), 0U) << head;
        EXPECT_EQ(too_long(block(head, function_lines_max + 1)), 1U) << head;
    }
}

TEST(LongFunctions, AreFoundInNamespacesAndClassesAndAfterOtherBlocks) {
    const std::string inside = block("    int f()", function_lines_max + 1).text;
    EXPECT_EQ(too_long({"a.cpp", "namespace a {\nclass B : public C<int> {\n" + inside + "};\n}\n"}), 1U);
    EXPECT_EQ(too_long({"a.cpp", "extern \"C\" {\n" + inside + "}\n"}), 1U);
    EXPECT_EQ(too_long({"a.cpp", "int g() { if (a) { b; } }\nint x = {1};\nint y{2};\n" + inside}), 1U);
}

TEST(LongFunctions, AreNamedWithTheirLine) {
    const SourceFile file = block("int Set::count()", function_lines_max + 1);
    EXPECT_EQ(long_functions(file), Complaints{"model/a.cpp:1: Set::count has 71 lines, more than 70"});
}

TEST(LongFunctions, AreNotWhatElseHasBraces) {
    for (const char* head :
         {"namespace a", "namespace", "struct A", "template <class T> class B : C<T>", "enum class E : int",
          "const std::vector<int> table =", "const int table[2] =", "concept C = requires(T t)",
          "constexpr Table table", "struct alignas(8) A", "union U"}) {
        EXPECT_EQ(too_long(block(head, 100, ";\n")), 0U) << head;
    }
}

TEST(LongFunctions, AreNotFooledByBracesThatAreNotCode) {
    const std::string distraction = "int g() {\n// {\n/* { */ \"{\"; '{'; R\"({)\";\n#define x {\\\n{\n}\n";
    EXPECT_EQ(too_long({"a.cpp", distraction + lines(100)}), 0U);
    EXPECT_EQ(too_long({"a.cpp", distraction + block("int f()", function_lines_max + 1).text}), 1U);
}

}  // namespace
}  // namespace architecture
