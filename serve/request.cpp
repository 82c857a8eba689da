#include "serve/request.hpp"

#include <algorithm>

namespace mvlink::serve {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_name(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

std::vector<std::string_view> header_values(const Request& request, std::string_view name) {
    std::vector<std::string_view> values;
    for (const auto& [key, value] : request.headers) {
        if (same_name(key, name)) values.emplace_back(value);
    }
    return values;
}

std::string_view single_header(const Request& request, std::string_view name) {
    const auto values = header_values(request, name);
    return values.size() == 1 ? values.front() : std::string_view{};
}

}  // namespace mvlink::serve
