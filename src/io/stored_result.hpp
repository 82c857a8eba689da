#pragma once

#include "io/bytes.hpp"

#include <mvlink/io.hpp>

namespace mvlink {
inline namespace v1 {
namespace io {

StoredConstraint stored_constraint(const Dataset& data, const Constraint& constraint);

/// result.json from memory. Error{input} names the file and the field.
StoredResult parse_result(const Bytes& bytes);

/// labels_<name>.csv as we write it: id,label,confidence.
StoredPartition parse_label_file(Scope scope, const std::string& name, const Bytes& bytes);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
