#pragma once

#include <mvlink/matrix.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

/// A place in a JSON document that knows its way there. Whatever is not as expected is refused with Error{input}:
/// "result.json: constraints.violations[2].cost: found text; expected a number".
class JsonField {
public:
    using Value = nlohmann::ordered_json;
    JsonField(const Value& value, std::string place) : value_(value), place_(std::move(place)) {}

    /// A member of an object; refuses where it is missing.
    [[nodiscard]] JsonField at(const char* key) const;
    [[nodiscard]] std::optional<JsonField> find(const char* key) const;
    /// The entries of a list, and the members of an object.
    [[nodiscard]] std::vector<JsonField> list() const;
    [[nodiscard]] std::vector<std::pair<std::string, JsonField>> members() const;

    [[nodiscard]] std::string text() const;
    [[nodiscard]] double number() const;
    /// A count of 64 bits, from 0.
    [[nodiscard]] Index count() const;
    [[nodiscard]] int small_count() const;
    [[nodiscard]] std::uint64_t unsigned_number() const;
    [[nodiscard]] std::vector<std::string> texts() const;
    [[nodiscard]] bool is_null() const { return value_.is_null(); }
    [[nodiscard]] const Value& value() const { return value_; }

    [[noreturn]] void refuse_for(const std::string& expected) const;

private:
    const Value& value_;
    std::string place_;
};

}  // namespace io
}  // namespace v1
}  // namespace mvlink
