#include "kernels/farthest_pair.hpp"

#include "kernels/packed_map.hpp"
#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kGrain = 512;  // rows that one task compares with a block

struct Farthest {
    Index row = -1;
    double squared_distance = -1;
};

/// The row farthest from a point; the lowest if there are several.
Farthest farthest_from(const Matrix& Y, const double* point, Context& context) {
    const auto search = [&](Farthest& best, Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            const double distance = squared_distance(Y.data() + row * Y.cols(), point, Y.cols());
            if (distance > best.squared_distance) best = {row, distance};
        }
    };
    const auto better = [](Farthest& best, const Farthest& other) {
        if (other.squared_distance > best.squared_distance) best = other;
    };
    return ordered_sum(context, Y.rows(), Farthest{}, sizeof(Farthest), search, better);
}

/// From row to farthest row, as long as the distance grows.
FarthestPair by_sweeps(const Matrix& Y, Index from, Context& context) {
    FarthestPair best{from, from, 0, false};
    while (true) {
        const Farthest next = farthest_from(Y, Y.data() + from * Y.cols(), context);
        if (next.squared_distance <= best.squared_distance) return best;
        best = {std::min(from, next.row), std::max(from, next.row), next.squared_distance, false};
        from = next.row;
    }
}

Vector mean_row(const Matrix& Y, Context& context) {
    const auto add = [&](Vector& sum, Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            sum += Y.row(row).transpose();
        }
    };
    const auto merge = [](Vector& total, const Vector& part) { total += part; };
    const auto bytes = static_cast<std::size_t>(Y.cols()) * sizeof(double);
    return ordered_sum(context, Y.rows(), Vector(Vector::Zero(Y.cols())), bytes, add, merge) /
           static_cast<double>(Y.rows());
}

/// Pairs of rows in outward order, the row farthest from the mean first: each with all that follow it, as far as their
/// distances from the mean add up to more than the best pair's. A block of rows is compared with the others by one
/// product; what may be farther than the best pair is then measured by differences, in order.
class OutwardSearch {
public:
    OutwardSearch(const Matrix& Y, const Vector& mean, const std::vector<double>& squares, FarthestPair best)
        : Y_(Y), mean_(mean), squares_(squares), best_(best), bound_(std::sqrt(best.squared_distance)) {
        const double most = std::sqrt(*std::max_element(squares.begin(), squares.end()));
        for (std::size_t row = 0; row < squares.size(); ++row) {
            const double radius = std::sqrt(squares[row]);
            if (most + radius > bound_) outward_.push_back({radius, static_cast<Index>(row)});
        }
        std::sort(outward_.begin(), outward_.end(), [](const Place& a, const Place& b) {
            return a.radius > b.radius || (a.radius == b.radius && a.row < b.row);
        });
        place_of_.assign(squares.size(), -1);
        for (Index place = 0; place < count(); ++place) {
            place_of_[at(place).row] = place;
        }
        constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
        rounding_ = 32 * static_cast<double>(Y.cols() + 8) * kEpsilon * most * (most + mean.norm());
    }

    FarthestPair run(double work, Context& context) {
        constexpr Index kBlock = 32;
        pairs_left_ = static_cast<Index>(work / static_cast<double>(std::max<Index>(Y_.cols(), 1)));
        for (Index first = 0, last = 0; first < count(); first = last) {
            const Index end = reach(first);
            if (end == first + 1) break;  // positions further inside cannot be farther
            last = std::min({first + kBlock, first + pairs_left_ / (end - first) + 1, count()});
            const std::vector<Candidates> candidates = compare(first, last, end, context);
            for (Index place = first; place < last; ++place) {
                if (!search(place, candidates[place - first])) return best_;
            }
        }
        best_.exact = true;
        return best_;
    }

private:
    struct Place {
        double radius;
        Index row;
    };
    /// Places that may be farther from one place than the best pair; `many`: there are more of them.
    struct Candidates {
        std::vector<Index> places;
        bool many = false;
    };
    static constexpr std::size_t kMostCandidates = 64;

    [[nodiscard]] Index count() const { return static_cast<Index>(outward_.size()); }
    [[nodiscard]] const Place& at(Index place) const { return outward_[place]; }
    [[nodiscard]] const double* row(Index place) const { return Y_.data() + at(place).row * Y_.cols(); }

    /// Where the partners of a place end.
    [[nodiscard]] Index reach(Index place) const {
        const double own = at(place).radius;
        const auto near = [&](const Place& other) { return own + other.radius > bound_; };
        const auto begin = outward_.begin() + place + 1;
        return std::partition_point(begin, outward_.end(), near) - outward_.begin();
    }

    /// Some places that are compared with many rows at once.
    struct Block {
        Index first;
        PackedMap products;        // -2 x, x around the mean
        Eigen::RowVectorXd least;  // what |y - mean|^2 - 2 x.y exceeds for a candidate y of such a row x
    };

