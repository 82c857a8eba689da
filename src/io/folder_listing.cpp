#include "io/folder_listing.hpp"

#include "io/folder_change.hpp"

#include <mvlink/error.hpp>

#include "io/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> sorted_file_names(const fs::path& folder) {
    std::error_code error;
    if (!fs::exists(folder, error)) {
        throw Error{ErrorCode::file, fmt::format("{}: does not exist; expected a dataset folder", folder.string())};
    }
    if (!fs::is_directory(folder, error)) {
        throw Error{ErrorCode::file, fmt::format("{}: not a folder; expected a dataset folder", folder.string())};
    }
    std::vector<std::string> names;
    fs::directory_iterator entry(folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        std::error_code ignored;
        if (!entry->is_directory(ignored)) names.push_back(entry->path().filename().string());
    }
    if (error) throw Error{ErrorCode::file, fmt::format("{}: {}", folder.string(), error.message())};
    std::sort(names.begin(), names.end());
    return names;
}

bool is_view_ending(const std::string& ending) {
    constexpr std::array<std::string_view, 7> kEndings{".npy", ".npz", ".csv", ".tsv", ".mtx", ".mat", ".h5"};
    return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

std::vector<ViewFile> views_by_name(const fs::path& folder, const std::vector<std::string>& file_names) {
    constexpr std::string_view kPrefix = "view_", kPacked = ".gz";
    std::vector<ViewFile> views;
    for (const std::string& file_name : file_names) {
        const bool is_packed = lower_case(file_name).ends_with(kPacked);
        const fs::path path(file_name.substr(0, file_name.size() - (is_packed ? kPacked.size() : 0)));
        if (!file_name.starts_with(kPrefix) || !is_view_ending(lower_case(path.extension().string()))) continue;
        const std::string name = path.stem().string().substr(kPrefix.size());
        if (const auto fault = view_name_fault(name)) refuse("{}: view name {}; {}", file_name, shown(name), *fault);
        const auto same = [&](const ViewFile& other) { return other.name == name; };
        const auto other = std::find_if(views.begin(), views.end(), same);
        if (other != views.end()) {
            refuse("{}: a second file for view \"{}\", besides {}; expected one", file_name, name,
                   other->file.filename().string());
        }
        views.push_back({name, folder / file_name});
    }
    std::sort(views.begin(), views.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return views;
}

}  // namespace

FolderListing list_folder(const fs::path& folder) {
    committed_place(folder / "dataset.json");  // finishes what a dead process had decided, before names are listed
    const std::vector<std::string> file_names = sorted_file_names(folder);
    DatasetJson description;
    if (std::binary_search(file_names.begin(), file_names.end(), "dataset.json")) {
        description = parse_dataset_json(open_bytes(folder / "dataset.json"));
    }
    FolderListing listing;
    if (description.views) {
        for (const auto& [name, file] : *description.views)
            listing.views.push_back({name, folder / file});
    } else {
        listing.views = views_by_name(folder, file_names);
    }
    if (listing.views.empty()) {
        refuse("{}: no view; expected files view_<name>.npy (or npz, csv, tsv, mtx, mat, h5)", folder.string());
    }
    if (description.labels) {
        for (const auto& [file, columns] : *description.labels)
            listing.labels.push_back({folder / file, columns});
        return listing;
    }
    for (const std::string& name : file_names) {
        const bool is_labels = name == "labels.txt" || (name.starts_with("labels_") && name.ends_with(".txt"));
        if (is_labels) listing.labels.push_back({folder / name});
    }
    return listing;
}

std::vector<std::string> names_of(std::span<const ViewFile> views) {
    std::vector<std::string> names;
    for (const ViewFile& view : views)
        names.push_back(view.name);
    return names;
}

std::string suggestion(const std::string& name, const std::vector<std::string>& known) {
    const std::string nearest = nearest_name(name, known);
    const std::string list = fmt::format("the views are {}", fmt::join(known, ", "));
    return nearest.empty() ? list : fmt::format("did you mean \"{}\"? ({})", nearest, list);
}

std::vector<ViewFile> chosen_views(const std::vector<ViewFile>& views, const std::vector<std::string>& select) {
    if (select.empty()) return views;
    std::vector<ViewFile> chosen;
    for (const std::string& name : select) {
        const auto is_it = [&](const ViewFile& view) { return view.name == name; };
        const auto found = std::find_if(views.begin(), views.end(), is_it);
        if (found == views.end()) {
            throw Error{ErrorCode::usage,
                        fmt::format("view {} does not exist; {}", shown(name), suggestion(name, names_of(views)))};
        }
        if (std::any_of(chosen.begin(), chosen.end(), is_it)) {
            throw Error{ErrorCode::usage, fmt::format("view \"{}\" is chosen twice; expected it once", name)};
        }
        chosen.push_back(*found);
    }
    return chosen;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
