#include <mvlink/problem.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {

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

}  // namespace v1
}  // namespace mvlink
