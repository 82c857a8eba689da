#include "kernels/label_tally.hpp"

#include "kernels/label_sums_row.hpp"
#include "kernels/rows.hpp"
#include "kernels/tally_by_shards.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

struct Part {
    LabelSums sums;
    double distances = 0;
    double farthest = 0;
};

/// Adds rows to the sums of their labels and measures them.
template <class Rows>
class Pass {
public:
    Pass(const Rows& X, const Matrix& C) : X_(X), C_(C), norms_(C.rowwise().squaredNorm()) {}

    /// Never inlined, so that every caller gets the same bits.
    [[gnu::noinline]] void run(std::span<const std::int32_t> labels, Index begin, Index end, Part& part) const {
        const Index d = X_.cols;
        part.sums = LabelSums(C_.rows(), d);
        RowReader<Rows> read(X_);
        for (Index row = begin; row < end; ++row) {
            const std::int32_t h = labels[row];
            double* sum = part.sums.sums.data() + h * d;
            ++part.sums.counts[h];
            double distance = 0;
            if constexpr (Rows::kSparse) {
                add_row(X_, row, sum);
                distance = measure_row(X_, row, C_.data() + h * d, norms_[h]);
            } else {
                distance = add_row_and_measure(read(row), C_.data() + h * d, d, sum);
            }
            part.distances += distance;
            part.farthest = std::max(part.farthest, distance);
        }
    }

private:
    const Rows& X_;
    const Matrix& C_;
    Vector norms_;
};

/// n |c - o|^2 - 2 (c - o).(sum - n o), over all labels.
double moved_from_origin(const LabelSums& sums, const Vector& origin, const Matrix& C) {
    double total = 0;
    for (Index h = 0; h < C.rows(); ++h) {
        const auto count = static_cast<double>(sums.counts[h]);
        const Vector centre = C.row(h).transpose() - origin;
        total += centre.dot(count * centre - 2 * (sums.sums.row(h).transpose() - count * origin));
    }
    return total;
}

std::size_t bytes_of_part(const Matrix& C) {
    return static_cast<std::size_t>(C.size()) * sizeof(double);
}

void merge(Part& sum, const Part& part) {
    add(sum.sums, part.sums);
    sum.distances += part.distances;
    sum.farthest = std::max(sum.farthest, part.farthest);
}

LabelTally tally_of(Part total, Index rows, const Matrix& C) {
    LabelTally tally;
    tally.origin = total.sums.sums.colwise().sum().transpose() / static_cast<double>(rows);
    tally.scatter = total.distances - moved_from_origin(total.sums, tally.origin, C);
    tally.distances = total.distances;
    tally.longest_row = std::sqrt(total.farthest) + std::sqrt(C.rowwise().squaredNorm().maxCoeff());
    tally.sums = std::move(total.sums);
    return tally;
}

}  // namespace

LabelTally take_tally(const Features& features, std::span<const std::int32_t> labels, const Matrix& C,
                      Context& context) {
    Part total = std::visit(
        [&](const auto& X) {
            const Pass pass(X, C);
            return ordered_sum(
                context, X.rows, Part{}, bytes_of_part(C),
                [&](Part& part, Index begin, Index end) { pass.run(labels, begin, end, part); }, merge);
        },
        features);
    return tally_of(std::move(total), row_count(features), C);
}

struct TallyByShards::Parts {
    const Features& features;
    std::span<const std::int32_t> labels;
    const Matrix& C;
    std::vector<Part> by_shard;
};

TallyByShards::TallyByShards(const Features& X, std::span<const std::int32_t> labels, const Matrix& C)
    : parts_(new Parts{X, labels, C, std::vector<Part>(shard_count(row_count(X), bytes_of_part(C)))}) {}

TallyByShards::~TallyByShards() = default;

Index TallyByShards::shards() const {
    return static_cast<Index>(parts_->by_shard.size());
}

void TallyByShards::take(Index begin, Index end) {
    std::visit(
        [&](const auto& X) {
            // Shard s begins at row n s / shards, rounded down.
            const Index shard = (begin * shards() + X.rows - 1) / X.rows;
            Pass(X, parts_->C).run(parts_->labels, begin, end, parts_->by_shard[shard]);
        },
        parts_->features);
}

LabelTally TallyByShards::total() {
    Part total = std::move(parts_->by_shard.front());
    for (std::size_t shard = 1; shard < parts_->by_shard.size(); ++shard)
        merge(total, parts_->by_shard[shard]);
    return tally_of(std::move(total), row_count(parts_->features), parts_->C);
}

double distances_from(const LabelTally& tally, const Matrix& C) {
    return tally.scatter + moved_from_origin(tally.sums, tally.origin, C);
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
