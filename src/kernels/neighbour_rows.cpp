#include "kernels/neighbour_rows.hpp"

#include "kernels/rows.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kGrain = 1024;

/// As SquareLanes, of entries one by one: columns that are left out add nothing there either.
class EntryLanes {
public:
    void add(Index column, double value) { lane_[mvlink::at(column % 8)] += value * value; }
    [[nodiscard]] double sum() const {
        return ((lane_[0] + lane_[4]) + (lane_[2] + lane_[6])) + ((lane_[1] + lane_[5]) + (lane_[3] + lane_[7]));
    }

private:
    std::array<double, 8> lane_{};
};

/// 1 / length; 0 if the length is zero or its inverse is out of range. Scaled by a power of two before squaring.
template <class Rows>
double inverse_length(const Rows& X, Index row) {
    double largest = 0;
    for_each_entry(X, row, [&](Index, double x) { largest = std::max(largest, std::abs(x)); });
    if (!(largest > 0)) return 0;
    const int exponent = std::ilogb(largest);
    EntryLanes squares;
    for_each_entry(X, row, [&](Index column, double x) { squares.add(column, std::ldexp(x, -exponent)); });
    const double inverse = std::ldexp(1 / std::sqrt(squares.sum()), -exponent);
    return std::isfinite(inverse) ? inverse : 0;
}

template <class Rows>
Index most_entries_of(const Rows& X) {
    if constexpr (!Rows::kSparse) {
        return X.cols;
    } else {
        Index most = 0;
        for (std::size_t row = 0; row + 1 < X.offsets.size(); ++row) {
            most = std::max(most, X.offsets[row + 1] - X.offsets[row]);
        }
        return most;
    }
}

/// Whether differences from the centre may be taken in float: each is rounded once, wherever the two are.
template <class T>
bool in_float(const DenseRows<T>&, const Centre& centre, double scale) {
    constexpr double kSmallest = 0x1p-100, kLargest = 0x1p100;  // no difference is out of range
    return std::is_same_v<T, float> && !centre.rounded.empty() && scale >= kSmallest && scale <= kLargest;
}

template <class T, class S>
void relative_to(const T* x, const S* centre, S scale, Index d, float* out) {
    for (Index j = 0; j < d; ++j) {
        out[j] = static_cast<float>((static_cast<S>(x[j]) - centre[j]) * scale);
    }
}

}  // namespace

SearchRows::SearchRows(const Features& X, NeighbourMetric metric, Context& context)
    : features_(X), rows_(row_count(X)), cols_(column_count(X)) {
    std::visit(
        [&]<class Rows>(const Rows& all) {
            sparse_ = Rows::kSparse;
            most_entries_ = most_entries_of(all);
            if (metric != NeighbourMetric::cosine) return;
            inverse_lengths_.resize(at(rows_));
            parallel_for(context, rows_, kGrain, [&](Index begin, Index end) {
                for (Index row = begin; row < end; ++row) {
                    inverse_lengths_[at(row)] = inverse_length(all, row);
                }
            });
        },
        X);
}

void SearchRows::read(Index row, double* out) const {
    const double by = factor(row);
    std::visit(
        [&]<class Rows>(const Rows& X) {
            if constexpr (Rows::kSparse) std::fill_n(out, cols_, 0.0);
            for_each_entry(X, row, [&](Index column, double x) { out[column] = x * by; });
        },
        features_);
}

void SearchRows::read_relative(Index row, const Centre& centre, double scale, float* out) const {
    const double by = factor(row);
    const double* middle = centre.exact.data();
    std::visit(
        [&]<class Rows>(const Rows& X) {
            if constexpr (Rows::kSparse) {
                std::transform(middle, middle + cols_, out, [&](double c) { return static_cast<float>(-c * scale); });
                for_each_entry(X, row, [&](Index column, double x) {
                    out[column] = static_cast<float>((x * by - middle[column]) * scale);
                });
            } else if (!cosine() && X.row_major() && in_float(X, centre, scale)) {
                relative_to(X.values + row * X.row_stride, centre.rounded.data(), static_cast<float>(scale), cols_,
                            out);
            } else if (!cosine() && X.row_major()) {
                relative_to(X.values + row * X.row_stride, middle, scale, cols_, out);
            } else {
                for_each_entry(X, row,
                               [&](Index j, double x) { out[j] = static_cast<float>((x * by - middle[j]) * scale); });
            }
        },
        features_);
}

