#include "kernels/nearest.hpp"

#include "kernels/nearest_by_shards.hpp"
#include "kernels/nearest_drift.hpp"
#include "kernels/nearest_scores.hpp"
#include "kernels/nearest_shortlist.hpp"
#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRoundUp = 1e-6;  // above the rounding of float

/// What one shard of the rows adds.
struct Part {
    NearestSummary summary;
    std::vector<MovedRow> moved;
    double gaps = 0;  // between bound and distance, over the rows that were asked
    Index asked = 0;
};

/// If more than one row in this many moves, summing all rows again is cheaper, and the list of moves takes memory.
constexpr Index kMovedShare = 10;

/// Below this many entries of centres, a row's products cost little more than its distance from its own centre.
constexpr Index kWorthBounds = 1024;

/// What all shards share.
template <class Rows>
struct Task {
    const Rows& X;
    const NearestOutput& out;
    ShiftedCentres centres;
    typename Scores<Rows>::Prepared prepared;
    NearestBounds* bounds;
    Drift drift;
    bool measures_all;         // whether every row's distance is needed
    double limit_for_longest;  // rows whose two lowest scores differ by more are not misled by rounding

    Task(const Rows& rows, const Matrix& C, const NearestOutput& output)
        : X(rows),
          out(output),
          centres(C, Scores<Rows>::kShift),
          prepared(Scores<Rows>::prepare(centres)),
          bounds(Rows::kSparse || C.size() < kWorthBounds ? nullptr : output.bounds),
          drift(bounds, C),
          measures_all(output.measure || !output.confidence.empty() || drift.sets_bounds()),
          limit_for_longest(limit(output.longest_row)) {
        if (bounds != nullptr) bounds->lower.resize(X.rows, 0);
    }

    /// Products beyond the range of the scalar are infinite or zero: such rows are always in doubt.
    [[nodiscard]] double limit(double length) const {
        using Line = typename Scores<Rows>::Scalar;
        const double reach = centres.reach(length);
        return reach < ShiftedCentres::kLargest<Line> ? centres.slack<Line>(reach) : kInfinity;
    }
};

template <class Rows>
class Search {
public:
    using Line = typename Scores<Rows>::Scalar;

    Search(const Task<Rows>& task, Part& part)
        : task_(task),
          X_(task.X),
          centres_(task.centres),
          width_(task.prepared.width()),
          stride_(task.prepared.stride()),
          out_(task.out),
          part_(part),
          scores_(X_, task.prepared),
          read_(X_),
          lowest_(scores_.block()),
          distance_(scores_.block()),
          limit_(scores_.block()),
          bound_(scores_.block()),
          doubtful_(scores_.block()),
          differs_(Differs::Constant(scores_.block() + kBytes, false)) {}

    void run(Index begin, Index end) {
        most_moved_ = static_cast<std::size_t>((end - begin) / kMovedShare);
        const auto listed = out_.listed.rows;
        listed_ = static_cast<std::size_t>(std::lower_bound(listed.begin(), listed.end(), begin) - listed.begin());
        while (begin < end) {
            begin = take_block(begin, end);
            if (rows_.empty()) return;
            scores_.compute(rows_, begin, std::min(end, begin + scores_.block()));
            const auto count = static_cast<Index>(rows_.size());
            lowest_of_lines(scores_.lines(), stride_, width_, count, lowest_);
            settle(count);
        }
    }

private:
    /// The next rows that are not skipped and whose bounds do not decide them; returns the first row after them.
    Index take_block(Index begin, Index end) {
        const Index block = scores_.block();
        const bool asks = task_.drift.asks();
        if (!asks && out_.skip.empty() && out_.listed.rows.empty()) {
            rows_.resize(std::min(block, end - begin));
            std::iota(rows_.begin(), rows_.end(), begin);
            return begin + static_cast<Index>(rows_.size());
        }
        rows_.resize(block);
        Index count = 0;
        listed_in_block_.clear();
        for (; begin < end && count < block; ++begin) {
            const bool skipped = !out_.skip.empty() && out_.skip[begin] != 0;
            const bool listed = takes_listed(begin, count);
            rows_[count] = begin;
            if (skipped && task_.bounds != nullptr) task_.bounds->forget(begin);
            count += skipped || (!listed && asks && settled_by_bound(begin)) ? 0 : 1;
        }
        rows_.resize(count);
        return begin;
    }

