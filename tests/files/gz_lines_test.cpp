// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: lines come alike from plain and compressed files, in bounded memory, and whatever is no text is refused with
// its line. Method: small files written here, compressed by zlib, cut off at every byte.
#include "files/gz_lines.hpp"

#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include <gtest/gtest.h>

#include "model/input_error.hpp"
#include "tests/support/program.hpp"

namespace schedmc {
namespace {

class GzLinesTest : public ::testing::Test {
protected:
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string write(const std::string& text) const {
        const std::string path = folder_ + "/plain.txt";
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }
    std::string write_compressed(const std::string& text) const {
        const std::string path = folder_ + "/packed.gz";
        gzFile file = gzopen(path.c_str(), "wb");
        gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
        gzclose(file);
        return path;
    }
    static std::vector<std::string> lines_of(const std::string& path) {
        GzLines lines(path, "t");
        std::vector<std::string> all;
        std::string_view line;
        while (lines.next(line)) {
            all.emplace_back(line);
            EXPECT_EQ(lines.line_number(), all.size());
        }
        return all;
    }
    static std::string refusal_of(const std::string& path) {
        try {
            lines_of(path);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    }

    std::string folder_ = fresh_folder();
};

TEST_F(GzLinesTest, AreTheSamePlainAndCompressed) {
    std::string text;
    std::vector<std::string> expected;
    for (int i = 0; i < 20000; ++i) {
        expected.push_back("line " + std::to_string(i) + std::string(static_cast<std::size_t>(i % 97), '.'));
        text += expected.back() + (i % 3 == 0 ? "\r\n" : "\n");
    }
    expected.emplace_back("without an end");
    text += expected.back();
    EXPECT_EQ(lines_of(write(text)), expected);
    EXPECT_EQ(lines_of(write_compressed(text)), expected);
}

TEST_F(GzLinesTest, AreNoneInAnEmptyFile) {
    EXPECT_TRUE(lines_of(write("")).empty());
    EXPECT_TRUE(lines_of(write_compressed("")).empty());
}

TEST_F(GzLinesTest, AreRefusedBeyondTheirLength) {
    const std::string longest(longest_line_bytes, 'x');
    EXPECT_EQ(lines_of(write("a\n" + longest + "\nb")), (std::vector<std::string>{"a", longest, "b"}));
    EXPECT_NE(refusal_of(write("a\n" + longest + "x\nb")).find("t:2: the line is longer"), std::string::npos);
    // A megabyte of zeros in a kilobyte ends as early.
    EXPECT_NE(refusal_of(write_compressed(std::string(1 << 20, '0'))).find("t:1: the line is longer"),
              std::string::npos);
}

TEST_F(GzLinesTest, AreRefusedWithNullBytes) {
    EXPECT_NE(refusal_of(write(std::string("a\nb\0c\n", 6))).find("t:2: a null byte"), std::string::npos);
}

TEST_F(GzLinesTest, OfCompressedDataThatIsCutOffAreRefused) {
    std::string text;
    for (int i = 0; i < 3000; ++i) {
        text += std::to_string(i * 7919 % 10007) + "\n";
    }
    const std::string path = write_compressed(text);
    std::ifstream in(path, std::ios::binary);
    const std::string packed((std::istreambuf_iterator<char>(in)), {});
    const std::string cut = folder_ + "/cut.gz";
    for (std::size_t length = 20; length < packed.size(); length += 97) {
        std::ofstream(cut, std::ios::binary) << packed.substr(0, length);
        EXPECT_NE(refusal_of(cut).find("ends in the middle"), std::string::npos) << length;
    }
    std::string damaged = packed;
    damaged[packed.size() / 2] = static_cast<char>(damaged[packed.size() / 2] ^ 0x55);
    std::ofstream(cut, std::ios::binary) << damaged;
    EXPECT_NE(refusal_of(cut), "");
}

TEST_F(GzLinesTest, NeedARegularFile) {
    EXPECT_EQ(refusal_of(folder_ + "/missing"), "t: there is no such file");
    EXPECT_NE(refusal_of(folder_).find("t: this is not a regular file"), std::string::npos);
    EXPECT_EQ(refusal_of(std::string("a\0b", 3)), "t: there is no such file");
}

}  // namespace
}  // namespace schedmc
