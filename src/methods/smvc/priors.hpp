#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/smvc.hpp>

#include "methods/smvc/state.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {

/// "colour:2,5:1" as Table::known: the clustering of every dimension, from 0, or -1. Throws Error{usage} if the text is
/// not of this form or names a clustering that is not asked for, Error{input} if a column does not exist or vary.
std::vector<Index> known_columns(const SmvcOptions& options, const View& view, const Table& table);

/// Marks the links that "3+17:2,5+8:1" is about. Error{input} if there is no such constraint.
void mark_known_pairs(const SmvcOptions& options, const Dataset& data, Links& links);

/// `prior` for what is believed to belong to clustering m, one per clustering.
std::vector<Vector> believed(const Vector& prior, Index clusterings, double belief);

/// ln r of a dimension, Eq. (3), and ln h of a link, Eq. (6).
const Vector& log_r_of(const Problem& problem, Index d);
const Vector& log_h_of(const Problem& problem, Index e);

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
