#include "kernels/neighbour_panels.hpp"

#include "kernels/rows.hpp"
#include "runtime/index.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

using Shape = TileShape<float>;
using Packet = Shape::Packet;
using Eigen::internal::padd;
using Eigen::internal::pload;
using Eigen::internal::ploadu;
using Eigen::internal::pmadd;
using Eigen::internal::pset1;
using Eigen::internal::pstoreu;
using Eigen::internal::psub;

constexpr int kTile = Shape::kManyRegisters ? 8 : 4;  // rows whose sums with a panel fit in the registers
static_assert(kPanel % kTile == 0);

/// Adds the products of `columns` columns of kTile rows of one panel with all rows of another.
void add_products(const float* rows, const float* others, Index columns, Packet (&sums)[kTile][2]) {
#pragma GCC unroll 4
    for (Index j = 0; j < columns; ++j) {
        const Packet low = pload<Packet>(others), high = pload<Packet>(others + Shape::kLanes);
        for (int r = 0; r < kTile; ++r) {
            const Packet entry = pset1<Packet>(rows[r]);
            sums[r][0] = pmadd(entry, low, sums[r][0]);
            sums[r][1] = pmadd(entry, high, sums[r][1]);
        }
        rows += kPanel;
        others += kPanel;
    }
}

/// From one row to the next in a block: whole packets, and a line of memory more, so that a column of the block is
/// spread over the sets of a cache.
Index block_stride(Index depth) {
    return (depth + Shape::kLanes - 1) / Shape::kLanes * Shape::kLanes + Shape::kLanes;
}

// A packet as template argument loses an attribute that means nothing there.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"

/// Row after row to column after column: out[j * kPanel + r].
void interleave(const float* rows, Index depth, float* out) {
    const Index stride = block_stride(depth);
    for (Index first = 0; first < depth; first += Shape::kLanes) {
        for (Index half = 0; half < kPanel; half += Shape::kLanes) {
            Eigen::internal::PacketBlock<Packet, Shape::kLanes> block;
            for (Index r = 0; r < Shape::kLanes; ++r) {
                block.packet[r] = ploadu<Packet>(rows + (half + r) * stride + first);
            }
            Eigen::internal::ptranspose(block);
            for (Index j = 0; j < std::min(Shape::kLanes, depth - first); ++j) {
                pstoreu(out + (first + j) * kPanel + half, block.packet[j]);
            }
        }
    }
}

#pragma GCC diagnostic pop

/// In eight lanes, because a sum in double of one after the other waits for each.
double sum_of_squares(const float* x, Index d) {
    SquareLanes lanes;
    Index j = 0;
    for (; j + 8 <= d; j += 8) {
        lanes.add(load_four(x + j), load_four(x + j + 4));
    }
    double sum = lanes.sum();
    for (; j < d; ++j) {
        sum += static_cast<double>(x[j]) * static_cast<double>(x[j]);
    }
    return sum;
}

}  // namespace

void PanelRows::resize(std::span<const std::int32_t> rows) {
    ids.assign(rows.begin(), rows.end());
    halves.setConstant(panels() * kPanel, kFar);
    lengths.setZero(panels() * kPanel);
    longest.setZero(panels());
}

void PanelRows::set_square(Index place, double square) {
    halves[place] = static_cast<float>(square / 2);
    lengths[place] = static_cast<float>(std::sqrt(square));
}

void PanelRows::finish_panel(Index panel) {
    longest[panel] = lengths.segment(panel * kPanel, kPanel).maxCoeff();
}

void DensePanels::prepare(const SearchRows& source, std::span<const std::int32_t> ids, double scale) {
    source_ = &source;
    scale_ = scale;
    depth_ = source.cols();
    rows_.resize(ids);
    const Index needed = rows_.panels() * kPanel * depth_;
    if (values_.size() < needed) values_.resize(needed);
}

void DensePanels::fill(Index panel, const Centre& centre) {
    const Index stride = block_stride(depth_), count = rows_.rows_of(panel);
    Eigen::ArrayXf block(kPanel * stride);
    for (Index r = 0; r < count; ++r) {
        source_->prefetch(rows_.ids[at(panel * kPanel + r)]);
    }
    for (Index r = 0; r < count; ++r) {
        float* row = block.data() + r * stride;
        source_->read_relative(rows_.ids[at(panel * kPanel + r)], centre, scale_, row);
        std::fill(row + depth_, row + stride, 0.0F);
        rows_.set_square(panel * kPanel + r, sum_of_squares(row, depth_));
    }
    block.tail((kPanel - count) * stride).setZero();
    interleave(block.data(), depth_, values_.data() + panel * kPanel * depth_);
    rows_.finish_panel(panel);
}

