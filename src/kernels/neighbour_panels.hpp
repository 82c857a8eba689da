#pragma once

#include <mvlink/matrix.hpp>

#include "kernels/nearest_tile.hpp"
#include "kernels/neighbour_rows.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#ifdef __AVX__
#include <immintrin.h>
#endif

/// Scores of pairs of rows, in panels of rows whose sums stay in registers. The score of rows a and b is
/// a.b - |a|^2 / 2 - |b|^2 / 2, minus half their squared distance: the nearer, the higher.
namespace mvlink {
inline namespace v1 {
namespace kernels {

constexpr Index kPanel = 2 * TileShape<float>::kLanes;  // rows
static_assert(kPanel <= 32, "a bit each");

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

/// One bit per lane: whether the score reaches the limit.
inline std::uint32_t lanes_that_reach(const TileShape<float>::Packet& score, const TileShape<float>::Packet& limit) {
#if defined(__AVX512F__)
    return _mm512_cmp_ps_mask(score, limit, _CMP_GE_OQ);
#elif defined(__AVX__)
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(score, limit, _CMP_GE_OQ)));
#else
    constexpr Index kLanes = TileShape<float>::kLanes;
    float scores[kLanes], limits[kLanes];
    Eigen::internal::pstoreu(scores, score);
    Eigen::internal::pstoreu(limits, limit);
    std::uint32_t bits = 0;
    for (Index l = 0; l < kLanes; ++l) {
        bits |= (scores[l] >= limits[l] ? 1U : 0U) << l;
    }
    return bits;
#endif
}

/// Calls visit(r, l, score) for the scores of two panels that reach the limit of either row. Most do not.
template <class Visit>
void for_each_near(const float* scores, const float* limits, const float* other_limits, Visit&& visit) {
    using Packet = TileShape<float>::Packet;
    using namespace Eigen::internal;
    constexpr Index kLanes = TileShape<float>::kLanes;
    const Packet low = ploadu<Packet>(other_limits), high = ploadu<Packet>(other_limits + kLanes);
    for (Index r = 0; r < kPanel; ++r) {
        const float* line = scores + r * kPanel;
        const Packet own = pset1<Packet>(limits[r]);
        std::uint32_t near = lanes_that_reach(ploadu<Packet>(line), pmin(own, low)) |
                             lanes_that_reach(ploadu<Packet>(line + kLanes), pmin(own, high)) << kLanes;
        for (; near != 0; near &= near - 1) {
            const Index l = std::countr_zero(near);
            visit(r, l, line[l]);
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

    /// For these rows of `source`, times scale; fill() then reads them, panel by panel, in any order or at the same
    /// time.
    void prepare(const SearchRows& source, std::span<const std::int32_t> ids, double scale);
    void fill(Index panel, const Centre& centre);
    static double bytes(const SearchRows& source, Index rows) {
        return static_cast<double>(rows) * (static_cast<double>(source.cols()) + 4) * sizeof(float);
    }

    [[nodiscard]] const PanelRows& rows() const { return rows_; }

private:
    [[nodiscard]] const float* values(Index panel) const { return values_.data() + panel * kPanel * depth_; }

    const SearchRows* source_ = nullptr;
    PanelRows rows_;
    double scale_ = 1;
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

    void prepare(const SearchRows& source, std::span<const std::int32_t> ids, double scale);
    void fill(Index panel, const Centre& centre);
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
