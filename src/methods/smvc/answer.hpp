#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include "methods/smvc/rounds.hpp"
#include "methods/smvc/starts.hpp"

#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// Responsibilities of rows that the model has not seen, in every clustering; links play no part.
std::vector<Partition> predict_several_clusterings(const Model& model, const Dataset& data, Context& context);

namespace smvc_method {

/// Clusterings by their first dimension, clusters by size: numbers that do not depend on the start. Clusterings of
/// other sizes or priors do not change places, so that number m keeps what was asked of it.
void put_in_order(const Problem& problem, State& state);

/// Partitions, what every clustering rests on, how constraints fared, the model.
void write_answer(const Dataset& data, const Problem& problem, const State& state, double constraint_weight,
                  Result& result, Context& context);

std::vector<Partition> partitions_of(const std::vector<Index>& first, kernels::MixtureLabels&& found);

/// All arrays are in the units of the data, so that a person can read them.
Model model_of(const Result& result, const Problem& problem, const State& state, const View& view);

/// A start from earlier labels, or the labels that an earlier model gives.
Labels warm_labels(const Start& start, const Dataset& data, const Form& form, Context& context);

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