void SearchRows::read_entries(Index row, std::vector<std::int32_t>& columns, std::vector<double>& values) const {
    columns.clear();
    values.clear();
    const double by = factor(row);
    std::visit(
        [&](const auto& X) {
            for_each_entry(X, row, [&](Index column, double x) {
                if (x == 0) return;
                columns.push_back(static_cast<std::int32_t>(column));
                values.push_back(x * by);
            });
        },
        features_);
}

Centre SearchRows::centre_from(std::vector<double> exact) const {
    const bool in_float = std::holds_alternative<DenseRows<float>>(features_);
    std::vector<float> rounded;
    if (in_float) {
        rounded.assign(exact.begin(), exact.end());
        exact.assign(rounded.begin(), rounded.end());
    }
    return {std::move(exact), std::move(rounded)};
}

Centre SearchRows::middle(std::span<const std::int32_t> ids) const {
    if (sparse_) return centre_from(std::vector<double>(at(cols_), 0));
    constexpr std::size_t kSample = 101;
    const std::size_t count = std::min(kSample, ids.size());
    std::vector<double> rows(count * at(cols_)), column(count), median(at(cols_));
    for (std::size_t i = 0; i < count; ++i) {
        read(ids[i * ids.size() / count], rows.data() + i * at(cols_));
    }
    for (std::size_t j = 0; j < at(cols_); ++j) {
        for (std::size_t i = 0; i < count; ++i) {
            column[i] = rows[i * at(cols_) + j];
        }
        const auto half = column.begin() + static_cast<Index>(count / 2);
        std::nth_element(column.begin(), half, column.end());
        median[j] = *half;
    }
    return centre_from(std::move(median));
}

Centre SearchRows::point(Index row) const {
    std::vector<double> exact(at(cols_), 0);
    if (!sparse_) read(row, exact.data());
    return centre_from(std::move(exact));
}

double SearchRows::scale(std::span<const std::int32_t> ids, const Centre& centre, Context& context) const {
    const auto count = static_cast<Index>(ids.size());
    const auto part = [&](double& largest, Index begin, Index end) {
        for (Index i = begin; i < end; ++i) {
            const Index row = ids[at(i)];
            const double by = factor(row);
            std::visit(
                [&](const auto& X) {
                    for_each_entry(X, row, [&](Index column, double x) {
                        largest = std::max(largest, std::abs(x * by - centre.exact[at(column)]));
                    });
                },
                features_);
        }
    };
    const double largest = ordered_sum(context, count, 0.0, sizeof(double), part,
                                       [](double& total, double other) { total = std::max(total, other); });
    if (!(largest > 0) || !std::isfinite(largest)) return 1;
    return std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1000, 1000));
}

RowDistances::RowDistances(const SearchRows& from, const SearchRows& to) : from_(from), to_(to) {
    if (from.sparse() && to.sparse()) return;
    own_.resize(from.cols());
    other_.resize(to.cols());
}

void RowDistances::start(Index row) {
    if (from_.sparse() && to_.sparse()) {
        from_.read_entries(row, own_columns_, own_);
    } else {
        from_.read(row, own_.data());
    }
}

double RowDistances::operator()(Index row) {
    if (from_.sparse() && to_.sparse()) return between_entries(row);
    return std::visit(
        [&]<class Rows>(const Rows& X) {
            if constexpr (!Rows::kSparse) {
                if (X.row_major() && !to_.cosine()) {
                    return squared_distance(X.values + row * X.row_stride, own_.data(), X.cols);
                }
            }
            // Products of its own are rounded before they are compared: no compiler fuses them with the difference.
            to_.read(row, other_.data());
            return squared_distance(other_.data(), own_.data(), X.cols);
        },
        to_.features());
}

double RowDistances::between_entries(Index row) {
    to_.read_entries(row, other_columns_, other_);
    EntryLanes lanes;
    std::size_t a = 0, b = 0;
    while (a < own_columns_.size() && b < other_columns_.size()) {
        const std::int32_t left = own_columns_[a], right = other_columns_[b];
        const double x = left <= right ? own_[a] : 0, y = right <= left ? other_[b] : 0;
        lanes.add(std::min(left, right), y - x);
        a += left <= right ? 1 : 0;
        b += right <= left ? 1 : 0;
    }
    for (; a < own_columns_.size(); ++a) {
        lanes.add(own_columns_[a], own_[a]);
    }
    for (; b < other_columns_.size(); ++b) {
        lanes.add(other_columns_[b], other_[b]);
    }
    return lanes.sum();
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
