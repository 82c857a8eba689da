#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/random.hpp>

namespace mvlink {
inline namespace v1 {
namespace pipeline {

/// The dataset itself if it is small. Else all judged objects and random others, so that runs on it cost the same
/// however large the dataset is; `rows` is then its number of rows in all views, else 0.
Dataset sample_of(const Dataset& data, Random random, Index& rows);

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
