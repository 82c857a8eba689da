#pragma once

#include "io/readers.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

struct ViewFile {
    std::string name;
    std::filesystem::path file;
};

struct LabelsFile {
    std::filesystem::path file;
    std::vector<Index> columns = {};  ///< that separate its classes, if dataset.json names them
};

/// What a dataset folder holds, before anything but dataset.json is read.
struct FolderListing {
    std::vector<ViewFile> views;  ///< in the order of dataset.json, or by name
    std::vector<LabelsFile> labels;
};

/// Throws Error{file} if there is no such folder, Error{input} if it holds no view or two files of one.
FolderListing list_folder(const std::filesystem::path& folder);

std::vector<std::string> names_of(std::span<const ViewFile> views);

/// The views that --views names, in that order; all if it names none. Error{usage} with the nearest name.
std::vector<ViewFile> chosen_views(const std::vector<ViewFile>& views, const std::vector<std::string>& select);

/// `; did you mean "text"?` or the list of all: the end of a message about a name that does not exist.
std::string suggestion(const std::string& name, const std::vector<std::string>& known);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
