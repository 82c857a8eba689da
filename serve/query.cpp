#include "serve/query.hpp"

#include <charconv>

#include <fmt/format.h>

namespace mvlink::serve {
namespace {

constexpr std::size_t kMostParameters = 8;
constexpr int kDeepestBody = 6;

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::string decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i] == '+' ? ' ' : text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
        const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
        if (high < 0 || low < 0) throw BadRequest{400, "an escape in the address is not complete"};
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return out;
}

std::optional<Index> parse_number(std::string_view text) {
    Index value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

}  // namespace

std::string_view Query::path_of(std::string_view target) {
    return target.substr(0, target.find('?'));
}

Query::Query(std::string_view target) {
    const std::size_t mark = target.find('?');
    std::string_view rest = mark == std::string_view::npos ? std::string_view{} : target.substr(mark + 1);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('&'), rest.size());
        const std::string_view pair = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::size_t equals = std::min(pair.find('='), pair.size());
        const std::string name(pair.substr(0, equals));
        if (values_.size() >= kMostParameters || values_.contains(name)) {
            throw BadRequest{400, "an address has up to 8 parameters, each once"};
        }
        values_[name] = decoded(pair.substr(std::min(equals + 1, pair.size())));
    }
}

Index Query::number(const std::string& name) const {
    const auto found = values_.find(name);
    const auto value = found == values_.end() ? std::nullopt : parse_number(found->second);
    if (!value) throw BadRequest{400, fmt::format("{}: expected a whole number", name)};
    return *value;
}

Index Query::number_or(const std::string& name, Index otherwise) const {
    return values_.contains(name) ? number(name) : otherwise;
}

std::string Query::text(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::string() : found->second;
}

int checked_view(const Dataset& data, Index view) {
    if (view < 0 || view >= data.n_views()) throw BadRequest{404, fmt::format("there is no view number {}", view)};
    return static_cast<int>(view);
}

InstanceId checked_instance(const Dataset& data, Index view, Index row) {
    const int index = checked_view(data, view);
    const Index rows = data.view(index).rows();
    if (row < 0 || row >= rows) {
        throw BadRequest{404,
                         fmt::format("view \"{}\" has no row {} (it has {} rows)", data.view(index).name(), row, rows)};
    }
    return {index, row};
}

nlohmann::json parse_body(const std::string& body) {
    const auto not_too_deep = [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
        if (depth > kDeepestBody) throw BadRequest{400, "the body is nested too deeply"};
        return true;
    };
    nlohmann::json json = nlohmann::json::parse(body, not_too_deep, false);
    if (!json.is_object()) throw BadRequest{400, "the body is not a JSON object"};
    return json;
}

Index number_in(const nlohmann::json& body, const char* name) {
    const auto found = body.find(name);
    if (found == body.end() || !found->is_number_integer() || *found < 0) {
        throw BadRequest{400, fmt::format("{}: expected a whole number", name)};
    }
    if (found->is_number_unsigned() && found->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) {
        throw BadRequest{400, fmt::format("{}: the number is too large", name)};
    }
    return found->get<Index>();
}

std::string text_in(const nlohmann::json& body, const char* name, std::size_t most_bytes) {
    const auto found = body.find(name);
    if (found == body.end() || !found->is_string() || found->get_ref<const std::string&>().size() > most_bytes) {
        throw BadRequest{400, fmt::format("{}: expected a text of up to {} bytes", name, most_bytes)};
    }
    return found->get<std::string>();
}

InstanceId instance_in(const nlohmann::json& body, const char* name, const Dataset& data) {
    const auto found = body.find(name);
    if (found == body.end() || !found->is_object()) {
        throw BadRequest{400, fmt::format("{}: expected an object with view and row", name)};
    }
    return checked_instance(data, number_in(*found, "view"), number_in(*found, "row"));
}

std::string dumped(const nlohmann::json& json) {
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace mvlink::serve
