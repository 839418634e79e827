// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: a TOML file is read strictly, and whatever is wrong with one is said at its place.
// Method: one small file for each kind of value and of trouble, with the exact words; files nested deeper than any
// stack holds.
#include "files/toml_reader.hpp"

#include <gtest/gtest.h>

#include "tests/files/machine_fixtures.hpp"

namespace schedmc {
namespace {

constexpr std::size_t limit = std::size_t{4} << 20;

const TomlTable::Keys keys{"text", "number", "flag", "list", "table", "row", "choice"};

TomlTable read(const TempFile& file) { return read_toml(file.path(), limit, keys); }

std::string refused(const std::string& text) {
    const TempFile file(text);
    return input_error_of(file, [&] { read(file); });
}

std::string refused(const std::string& text, const std::function<void(const TomlTable&)>& use) {
    const TempFile file(text);
    const TomlTable table = read(file);
    return input_error_of(file, [&] { use(table); });
}

std::string repeated(const std::string& part, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) {
        text += part;
    }
    return text;
}

TEST(TomlReader, ReadsEachKindOfValue) {
    const TempFile file(
        "\xEF\xBB\xBFtext = \"pack:1 # pu:2\"\r\nnumber = 0x10\nflag = true\nlist = [\n  'a', # one\n  "
        "\"b.c\",\n]\n"
        "choice = 'two'\n[table]\ntext = '''o\"ne'''\n[[row]]\nnumber = 1\n[[row]]\n");
    const TomlTable table = read(file);
    EXPECT_EQ(table.text("text"), "pack:1 # pu:2");
    EXPECT_EQ(table.number("number", 0, 16), 16U);
    EXPECT_EQ(table.flag("flag"), true);
    EXPECT_EQ(table.choice("choice", {"one", "two"}), 1U);
    ASSERT_EQ(table.texts("list").size(), 2U);
    EXPECT_EQ(table.texts("list")[1].text, "b.c");
    EXPECT_EQ(table.texts("list")[1].place, file.path() + ":6:3");
    ASSERT_EQ(table.texts("text").size(), 1U);
    EXPECT_EQ(table.texts("text")[0].place, table.place("text"));
    EXPECT_EQ(table.table("table", {"text"})->text("text"), "o\"ne");
    ASSERT_EQ(table.tables("row", {"number"}).size(), 2U);
    EXPECT_EQ(table.tables("row", {"number"})[0].number("number", 1, 1), 1U);
    EXPECT_EQ(table.tables("row", {"number"})[1].place(), file.path() + ":13:1");
    EXPECT_EQ(table.keys(), (TomlTable::Keys{"choice", "flag", "list", "number", "row", "table", "text"}));
}

TEST(TomlReader, KnowsWhatIsNotThere) {
    const TempFile file("");
    const TomlTable table = read(file);
    EXPECT_FALSE(table.has("text") || table.is_number("number") || table.is_table("table"));
    EXPECT_FALSE(table.text("text") || table.number("number", 0, 1) || table.flag("flag"));
    EXPECT_FALSE(table.choice("choice", {"one"}) || table.table("table", {}) || table.open_table("table"));
    EXPECT_TRUE(table.texts("list").empty() && table.tables("row", {}).empty() && table.keys().empty());
}

TEST(TomlReader, RefusesUnknownKeysAtTheirPlace) {
    EXPECT_EQ(refused("text = ''\n  nunber = 1\n"), "FILE:2:3: unknown key 'nunber'; did you mean number?");
    EXPECT_EQ(refused("\"\\u001B[31m\" = 1\n"),
              "FILE:1:1: unknown key '?[31m'; known: text, number, flag, list, table, row, choice");
    EXPECT_EQ(
        refused("[table]\nflag = 1\ntxet = 1\n", [](const TomlTable& t) { t.table("table", {"text"}); }),
        "FILE:2:1: unknown key 'flag' in [table]; write it before the first [table]");
    EXPECT_EQ(refused("[[row]]\ntext = 1\n[[row]]\ntxet = 1\n",
                      [](const TomlTable& t) { t.tables("row", {"text"}); }),
              "FILE:4:1: unknown key 'txet' in [[row]]; did you mean text?");
}

TEST(TomlReader, RefusesOtherTypes) {
    const auto text = [](const TomlTable& t) { t.text("text"); };
    EXPECT_EQ(refused("text = 1", text), "FILE:1:8: text is a number; write a text in quotes");
    EXPECT_EQ(refused("text = 1.5", text), "FILE:1:8: text is a fraction; write a text in quotes");
    EXPECT_EQ(refused("text = true", text), "FILE:1:8: text is true or false; write a text in quotes");
    EXPECT_EQ(refused("text = []", text), "FILE:1:8: text is a list; write a text in quotes");
    EXPECT_EQ(refused("text = {}", text), "FILE:1:8: text is a table; write a text in quotes");
    EXPECT_EQ(refused("[[text]]", text), "FILE:1:1: text is a list of tables; write a text in quotes");
    EXPECT_EQ(refused("text = 2024-02-29", text), "FILE:1:8: text is a date or time; write a text in quotes");
    EXPECT_EQ(refused("text = nan", text), "FILE:1:8: text is a fraction; write a text in quotes");
    EXPECT_EQ(refused("flag = 1", [](const TomlTable& t) { t.flag("flag"); }),
              "FILE:1:8: flag is a number; write true or false");
    EXPECT_EQ(refused("choice = 1",
                      [](const TomlTable& t) {
                          t.choice("choice", {"one", "two"});
                      }),
              "FILE:1:10: choice is a number; write one of \"one\", \"two\"");
    EXPECT_EQ(refused("choice = 'tow'",
                      [](const TomlTable& t) {
                          t.choice("choice", {"one", "two"});
                      }),
              "FILE:1:10: choice is 'tow'; did you mean two?");
    EXPECT_EQ(refused("table = 1", [](const TomlTable& t) { t.open_table("table"); }),
              "FILE:1:9: table is a number; write a table, [table]");
    for (const std::string wrong : {"1", "{}", "[]", "[1]", "[{}, 1]"}) {
        const std::string kind = wrong == "1" ? "a number" : wrong == "{}" ? "a table" : "a list";
        EXPECT_EQ(refused("row = " + wrong, [](const TomlTable& t) { t.tables("row", {}); }),
                  "FILE:1:7: row is " + kind + "; write tables, [[row]]");
    }
}

TEST(TomlReader, RefusesNumbersOutOfBounds) {
    const auto number = [](const TomlTable& t) { t.number("number", 1, 1024); };
    for (const std::string value : {"0", "-1", "1025", "9223372036854775807", "-9223372036854775808"}) {
        EXPECT_EQ(refused("number = " + value, number),
                  "FILE:1:10: number is " + value + "; write a number of 1 to 1024");
    }
    EXPECT_EQ(refused("number = '1'", number), "FILE:1:10: number is a text; write a number of 1 to 1024");
    EXPECT_EQ(refused("number = 9223372036854775808").substr(0, 30), "FILE:1:29: this is not TOML: E");
}

TEST(TomlReader, RefusesListsOfOtherThingsThanTexts) {
    const std::string hint = R"(; write a list of texts such as ["a", "b"])";
    const auto list = [](const TomlTable& t) { t.texts("list"); };
    EXPECT_EQ(refused("list = 1", list), "FILE:1:8: list is a number" + hint);
    EXPECT_EQ(refused("list = []", list), "FILE:1:8: list is an empty list" + hint);
    EXPECT_EQ(refused("list = ['a', ['b']]", list), "FILE:1:14: an element of list is a list" + hint);
}

TEST(TomlReader, RefusesTextsThatSteerATerminal) {
    for (const std::string character : {"\\u001B", "\\n", "\\u0000", "\\u007F", "\\u009B"}) {
        EXPECT_EQ(refused("text = \"a" + character + "\"", [](const TomlTable& t) { t.text("text"); }),
                  "FILE:1:8: the text has a control character; texts are one line of characters");
        EXPECT_EQ(refused("list = [\"" + character + "\"]", [](const TomlTable& t) { t.texts("list"); }),
                  "FILE:1:9: the text has a control character; texts are one line of characters");
    }
    const TempFile file("text = \"2 \xC2\xB5s \xE2\x80\xA6\"");
    EXPECT_EQ(read(file).text("text"), "2 \xC2\xB5s \xE2\x80\xA6");
}

TEST(TomlReader, SaysWhereTheFileIsNotToml) {
    EXPECT_EQ(refused("text =\n").substr(0, 29), "FILE:1:7: this is not TOML: E");
    EXPECT_EQ(refused("text = '\xFF'\n").substr(0, 29), "FILE:1:8: this is not TOML: E");
    EXPECT_EQ(refused(std::string("text = '\0'\n", 11)).substr(0, 29), "FILE:1:9: this is not TOML: E");
    EXPECT_EQ(
        refused("number = 1\nnumber = 2\n"),
        "FILE:2:10: this is not TOML: Error while parsing key-value pair: cannot redefine existing integer "
        "'number'");
    EXPECT_EQ(input_error_of([] { read_toml("/nowhere", limit, keys); }), "/nowhere: there is no such file");
    const TempFile large(std::string(limit + 1, '#'));
    EXPECT_EQ(input_error_of(large, [&] { read(large); }),
              "FILE: the file is too large; at most 4096 KiB are read");
}

TEST(TomlReader, RefusesWhatTheParserTakesForGranted) {
    const std::string text = ": this is not TOML: no name and no value begins so";
    EXPECT_EQ(refused("number = 1\n [!]\n"), "FILE:2:3" + text);
    EXPECT_EQ(refused("[[ =row]]\n"), "FILE:1:4" + text);
    EXPECT_EQ(refused("text = '\xC2\xB5'\nlist = [ }"), "FILE:2:10" + text);
    EXPECT_EQ(refused("list = [ 'a', ] # '\n[[\n]]"), "FILE:2:3" + text);
}

TEST(TomlReader, RefusesLettersThatMayNotStandOutsideOfQuotes) {
    for (const std::string letter : {"\xC2\xB5", "\xE3\x81\x82", "\xEF\xBB\xBF", "\xF0\x9F\x90\xA7"}) {
        EXPECT_NE(refused("text = 'a' " + letter + "\n").find(": this is not TOML: "), std::string::npos)
            << letter;
        EXPECT_NE(refused("number = 1" + letter + "\n").find(": this is not TOML: "), std::string::npos)
            << letter;
        EXPECT_NE(refused(letter + letter + " = 1\n").find(": this is not TOML: "), std::string::npos)
            << letter;
    }
}

TEST(TomlReader, RefusesDeepNestingOfAnyKind) {
    const std::string hint = "; at most 16 dots a line and 16 open brackets";
    const std::string deep = "keys or values are nested too deep" + hint;
    const std::size_t times = 300000;
    EXPECT_EQ(refused("a" + repeated(".a", times) + " = 1"), "FILE:1:34: " + deep);
    EXPECT_EQ(refused("[a" + repeated(".'a'", times) + "]"), "FILE:1:67: " + deep);
    EXPECT_EQ(refused("\n[" + repeated("a . ", times) + "a]"), "FILE:2:68: " + deep);
    EXPECT_EQ(refused("list = " + repeated("[", times)), "FILE:1:24: " + deep);
    EXPECT_EQ(refused("list = " + repeated("[\n", times)), "FILE:17:1: " + deep);
    EXPECT_EQ(refused("table = " + repeated("{a=", times)), "FILE:1:57: " + deep);
    EXPECT_EQ(refused("a" + repeated(".\xC2\xB5", 17) + " = 1"), "FILE:1:34: " + deep);
}

TEST(TomlReader, LooksThroughStringsThatHideNesting) {
    const std::string dots = "b" + repeated(".b", 100000) + " = 1";
    for (const std::string string : {R"("""a"""")", R"("""a""""")", R"("a\"b")", R"('a\')",
                                     R"(''')"
                                     "\n'''",
                                     "\"\"", R"("""\""""")"}) {
        EXPECT_NE(refused("table = {a = " + string + ", " + dots + "}").find("nested too deep"),
                  std::string::npos)
            << string;
    }
}

TEST(TomlReader, TakesDotsAndBracketsInTextsAndComments) {
    const std::string many = repeated("[{.", 1000);
    const TempFile file("# " + many + "\ntext = '" + many + "' # " + many + "\nlist = [\n\"" + many +
                        "\",\n\"\"\"" + many + "\"\"\"]\n");
    EXPECT_EQ(read(file).text("text"), many);
    EXPECT_EQ(read(file).texts("list")[1].text, many);
}

}  // namespace
}  // namespace schedmc