    [[nodiscard]] Block block_of(Index first, Index last) const {
        Matrix factors(Y_.cols(), last - first);
        Eigen::RowVectorXd least(last - first);
        for (Index place = first; place < last; ++place) {
            const Index row = at(place).row;
            factors.col(place - first) = -2 * (Y_.row(row).transpose() - mean_);
            least[place - first] =
                best_.squared_distance - rounding_ - squares_[row] + factors.col(place - first).dot(mean_);
        }
        return {first, PackedMap(factors), std::move(least)};
    }

    /// The candidates of first <= place < last among the places before `end`, by place.
    std::vector<Candidates> compare(Index first, Index last, Index end, Context& context) {
        const Block block = block_of(first, last);
        const bool in_order = 2 * (end - first) > Y_.rows();  // rows in place need not be gathered
        const Index rows = in_order ? Y_.rows() : end - first;
        std::vector<std::vector<Candidates>> found(static_cast<std::size_t>((rows + kGrain - 1) / kGrain));
        parallel_for(context, rows, kGrain, [&](Index begin, Index stop) {
            const Matrix copy = in_order ? Matrix() : copied(first + begin, first + stop);
            const double* values = in_order ? Y_.data() + begin * Y_.cols() : copy.data();
            const auto number = [&](Index i) { return in_order ? begin + i : at(first + begin + i).row; };
            found[begin / kGrain] = candidates_among(block, values, stop - begin, number);
        });
        std::vector<Candidates> all(last - first);
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (const std::vector<Candidates>& part : found) {
                all[i].many = all[i].many || part[i].many;
                all[i].places.insert(all[i].places.end(), part[i].places.begin(), part[i].places.end());
            }
            std::sort(all[i].places.begin(), all[i].places.end());
        }
        return all;
    }

    [[nodiscard]] Matrix copied(Index begin, Index end) const {
        Matrix rows(end - begin, Y_.cols());
        for (Index place = begin; place < end; ++place) {
            rows.row(place - begin) = Y_.row(at(place).row);
        }
        return rows;
    }

    /// Of some rows, one after the other.
    template <class RowNumber>
    std::vector<Candidates> candidates_among(const Block& block, const double* rows, Index count,
                                             RowNumber row_number) const {
        const Index width = block.products.cols();
        std::vector<Candidates> found(width);
        Matrix products(count, width);
        block.products.map(rows, count, products.data(), width);
        for (Index i = 0; i < count; ++i) {
            const double square = squares_[row_number(i)];
            if ((products.row(i) - block.least).maxCoeff() + square <= 0) continue;
            const Index place = place_of_[row_number(i)];
            for (Index p = 0; p < width && block.first + p < place; ++p) {
                if (products(i, p) - block.least[p] + square <= 0) continue;
                Candidates& candidates = found[p];
                candidates.many = candidates.places.size() == kMostCandidates;
                if (!candidates.many) candidates.places.push_back(place);
            }
        }
        return found;
    }

    /// Measures the pairs of one place; false if the work limit ends before they do.
    bool search(Index place, const Candidates& candidates) {
        const auto affordable = [&] { return place + 1 + pairs_left_; };
        Index end = reach(place);
        if (candidates.many) {
            for (Index other = place + 1; other < std::min(end, affordable()); ++other) {
                if (measure(place, other)) end = std::max(other + 1, reach(place));
            }
        } else {
            for (const Index other : candidates.places) {
                if (other >= std::min(end, affordable())) break;
                if (measure(place, other)) end = std::max(other + 1, reach(place));
            }
        }
        pairs_left_ -= end - place - 1;
        return pairs_left_ >= 0;
    }

    /// Whether the pair is the best so far.
    bool measure(Index place, Index other) {
        const double distance = squared_distance(row(place), row(other), Y_.cols());
        if (distance <= best_.squared_distance) return false;
        const auto [a, b] = std::minmax(at(place).row, at(other).row);
        best_ = {a, b, distance, false};
        bound_ = std::sqrt(distance);
        return true;
    }

    const Matrix& Y_;
    const Vector& mean_;
    const std::vector<double>& squares_;  // of every row's distance from the mean
    FarthestPair best_;
    double bound_;         // the best pair's distance
    double rounding_ = 0;  // more than rounding can take from a squared distance by products
    Index pairs_left_ = 0;
    std::vector<Place> outward_;
    std::vector<Index> place_of_;  // by row; -1: no pair of that row can be the best
};

}  // namespace

FarthestPair farthest_pair(const Matrix& Y, double work, Context& context) {
    const Vector mean = mean_row(Y, context);
    std::vector<double> squares(Y.rows());
    parallel_for(context, Y.rows(), kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            squares[row] = squared_distance(Y.data() + row * Y.cols(), mean.data(), Y.cols());
        }
    });
    const auto outermost = std::max_element(squares.begin(), squares.end()) - squares.begin();
    return OutwardSearch(Y, mean, squares, by_sweeps(Y, outermost, context)).run(work, context);
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
