#pragma once

#include "io/bytes.hpp"

#include <mvlink/dataset.hpp>

#include <optional>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

/// ids.txt if it does not name the rows: a list of objects.
struct ObjectList {
    std::string file;
    std::vector<std::string> ids;
};

/// Gives the views the ids of ids_<view>.txt and of ids.txt. Returns ids.txt as a list of objects if it is one.
std::optional<ObjectList> add_folder_ids(const std::filesystem::path& folder, std::vector<View>& views);

/// Which line of the list each object of the dataset is; -1: none.
std::vector<Index> places_in_list(const ObjectList& list, const Dataset& data);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