    /// Whether the row, the next of the block, is one of those that are listed.
    bool takes_listed(Index row, Index place) {
        if (listed_ == out_.listed.rows.size() || out_.listed.rows[listed_] != row) return false;
        listed_in_block_.push_back({place, listed_++});
        return true;
    }

    /// Whether the row keeps its label for sure; then it is counted as the others are.
    bool settled_by_bound(Index row) {
        if constexpr (Rows::kSparse) {
            return false;
        } else {
            float& bound = task_.bounds->lower[row];
            const auto h = static_cast<Index>(out_.labels[row]);
            if (h < 0 || bound == 0) return false;
            bound = task_.drift.lowered(bound, h);
            if (bound == 0) return false;
            const auto* x = read_(row);
            const double distance = exact(x, h);
            if (!Drift::holds(bound, distance)) return false;
            part_.summary.sum += distance;
            part_.gaps += static_cast<double>(bound) - std::sqrt(distance);
            ++part_.asked;
            return true;
        }
    }

    /// New bounds: the runner-up is as much farther as its score is higher, but for rounding.
    void find_bounds(Index count) {
        const auto gap = (lowest_.second.head(count) - lowest_.best.head(count)).template cast<double>();
        bound_.head(count) = Drift::bound_from(distance_.head(count) + gap - limit_.head(count));
        bound_.head(count) = doubtful_.head(count).select(0, bound_.head(count));
        part_.gaps += (bound_.head(count) - distance_.head(count).sqrt()).max(0).sum();
        part_.asked += count;
    }

    void set_bounds(Index count) {
        find_bounds(count);
        for (Index i = 0; i < count; ++i) {
            task_.bounds->lower[row_at(i)] = static_cast<float>(bound_[i]);
        }
    }

    double exact(const typename Rows::Scalar* x, Index h) const {
        return squared_distance(x, centres_.C.data() + h * X_.cols, X_.cols);
    }

    /// Dense rows: by differences, which cost as much as one centre of the product. Sparse rows: from the score,
    /// already in double, since differences would visit every column.
    double distance_of(Index i, Index h) {
        if constexpr (Rows::kSparse) {
            double distance = static_cast<double>(scores_.line(i)[h]);
            for_each_entry(X_, row_at(i), [&](Index, double value) { distance += value * value; });
            // Negative by rounding becomes zero; overflow stays NaN, so that the caller sees it.
            return distance < 0 ? 0 : distance;
        } else {
            return exact(scores_.row(i), h);
        }
    }

    /// One kind of work after the other, so that no row waits for the previous one.
    void settle(Index count) {
        if (task_.measures_all) {
            measure(count);
        } else {
            measure_some(count);
        }
        for (Index i = 0; i < count; ++i) {
            if (doubtful_[i]) settle_doubt(i);
        }
        if (task_.drift.sets_bounds()) {
            set_bounds(count);
        } else if (task_.bounds != nullptr) {  // one row per block shows how large they would be
            if (!task_.measures_all) measure_row(0);
            find_bounds(1);
        }
        if (task_.measures_all) part_.summary.sum += distance_.head(count).sum();
        for (const auto& [i, place] : listed_in_block_) {
            list(i, out_.listed.lists[place]);
        }
        relabel(count);
        for (Index i = 0; i < count && !out_.confidence.empty(); ++i) {
            out_.confidence[row_at(i)] = margin(distance_[i], distance_of_second(i));
        }
    }

