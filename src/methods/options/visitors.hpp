#pragma once

#include <mvlink/options.hpp>

#include "methods/options/values.hpp"

#include <string>
#include <type_traits>
#include <vector>

/// Visitors of describe(): an options struct read from text, written as text, checked and listed. A new kind of option
/// is a new overload of the four functions of `Kind`.
namespace mvlink {
inline namespace v1 {
namespace options {

template <class T, class = void>
struct Kind;

template <>
struct Kind<int> {
    static std::string name() { return "int"; }
    static int parse(std::string_view option, std::string_view text, const Range& range) {
        return parse_int(option, text, range);
    }
    static std::string text(int value) { return std::to_string(value); }
    static void check(std::string_view option, int value, const Range& range) { check_range(option, value, range); }
    static std::vector<std::string> choices() { return {}; }
};

template <>
struct Kind<double> {
    static std::string name() { return "float"; }
    static double parse(std::string_view option, std::string_view text, const Range& range) {
        return parse_double(option, text, range);
    }
    static std::string text(double value) { return number_text(value); }
    static void check(std::string_view option, double value, const Range& range) { check_range(option, value, range); }
    static std::vector<std::string> choices() { return {}; }
};

template <>
struct Kind<bool> {
    static std::string name() { return "bool"; }
    static bool parse(std::string_view option, std::string_view text, const Range&) { return parse_bool(option, text); }
    static std::string text(bool value) { return value ? "true" : "false"; }
    static void check(std::string_view, bool, const Range&) {}
    static std::vector<std::string> choices() { return {}; }
};

template <class Enum>
struct Kind<Enum, std::enable_if_t<std::is_enum_v<Enum>>> {
    static std::string name() { return "enum"; }
    static Enum parse(std::string_view option, std::string_view text, const Range&) {
        return static_cast<Enum>(parse_choice(option, text, EnumNames<Enum>::values));
    }
    static std::string text(Enum value) { return std::string(enum_name(value)); }
    static void check(std::string_view, Enum, const Range&) {}
    static std::vector<std::string> choices() {
        return {EnumNames<Enum>::values.begin(), EnumNames<Enum>::values.end()};
    }
};

template <class T>
struct Kind<OrAuto<T>> {
    static std::string name() { return Kind<T>::name() + " or auto"; }
    static OrAuto<T> parse(std::string_view option, std::string_view text, const Range& range) {
        return text == "auto" ? OrAuto<T>() : OrAuto<T>(Kind<T>::parse(option, text, range));
    }
    static std::string text(const OrAuto<T>& value) { return value.is_auto() ? "auto" : Kind<T>::text(*value.value); }
    static void check(std::string_view option, const OrAuto<T>& value, const Range& range) {
        if (!value.is_auto()) Kind<T>::check(option, *value.value, range);
    }
    static std::vector<std::string> choices() { return {}; }
};

template <class T>
struct Kind<OneOrEach<T>> {
    static std::string name() { return Kind<T>::name() + " list"; }
    static OneOrEach<T> parse(std::string_view option, std::string_view text, const Range& range) {
        std::vector<T> values;
        for (const std::string_view part : list_parts(text)) {
            values.push_back(Kind<T>::parse(option, part, range));
        }
        return values;
    }
    static std::string text(const OneOrEach<T>& value) {
        std::string list;
        for (const T& one : value.values) {
            list += (list.empty() ? "" : ",") + Kind<T>::text(one);
        }
        return list;
    }
    static void check(std::string_view option, const OneOrEach<T>& value, const Range& range) {
        if (value.values.empty()) refuse_empty_list(option);
        for (const T& one : value.values) {
            Kind<T>::check(option, one, range);
        }
    }
    static std::vector<std::string> choices() { return {}; }
};

template <class T>
constexpr bool is_list = false;
template <class T>
constexpr bool is_list<OneOrEach<T>> = true;
template <class T>
constexpr bool is_list<OrAuto<T>> = is_list<T>;

/// Text that the method itself makes sense of.
template <>
struct Kind<std::string> {
    static std::string name() { return "text"; }
    static std::string parse(std::string_view, std::string_view text, const Range&) { return std::string(text); }
    static std::string text(const std::string& value) { return value; }
    static void check(std::string_view, const std::string&, const Range&) {}
    static std::vector<std::string> choices() { return {}; }
};

/// Every option with its current value, as --set would give it.
template <class Options>
std::vector<OptionText> texts(const Options& options) {
    std::vector<OptionText> list;
    Options::describe(options, [&]<class T>(std::string_view name, const T& value, const Range&, std::string_view) {
        list.push_back({std::string(name), Kind<T>::text(value)});
    });
    return list;
}

/// What front ends list.
template <class Options>
std::vector<OptionInfo> infos() {
    std::vector<OptionInfo> list;
    const Options defaults;
    Options::describe(defaults,
                      [&]<class T>(std::string_view name, const T& value, const Range& range, std::string_view help) {
                          list.push_back({std::string(name), Kind<T>::name(), is_list<T>, Kind<T>::text(value),
                                          Kind<T>::choices(), range, std::string(help)});
                      });
    return list;
}

/// Throws Error{usage} if a value is out of range.
template <class Options>
void check(const Options& options) {
    Options::describe(options, [&]<class T>(std::string_view name, const T& value, const Range& range,
                                            std::string_view) { Kind<T>::check(name, value, range); });
}

/// The defaults with these changes. Unknown names and bad values: Error{usage}.
template <class Options>
Options parsed(std::span<const OptionText> given) {
    Options options;
    for (const OptionText& text : given) {
        bool known = false;
        std::vector<std::string> names;
        Options::describe(options, [&]<class T>(std::string_view name, T& value, const Range& range, std::string_view) {
            names.emplace_back(name);
            if (name != text.name) return;
            value = Kind<T>::parse(name, text.value, range);
            known = true;
        });
        if (!known) refuse_unknown(text.name, names);
    }
    return options;
}

}  // namespace options
}  // namespace v1
}  // namespace mvlink
