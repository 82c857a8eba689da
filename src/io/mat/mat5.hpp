#pragma once

#include "io/room.hpp"
#include "io/stored_numbers.hpp"

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
    StoredNumbers values = {};         ///< dense: column after column, or row after row; sparse: one per entry
    bool by_rows = false;              ///< dense: row after row, as HDF5 files of other programs than MATLAB
    StoredNumbers rows = {};           ///< sparse: of every entry, checked
    StoredNumbers starts = {};         ///< sparse: where every column begins, and the end; checked
    std::vector<Variable> cells = {};  ///< cell
    std::string text = {};

    [[nodiscard]] bool is_matrix() const { return (kind == Kind::dense || kind == Kind::sparse) && dims.size() == 2; }
    /// Numbers of elements of a row or a column; 0: neither.
    [[nodiscard]] Index vector_length() const;
};

/// Throws Error{input} naming the variable and what was expected. Sizes are checked against the bytes that are there
/// before anything is allocated; `room` counts what is. Uncompressed numbers stay where they are in the file.
std::vector<Variable> parse_mat(const Bytes& bytes, Room& room);
/// The same of a file of version 5 to 7 alone, in memory or on the disk; `where` is its name.
std::vector<Variable> parse_mat5(const Part& content, const std::string& where, Room& room);
/// The same of an HDF5 file: MATLAB's 7.3, or of other programs, whose groups are part of the names ("group/x").
std::vector<Variable> parse_hdf5(const Bytes& bytes, Room& room);

/// Throws Error{input} unless all are whole numbers from 0 to `most`; `where` names them.
void require_whole_numbers(const StoredNumbers& numbers, Index most, const std::string& where, std::string_view what);
/// The starts of the columns of a sparse matrix: from 0 on, never less than the one before.
bool are_starts(const StoredNumbers& starts);

}  // namespace io::mat
}  // namespace v1
}  // namespace mvlink
