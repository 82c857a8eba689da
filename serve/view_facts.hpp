#pragma once

#include <mvlink/dataset.hpp>

#include <string>
#include <type_traits>
#include <vector>

namespace mvlink::serve {

/// Calls f(column, value) for the entries of a row: all of a dense one, the stored ones of a sparse one.
template <class F>
void each_entry(const View& view, Index row, F&& f) {
    view.visit([&](const auto& X) {
        if constexpr (std::decay_t<decltype(X)>::kSparse) {
            for (Index at = X.offsets[row]; at < X.offsets[row + 1]; ++at)
                f(Index{X.columns[at]}, double(X.values[at]));
        } else {
            for (Index column = 0; column < X.cols; ++column)
                f(column, double(X.at(row, column)));
        }
    });
}

/// What is needed to say whether a value is unusual: mean and standard deviation of every column.
struct ViewFacts {
    std::vector<double> mean;
    std::vector<double> deviation;  ///< 0: the column is constant
};
ViewFacts facts_of(const View& view);

/// (x - mean) / deviation, 0 in a constant column.
double standardized(const ViewFacts& facts, Index column, double value);

/// As a person reads it: its name, or "column 3".
std::string column_title(const View& view, Index column);

/// The rows of every object in every view, the other way round than Objects::of.
class ObjectRows {
public:
    explicit ObjectRows(const Dataset& data);
    /// Its first row in that view; -1 where the view does not hold it.
    [[nodiscard]] Index row_of(Index object, int view) const;

private:
    bool identical_ = false;  // row i of every view is object i
    std::vector<std::vector<Index>> rows_;
};

}  // namespace mvlink::serve
