#pragma once

#include <mvlink/matrix.hpp>

#include <Eigen/Core>

#include <algorithm>
#include <limits>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// How the product of rows and centres is cut so that its sums stay in registers: a few rows by one or two packets of
/// centres. Sixteen vector registers hold 6 x 2 sums, two packets of centres and one entry of a row.
template <class T>
struct TileShape {
    using Packet = typename Eigen::internal::packet_traits<T>::type;
    static constexpr Index kLanes = Eigen::internal::unpacket_traits<Packet>::size;
    static constexpr bool kManyRegisters = kLanes * sizeof(T) == 64;
    static constexpr int kRowsOfTwo = kManyRegisters ? 8 : 6;
    static constexpr int kRowsOfOne = 8;
    static constexpr Index kSpare = 8;  // rows that the last tile may have too many
};

/// k centres in panels of one or two packets, each panel column after column, with one offset per centre: what the
/// product of a row with them starts from. Lanes beyond k start at infinity, so they are never the lowest.
template <class T>
class PackedCentres {
public:
    using Shape = TileShape<T>;
    struct Panel {
        const T* values;  // d x (packets * lanes)
        Index first;      // its first centre
        int packets;
    };

    /// The entries of a panel are scale * (C - shift).
    template <class Centres, class Shift, class Offsets>
    PackedCentres(const Centres& C, const Shift& shift, double scale, const Offsets& offsets)
        : depth_(C.cols()), values_(padded(C.rows()) * C.cols()), offsets_(padded(C.rows())) {
        const Index k = C.rows();
        offsets_.setConstant(std::numeric_limits<T>::infinity());
        offsets_.head(k) = offsets.template cast<T>();
        T* out = values_.data();
        for (Index first = 0; first < k; first += 2 * Shape::kLanes) {
            const int packets = k - first > Shape::kLanes ? 2 : 1;
            panels_.push_back({out, first, packets});
            for (Index j = 0; j < depth_; ++j) {
                for (Index h = first; h < first + packets * Shape::kLanes; ++h) {
                    *out++ = h < k ? static_cast<T>(scale * (C(h, j) - shift[j])) : T{0};
                }
            }
        }
    }

    [[nodiscard]] Index depth() const { return depth_; }
    [[nodiscard]] Index width() const { return offsets_.size(); }
    /// From a row of scores to the next: one line more than the width, so that a column of scores is spread over the
    /// sets of a cache.
    [[nodiscard]] Index stride() const { return width() + 64 / static_cast<Index>(sizeof(T)); }
    [[nodiscard]] const T* offsets() const { return offsets_.data(); }
    [[nodiscard]] const std::vector<Panel>& panels() const { return panels_; }

private:
    static Index padded(Index k) { return (k + Shape::kLanes - 1) / Shape::kLanes * Shape::kLanes; }

    Index depth_;
    Eigen::Array<T, Eigen::Dynamic, 1> values_;
    Eigen::Array<T, Eigen::Dynamic, 1> offsets_;
    std::vector<Panel> panels_;
};

/// Prefetches memory that the next block will read, a few lines at a time while this one computes.
class Ahead {
public:
    /// Spreads the bytes of [next, end) over this many tiles with this many columns.
    Ahead(const void* next, const void* end, Index tiles, Index columns)
        : next_(static_cast<const char*>(next)), end_(static_cast<const char*>(end)) {
        const Index lines = (end_ - next_) / (kLine * tiles) + 1;
        columns_ = lines <= kLinesAtOnce ? columns : kColumns;
        const Index steps = (columns + columns_ - 1) / columns_;
        lines_ = (lines + steps - 1) / steps;
    }

    /// How many columns of a tile to compute between two calls of step().
    [[nodiscard]] Index columns_a_step() const { return columns_; }

    void step() {
        for (Index line = 0; line < lines_ && next_ < end_; ++line, next_ += kLine) {
            __builtin_prefetch(next_, 0, 2);
        }
    }

private:
    static constexpr Index kLine = 64;
    static constexpr Index kLinesAtOnce = 4;
    static constexpr Index kColumns = 8;  // the loop over columns is unrolled

    const char* next_;
    const char* end_;
    Index columns_;
    Index lines_;
};

/// What a tile adds up over the columns: x c, or (x - c)^2.
struct Products {
    template <class Packet>
    static Packet add(const Packet& x, const Packet& c, const Packet& sum) {
        return Eigen::internal::pmadd(x, c, sum);
    }
};
struct SquaredDifferences {
    template <class Packet>
    static Packet add(const Packet& x, const Packet& c, const Packet& sum) {
        const Packet difference = Eigen::internal::psub(x, c);
        return Eigen::internal::pmadd(difference, difference, sum);
    }
};

