#include "spelling.hpp"

#include <algorithm>
#include <cctype>

namespace {

std::string quoted(const std::string& text) {
    return '"' + text + '"';
}

/// Numbers and what Python writes as such; everything else is a string.
std::string literal(const std::string& text) {
    if (text == "true") return "True";
    if (text == "false") return "False";
    const bool number = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isdigit(c) != 0 || c == '.' || c == '-' || c == 'e';
    });
    return number ? text : quoted(text);
}

/// Steps of one view are given as a dict.
std::string preparation(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) return quoted(text);
    return "{" + quoted(text.substr(0, colon)) + ": " + quoted(text.substr(colon + 1)) + "}";
}

}  // namespace

std::string spelt_in_python(const mvlink::OptionText& option) {
    if (option.name == "views") return "X[" + quoted(option.value) + "]";  // one table of several
    return option.name + "=" + (option.name == "prep" ? preparation(option.value) : literal(option.value));
}
