#include "evaluate/generate/mapping_draw.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace evaluate {
namespace {

using RowsOfClass = std::map<std::int32_t, std::vector<Index>>;

RowsOfClass shuffled_rows(const std::vector<std::int32_t>& truth, Random& random) {
    RowsOfClass rows;
    for (std::size_t row = 0; row < truth.size(); ++row) {
        if (truth[row] >= 0) rows[truth[row]].push_back(static_cast<Index>(row));
    }
    for (auto& [cls, list] : rows)
        random.shuffle(std::span<Index>(list));
    return rows;
}

/// The rows of every object that is in several views.
std::vector<std::vector<InstanceId>> mapped_objects(const Dataset& data) {
    std::vector<std::vector<InstanceId>> rows(static_cast<std::size_t>(data.objects().count()));
    for (int v = 0; v < data.n_views(); ++v) {
        for (Index row = 0; row < data.view(v).rows(); ++row)
            rows[data.objects().of({v, row})].push_back({v, row});
    }
    std::erase_if(rows, [](const auto& of_object) { return of_object.size() < 2; });
    return rows;
}

/// Rows of one view change places among the first objects, each to the next: no object keeps its partner.
void exchange_partners(std::size_t count, std::vector<std::vector<InstanceId>>& objects) {
    if (count < 2) return;
    std::vector<InstanceId> last;
    for (std::size_t at = 0; at < count; ++at)
        last.push_back(objects[at].back());
    for (std::size_t at = 0; at < count; ++at) {
        const InstanceId other = last[(at + 1) % count];
        if (other.view == objects[at].back().view) objects[at].back() = other;
    }
}

}  // namespace

Dataset with_classes_mapped(const Dataset& data, const std::vector<std::vector<std::int32_t>>& truths, Random random) {
    const RowsOfClass a = shuffled_rows(truths[0], random), b = shuffled_rows(truths[1], random);
    Mapping mapping{0, 1, {}};
    for (const auto& [cls, rows] : a) {
        const auto partners = b.find(cls);
        if (partners == b.end()) continue;
        for (std::size_t at = 0; at < std::min(rows.size(), partners->second.size()); ++at)
            mapping.rows.emplace_back(rows[at], partners->second[at]);
    }
    return data.with_mappings({std::move(mapping)});
}

Dataset with_mapping_drawn(const Dataset& data, double share, double wrong_share, Random random) {
    std::vector<std::vector<InstanceId>> objects = mapped_objects(data);
    random.shuffle(std::span(objects));
    objects.resize(std::llround(share * static_cast<double>(objects.size())));
    exchange_partners(static_cast<std::size_t>(std::llround(wrong_share * static_cast<double>(objects.size()))),
                      objects);
    std::map<std::pair<int, int>, Mapping> mappings;
    for (const auto& rows : objects) {
        for (std::size_t at = 1; at < rows.size(); ++at) {
            const InstanceId a = rows.front(), b = rows[at];
            if (a.view == b.view) continue;
            auto& mapping = mappings.try_emplace({a.view, b.view}, Mapping{a.view, b.view, {}}).first->second;
            mapping.rows.emplace_back(a.row, b.row);
        }
    }
    std::vector<Mapping> list;
    list.reserve(mappings.size());
    for (auto& [views, mapping] : mappings)
        list.push_back(std::move(mapping));
    return data.with_mappings(std::move(list));
}

}  // namespace evaluate
}  // namespace v1
}  // namespace mvlink
