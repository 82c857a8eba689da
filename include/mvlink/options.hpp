#pragma once

#include <mvlink/advice.hpp>

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The vocabulary in which a method declares its options, once. Each options struct has
///   template <class Self, class Visitor> static void describe(Self& self, Visitor&& field)
/// that calls field(name, member, range, help) for every option; validation, --set, JSON, `mvlink methods --json` (from
/// which the Python estimators are generated) and the reference page visit that list.
namespace mvlink {
inline namespace v1 {

/// The numbers an option accepts.
struct Range {
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    bool least_excluded = false;
    bool most_excluded = false;
};

constexpr Range any_value{};
constexpr Range any_of_enum{};
constexpr Range at_least(double least) {
    return {.least = least};
}
constexpr Range above(double least) {
    return {.least = least, .least_excluded = true};
}
constexpr Range between(double least, double most) {
    return {.least = least, .most = most};
}

/// Specialized next to every enum that is an option: the spelling of each value, in the order of the enum.
///   template <> struct EnumNames<Order> { static constexpr std::array<std::string_view, 2> values{"random", "index"};
///   };
template <class Enum>
struct EnumNames;

template <class Enum>
std::string_view enum_name(Enum value) {
    return EnumNames<Enum>::values[static_cast<std::size_t>(value)];
}

/// A value, or `auto`: the method chooses.
template <class T>
struct OrAuto {
    std::optional<T> value;
    OrAuto() = default;
    OrAuto(T given) : value(given) {}  // NOLINT(google-explicit-constructor): options are set like plain values
    [[nodiscard]] bool is_auto() const noexcept { return !value.has_value(); }
    bool operator==(const OrAuto&) const = default;
};

/// One value for all, or one each, separated by commas.
template <class T>
struct OneOrEach {
    std::vector<T> values;
    OneOrEach(T given) : values{given} {}  // NOLINT(google-explicit-constructor): options are set like plain values
    OneOrEach(std::vector<T> given) : values(std::move(given)) {}  // NOLINT(google-explicit-constructor)
    /// The value of number i.
    [[nodiscard]] T of(std::size_t i) const { return values.size() == 1 ? values.front() : values.at(i); }
    bool operator==(const OneOrEach&) const = default;
};

/// What front ends list about one option.
struct OptionInfo {
    std::string name;
    std::string kind;                  ///< int, float, bool, enum, text; "int list", "int or auto", ..
    bool is_list = false;              ///< takes one value, or several separated by commas
    std::string default_text;          ///< as text that can be read again
    std::vector<std::string> choices;  ///< of an enum
    Range range;
    std::string help;
};

}  // namespace v1
}  // namespace mvlink
