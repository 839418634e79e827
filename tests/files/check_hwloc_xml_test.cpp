// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: XML that hwloc would crash on or refuse without a line is refused with one, before hwloc sees it.
// Method: a good file with one thing wrong at a time; the exact words of each refusal.
#include "files/check_hwloc_xml.hpp"

#include <gtest/gtest.h>

#include "files/xml_scanner.hpp"
#include "tests/files/machine_fixtures.hpp"

namespace schedmc {
namespace {

const std::string save_again = "; save the machine again with lstopo FILE.xml";

std::string refusal(const std::string& text) {
    return input_error_of([&] { check_hwloc_xml(text, "m.xml"); });
}

std::string refusal(const std::string& from, const std::string& to) {
    return refusal(edited(fixture_text("bare.xml"), from, to));
}

TEST(CheckHwlocXml, TakesGoodFiles) {
    const HwlocXml xml = check_hwloc_xml(fixture_text("two-packages.xml"), "m.xml");
    EXPECT_EQ(xml.cpus, 8U);
    EXPECT_EQ(xml.online_cpuset, "");
    EXPECT_EQ(xml.text.rfind(
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<topology version=\"2.0\">\n  <object", 0),
              0U);
    EXPECT_EQ(xml.text.find("!"), std::string::npos);
    EXPECT_EQ(check_hwloc_xml(fixture_text("offline-pu-v1.xml"), "m.xml").online_cpuset, "0x00000007");
}

TEST(CheckHwlocXml, NamesTheLineWhereAFileEnds) {
    const std::string text = fixture_text("bare.xml");
    const std::string upto = text.substr(0, text.find("<object type=\"PU\" os_index=\"1\""));
    EXPECT_EQ(refusal(upto),
              "m.xml:9: the file ends inside <object>, which begins in line 6; it is cut short");
    EXPECT_EQ(refusal(upto + "<object type=\"P"),
              "m.xml:9: the file ends inside the value that begins here; it is cut short");
    EXPECT_EQ(refusal(upto + "<object "), "m.xml:9: the file ends inside the tag <object>; it is cut short");
    EXPECT_EQ(refusal(upto + "<!-- what"),
              "m.xml:9: the file ends inside the comment that begins here; it is cut short");
    EXPECT_EQ(refusal(upto + "<"), "m.xml:9: the file ends inside a tag; it is cut short");
}

TEST(CheckHwlocXml, RefusesEveryProperPrefix) {
    const std::string text = fixture_text("bare.xml");
    for (std::size_t length = 0; length < text.rfind('>'); ++length) {
        EXPECT_NE(refusal(text.substr(0, length)), "") << length;
    }
}

TEST(CheckHwlocXml, RefusesMalformedTags) {
    EXPECT_EQ(refusal("</object>", "</objekt>"), "m.xml:12: </objekt> closes <object> of line 6; tags nest");
    EXPECT_EQ(refusal("</topology>", "</topology></topology>"), "m.xml:13: </topology> closes nothing");
    EXPECT_EQ(refusal("</topology>", "</topology><more/>"),
              "m.xml:13: <more> follows the end of the document");
    EXPECT_EQ(refusal("</topology>", "</topology>more"), "m.xml:13: text follows the end of the document");
    EXPECT_EQ(refusal("type=\"NUMANode\"", "type=NUMANode"), "m.xml:7: here should be a value in quotes");
    EXPECT_EQ(refusal("type=\"NUMANode\"", "type=\"NUMANode\"type=\"x\""),
              "m.xml:7: here should be a space, '>' or '/>' in the tag <object>");
    EXPECT_EQ(refusal("type=\"NUMANode\"", "type=\"NUMANode\" type=\"x\""),
              "m.xml:7: the attribute type is given twice in one tag");
    EXPECT_EQ(refusal("type=\"NUMANode\"", "type"),
              "m.xml:7: the attribute type has no value; write name=\"value\"");
    EXPECT_EQ(refusal("type=\"NUMANode\"", "type=\"NUMANode"),
              "m.xml:7: here should be a space, '>' or '/>' in the tag <object>");
    EXPECT_EQ(refusal("<object type=\"NUMANode\"", "<1 & 2"),
              "m.xml:7: here should be the name of an attribute");
    for (const std::string value : {"a & b", "&", "&lt", "&bomb;", "&#12", "&#zz;"}) {
        EXPECT_EQ(refusal("type=\"NUMANode\"", "type=\"NUMANode\" name=\"\n" + value + "\""),
                  "m.xml:8: a '&' begins no entity that is known here; write &amp;");
    }
    EXPECT_EQ(refusal("\n  <object", std::string("\n\0", 2) + "<object"),
              "m.xml:6: a NUL byte; this is not text");
}

TEST(CheckHwlocXml, LimitsWhatNests) {
    std::string deep = "<topology>";
    std::string wide = "<topology><object";
    for (int i = 0; i < 300; ++i) {
        deep += "<a>";
        wide += " a" + std::to_string(i) + "=''";
    }
    EXPECT_EQ(refusal(deep), "m.xml:1: elements are nested deeper than 256 levels");
    EXPECT_EQ(refusal(wide), "m.xml:1: the tag <object> has more than 256 attributes");
}

TEST(CheckHwlocXml, RefusesEveryDoctypeThatDefinesThings) {
    const std::string doctype = "<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">";
    for (const std::string other : {"<!DOCTYPE topology>", "<!DOCTYPE topology [<!ENTITY a \"b\">]>",
                                    "<!DOCTYPE topology SYSTEM \"hwloc2.dtd\" [<!ENTITY a \"b\">]>",
                                    "<!DOCTYPE topology PUBLIC \"a\" \"b\">"}) {
        EXPECT_EQ(
            refusal(doctype, other),
            "m.xml:2: a DOCTYPE other than <!DOCTYPE topology SYSTEM \"hwloc2.dtd\"> is not read; remove it");
    }
    EXPECT_NE(refusal(doctype, doctype + doctype), "");
    EXPECT_NO_THROW(check_hwloc_xml(edited(fixture_text("bare.xml"), doctype, ""), "m.xml"));
}

TEST(CheckHwlocXml, RefusesOtherDocuments) {
    EXPECT_EQ(refusal("<svg/>"), "m.xml:1: the document is a <svg>, not a hwloc <topology>" + save_again);
    EXPECT_EQ(refusal("<topology/>"),
              "m.xml: the machine has no CPU: there is no object of type PU" + save_again);
    EXPECT_EQ(refusal("\"2.0\"", "\"two\""), "m.xml:5: \"two\" is not a version" + save_again);
}

TEST(CheckHwlocXml, RefusesObjectsThatHwlocCrashesOn) {
    EXPECT_EQ(refusal("complete_cpuset=\"0x00000004\" ", ""),
              "m.xml:10: a PU object has no complete_cpuset" + save_again);
    EXPECT_EQ(refusal(" cpuset=\"0x00000004\"", ""), "m.xml:10: a PU object has no cpuset" + save_again);
    EXPECT_EQ(refusal("complete_nodeset=\"0x00000001\" allowed", "allowed"),
              "m.xml:6: a Machine object has no complete_nodeset" + save_again);
    EXPECT_EQ(refusal("complete_nodeset=\"0x00000001\"/>", "/>"),
              "m.xml:7: a NUMANode object has no complete_nodeset" + save_again);
    EXPECT_EQ(refusal("type=\"NUMANode\" ", ""), "m.xml:7: an object has no type" + save_again);
    const std::string misc = "<object type=\"Misc\" name=\"no sets\"/></topology>";
    EXPECT_NO_THROW(check_hwloc_xml(edited(fixture_text("bare.xml"), "</topology>", misc), "m.xml"));
}

TEST(CheckHwlocXml, RefusesNumbersOutOfRange) {
    const std::string range = "; numbers are below 1024";
    for (const std::string number : {"1024", "2147483647", "4294967295", "99999999999999999999999"}) {
        EXPECT_EQ(refusal("\"PU\" os_index=\"3\"", "\"PU\" os_index=\"" + number + "\""),
                  "m.xml:11: os_index " + number + " of a PU object is out of range" + range);
    }
    EXPECT_EQ(refusal("\"NUMANode\" os_index=\"0\"", "\"NUMANode\" os_index=\"5000\""),
              "m.xml:7: os_index 5000 of a NUMANode object is out of range" + range);
    for (const std::string number : {"", "-1", "3x", "x"}) {
        EXPECT_EQ(refusal("\"PU\" os_index=\"3\"", "\"PU\" os_index=\"" + number + "\""),
                  "m.xml:11: os_index \"" + number + "\" is not a number");
    }
    EXPECT_EQ(refusal("\"PU\" os_index=\"3\"", "\"PU\""),
              "m.xml:11: a PU object has no os_index" + save_again);
}

TEST(CheckHwlocXml, RefusesTooManyCpus) {
    const std::string line = "<object type=\"PU\" os_index=\"0\" cpuset=\"0x1\" complete_cpuset=\"0x1\"/>\n";
    std::string text = "<topology>\n";
    for (std::size_t cpu = 0; cpu <= max_cpus; ++cpu) {
        text += line;
    }
    EXPECT_EQ(refusal(text + "</topology>"),
              "m.xml:1026: the machine has more than 1024 CPUs; at most 1024 CPUs can be modelled");
}

TEST(XmlScanner, StopsAtStartTags) {
    const std::string text =
        "<?xml version='1.0'?>\n<!-- <no/> --><a x='1'\n "
        "y=\"&lt;&#169;&#xA9;\">text<b/><![CDATA[<c/>]]></a>\n";
    XmlScanner scanner(text, "here");
    ASSERT_TRUE(scanner.next());
    EXPECT_EQ(scanner.tag().name, "a");
    EXPECT_EQ(scanner.tag().attribute("x"), "1");
    EXPECT_EQ(scanner.tag().attribute("y"), "&lt;&#169;&#xA9;");
    EXPECT_FALSE(scanner.tag().has("z"));
    EXPECT_EQ(scanner.tag().line, 2U);
    EXPECT_EQ(scanner.tag().depth, 0U);
    ASSERT_TRUE(scanner.next());
    EXPECT_EQ(scanner.tag().name, "b");
    EXPECT_EQ(scanner.tag().line, 3U);
    EXPECT_EQ(scanner.tag().depth, 1U);
    EXPECT_FALSE(scanner.next());
    ASSERT_EQ(scanner.comments().size(), 1U);
    EXPECT_EQ(text.substr(scanner.comments()[0].first, 4), "<!--");
}

}  // namespace
}  // namespace schedmc
