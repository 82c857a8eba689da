#include "io/mapping.hpp"

#include "io/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

InstanceId resolve(const Dataset& data, const InstanceRef& ref, const std::string& where) {
    const auto number = data.find_view(ref.view);
    if (!number) refuse("{}: view {} does not exist", where, shown(ref.view));
    const View& view = data.view(*number);
    std::optional<Index> row;
    if (const Index* given = std::get_if<Index>(&ref.key)) {
        row = *given;
    } else {
        const auto& key = std::get<std::string>(ref.key);
        row = view.has_ids() ? view.find_row(key) : parse_integer(key);
        if (!row) {
            refuse("{}: {} is not {} of view \"{}\"", where, shown(key), view.has_ids() ? "an id" : "a row",
                   view.name());
        }
    }
    if (*row < 0 || *row >= view.rows()) {
        refuse("{}: row {} of view \"{}\" does not exist (it has {} rows)", where, *row, view.name(), view.rows());
    }
    return {*number, *row};
}

}  // namespace

Dataset with_stated_mapping(const Dataset& data, std::span<const MappingSpec> specs) {
    std::map<std::pair<int, int>, std::vector<std::pair<Index, Index>>> rows;
    for (const MappingSpec& spec : specs) {
        InstanceId a = resolve(data, spec.a, spec.where), b = resolve(data, spec.b, spec.where);
        if (b < a) std::swap(a, b);
        rows[{a.view, b.view}].emplace_back(a.row, b.row);
    }
    std::vector<Mapping> mappings;
    for (auto& [views, pairs] : rows) {
        std::sort(pairs.begin(), pairs.end());
        pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
        mappings.push_back({views.first, views.second, std::move(pairs)});
    }
    return data.with_mappings(std::move(mappings));
}

Dataset with_implied_mapping(const Dataset& data, std::vector<Warning>& warnings) {
    if (data.n_views() == 1) return data;
    std::vector<std::string> without_ids;
    bool equally_long = true;
    for (const View& view : data.views()) {
        if (!view.has_ids()) without_ids.push_back(view.name());
        equally_long = equally_long && view.rows() == data.view(0).rows();
    }
    const bool no_ids = static_cast<int>(without_ids.size()) == data.n_views();
    if (no_ids && equally_long) return data.with_row_mapping();
    if (!no_ids && !without_ids.empty()) {
        warnings.push_back({"unmapped-views",
                            fmt::format("no ids in {}: {} cannot be mapped to the other views",
                                        fmt::join(without_ids, ", "), without_ids.size() == 1 ? "it" : "them"),
                            static_cast<double>(without_ids.size())});
    }
    Dataset mapped = no_ids ? data : data.with_id_mapping();
    if (mapped.unmapped() && (no_ids || without_ids.empty())) {
        warnings.push_back({"nothing-mapped",
                            no_ids ? "nothing is mapped: the views have no ids and different numbers of rows"
                                   : "nothing is mapped: no id occurs in two views",
                            0});
    }
    return mapped;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