    /// Rows whose two lowest scores are closer than rounding can tell are in doubt.
    void measure(Index count) {
        for (Index i = 0; i < count; ++i) {
            distance_[i] = distance_of(i, best_of(i));
        }
        limit_.head(count) = centres_.reach(centres_.lengths_at(distance_.head(count)));
        const auto in_range = limit_.head(count) < ShiftedCentres::kLargest<Line>;
        limit_.head(count) = in_range.select(centres_.slack<Line>(limit_.head(count)), kInfinity);
        const auto gap = (lowest_.second.head(count) - lowest_.best.head(count)).template cast<double>();
        doubtful_.head(count) = !(gap > limit_.head(count));
    }

    /// The same for listed rows, and for those that would be in doubt if they were as long as the longest.
    void measure_some(Index count) {
        const auto limit = static_cast<Line>(task_.limit_for_longest * (1 + kRoundUp));
        doubtful_.head(count) = !(lowest_.second.head(count) - lowest_.best.head(count) > limit);
        for (Index i = 0; i < count; ++i) {
            if (doubtful_[i]) measure_row(i);
        }
        for (const Listed& listed : listed_in_block_) {
            if (!doubtful_[listed.in_block]) measure_row(listed.in_block);
        }
    }

    void measure_row(Index i) {
        distance_[i] = distance_of(i, best_of(i));
        limit_[i] = task_.limit(std::sqrt(distance_[i]) + centres_.longest);
        doubtful_[i] = !(static_cast<double>(lowest_.second[i] - lowest_.best[i]) > limit_[i]);
    }

    void relabel(Index count) {
        const std::int32_t* labels = &label_of(0);
        const bool in_a_run = row_at(count - 1) - row_at(0) == count - 1;  // then this loop is one of vectors
        for (Index i = 0; i < count; ++i) {
            differs_[i] = (in_a_run ? labels[i] : label_of(i)) != static_cast<std::int32_t>(lowest_.index[i]);
        }
        for (Index first = 0; first < count; first += kBytes) {
            if (none_differs(first)) continue;
            for (Index i = first; i < std::min(count, first + kBytes); ++i) {
                if (differs_[i]) change_label(i);
            }
        }
    }

