#pragma once

#include <mvlink/matrix.hpp>

#include "kernels/nearest_tile.hpp"
#include "kernels/neighbour_rows.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

/// Scores of pairs of rows, in panels of rows whose sums stay in registers. The score of rows a and b is
/// a.b - |a|^2 / 2 - |b|^2 / 2, minus half their squared distance: the nearer, the higher.
namespace mvlink {
inline namespace v1 {
namespace kernels {

constexpr Index kPanel = 2 * TileShape<float>::kLanes;  // rows

/// What is known of some rows besides their entries. Rows that fill up the last panel are farther than any other.
struct PanelRows {
    std::vector<std::int32_t> ids;
    Eigen::ArrayXf halves;   // |a|^2 / 2, padded
    Eigen::ArrayXf lengths;  // |a|, padded with 0
    Eigen::ArrayXf longest;  // of each panel
    static constexpr float kFar = 1e37F;

    [[nodiscard]] Index size() const { return static_cast<Index>(ids.size()); }
    [[nodiscard]] Index panels() const { return (size() + kPanel - 1) / kPanel; }
    /// How many rows of a panel there are.
    [[nodiscard]] Index rows_of(Index panel) const { return std::min(kPanel, size() - panel * kPanel); }

    void resize(std::span<const std::int32_t> rows);
    void set_square(Index place, double square);
    void finish_panel(Index panel);
};

/// Calls visit(r, l, score) for the scores of two panels that reach the limit of either row. Most do not.
template <class Visit>
void for_each_near(const float* scores, const float* limits, const float* other_limits, Visit&& visit) {
    using Packet = TileShape<float>::Packet;
    using namespace Eigen::internal;
    constexpr Index kLanes = TileShape<float>::kLanes;
    constexpr Index kRows = 4;  // at a time
    for (Index first = 0; first < kPanel; first += kRows) {
        Packet above = pset1<Packet>(-1);
        for (Index r = first; r < first + kRows; ++r) {
            const Packet own = pset1<Packet>(limits[r]);
            for (Index l = 0; l < kPanel; l += kLanes) {
                const Packet limit = pmin(own, ploadu<Packet>(other_limits + l));
                above = pmax(above, psub(ploadu<Packet>(scores + r * kPanel + l), limit));
            }
        }
        if (predux_max(above) < 0) continue;
        for (Index r = first; r < first + kRows; ++r) {
            for (Index l = 0; l < kPanel; ++l) {
                const float score = scores[r * kPanel + l];
                if (score >= std::min(limits[r], other_limits[l])) visit(r, l, score);
            }
        }
    }
}

/// Dense rows relative to a centre, in float: each panel column after column.
class DensePanels {
public:
    /// All scores of two panels: out[r * kPanel + l] of row r of the one and row l of the other.
    class Scorer {
    public:
        Scorer(const DensePanels& rows, const DensePanels& others) : rows_(rows), others_(others) {}
        void select(Index panel) { other_ = panel; }
        void compute(Index panel, float* out) const;

    private:
        const DensePanels& rows_;
        const DensePanels& others_;
        Index other_ = 0;
    };

    /// For these rows of `source`; fill() then reads them, panel by panel, in any order or at the same time.
    void prepare(const SearchRows& source, std::span<const std::int32_t> ids);
    void fill(Index panel, const Centre& centre, double scale);
    static double bytes(const SearchRows& source, Index rows) {
        return static_cast<double>(rows) * (static_cast<double>(source.cols()) + 4) * sizeof(float);
    }

    [[nodiscard]] const PanelRows& rows() const { return rows_; }

private:
    [[nodiscard]] const float* values(Index panel) const { return values_.data() + panel * kPanel * depth_; }

    const SearchRows* source_ = nullptr;
    PanelRows rows_;
    Index depth_ = 0;
    Eigen::ArrayXf values_;
};

/// Sparse rows where they are. A panel that others are compared with is spread out: one line per column that occurs.
class SparsePanels {
public:
    class Scorer {
    public:
        Scorer(const SparsePanels& rows, const SparsePanels& others);
        void select(Index panel);
        void compute(Index panel, float* out);

    private:
        void forget();
        void add_entry(Index lane, std::int32_t column, float value);

        const SparsePanels& rows_;
        const SparsePanels& others_;
        Index other_ = 0;
        std::vector<std::int32_t> line_of_;  // by column; 0: a line of zeros
        std::vector<std::int32_t> columns_;  // that occur, of lines 1, 2, ...
        Eigen::ArrayXf lines_;               // kPanel each
    };

    void prepare(const SearchRows& source, std::span<const std::int32_t> ids);
    void fill(Index panel, const Centre& centre, double scale);
    static double bytes(const SearchRows&, Index rows) { return static_cast<double>(rows) * 4 * sizeof(float); }

    [[nodiscard]] const PanelRows& rows() const { return rows_; }

private:
    const SearchRows* source_ = nullptr;
    PanelRows rows_;
    double scale_ = 1;
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
