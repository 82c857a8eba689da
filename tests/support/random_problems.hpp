#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/random.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Random data in the forms that tests compare: a plain table, and views of every kind that hold the same numbers.
namespace mvlink::support {

using Table = std::vector<std::vector<double>>;

inline Table random_table(Index n, Index d, Random& random) {
    Table X(static_cast<std::size_t>(n), std::vector<double>(static_cast<std::size_t>(d)));
    for (auto& row : X) {
        for (double& value : row)
            value = random.normal();
    }
    return X;
}

/// A few clusters, some columns zero at places, exact in float: so that float and double views hold equal numbers.
inline Table random_clusters(Index n, Index d, int k, Random& random) {
    const Table centres = random_table(k, d, random);
    Table X = random_table(n, d, random);
    for (auto& row : X) {
        const auto& centre = centres[static_cast<std::size_t>(random.below(k))];
        for (std::size_t j = 0; j < row.size(); ++j) {
            row[j] = random.uniform() < 0.2 ? 0 : static_cast<float>(row[j] + 3 * centre[j]);
        }
    }
    return X;
}

template <class T>
std::vector<T> row_major(const Table& X) {
    std::vector<T> values;
    for (const auto& row : X) {
        for (const double value : row)
            values.push_back(static_cast<T>(value));
    }
    return values;
}

template <class T>
View dense_view(const Table& X, const std::string& name = "x") {
    return View::dense(name, static_cast<Index>(X.size()), static_cast<Index>(X.front().size()), row_major<T>(X));
}

/// The same numbers column after column.
template <class T>
View fortran_view(const Table& X, const std::string& name = "x") {
    auto values = std::make_shared<std::vector<T>>();
    for (std::size_t j = 0; j < X.front().size(); ++j) {
        for (const auto& row : X)
            values->push_back(static_cast<T>(row[j]));
    }
    const auto n = static_cast<Index>(X.size());
    return View::borrow(name, DenseRows<T>{values->data(), n, static_cast<Index>(X.front().size()), 1, n}, values);
}

template <class T>
View sparse_view(const Table& X, const std::string& name = "x") {
    std::vector<Index> offsets{0};
    std::vector<std::int32_t> columns;
    std::vector<T> values;
    for (const auto& row : X) {
        for (std::size_t j = 0; j < row.size(); ++j) {
            if (row[j] == 0) continue;
            columns.push_back(static_cast<std::int32_t>(j));
            values.push_back(static_cast<T>(row[j]));
        }
        offsets.push_back(static_cast<Index>(values.size()));
    }
    return View::sparse(name, static_cast<Index>(X.size()), static_cast<Index>(X.front().size()), std::move(offsets),
                        std::move(columns), std::move(values));
}

/// Every kind of view of one table.
inline std::vector<View> every_kind(const Table& X) {
    return {dense_view<double>(X),  dense_view<float>(X),   fortran_view<double>(X),
            fortran_view<float>(X), sparse_view<double>(X), sparse_view<float>(X)};
}

/// `count` random constraints among n rows; some repeat, some contradict each other.
inline std::vector<Constraint> random_constraints(Index n, int count, bool unit_weights, Random& random) {
    std::vector<Constraint> constraints;
    while (static_cast<int>(constraints.size()) < count) {
        const Index a = random.below(n);
        const Index b = random.below(n);
        if (a == b) continue;
        const double weight = unit_weights ? 1 : random.uniform(0.1, 4);
        constraints.push_back({{0, a}, {0, b}, random.uniform() < 0.5 ? Link::must : Link::cannot, weight});
    }
    return constraints;
}

inline Dataset constrained(View view, const std::vector<Constraint>& constraints) {
    return Dataset(std::move(view)).with_constraints(std::span<const Constraint>(constraints));
}

}  // namespace mvlink::support
