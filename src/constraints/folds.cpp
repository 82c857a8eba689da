#include <mvlink/constraints.hpp>
#include <mvlink/error.hpp>

#include <algorithm>
#include <string>

namespace mvlink {
inline namespace v1 {

std::vector<std::vector<Index>> make_folds(Index rows, int folds, Random random) {
    if (folds < 1) {
        throw Error{ErrorCode::usage, "folds: found " + std::to_string(folds) + "; expected at least 1"};
    }
    if (rows < folds) {
        throw Error{ErrorCode::input, "folds: found " + std::to_string(folds) + " for " + std::to_string(rows) +
                                          " rows; expected at most one fold per row"};
    }
    const std::vector<Index> order = random.permutation(rows);
    std::vector<std::vector<Index>> lists(folds);
    for (std::size_t i = 0; i < order.size(); ++i)
        lists[i % lists.size()].push_back(order[i]);
    for (auto& list : lists)
        std::sort(list.begin(), list.end());
    return lists;
}

}  // namespace v1
}  // namespace mvlink
