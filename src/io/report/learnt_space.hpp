#pragma once

#include <mvlink/model.hpp>
#include <mvlink/result.hpp>

#include <optional>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::report {

/// The metric under which a method compared rows.
struct LearntSpace {
    std::vector<double> factor;  ///< F of A = F F', d x d, or its diagonal
    std::string words;           ///< "the learnt metric"
};

/// What the model of a run says, for rows of d features; nothing if it learnt no metric. One metric per cluster becomes
/// one for all: the metric of the mean of the clusters' covariances, by size.
std::optional<LearntSpace> learnt_space(const Model& model, const Partition& partition, Index d);

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
