#include "kernels/neighbours.hpp"

#include <mvlink/error.hpp>

#include "kernels/equal_rows.hpp"
#include "kernels/neighbour_rows.hpp"
#include "kernels/neighbours_approximate.hpp"
#include "kernels/neighbours_exact.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kGrain = 256;

/// The rows that are searched: one of each group of equal ones, and under cosine none of zeros.
struct SearchedRows {
    EqualRows equal;
    std::vector<std::int32_t> ids;    // the first row of each group, increasing
    std::vector<std::int32_t> place;  // by group; -1: zeros
    std::vector<std::int32_t> zeros;  // as many of the first rows of zeros as a list can hold

    SearchedRows(const SearchRows& rows, int k, Context& context) : equal(equal_rows(rows.features(), context)) {
        place.assign(at(equal.groups()), -1);
        for (Index group = 0; group < equal.groups(); ++group) {
            const std::int32_t first = equal.first[at(group)];
            if (rows.is_zero(first)) {
                const auto members = equal.rows_of(group);
                zeros.insert(zeros.end(), members.begin(), members.end());
            } else {
                place[at(group)] = static_cast<std::int32_t>(ids.size());
                ids.push_back(first);
            }
        }
        std::sort(zeros.begin(), zeros.end());
        zeros.resize(std::min(zeros.size(), at(k) + 1));
    }

    [[nodiscard]] std::span<const std::int32_t> rows_at(std::int32_t where) const {
        return equal.rows_of(equal.group_of[at(ids[at(where)])]);
    }
};

/// Makes the list of one row out of those of the searched rows.
class Expansion {
public:
    Expansion(const SearchedRows& searched, const PlaceLists& lists, bool cosine, Index rows, int k)
        : searched_(searched), lists_(lists), cosine_(cosine), rows_(rows), k_(k) {}

    /// `list`: which of the lists is the row's, -1: it is a row of zeros; `own`: its place if it is one of the rows
    /// searched, whose equals are neighbours too; `self`: its number then. Else -1.
    void write(Index list, Index own, Index self, Index row, Neighbours& out) {
        found_.clear();
        if (list < 0) {
            add_all(self);
        } else {
            if (own >= 0) add(searched_.rows_at(static_cast<std::int32_t>(own)), 0, self);
            for (Index i = list * lists_.k; i < (list + 1) * lists_.k; ++i) {
                const double squared = lists_.squared_distance[at(i)];
                add(searched_.rows_at(lists_.place[at(i)]), cosine_ ? squared / 2 : squared, self);
            }
            add(searched_.zeros, 1, self);
        }
        std::sort(found_.begin(), found_.end());
        for (Index i = 0; i < k_; ++i) {
            out.distance[at(row * k_ + i)] = found_[at(i)].first;
            out.index[at(row * k_ + i)] = found_[at(i)].second;
        }
    }

private:
    /// The first k of some rows; more cannot be needed.
    void add(std::span<const std::int32_t> rows, double distance, Index self) {
        int left = k_;
        for (std::size_t i = 0; i < rows.size() && left > 0; ++i) {
            if (rows[i] == self) continue;
            found_.emplace_back(distance, rows[i]);
            --left;
        }
    }

    /// Everything is equally far from a row of zeros.
    void add_all(Index self) {
        for (Index row = 0; row < rows_ && static_cast<int>(found_.size()) < k_; ++row) {
            if (row != self) found_.emplace_back(1, static_cast<std::int32_t>(row));
        }
    }

    const SearchedRows& searched_;
    const PlaceLists& lists_;
    bool cosine_;
    Index rows_;
    int k_;
    std::vector<std::pair<double, std::int32_t>> found_;
};

Neighbours empty_lists(Index rows, int k, const PlaceLists& lists) {
    Neighbours out;
    out.rows = rows;
    out.k = k;
    out.index.resize(at(rows) * at(k));
    out.distance.resize(out.index.size());
    out.recall = lists.recall;
    out.exact = lists.exact;
    out.complete = lists.complete;
    return out;
}