void DensePanels::Scorer::compute(Index panel, float* out) const {
    constexpr Index kDepth = 128;  // columns at a time: their entries of both panels stay in the first cache
    const Index depth = rows_.depth_;
    const float* own_halves = rows_.rows_.halves.data() + panel * kPanel;
    const float* halves = others_.rows_.halves.data() + other_ * kPanel;
    for (Index j = 0; j == 0 || j < depth; j += kDepth) {
        const float* rows = rows_.values(panel) + j * kPanel;
        const float* others = others_.values(other_) + j * kPanel;
        for (Index first = 0; first < kPanel; first += kTile) {
            Packet sums[kTile][2];
            for (int r = 0; r < kTile; ++r) {
                float* line = out + (first + r) * kPanel;
                for (int v = 0; v < 2; ++v) {
                    sums[r][v] =
                        j > 0 ? ploadu<Packet>(line + v * Shape::kLanes)
                              : psub(pset1<Packet>(-own_halves[first + r]), ploadu<Packet>(halves + v * Shape::kLanes));
                }
            }
            add_products(rows + first, others, std::min(kDepth, depth - j), sums);
            for (int r = 0; r < kTile; ++r) {
                float* line = out + (first + r) * kPanel;
                pstoreu(line, sums[r][0]);
                pstoreu(line + Shape::kLanes, sums[r][1]);
            }
        }
    }
}

void SparsePanels::prepare(const SearchRows& source, std::span<const std::int32_t> ids, double scale) {
    source_ = &source;
    scale_ = scale;
    rows_.resize(ids);
}

void SparsePanels::fill(Index panel, const Centre&) {
    for (Index place = panel * kPanel; place < panel * kPanel + rows_.rows_of(panel); ++place) {
        const Index row = rows_.ids[at(place)];
        const double by = source_->factor(row) * scale_;
        double square = 0;
        std::visit(
            [&](const auto& X) {
                for_each_entry(X, row, [&](Index, double x) {
                    const double rounded = static_cast<float>(x * by);
                    square += rounded * rounded;
                });
            },
            source_->features());
        rows_.set_square(place, square);
    }
    rows_.finish_panel(panel);
}

SparsePanels::Scorer::Scorer(const SparsePanels& rows, const SparsePanels& others) : rows_(rows), others_(others) {
    lines_.setZero(kPanel);
}

void SparsePanels::Scorer::forget() {
    for (const std::int32_t column : columns_) {
        line_of_[at(column)] = 0;
    }
    columns_.clear();
}

void SparsePanels::Scorer::add_entry(Index lane, std::int32_t column, float value) {
    std::int32_t& line = line_of_[at(column)];
    if (line == 0) {
        columns_.push_back(column);
        line = static_cast<std::int32_t>(columns_.size());
        const Index end = (line + 1) * kPanel;
        if (lines_.size() < end) lines_.conservativeResize(2 * end);
        lines_.segment(line * kPanel, kPanel).setZero();
    }
    lines_[line * kPanel + lane] = value;
}

void SparsePanels::Scorer::select(Index panel) {
    forget();
    other_ = panel;
    const SearchRows& source = *others_.source_;
    line_of_.resize(at(source.cols()), 0);
    for (Index lane = 0; lane < others_.rows_.rows_of(panel); ++lane) {
        const Index row = others_.rows_.ids[at(panel * kPanel + lane)];
        const double by = source.factor(row) * others_.scale_;
        std::visit(
            [&](const auto& X) {
                for_each_entry(X, row, [&](Index column, double x) {
                    if (x != 0) add_entry(lane, static_cast<std::int32_t>(column), static_cast<float>(x * by));
                });
            },
            source.features());
    }
}

void SparsePanels::Scorer::compute(Index panel, float* out) {
    const SearchRows& source = *rows_.source_;
    const float* halves = others_.rows_.halves.data() + other_ * kPanel;
    for (Index r = 0; r < kPanel; ++r) {
        const Index place = panel * kPanel + r;
        const Packet own = pset1<Packet>(-rows_.rows_.halves[place]);
        Packet low = psub(own, ploadu<Packet>(halves)), high = psub(own, ploadu<Packet>(halves + Shape::kLanes));
        Packet other_low = pset1<Packet>(0), other_high = other_low;
        if (place < rows_.rows_.size()) {
            const Index row = rows_.rows_.ids[at(place)];
            const double by = source.factor(row) * rows_.scale_;
            std::visit(
                [&](const auto& X) {
                    for_each_entry(X, row, [&](Index column, double x) {
                        const float* line = lines_.data() + line_of_[at(column)] * kPanel;
                        const Packet entry = pset1<Packet>(static_cast<float>(x * by));
                        // In turn, so that an addition need not wait for the one before.
                        std::swap(low, other_low);
                        std::swap(high, other_high);
                        low = pmadd(entry, ploadu<Packet>(line), low);
                        high = pmadd(entry, ploadu<Packet>(line + Shape::kLanes), high);
                    });
                },
                source.features());
        }
        pstoreu(out + r * kPanel, padd(low, other_low));
        pstoreu(out + r * kPanel + Shape::kLanes, padd(high, other_high));
    }
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
