#include "io/mapping.hpp"

#include <algorithm>
#include <map>

namespace mvlink {
inline namespace v1 {
namespace io {

Dataset with_stated_mapping(const Dataset& data, std::span<const MappingSpec> specs) {
    std::map<std::pair<int, int>, std::vector<std::pair<Index, Index>>> rows;
    for (const MappingSpec& spec : specs) {
        InstanceId a = data.find_instance(spec.a, spec.where), b = data.find_instance(spec.b, spec.where);
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

}  // namespace io
}  // namespace v1
}  // namespace mvlink
