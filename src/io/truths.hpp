#pragma once

#include "io/folder_listing.hpp"
#include "io/row_ids.hpp"

#include <mvlink/io.hpp>

namespace mvlink {
inline namespace v1 {
namespace io {

/// Reads the label files of the dataset's views, object_ids from the list of objects, class names, and row names.
void add_truths(const std::filesystem::path& folder, const FolderListing& listing,
                const std::optional<ObjectList>& objects, Problem& problem);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
