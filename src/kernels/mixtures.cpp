#include "kernels/mixtures.hpp"

#include "kernels/exponential.hpp"
#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

using Columns = Eigen::MatrixXd;  // one component after the other, so that every step runs along the rows of a block

/// Rows at a time: [x, x^2] of them and their scores stay in the second cache.
Index block_rows(Index width, Index components) {
    constexpr Index kBytes = Index{384} << 10;
    const Index row = (2 * width + components) * static_cast<Index>(sizeof(double));
    return std::clamp<Index>(kBytes / std::max<Index>(row, 1) / 8 * 8, 32, 256);
}

template <class T>
void write_scaled(const T* x, const ScaledColumns& X, bool all_columns, double* out) {
    const Index width = X.width();
    const double* centre = X.centre.data();
    const double* factor = X.factor.data();
    if (all_columns) {
        for (Index j = 0; j < width; ++j) {
            const double value = (static_cast<double>(x[j]) - centre[j]) * factor[j];
            out[j] = value;
            out[width + j] = value * value;
        }
        return;
    }
    for (Index j = 0; j < width; ++j) {
        const double value = (static_cast<double>(x[X.columns[j]]) - centre[j]) * factor[j];
        out[j] = value;
        out[width + j] = value * value;
    }
}

/// Writes [x, x^2] of rows first .. first + count of the set, one row per line. The kind of table is decided once.
using BlockReader = std::function<void(Index first, Index count, Matrix& both)>;

BlockReader block_reader(const ScaledColumns& X, const RowSet& rows) {
    return std::visit(
        [&]<class Rows>(const Rows& table) -> BlockReader {
            return [&X, rows, read = RowReader<Rows>(table), all_columns = X.width() == table.cols](
                       Index first, Index count, Matrix& both) mutable {
                for (Index r = 0; r < count; ++r) {
                    const Index at = first + r;
                    const Index row = rows.list == nullptr ? at : (*rows.list)[at];
                    write_scaled(read(row), X, all_columns, both.row(r).data());
                }
            };
        },
        X.X);
}

using Block = Eigen::Block<Matrix, Eigen::Dynamic, Eigen::Dynamic, true>;

/// Calls body(first position, [x, x^2] of the block, one row per line).
template <class Body>
void for_each_block(const ScaledColumns& X, const RowSet& rows, Index begin, Index end, Index block, Body&& body) {
    const BlockReader read = block_reader(X, rows);
    Matrix both(block, 2 * X.width());
    for (Index first = begin; first < end; first += block) {
        const Index count = std::min(block, end - first);
        read(first, count, both);
        const Block used = both.topRows(count);
        body(first, used);
    }
}

/// What a block needs besides its scores.
struct Scratch {
    Eigen::ArrayXd top, total;
    explicit Scratch(Index rows) : top(rows), total(rows) {}
};

template <class Body>
MixtureSums sum_blocks(const ScaledColumns& X, const RowSet& rows, Index components, Index mixtures, Context& context,
                       Body&& body) {
    const Index width = X.width(), block = block_rows(width, components);
    const auto bytes = static_cast<std::size_t>(2 * width * components) * sizeof(double);
    const auto fill = [&](MixtureSums& part, Index begin, Index end) {
        part = MixtureSums(width, components, mixtures);
        Columns weights(block, components);
        Scratch scratch(block);
        for_each_block(X, rows, begin, end, block, [&](Index first, const Block& both) {
            auto psi = weights.topRows(both.rows());
            body(first, both, psi, scratch, part);
            part.counts += psi.colwise().sum().transpose();
            part.sums.noalias() += both.transpose() * psi;
        });
    };
    return ordered_sum(context, rows.count, MixtureSums(), bytes, fill,
                       [](MixtureSums& total, const MixtureSums& part) { total += part; });
}

/// Scores of one mixture become responsibilities, with offsets added; returns the sum of ln sum exp(score). Every loop
/// runs along the rows of the block, so that it is vectorized for any number of components.
template <class Scores>
double normalise(Scores&& scores, const double* offsets, Scratch& scratch) {
    const Index rows = scores.rows(), components = scores.cols();
    double* const top = scratch.top.data();
    double* const total = scratch.total.data();
    std::fill(top, top + rows, -std::numeric_limits<double>::infinity());
    std::fill(total, total + rows, 0.0);
    for (Index c = 0; c < components; ++c) {
        double* const score = scores.col(c).data();
        const double offset = offsets[c];
        for (Index r = 0; r < rows; ++r) {
            score[r] += offset;
            top[r] = top[r] > score[r] ? top[r] : score[r];
        }
    }
    for (Index c = 0; c < components; ++c) {
        double* const score = scores.col(c).data();
        for (Index r = 0; r < rows; ++r) {
            score[r] = exp_of_nonpositive(score[r] - top[r]);
            total[r] += score[r];
        }
    }
    const double log_totals = (scratch.top.head(rows) + scratch.total.head(rows).log()).sum();
    scratch.total.head(rows) = scratch.total.head(rows).inverse();
    for (Index c = 0; c < components; ++c) {
        scores.col(c).array() *= scratch.total.head(rows);
    }
    return log_totals;
}

}  // namespace

