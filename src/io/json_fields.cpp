#include "io/json_fields.hpp"

#include "io/text.hpp"

#include <limits>

namespace mvlink {
inline namespace v1 {
namespace io {
namespace {

std::string found_text(const JsonField::Value& value) {
    if (value.is_string()) return shown(value.get_ref<const std::string&>());
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    return value.dump();
}

}  // namespace

void JsonField::refuse_for(const std::string& expected) const {
    refuse("{}: {}; expected {}", place_, found_text(value_), expected);
}

std::optional<JsonField> JsonField::find(const char* key) const {
    if (!value_.is_object()) refuse_for("an object");
    const auto found = value_.find(key);
    if (found == value_.end()) return std::nullopt;
    const bool at_top = place_.ends_with(".json");
    return JsonField(*found, fmt::format("{}{}{}", place_, at_top ? ": " : ".", key));
}

JsonField JsonField::at(const char* key) const {
    auto found = find(key);
    if (!found) refuse("{}: no \"{}\"", place_, key);
    return *std::move(found);
}

std::vector<JsonField> JsonField::list() const {
    if (!value_.is_array()) refuse_for("a list");
    std::vector<JsonField> entries;
    for (const Value& entry : value_)
        entries.emplace_back(entry, fmt::format("{}[{}]", place_, entries.size()));
    return entries;
}

std::vector<std::pair<std::string, JsonField>> JsonField::members() const {
    if (!value_.is_object()) refuse_for("an object");
    std::vector<std::pair<std::string, JsonField>> entries;
    for (const auto& [key, entry] : value_.items())
        entries.emplace_back(key, JsonField(entry, fmt::format("{}[{}]", place_, shown(key))));
    return entries;
}

std::string JsonField::text() const {
    if (!value_.is_string()) refuse_for("a text");
    return value_.get<std::string>();
}

double JsonField::number() const {
    if (!value_.is_number()) refuse_for("a number");
    return value_.get<double>();
}

std::uint64_t JsonField::unsigned_number() const {
    if (!value_.is_number_unsigned()) refuse_for("a whole number >= 0");
    return value_.get<std::uint64_t>();
}

Index JsonField::count() const {
    const std::uint64_t number = unsigned_number();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<Index>::max())) refuse_for("a number of 64 bits");
    return static_cast<Index>(number);
}

int JsonField::small_count() const {
    const std::uint64_t number = unsigned_number();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) refuse_for("a number of 32 bits");
    return static_cast<int>(number);
}

std::vector<std::string> JsonField::texts() const {
    std::vector<std::string> found;
    for (const JsonField& entry : list())
        found.push_back(entry.text());
    return found;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
