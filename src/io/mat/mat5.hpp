#pragma once

#include "io/bytes.hpp"

#include <mvlink/matrix.hpp>

#include <string>
#include <vector>

/// MATLAB files of version 5 to 7.2, as `save` writes them by default: matrices, sparse matrices and cells of them.
/// Version 7.3 is HDF5, another format, whose variables are read too.
namespace mvlink {
inline namespace v1 {
namespace io::mat {

/// A variable of the file, or a cell of one.
struct Variable {
    enum class Kind { dense, sparse, cell, text, other };

    std::string name;
    Kind kind = Kind::other;
    std::string type = {};  ///< what it is, for messages: "double", "struct", ..
    std::vector<Index> dims = {};
    std::vector<double> values = {};   ///< dense: column after column; sparse: one per entry
    std::vector<Index> rows = {};      ///< sparse: of every entry
    std::vector<Index> starts = {};    ///< sparse: where every column begins, and the end
    std::vector<Variable> cells = {};  ///< cell
    std::string text = {};

    [[nodiscard]] bool is_matrix() const { return (kind == Kind::dense || kind == Kind::sparse) && dims.size() == 2; }
    /// Numbers of elements of a row or a column; 0: neither.
    [[nodiscard]] Index vector_length() const;
};

/// Throws Error{input} naming the variable and what was expected. Sizes are checked against the bytes that are there
/// before anything is allocated.
std::vector<Variable> parse_mat(const Bytes& bytes);
/// The same of an HDF5 file: MATLAB's 7.3, or of other programs, whose groups are part of the names ("group/x").
std::vector<Variable> parse_hdf5(const Bytes& bytes);

/// Bytes of memory that the numbers of a variable take.
std::size_t held_bytes(const Variable& variable);

}  // namespace io::mat
}  // namespace v1
}  // namespace mvlink