void require_countable(Index rows) {
    if (rows <= std::numeric_limits<std::int32_t>::max()) return;
    throw Error(ErrorCode::input, fmt::format("nearest neighbours: {} rows, expected fewer than 2^31", rows));
}

void require_memory(Index rows, int k, Context& context) {
    const double bytes = static_cast<double>(rows) * (12.0 * k + 40);
    context.require_memory(static_cast<std::size_t>(std::min(bytes, 1e18)), "the lists of nearest neighbours");
}

void require_k(int k, Index rows, Index most) {
    if (k < 1) throw Error(ErrorCode::usage, fmt::format("nearest neighbours: k = {}, expected at least 1", k));
    if (k <= most) return;
    throw Error(ErrorCode::input,
                fmt::format("nearest neighbours: k = {} of {} rows, expected k <= {}", k, rows, most));
}

/// Whether all pairs are compared: if rows are so few that nothing else is faster, or lists so long that they are not
/// much shorter.
bool is_exact(NeighbourSearch search, Index rows, int k) {
    constexpr Index kFew = 2048;
    constexpr Index kMany = 100'000;
    if (search == NeighbourSearch::exact || rows <= kFew || rows < 16 * static_cast<Index>(k)) return true;
    return search == NeighbourSearch::automatic && rows <= kMany;
}

}  // namespace

Neighbours nearest_neighbours(const Features& X, const NeighbourRequest& request, Context& context) {
    const Index n = row_count(X);
    const int k = request.k;
    require_countable(n);
    require_k(k, n, n - 1);
    require_memory(n, k, context);
    const SearchRows rows(X, request.metric, context);
    const SearchedRows searched(rows, k, context);
    const auto distinct = static_cast<Index>(searched.ids.size());
    const int wanted = static_cast<int>(std::clamp<Index>(distinct - 1, 0, k));
    const PlaceLists lists = is_exact(request.search, distinct, wanted)
                                 ? exact_neighbours(rows, searched.ids, wanted, context)
                                 : approximate_neighbours(rows, searched.ids, wanted, context);
    Neighbours out = empty_lists(n, k, lists);
    parallel_for(context, n, kGrain, [&](Index begin, Index end) {
        Expansion expansion(searched, lists, rows.cosine(), n, k);
        for (Index row = begin; row < end; ++row) {
            const Index place = searched.place[at(searched.equal.group_of[at(row)])];
            expansion.write(place, place, row, row, out);
        }
    });
    return out;
}

Neighbours nearest_neighbours_of(const Features& queries, const Features& X, const NeighbourRequest& request,
                                 Context& context) {
    const Index n = row_count(X), count = row_count(queries);
    const int k = request.k;
    require_countable(std::max(n, count));
    require_k(k, n, n);
    if (column_count(queries) != column_count(X)) {
        throw Error(ErrorCode::input, fmt::format("nearest neighbours: queries of {} columns, expected {}",
                                                  column_count(queries), column_count(X)));
    }
    require_memory(count, k, context);
    const SearchRows rows(X, request.metric, context), asked(queries, request.metric, context);
    const SearchedRows searched(rows, k, context);
    std::vector<std::int32_t> ids, list_of(at(count), -1);
    for (Index query = 0; query < count; ++query) {
        if (asked.is_zero(query)) continue;
        list_of[at(query)] = static_cast<std::int32_t>(ids.size());
        ids.push_back(static_cast<std::int32_t>(query));
    }
    const int wanted = static_cast<int>(std::min<Index>(static_cast<Index>(searched.ids.size()), k));
    const PlaceLists lists = exact_neighbours_of(asked, ids, rows, searched.ids, wanted, context);
    Neighbours out = empty_lists(count, k, lists);
    parallel_for(context, count, kGrain, [&](Index begin, Index end) {
        Expansion expansion(searched, lists, rows.cosine(), n, k);
        for (Index query = begin; query < end; ++query) {
            expansion.write(list_of[at(query)], /*own=*/-1, /*self=*/-1, query, out);
        }
    });
    return out;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
