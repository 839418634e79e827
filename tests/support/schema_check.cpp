// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/support/schema_check.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

namespace schedmc {

namespace {

using nlohmann::json;

const std::set<std::string> annotations = {"$schema", "$id", "title", "description", "$defs"};

class SchemaCheck {
public:
    explicit SchemaCheck(const json& root) : root_(root) {}

    void check(const json& schema, const json& value, const std::string& pointer) {
        for (const auto& [keyword, argument] : schema.items()) {
            if (!annotations.contains(keyword) && !holds(keyword, argument, schema, value, pointer)) {
                errors_.push_back(pointer + ": " + keyword);
            }
        }
    }
    const std::vector<std::string>& errors() const { return errors_; }

private:
    bool is_valid(const json& schema, const json& value) const {
        SchemaCheck inner(root_);
        inner.check(schema, value, "");
        return inner.errors_.empty();
    }

    static bool has_type(const std::string& type, const json& value) {
        return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
               (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
               (type == "integer" && value.is_number_integer());
    }

    bool holds(const std::string& keyword, const json& argument, const json& schema, const json& value,
               const std::string& pointer) {
        if (keyword == "$ref") {
            check(root_.at(json::json_pointer(argument.get<std::string>().substr(1))), value, pointer);
            return true;
        }
        if (keyword == "type") {
            return has_type(argument, value);
        }
        if (keyword == "const") {
            return value == argument;
        }
        if (keyword == "enum") {
            return std::find(argument.begin(), argument.end(), value) != argument.end();
        }
        if (keyword == "oneOf") {
            return std::count_if(argument.begin(), argument.end(),
                                 [&](const json& one) { return is_valid(one, value); }) == 1;
        }
        if (value.is_object()) {
            return holds_of_object(keyword, argument, schema, value, pointer);
        }
        if (value.is_array()) {
            return holds_of_array(keyword, argument, value, pointer);
        }
        return holds_of_scalar(keyword, argument, value);
    }

    bool holds_of_object(const std::string& keyword, const json& argument, const json& schema,
                         const json& value, const std::string& pointer) {
        if (keyword == "properties") {
            for (const auto& [key, member] : value.items()) {
                if (argument.contains(key)) {
                    check(argument[key], member, pointer + "/" + key);
                }
            }
            return true;
        }
        if (keyword == "required") {
            return std::all_of(argument.begin(), argument.end(),
                               [&](const json& key) { return value.contains(key.get<std::string>()); });
        }
        EXPECT_EQ(keyword, "additionalProperties");
        EXPECT_EQ(argument, false);
        const json& properties = schema.at("properties");
        for (const auto& [key, member] : value.items()) {
            if (!properties.contains(key)) {
                return false;
            }
        }
        return true;
    }

    bool holds_of_array(const std::string& keyword, const json& argument, const json& value,
                        const std::string& pointer) {
        if (keyword == "items") {
            for (std::size_t i = 0; i < value.size(); ++i) {
                check(argument, value[i], pointer + "/" + std::to_string(i));
            }
            return true;
        }
        if (keyword == "minItems") {
            return value.size() >= argument.get<std::size_t>();
        }
        if (keyword == "uniqueItems") {
            return std::set<json>(value.begin(), value.end()).size() == value.size();
        }
        EXPECT_EQ(keyword, "maxItems");
        return value.size() <= argument.get<std::size_t>();
    }

    /// Keywords say nothing of values of another type.
    static bool holds_of_scalar(const std::string& keyword, const json& argument, const json& value) {
        if (keyword == "pattern") {
            return !value.is_string() ||
                   std::regex_search(value.get<std::string>(), std::regex(argument.get<std::string>()));
        }
        if (keyword == "maxLength") {
            return !value.is_string() || value.get<std::string>().size() <= argument.get<std::size_t>();
        }
        if (keyword == "minimum") {
            return !value.is_number() || value.get<double>() >= argument.get<double>();
        }
        if (keyword == "maximum") {
            return !value.is_number() || value.get<double>() <= argument.get<double>();
        }
        const std::set<std::string> of_other_types = {
            "properties", "required", "additionalProperties", "items", "minItems", "uniqueItems", "maxItems"};
        EXPECT_TRUE(of_other_types.contains(keyword)) << "the schema uses " << keyword;
        return true;
    }

    const json& root_;
    std::vector<std::string> errors_;
};

}  // namespace

nlohmann::json schema_of(const std::string& file) {
    const auto text_of = [](const std::string& name) {
        std::ifstream in(std::string(SCHEDMC_SOURCE_DIR) + "/docs/schemas/" + name);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    const auto replace_all = [](std::string& text, const std::string& what, const std::string& by) {
        for (std::size_t at = text.find(what); at != std::string::npos;
             at = text.find(what, at + by.size())) {
            text.replace(at, what.size(), by);
        }
    };
    const std::string traces = "trace.schema.json";
    std::string text = text_of(file);
    replace_all(text, "\"" + traces + "#/", "\"#/");
    replace_all(text, "\"" + traces + "\"", "\"#/$defs/trace\"");
    nlohmann::json whole = nlohmann::json::parse(text);
    nlohmann::json trace = nlohmann::json::parse(text_of(traces));
    whole["$defs"].update(trace["$defs"]);
    trace.erase("$defs");
    whole["$defs"]["trace"] = trace;
    return whole;
}

std::vector<std::string> schema_errors(const nlohmann::json& schema, const nlohmann::json& value) {
    SchemaCheck check(schema);
    check.check(schema, value, "");
    return check.errors();
}

}  // namespace schedmc
