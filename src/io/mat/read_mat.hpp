#pragma once

#include "io/bytes.hpp"

#include <mvlink/problem.hpp>
#include <mvlink/view.hpp>

#include <optional>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::mat {

/// What a MATLAB file holds for clustering. Row i of every view is object i.
struct MatProblem {
    std::vector<View> views;
    std::optional<Truth> truth;
};

/// A cell array of matrices (X, data, fea, ..) becomes views X1, X2, ..; a single matrix becomes the view `name`. A
/// vector Y, gt, labels, .. of as many numbers as there are rows becomes the truth. Matrices stored as features by rows
/// are transposed where the truth, or the other views, tell so. The bytes are used up if they are pages (see
/// give_back).
MatProblem read_mat(const std::string& name, const Bytes& bytes);
/// The same of a file, whose numbers are read to where they are needed. `memory` is what may be allocated.
MatProblem read_mat(const std::string& name, const std::filesystem::path& file, std::size_t memory);

}  // namespace io::mat
}  // namespace v1
}  // namespace mvlink
