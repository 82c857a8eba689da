#include "kernels/packed_map.hpp"

#include <algorithm>
#include <array>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

using Packet = Eigen::internal::packet_traits<double>::type;
using Eigen::internal::pload;
using Eigen::internal::ploadu;
using Eigen::internal::pmadd;
using Eigen::internal::pset1;
using Eigen::internal::pstoreu;
using Eigen::internal::psub;

constexpr Index kLanes = Eigen::internal::packet_traits<double>::size;
constexpr Index kWidth = 2 * kLanes;  // columns of a panel
constexpr int kRows = 6;  // of a tile: sixteen registers hold its sums, a row of the panel and an entry of X

/// Sums over a panel's rows of some rows of X: n x 2 packets.
template <int n>
struct Tile {
    Packet sums[n][2];

    Tile(const double* X, Index stride, const double* panel, Index begin, Index end) {
        for (int r = 0; r < n; ++r) {
            sums[r][0] = sums[r][1] = pset1<Packet>(0.0);
        }
        for (Index k = begin; k < end; ++k, panel += kWidth) {
            const Packet low = pload<Packet>(panel), high = pload<Packet>(panel + kLanes);
            for (int r = 0; r < n; ++r) {
                const Packet x = pset1<Packet>(X[r * stride + k]);
                sums[r][0] = pmadd(x, low, sums[r][0]);
                sums[r][1] = pmadd(x, high, sums[r][1]);
            }
        }
    }
};

/// Calls body<n>(first row) for tiles of n rows.
template <class Body>
void for_each_tile(Index count, Body&& body) {
    Index row = 0;
    for (; row + kRows <= count; row += kRows) {
        body.template operator()<kRows>(row);
    }
    for (; row + 2 <= count; row += 2) {
        body.template operator()<2>(row);
    }
    if (row < count) body.template operator()<1>(row);
}

}  // namespace

PackedMap::PackedMap(const Matrix& F) : rows_(F.rows()), cols_(F.cols()) {
    const Index panels = (cols_ + kWidth - 1) / kWidth;
    values_.setZero(panels * rows_ * kWidth);
    double* out = values_.data();
    for (Index first = 0; first < cols_; first += kWidth) {
        const auto columns = F.middleCols(first, std::min(kWidth, cols_ - first));
        const auto is_zero = [&](Index k) { return (columns.row(k).array() == 0).all(); };
        Index begin = 0, end = rows_;
        while (begin < end && is_zero(begin)) {
            ++begin;
        }
        while (begin < end && is_zero(end - 1)) {
            --end;
        }
        panels_.push_back({out, first, begin, end});
        for (Index k = begin; k < end; ++k, out += kWidth) {
            std::copy(columns.row(k).begin(), columns.row(k).end(), out);
        }
    }
}

void PackedMap::map(const double* X, Index count, double* out, Index stride) const {
    for_each_tile(count, [&]<int n>(Index row) {
        for (const Panel& panel : panels_) {
            const Tile<n> tile(X + row * rows_, rows_, panel.values, panel.begin, panel.end);
            const Index width = std::min(kWidth, cols_ - panel.first);
            for (int r = 0; r < n; ++r) {
                double* to = out + (row + r) * stride + panel.first;
                std::array<double, static_cast<std::size_t>(kWidth)> last;
                double* whole = width == kWidth ? to : last.data();
                pstoreu(whole, tile.sums[r][0]);
                pstoreu(whole + kLanes, tile.sums[r][1]);
                if (width < kWidth) std::copy(whole, whole + width, to);
            }
        }
    });
}

void PackedMap::squared_distances(const double* X, Index count, const double* point, double* out, Index stride) const {
    Eigen::ArrayXd padded = Eigen::ArrayXd::Zero(static_cast<Index>(panels_.size()) * kWidth);
    std::copy(point, point + cols_, padded.data());
    for_each_tile(count, [&]<int n>(Index row) {
        Packet totals[n];
        for (int r = 0; r < n; ++r) {
            totals[r] = pset1<Packet>(0.0);
        }
        for (const Panel& panel : panels_) {
            const Tile<n> tile(X + row * rows_, rows_, panel.values, panel.begin, panel.end);
            const Packet low = ploadu<Packet>(padded.data() + panel.first);
            const Packet high = ploadu<Packet>(padded.data() + panel.first + kLanes);
            for (int r = 0; r < n; ++r) {
                const Packet first = psub(tile.sums[r][0], low), second = psub(tile.sums[r][1], high);
                totals[r] = pmadd(second, second, pmadd(first, first, totals[r]));
            }
        }
        for (int r = 0; r < n; ++r) {
            out[(row + r) * stride] = Eigen::internal::predux(totals[r]);
        }
    });
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
