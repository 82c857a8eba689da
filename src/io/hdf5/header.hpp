#pragma once

#include "io/hdf5/cursor.hpp"

namespace mvlink {
inline namespace v1 {
namespace io::hdf5 {

/// The header of an object, version 1 or 2, with what its messages say.
Object read_header(const File& file, std::uint64_t address);

/// A type of elements, as a message or an attribute holds it.
ElementType read_type(Cursor cursor);

/// The dimensions of a dataset or attribute; one number has none.
std::vector<Index> read_space(const File& file, Cursor cursor);

}  // namespace io::hdf5
}  // namespace v1
}  // namespace mvlink
