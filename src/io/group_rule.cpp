#include "io/group_rule.hpp"

#include "io/text.hpp"

#include <mvlink/io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace mvlink {
inline namespace v1 {
namespace io {
namespace {

/// What each line says; empty: in no group.
std::vector<std::string> values_of(const Truth& labels) {
    constexpr std::array<std::string_view, 4> kNone{"?", "nan", "na", "-1"};
    std::vector<std::string> values;
    for (const std::int32_t label : labels.labels) {
        std::string value = labels.class_names.empty() ? std::to_string(label) : labels.class_names[label];
        const bool is_none = std::find(kNone.begin(), kNone.end(), lower_case(value)) != kNone.end();
        values.push_back(is_none ? std::string() : std::move(value));
    }
    return values;
}

/// A number in digits where no view has ids.
Index object_named(const Dataset& data, const std::string& id, const std::string& file) {
    bool has_ids = false;
    for (int view = 0; view < data.n_views(); ++view) {
        has_ids = has_ids || data.view(view).has_ids();
        if (const auto row = data.view(view).find_row(id)) return data.objects().of({view, *row});
    }
    Index row = -1;
    const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), row);
    const bool is_row = error == std::errc() && end == id.data() + id.size() && row >= 0;
    if (!has_ids && is_row && row < data.objects().count() && data.objects().rows_are_objects()) return row;
    refuse("{}: {} is not {}", file, shown(id), has_ids ? "the id of a row" : "a row, and no view has ids");
}

}  // namespace

GroupRule read_group_rule(const std::filesystem::path& file, const Dataset& data) {
    const Truth labels = read_labels(file);
    const std::string name = file.filename().string();
    std::vector<std::string> values = values_of(labels);
    if (labels.ids.empty()) return group_rule_of(name, values);
    std::vector<std::string> by_object(data.objects().count());
    for (std::size_t i = 0; i < values.size(); ++i)
        by_object[object_named(data, labels.ids[i], name)] = std::move(values[i]);
    return group_rule_of(name, by_object);
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
