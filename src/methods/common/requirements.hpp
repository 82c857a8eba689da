#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include <string_view>

namespace mvlink {
inline namespace v1 {

/// The only view of the data; Error{usage} if there are several.
const View& require_one_view(const Dataset& data);

/// Throws Error{input} if a view has fewer rows than there are clusters.
void require_rows_for_clusters(const View& view, Index n_clusters, const char* option = "n_clusters");
void require_rows_for_clusters(const Dataset& data, Index n_clusters);

/// Throws Error{input} if a group rule has a group of more objects than there are clusters.
void require_clusters_for_groups(const Dataset& data, Index n_clusters);

/// Throws Error{usage} if there is an earlier answer to start from: the method always starts afresh.
void require_no_start(const Start& start, const char* method);

/// Throws Error{input} with view, row and column if a feature is below zero, and advises what to do. "Negative values
/// in data" are scikit-learn's words, which its checks of estimators look for.
void require_nonnegative(std::string_view method, const View& view);

}  // namespace v1
}  // namespace mvlink
