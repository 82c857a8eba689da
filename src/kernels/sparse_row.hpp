#pragma once

#include "kernels/matrix.hpp"
#include "kernels/rows.hpp"

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// One sparse row times a thin dense matrix, its sums in registers: the width is a template parameter.
struct SparseRowTimes {
    using Packet = Eigen::internal::packet_traits<double>::type;
    static constexpr Index kLanes = Eigen::internal::packet_traits<double>::size;
    static constexpr int kMostPackets = 8;
    static constexpr Index kAhead = 12;  // entries; prefetched this early

    /// Columns padded to whole packets.
    static Index padded(Index width) { return (width + kLanes - 1) / kLanes * kLanes; }

    /// B with columns of zeros up to the padded width.
    template <class Thin>
    static Matrix pad(const Thin& B) {
        Matrix wide = Matrix::Zero(B.rows(), padded(B.cols()));
        wide.leftCols(B.cols()) = B;
        return wide;
    }

    /// out += row . B for a padded B (cols of X x width) and out of the same width.
    template <class T>
    static void add(const SparseRows<T>& X, Index row, const double* B, Index width, double* out) {
        for (Index first = 0; first < width; first += kMostPackets * kLanes) {
            const auto packets = static_cast<int>(std::min<Index>(kMostPackets, (width - first) / kLanes));
            dispatch(packets, X, row, B + first, width, out + first, std::make_integer_sequence<int, kMostPackets>());
        }
    }

    /// The same for a B of any width, not padded: whole packets first, then the columns that are left.
    template <class T>
    static void add_unpadded(const SparseRows<T>& X, Index row, const double* B, Index width, double* out) {
        const Index whole = width / kLanes * kLanes;
        for (Index first = 0; first < whole; first += kMostPackets * kLanes) {
            const auto packets = static_cast<int>(std::min<Index>(kMostPackets, (whole - first) / kLanes));
            dispatch(packets, X, row, B + first, width, out + first, std::make_integer_sequence<int, kMostPackets>());
        }
        dispatch_rest(static_cast<int>(width - whole), X, row, B + whole, width, out + whole,
                      std::make_integer_sequence<int, static_cast<int>(kLanes) - 1>());
    }

    /// Z[j] += value * a for every entry of the row; a and the lines of Z are `width` wide, which is padded.
    template <class T>
    static void scatter(const SparseRows<T>& X, Index row, const double* a, Index width, double* Z) {
        const auto ask_for_line = [&](Index soon) {
            for (Index c = 0; c < width; c += 8) {
                __builtin_prefetch(Z + soon * width + c, 1);
            }
        };
        for_each_entry_ahead(X, row, ask_for_line, [&](Index j, double value) {
            const Packet entry = Eigen::internal::pset1<Packet>(value);
            double* line = Z + j * width;
            for (Index c = 0; c < width; c += kLanes) {
                const Packet sum = Eigen::internal::pmadd(entry, Eigen::internal::ploadu<Packet>(a + c),
                                                          Eigen::internal::ploadu<Packet>(line + c));
                Eigen::internal::pstoreu(line + c, sum);
            }
        });
    }

    /// Calls soon(column) some entries before body(column, value), also for the first entries of the next rows: the
    /// columns point all over a large matrix, which no hardware prefetcher can predict.
    template <class T, class Soon, class Body>
    static void for_each_entry_ahead(const SparseRows<T>& X, Index row, Soon&& soon, Body&& body) {
        const auto end = static_cast<std::size_t>(X.offsets[static_cast<std::size_t>(row) + 1]);
        const std::size_t last = X.columns.size();
        for (auto entry = static_cast<std::size_t>(X.offsets[static_cast<std::size_t>(row)]); entry < end; ++entry) {
            if (entry + kAhead < last) soon(static_cast<Index>(X.columns[entry + kAhead]));
            body(static_cast<Index>(X.columns[entry]), static_cast<double>(X.values[entry]));
        }
    }

    /// Prefetches this many doubles.
    template <Index kCount>
    static void ask_for(const double* first) {
        for (Index at = 0; at < kCount; at += 8) {
            __builtin_prefetch(first + at);
        }
    }

private:
    template <class T, int... kBelow>
    static void dispatch(int packets, const SparseRows<T>& X, Index row, const double* B, Index stride, double* out,
                         std::integer_sequence<int, kBelow...>) {
        static_cast<void>(((packets == kBelow + 1 && (add_packets<kBelow + 1>(X, row, B, stride, out), true)) || ...));
    }

    template <class T, int... kBelow>
    static void dispatch_rest(int columns, const SparseRows<T>& X, Index row, const double* B, Index stride,
                              double* out, std::integer_sequence<int, kBelow...>) {
        static_cast<void>(((columns == kBelow + 1 && (add_columns<kBelow + 1>(X, row, B, stride, out), true)) || ...));
    }

    /// Fewer columns than a packet has lanes.
    template <int kColumns, class T>
    static void add_columns(const SparseRows<T>& X, Index row, const double* B, Index stride, double* out) {
        double sums[kColumns];
        std::copy_n(out, kColumns, sums);
        const Index end = X.offsets[row + 1];
        const Index foreseen = std::min(end, X.nonzeros() - kAhead);
        const auto add_entry = [&](Index e) {
            const auto value = static_cast<double>(X.values[e]);
            const double* line = B + static_cast<Index>(X.columns[e]) * stride;
            for (int c = 0; c < kColumns; ++c) {
                sums[c] += value * line[c];
            }
        };
        Index e = X.offsets[row];
        for (; e < foreseen; ++e) {
            __builtin_prefetch(B + static_cast<Index>(X.columns[e + kAhead]) * stride);
            add_entry(e);
        }
        for (; e < end; ++e) {
            add_entry(e);
        }
        std::copy_n(sums, kColumns, out);
    }

    /// Entries in turn go to one of two sets of sums, so that an addition need not wait for the one before.
    template <int kPackets, class T>
    static void add_packets(const SparseRows<T>& X, Index row, const double* B, Index stride, double* out) {
        using namespace Eigen::internal;
        Packet sums[kPackets], others[kPackets];
        for (int v = 0; v < kPackets; ++v) {
            sums[v] = ploadu<Packet>(out + v * kLanes);
            others[v] = pset1<Packet>(0);
        }
        const std::int32_t* columns = X.columns.data();
        const T* values = X.values.data();
        const auto add_entry = [&](Index e, Packet(&set)[kPackets]) {
            const Packet entry = pset1<Packet>(static_cast<double>(values[e]));
            const double* line = B + static_cast<Index>(columns[e]) * stride;
            for (int v = 0; v < kPackets; ++v) {
                set[v] = pmadd(entry, ploadu<Packet>(line + v * kLanes), set[v]);
            }
        };
        const auto ask_ahead = [&](Index e) {
            ask_for<kPackets * kLanes>(B + static_cast<Index>(columns[e + kAhead]) * stride);
        };
        const Index end = X.offsets[row + 1];
        const Index foreseen = std::min(end, X.nonzeros() - kAhead);
        Index e = X.offsets[row];
        for (; e + 2 <= foreseen; e += 2) {
            ask_ahead(e);
            add_entry(e, sums);
            ask_ahead(e + 1);
            add_entry(e + 1, kPackets <= 4 ? others : sums);
        }
        for (; e < end; ++e) {
            add_entry(e, sums);
        }
        for (int v = 0; v < kPackets; ++v) {
            pstoreu(out + v * kLanes, padd(sums[v], others[v]));
        }
    }
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
