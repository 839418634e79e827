// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace architecture {

/// A file of the project: its path from the root, with '/', and all of its text.
struct SourceFile {
    std::string path;
    std::string text;
};

/// What a rule found, one line each: `path:line: what is wrong`.
using Complaints = std::vector<std::string>;

/// An include directive: what it names, between quotes or between angles, and its line counted from 1.
struct Include {
    std::string path;
    bool quoted;
    std::size_t line;
};

/// The files below `root` that git would track, in order of their paths: build folders, editors' leavings and
/// hidden folders other than .ci are passed over, and so are files that are not text.
std::vector<SourceFile> read_tree(const std::filesystem::path& root);

/// The text with comments and the insides of literals blanked out. Length and lines stay as they are, and so
/// do include directives.
std::string code_of(std::string_view text);

/// The lines of the text, without their ends.
std::vector<std::string_view> lines_of(std::string_view text);

/// The include directives of a source, those in comments and literals not counted; none where the file is no
/// source.
std::vector<Include> includes_of(const SourceFile& file);

/// The first folder of the path, "" for a file at the root.
std::string folder_of(std::string_view path);

/// True for C++ and C sources and headers.
bool is_source(std::string_view path);

/// True for C++ and C headers.
bool is_header(std::string_view path);

/// True for a character that may be part of an identifier.
bool is_name_part(char c);

/// Where `name` stands in the text as a whole identifier, at or after `from`; npos if nowhere.
std::size_t find_name(std::string_view text, std::string_view name, std::size_t from = 0);

/// `path:line: what`, or `path: what` for line 0.
std::string complaint(const SourceFile& file, std::size_t line, const std::string& what);

}  // namespace architecture