/// Adds up columns [begin, end) of some rows x and a panel of centres.
template <class Term, class T, int kRows, int kPackets>
inline void add_columns(const T* const (&x)[kRows], const T* panel, Index begin, Index end,
                        typename TileShape<T>::Packet (&sums)[kRows][kPackets]) {
    using Shape = TileShape<T>;
    using Packet = typename Shape::Packet;
    panel += begin * kPackets * Shape::kLanes;
#pragma GCC unroll 4  // branch prediction misses the end of sixty-four turns, but not of sixteen
    for (Index j = begin; j < end; ++j) {
        Packet centres[kPackets];
        for (int v = 0; v < kPackets; ++v) {
            centres[v] = Eigen::internal::pload<Packet>(panel + v * Shape::kLanes);
        }
        for (int r = 0; r < kRows; ++r) {
            const Packet entry = Eigen::internal::pset1<Packet>(x[r][j]);
            for (int v = 0; v < kPackets; ++v) {
                sums[r][v] = Term::add(entry, centres[v], sums[r][v]);
            }
        }
        panel += kPackets * Shape::kLanes;
    }
}

/// Scores of a block of rows against all centres, panel by panel: one panel and the block stay in cache.
template <class Term, class T>
class TiledScores {
public:
    using Shape = TileShape<T>;
    using Packet = typename Shape::Packet;

    explicit TiledScores(const PackedCentres<T>& centres) : centres_(centres) {}

    /// out[row * stride + h] = offset_h + the sum of terms of rows[row] and centre h. `rows` has kSpare entries more
    /// than `count`, copies of the last, and `out` room for them. What [next, end) holds will be needed soon.
    void run(const T* const* rows, Index count, const T* next, const T* end, T* out) {
        const Index tiles = (count + Shape::kRowsOfTwo - 1) / Shape::kRowsOfTwo;
        Ahead ahead(next, end, tiles * static_cast<Index>(centres_.panels().size()), centres_.depth());
        for (const auto& panel : centres_.panels()) {
            if (panel.packets == 2) {
                run_panel<Shape::kRowsOfTwo, 2>(rows, count, panel, ahead, out);
            } else {
                run_panel<Shape::kRowsOfOne, 1>(rows, count, panel, ahead, out);
            }
        }
    }

private:
    /// Columns at a time, so that their entries of a panel stay in the first cache.
    static constexpr Index kDepth = 1024 / static_cast<Index>(sizeof(T));

    template <int kRows, int kPackets>
    void run_panel(const T* const* rows, Index count, const typename PackedCentres<T>::Panel& panel, Ahead& ahead,
                   T* out) {
        const Index depth = centres_.depth(), stride = centres_.stride();
        for (Index j = 0; j < depth; j += kDepth) {
            const Index columns = std::min(kDepth, depth - j);
            const Index step = ahead.columns_a_step();
            for (Index row = 0; row < count; row += kRows) {
                const T* x[kRows];
                Packet sums[kRows][kPackets];
                for (int r = 0; r < kRows; ++r) {
                    x[r] = rows[row + r] + j;
                    const T* start = j == 0 ? centres_.offsets() + panel.first : out + (row + r) * stride + panel.first;
                    for (int v = 0; v < kPackets; ++v) {
                        sums[r][v] = Eigen::internal::pload<Packet>(start + v * Shape::kLanes);
                    }
                }
                const T* values = panel.values + j * kPackets * Shape::kLanes;
                for (Index c = 0; c < columns; c += step) {
                    ahead.step();
                    add_columns<Term>(x, values, c, std::min(columns, c + step), sums);
                }
                for (int r = 0; r < kRows; ++r) {
                    for (int v = 0; v < kPackets; ++v) {
                        Eigen::internal::pstore(out + (row + r) * stride + panel.first + v * Shape::kLanes, sums[r][v]);
                    }
                }
            }
        }
    }

    const PackedCentres<T>& centres_;
};

/// The lowest score of each row, where it is, and the next.
template <class T>
struct Lowest {
    Eigen::Array<T, Eigen::Dynamic, 1> best, second, index;

    explicit Lowest(Index rows) : best(rows), second(rows), index(rows) {}
};

/// Running minimum, its index and the runner-up, per lane.
template <class T>
struct LowestLanes {
    using Packet = typename TileShape<T>::Packet;
    Packet best, second, index;

