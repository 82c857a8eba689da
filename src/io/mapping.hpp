#pragma once

#include "io/readers.hpp"

#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

/// The mapping that mapping.csv states, against the views and ids of a dataset.
Dataset with_stated_mapping(const Dataset& data, std::span<const MappingSpec> specs);

/// The mapping if none is stated: equal ids, else row to row if no view has ids and all are equally long. Says
/// which views stay unmapped.
Dataset with_implied_mapping(const Dataset& data, std::vector<Warning>& warnings);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
