#pragma once

#include "io/readers.hpp"

#include <mvlink/dataset.hpp>

#include <span>

namespace mvlink {
inline namespace v1 {
namespace io {

/// The mapping that mapping.csv states, against the views and ids of a dataset.
Dataset with_stated_mapping(const Dataset& data, std::span<const MappingSpec> specs);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
