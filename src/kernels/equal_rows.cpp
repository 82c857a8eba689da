#include "kernels/equal_rows.hpp"

#include "kernels/rows.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

using Key = std::pair<std::uint64_t, std::int32_t>;  // hash and row

/// Of the entries that are not zero, so that layouts of one row agree. Four in turn, so that one need not wait for the
/// one before.
template <class Rows>
std::uint64_t hash_of(const Rows& X, Index row) {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
    std::array<std::uint64_t, 4> lanes{1, 2, 3, 4};
    for_each_entry(X, row, [&](Index column, double x) {
        std::uint64_t& lane = lanes[at(column % 4)];
        const std::uint64_t next = (lane ^ std::bit_cast<std::uint64_t>(x) ^ static_cast<std::uint64_t>(column)) * kOdd;
        lane = x == 0 ? lane : next ^ (next >> 29);
    });
    std::uint64_t hash = 0;
    for (const std::uint64_t lane : lanes) {
        hash = (hash ^ lane) * kOdd;
        hash ^= hash >> 32;
    }
    return hash;
}

template <class T>
bool are_equal(const DenseRows<T>& X, Index a, Index b) {
    for (Index j = 0; j < X.cols; ++j) {
        if (X.at(a, j) != X.at(b, j)) return false;
    }
    return true;
}

/// Entries that are stored but zero count as absent.
template <class T>
bool are_equal(const SparseRows<T>& X, Index a, Index b) {
    Index i = X.offsets[at(a)], j = X.offsets[at(b)];
    const Index i_end = X.offsets[at(a) + 1], j_end = X.offsets[at(b) + 1];
    while (true) {
        while (i < i_end && X.values[at(i)] == 0) {
            ++i;
        }
        while (j < j_end && X.values[at(j)] == 0) {
            ++j;
        }
        if (i == i_end || j == j_end) return i == i_end && j == j_end;
        if (X.columns[at(i)] != X.columns[at(j)] || X.values[at(i)] != X.values[at(j)]) return false;
        ++i;
        ++j;
    }
}

/// By row, the first row that equals it.
template <class Rows>
std::vector<std::int32_t> first_equals(const Rows& X, Context& context) {
    constexpr Index kGrain = 4096;
    std::vector<Key> keys(at(X.rows));
    parallel_for(context, X.rows, kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            keys[at(row)] = {hash_of(X, row), static_cast<std::int32_t>(row)};
        }
    });
    std::sort(keys.begin(), keys.end());
    std::vector<std::int32_t> first(at(X.rows)), different;
    for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
        different.clear();  // rows of one hash that differ all the same
        for (; end < keys.size() && keys[end].first == keys[begin].first; ++end) {
            const std::int32_t row = keys[end].second;
            const auto same = std::find_if(different.begin(), different.end(),
                                           [&](std::int32_t other) { return are_equal(X, other, row); });
            first[at(row)] = same == different.end() ? row : *same;
            if (first[at(row)] == row) different.push_back(row);
        }
    }
    return first;
}

}  // namespace

EqualRows equal_rows(const Features& X, Context& context) {
    const std::vector<std::int32_t> first =
        std::visit([&](const auto& rows) { return first_equals(rows, context); }, X);
    EqualRows equal;
    equal.group_of.resize(first.size());
    equal.offsets.push_back(0);
    for (std::size_t row = 0; row < first.size(); ++row) {
        const bool is_first = first[row] == static_cast<std::int32_t>(row);
        equal.group_of[row] = is_first ? static_cast<std::int32_t>(equal.first.size()) : equal.group_of[at(first[row])];
        if (is_first) {
            equal.first.push_back(first[row]);
            equal.offsets.push_back(0);
        }
        ++equal.offsets[at(equal.group_of[row]) + 1];
    }
    for (std::size_t group = 1; group < equal.offsets.size(); ++group) {
        equal.offsets[group] += equal.offsets[group - 1];
    }
    std::vector<Index> next(equal.offsets.begin(), equal.offsets.end() - 1);
    equal.members.resize(first.size());
    for (std::size_t row = 0; row < first.size(); ++row) {
        equal.members[at(next[at(equal.group_of[row])]++)] = static_cast<std::int32_t>(row);
    }
    return equal;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