    /// In most iterations few rows change: eight at a time are skipped.
    static constexpr Index kBytes = 8;
    bool none_differs(Index first) const {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, differs_.data() + first, sizeof(bytes));
        return bytes == 0;
    }

    void change_label(Index i) {
        std::int32_t& label = label_of(i);
        const auto best = static_cast<std::int32_t>(best_of(i));
        ++part_.summary.changed;
        if (out_.moved != nullptr && part_.moved.size() < most_moved_) {
            if (part_.moved.empty()) part_.moved.reserve(most_moved_);  // untouched pages cost nothing
            part_.moved.push_back({row_at(i), label, best});
        }
        label = best;
    }

    /// After that, the row looks as if it had its label already, at no distance.
    void list(Index i, Shortlist& out) {
        out = make_shortlist(scores_.line_to_change(i), width_, best_of(i), distance_[i], limit_[i]);
        part_.summary.sum -= task_.measures_all ? distance_[i] : 0;
        lowest_.index[i] = static_cast<Line>(label_of(i));
        if (task_.bounds != nullptr) task_.bounds->forget(row_at(i));
    }

    Index row_at(Index i) const { return rows_[i]; }
    Index best_of(Index i) const { return static_cast<Index>(lowest_.index[i]); }
    std::int32_t& label_of(Index i) { return out_.labels[row_at(i)]; }

    void settle_doubt(Index i) {
        lowest_.index[i] = static_cast<Line>(compare_again(i, static_cast<double>(lowest_.best[i]) + limit_[i]));
    }

    /// Among the centres that rounding cannot tell from the best, by differences; a tie keeps the current label, else
    /// the lowest.
    Index compare_again(Index i, double limit) {
        const Line* line = scores_.line(i);
        const auto* x = scores_.row(i);
        Index best = 0;
        distance_[i] = kInfinity;
        for (Index h = 0; h < centres_.C.rows(); ++h) {
            if (static_cast<double>(line[h]) > limit) continue;
            const double distance = exact(x, h);
            if (distance < distance_[i] || (distance == distance_[i] && h == label_of(i))) {
                distance_[i] = distance;
                best = h;
            }
        }
        return best;
    }

    double distance_of_second(Index i) {
        const Index k = centres_.C.rows(), best = best_of(i);
        if (k == 1) return kInfinity;
        const Line* line = scores_.line(i);
        Index second = place_of(line, width_, lowest_.second[i], best);
        if (second < 0 || second >= k) {  // the row was in doubt, or scores are out of range
            second = best == 0 ? 1 : 0;
            for (Index h = second + 1; h < k; ++h) {
                if (h != best && line[h] < line[second]) second = h;
            }
        }
        return distance_of(i, second);
    }

    const Task<Rows>& task_;
    const Rows& X_;
    const ShiftedCentres& centres_;
    Index width_, stride_;
    const NearestOutput& out_;
    Part& part_;
    Scores<Rows> scores_;
    RowReader<Rows> read_;
    Lowest<Line> lowest_;
    Eigen::ArrayXd distance_, limit_, bound_;
    Eigen::Array<bool, Eigen::Dynamic, 1> doubtful_;
    using Differs = Eigen::Array<bool, Eigen::Dynamic, 1>;
    Differs differs_;  // from the current label
    std::size_t most_moved_ = 0;
    std::vector<Index> rows_;  // of the current block
    std::size_t listed_ = 0;   // the next of the listed rows
    struct Listed {
        Index in_block;
        std::size_t place;  // in the list
    };
    std::vector<Listed> listed_in_block_;
};

std::size_t bytes_of_part(Index cols) {
    return static_cast<std::size_t>(cols) * sizeof(double);
}

template <class Rows>
NearestSummary search(const Rows& X, const Matrix& C, const NearestOutput& out, const AfterShard& after_shard,
                      Context& context) {
    const Task<Rows> task(X, C, out);
    Part total = ordered_sum(
        context, X.rows, Part{}, bytes_of_part(X.cols),
        [&](Part& part, Index begin, Index end) {
            Search<Rows>(task, part).run(begin, end);
            if (!after_shard) return;
            after_shard(begin, end, part.moved, part.summary.changed == static_cast<Index>(part.moved.size()));
        },
        [&](Part& sum, const Part& part) {
            sum.summary.sum += part.summary.sum;
            sum.summary.changed += part.summary.changed;
            sum.gaps += part.gaps;
            sum.asked += part.asked;
            sum.moved.reserve(X.rows / kMovedShare);
            sum.moved.insert(sum.moved.end(), part.moved.begin(), part.moved.end());
        });
    if (out.moved != nullptr) *out.moved = std::move(total.moved);
    if (task.bounds != nullptr) {
        task.bounds->centres = C;
        task.bounds->hold = task.drift.sets_bounds();
        task.bounds->typical_gap = total.gaps / static_cast<double>(std::max<Index>(total.asked, 1));
    }
    return total.summary;
}

}  // namespace

NearestSummary nearest(const Features& X, const Matrix& C, const NearestOutput& out, Context& context) {
    return nearest_by_shards(X, C, out, {}, context);
}

NearestSummary nearest_by_shards(const Features& features, const Matrix& C, const NearestOutput& out,
                                 const AfterShard& after_shard, Context& context) {
    return std::visit([&](const auto& X) { return search(X, C, out, after_shard, context); }, features);
}

Index shards_of_search(const Features& X) {
    return shard_count(row_count(X), bytes_of_part(column_count(X)));
}

double margin(double best, double second) {
    if (second == kInfinity) return 1;
    return second > 0 ? std::clamp(1 - best / second, 0.0, 1.0) : 0;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