    LowestLanes()
        : best(Eigen::internal::pset1<Packet>(std::numeric_limits<T>::infinity())),
          second(best),
          index(Eigen::internal::pset1<Packet>(T{0})) {}

    void add(const Packet& score, const Packet& at) {
        const Packet lower = Eigen::internal::pcmp_lt(score, best);
        second = Eigen::internal::pmin(second, Eigen::internal::pmax(best, score));
        best = Eigen::internal::pmin(best, score);
        index = Eigen::internal::pselect(lower, at, index);
    }
};

// A packet as template argument loses an attribute that means nothing there.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"

/// Few centres: the scores of some rows are transposed, so that a lane is a row.
template <class T>
void lowest_of_lines_transposed(const T* lines, Index stride, Index width, T* best, T* second, T* index) {
    using Shape = TileShape<T>;
    using Packet = typename Shape::Packet;
    LowestLanes<T> lowest;
    for (Index first = 0; first < width; first += Shape::kLanes) {
        Eigen::internal::PacketBlock<Packet, Shape::kLanes> block;
        for (Index r = 0; r < Shape::kLanes; ++r) {
            block.packet[r] = Eigen::internal::pload<Packet>(lines + r * stride + first);
        }
        Eigen::internal::ptranspose(block);
        for (Index h = 0; h < Shape::kLanes; ++h) {
            lowest.add(block.packet[h], Eigen::internal::pset1<Packet>(static_cast<T>(first + h)));
        }
    }
    Eigen::internal::pstoreu(best, lowest.best);
    Eigen::internal::pstoreu(second, lowest.second);
    Eigen::internal::pstoreu(index, lowest.index);
}

#pragma GCC diagnostic pop

/// Many centres: lanes are centres, compared with each other at the end.
template <class T>
void lowest_of_line(const T* line, Index width, T* best, T* second, T* index) {
    using Shape = TileShape<T>;
    using Packet = typename Shape::Packet;
    using namespace Eigen::internal;
    LowestLanes<T> lowest;
    Packet at = plset<Packet>(T{0});
    const Packet step = pset1<Packet>(static_cast<T>(Shape::kLanes));
    for (Index first = 0; first < width; first += Shape::kLanes) {
        lowest.add(pload<Packet>(line + first), at);
        at = padd(at, step);
    }
    const Packet none = pset1<Packet>(std::numeric_limits<T>::infinity());
    *best = predux_min(lowest.best);
    const Packet is_best = pcmp_eq(lowest.best, pset1<Packet>(*best));
    *index = predux_min(pselect(is_best, lowest.index, none));
    const Packet winner = pcmp_eq(lowest.index, pset1<Packet>(*index));
    *second = predux_min(pselect(winner, lowest.second, lowest.best));
}

template <class T>
void lowest_of_lines(const T* lines, Index stride, Index width, Index count, Lowest<T>& found) {
    using Shape = TileShape<T>;
    constexpr Index kFewPackets = 4;
    Index row = 0;
    T* best = found.best.data();
    T* second = found.second.data();
    T* index = found.index.data();
    if (width <= kFewPackets * Shape::kLanes) {
        for (; row + Shape::kLanes <= count; row += Shape::kLanes) {
            lowest_of_lines_transposed(lines + row * stride, stride, width, best + row, second + row, index + row);
        }
    }
    for (; row < count; ++row) {
        lowest_of_line(lines + row * stride, width, best + row, second + row, index + row);
    }
}

/// The first position other than `except` that holds this value; -1: none does.
template <class T>
Index place_of(const T* line, Index width, T value, Index except) {
    using Shape = TileShape<T>;
    using Packet = typename Shape::Packet;
    using namespace Eigen::internal;
    const Packet none = pset1<Packet>(std::numeric_limits<T>::infinity());
    const Packet wanted = pset1<Packet>(value), not_here = pset1<Packet>(static_cast<T>(except));
    Packet found = none, at = plset<Packet>(T{0});
    for (Index first = 0; first < width; first += Shape::kLanes) {
        const Packet place = pselect(pcmp_eq(at, not_here), none, at);
        found = pmin(found, pselect(pcmp_eq(pload<Packet>(line + first), wanted), place, none));
        at = padd(at, pset1<Packet>(static_cast<T>(Shape::kLanes)));
    }
    const T place = predux_min(found);
    return place < static_cast<T>(width) ? static_cast<Index>(place) : -1;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