MixtureSums::MixtureSums(Index width, Index components, Index mixtures)
    : counts(Vector::Zero(components)),
      sums(Eigen::MatrixXd::Zero(2 * width, components)),
      log_totals(Vector::Zero(mixtures)) {}

MixtureSums& MixtureSums::operator+=(const MixtureSums& other) {
    counts += other.counts;
    sums += other.sums;
    log_totals += other.log_totals;
    return *this;
}

MixtureSums soft_assign(const ScaledColumns& X, const RowSet& rows, const Mixtures& mixtures, Context& context) {
    return sum_blocks(X, rows, mixtures.components(), mixtures.count(), context,
                      [&](Index, const Block& both, auto& psi, Scratch& scratch, MixtureSums& part) {
                          psi.noalias() = both * mixtures.weights;
                          for (Index m = 0; m < mixtures.count(); ++m) {
                              const Index begin = mixtures.first[m];
                              const Index size = mixtures.first[m + 1] - begin;
                              part.log_totals[m] +=
                                  normalise(psi.middleCols(begin, size), mixtures.offsets.data() + begin, scratch);
                          }
                      });
}

Matrix mixture_scores(const ScaledColumns& X, const RowSet& rows, const Mixtures& mixtures, Context& context) {
    const Index block = block_rows(X.width(), mixtures.components());
    Matrix scores(rows.count, mixtures.components());
    parallel_for(context, rows.count, 4 * block, [&](Index begin, Index end) {
        for_each_block(X, rows, begin, end, block, [&](Index first, const Block& both) {
            auto out = scores.middleRows(first, both.rows());
            out.noalias() = both * mixtures.weights;
            out.rowwise() += mixtures.offsets.transpose();
        });
    });
    return scores;
}

MixtureSums weighted_sums(const ScaledColumns& X, const RowSet& rows, const Matrix& responsibilities,
                          Context& context) {
    return sum_blocks(X, rows, responsibilities.cols(), 0, context,
                      [&](Index first, const Block& both, auto& psi, Scratch&, MixtureSums&) {
                          psi = responsibilities.middleRows(first, both.rows());
                      });
}

MixtureLabels hard_assign(const ScaledColumns& X, Index rows, const Mixtures& mixtures, Context& context) {
    const Index block = block_rows(X.width(), mixtures.components());
    const auto n = static_cast<std::size_t>(rows);
    const auto count = static_cast<std::size_t>(mixtures.count());
    MixtureLabels out{std::vector(count, std::vector<std::int32_t>(n)), std::vector(count, std::vector<double>(n))};
    parallel_for(context, rows, 4 * block, [&](Index begin, Index end) {
        Columns buffer(block, mixtures.components());
        Scratch scratch(block);
        for_each_block(X, {nullptr, rows}, begin, end, block, [&](Index first, const Block& both) {
            auto scores = buffer.topRows(both.rows());
            scores.noalias() = both * mixtures.weights;
            for (std::size_t m = 0; m < count; ++m) {
                auto own = scores.middleCols(mixtures.first[m], mixtures.first[m + 1] - mixtures.first[m]);
                normalise(own, mixtures.offsets.data() + mixtures.first[m], scratch);
                for (Index r = 0; r < both.rows(); ++r) {
                    Index best = 0;
                    const auto at = static_cast<std::size_t>(first + r);
                    out.probability[m][at] = own.row(r).maxCoeff(&best);
                    out.labels[m][at] = static_cast<std::int32_t>(best);
                }
            }
        });
    });
    return out;
}

void label_responsibilities(std::span<const std::vector<std::int32_t>> labels, std::span<const Index> first,
                            double sure, Index row, double* out) {
    for (std::size_t m = 0; m < labels.size(); ++m) {
        const Index size = first[m + 1] - first[m];
        const std::int32_t label = labels[m][row];
        const bool known = label >= 0 && size > 1;
        const double other = known ? (1 - sure) / static_cast<double>(size - 1) : 1 / static_cast<double>(size);
        std::fill(out + first[m], out + first[m + 1], other);
        if (known) out[first[m] + label] = sure;
    }
}

MixtureSums label_sums(const ScaledColumns& X, std::span<const std::vector<std::int32_t>> labels,
                       std::span<const Index> first, double sure, Context& context) {
    const RowSet all{nullptr, static_cast<Index>(labels.front().size())};
    std::vector<Index> starts(first.begin(), first.end());
    return sum_blocks(X, all, starts.back(), 0, context,
                      [&](Index begin, const Block& both, auto& psi, Scratch&, MixtureSums&) {
                          std::vector<double> row(starts.back());
                          for (Index r = 0; r < both.rows(); ++r) {
                              label_responsibilities(labels, starts, sure, begin + r, row.data());
                              psi.row(r) = Eigen::Map<const Eigen::RowVectorXd>(row.data(), psi.cols());
                          }
                      });
}

Matrix scaled_rows(const ScaledColumns& X, const RowSet& rows, Context& context) {
    const Index block = block_rows(X.width(), 0);
    Matrix out(rows.count, X.width());
    parallel_for(context, rows.count, 4 * block, [&](Index begin, Index end) {
        for_each_block(X, rows, begin, end, block, [&](Index first, const Block& both) {
            out.middleRows(first, both.rows()) = both.leftCols(X.width());
        });
    });
    return out;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
