// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/architecture/source_text.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

namespace architecture {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::size_t end_of(std::string_view text, std::string_view closing, std::size_t from) {
    const std::size_t at = text.find(closing, from);
    return at == std::string_view::npos ? text.size() : at + closing.size();
}

std::size_t end_of_name(std::string_view text, std::size_t at) {
    while (at < text.size() && is_name_part(text[at])) {
        ++at;
    }
    return at;
}

// A number may hold letters, points and the separator that looks like a character literal's quote.
std::size_t end_of_number(std::string_view text, std::size_t at) {
    while (at < text.size() && (is_name_part(text[at]) || text[at] == '.' ||
                                (text[at] == '\'' && at + 1 < text.size() && is_name_part(text[at + 1])))) {
        ++at;
    }
    return at;
}

std::size_t end_of_literal(std::string_view text, std::size_t opening) {
    const char quote = text[opening];
    std::size_t at = opening + 1;
    while (at < text.size() && text[at] != quote && text[at] != '\n') {
        at += text[at] == '\\' ? 2 : 1;
    }
    return std::min(at + 1, text.size());
}

std::size_t end_of_raw_literal(std::string_view text, std::size_t opening) {
    const std::size_t bracket = text.find('(', opening);
    if (bracket == std::string_view::npos) {
        return text.size();
    }
    const std::string closing = ")" + std::string(text.substr(opening + 1, bracket - opening - 1)) + "\"";
    return end_of(text, closing, bracket);
}

// Past the name of an include directive at `hash`, or just past the hash of another directive.
std::size_t end_of_directive_head(std::string_view text, std::size_t hash) {
    const std::size_t word = text.find_first_not_of(" \t", hash + 1);
    if (word == std::string_view::npos || text.substr(word, 7) != "include") {
        return hash + 1;
    }
    const std::size_t opening = text.find_first_of("<\"\n", word);
    if (opening == std::string_view::npos || text[opening] == '\n') {
        return hash + 1;
    }
    return end_of(text, text[opening] == '<' ? ">" : "\"", opening + 1);
}

struct Token {
    std::size_t end;
    bool blanked;
};

Token token_at(std::string_view text, std::size_t at) {
    const char c = text[at];
    if (text.substr(at, 2) == "//") {
        return {std::min(text.find('\n', at), text.size()), true};
    }
    if (text.substr(at, 2) == "/*") {
        return {end_of(text, "*/", at + 2), true};
    }
    if (c == '"' || c == '\'') {
        return {end_of_literal(text, at), true};
    }
    if (is_digit(c)) {
        return {end_of_number(text, at), false};
    }
    if (is_name_part(c)) {
        const std::size_t end = end_of_name(text, at);
        const bool raw = text[end - 1] == 'R' && end - at <= 3 && end < text.size() && text[end] == '"';
        return raw ? Token{end_of_raw_literal(text, end), true} : Token{end, false};
    }
    if (c == '#') {
        return {end_of_directive_head(text, at), false};
    }
    return {at + 1, false};
}

bool is_passed_over(const std::filesystem::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    if (entry.is_directory()) {
        return name == "build" || (name.front() == '.' && name != ".ci");
    }
    const std::string ending = entry.path().extension().string();
    // A linked worktree has a file .git.
    return name == ".git" || name == "CMakeUserPresets.json" || name.back() == '~' || ending == ".orig" ||
           ending == ".rej" || ending == ".swp";
}

}  // namespace

std::vector<SourceFile> read_tree(const std::filesystem::path& root) {
    std::vector<SourceFile> files;
    for (auto entry = std::filesystem::recursive_directory_iterator(root);
         entry != std::filesystem::recursive_directory_iterator(); ++entry) {
        if (is_passed_over(*entry)) {
            entry.disable_recursion_pending();
        } else if (entry->is_regular_file()) {
            std::ifstream stream(entry->path(), std::ios::binary);
            std::string text(std::istreambuf_iterator<char>(stream), {});
            if (text.find('\0') == std::string::npos) {
                files.push_back({entry->path().lexically_relative(root).generic_string(), std::move(text)});
            }
        }
    }
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    return files;
}

std::string code_of(std::string_view text) {
    std::string code(text);
    for (std::size_t at = 0; at < text.size();) {
        const Token token = token_at(text, at);
        for (std::size_t i = at; token.blanked && i < token.end; ++i) {
            code[i] = text[i] == '\n' ? '\n' : ' ';
        }
        at = token.end;
    }
    return code;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<Include> includes_of(const SourceFile& file) {
    std::vector<Include> includes;
    const std::string code = is_source(file.path) ? code_of(file.text) : "";
    std::size_t number = 0;
    for (const std::string_view line : lines_of(code)) {
        ++number;
        const std::size_t hash = line.find_first_not_of(" \t");
        if (hash == std::string_view::npos || line[hash] != '#') {
            continue;
        }
        const std::size_t end = end_of_directive_head(line, hash);
        const std::size_t opening = line.find_first_of("<\"", hash);
        if (end > hash + 1 && opening < end) {
            includes.push_back(
                {std::string(line.substr(opening + 1, end - opening - 2)), line[opening] == '"', number});
        }
    }
    return includes;
}

std::string folder_of(std::string_view path) {
    const std::size_t slash = path.find('/');
    return slash == std::string_view::npos ? "" : std::string(path.substr(0, slash));
}

bool is_header(std::string_view path) { return path.ends_with(".hpp") || path.ends_with(".h"); }

bool is_source(std::string_view path) {
    return is_header(path) || path.ends_with(".cpp") || path.ends_with(".c");
}

bool is_name_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::size_t find_name(std::string_view text, std::string_view name, std::size_t from) {
    for (std::size_t at = text.find(name, from); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !is_name_part(text[at - 1])) && (end == text.size() || !is_name_part(text[end]))) {
            return at;
        }
    }
    return std::string_view::npos;
}

std::string complaint(const SourceFile& file, std::size_t line, const std::string& what) {
    return file.path + (line == 0 ? "" : ":" + std::to_string(line)) + ": " + what;
}

}  // namespace architecture
