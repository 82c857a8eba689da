#include "io/readers.hpp"
#include "io/result_files.hpp"
#include "io/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mvlink/io.hpp>

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace {

namespace fs = std::filesystem;

std::string names_of_views(const Dataset& data) {
    std::vector<std::string> names;
    for (const View& view : data.views())
        names.push_back(view.name());
    return fmt::format("{}", fmt::join(names, ", "));
}

WarmStart warm_start_from_model(const fs::path& path) {
    WarmStart warm;
    warm.model = std::make_shared<const Model>(read_model(path));
    warm.start.model = warm.model.get();
    return warm;
}

/// The labels of the rows of a view, in the order of the view.
Partition labels_of_rows(const io::Bytes& bytes, Scope scope, const std::string& name, const View& view) {
    const Truth labels = io::parse_labels(bytes);
    const std::string& file = bytes.name;
    if (static_cast<Index>(labels.labels.size()) != view.rows()) {
        io::refuse("{}: {} labels, but view \"{}\" has {} rows", file, labels.labels.size(), view.name(), view.rows());
    }
    Partition partition{scope, name, 0, labels.labels, {}};
    const std::string place = fmt::format("view \"{}\"", view.name());
    if (view.has_ids()) partition.labels = labels_in_order(view.ids(), place, labels, file);
    return partition;
}

WarmStart warm_start_from_file(const fs::path& file, const Dataset& data) {
    if (data.n_views() != 1) {
        throw Error{ErrorCode::usage,
                    fmt::format("{}: a file of labels starts one view, but there are {} ({}); give the "
                                "folder of an earlier run",
                                file.string(), data.n_views(), names_of_views(data))};
    }
    WarmStart warm;
    warm.start.partitions.push_back(
        labels_of_rows(io::open_bytes(file), Scope::view, data.view(0).name(), data.view(0)));
    return warm;
}

/// Labels of the views, or of several clusterings of the only view.
WarmStart warm_start_from_labels_in(const fs::path& folder, const Dataset& data) {
    WarmStart warm;
    const io::ResultFiles files(folder);
    const auto add_if_there = [&](Scope scope, const std::string& name, const View& view) {
        const std::string file = fmt::format("labels_{}.csv", name);
        if (!files.has(file)) return false;
        warm.start.partitions.push_back(labels_of_rows(files.open(file), scope, name, view));
        return true;
    };
    for (const View& view : data.views())
        add_if_there(Scope::view, view.name(), view);
    if (!warm.start.partitions.empty() || data.n_views() != 1) return warm;
    int number = 1;
    while (add_if_there(Scope::clustering, fmt::format("clustering{}", number), data.view(0)))
        ++number;
    return warm;
}

WarmStart warm_start_from_folder(const fs::path& folder, const Dataset& data, const Starts& starts) {
    const bool has_model = fs::exists(folder / kModelFile);
    if (has_model && starts.model) return warm_start_from_model(folder);
    WarmStart warm = warm_start_from_labels_in(folder, data);
    if (!warm.start.partitions.empty()) return warm;
    throw Error{ErrorCode::file, fmt::format("{}: the folder has {} labels_<view>.csv of the views {}", folder.string(),
                                             has_model ? "no" : "neither model.npz nor", names_of_views(data))};
}

}  // namespace

WarmStart read_warm_start(const fs::path& path, const Dataset& data, const Starts& starts) {
    if (fs::is_directory(path)) {
        return io::read_results([&] { return warm_start_from_folder(path, data, starts); });
    }
    if (path.extension() == ".npz") return warm_start_from_model(path);
    return warm_start_from_file(path, data);
}

}  // namespace v1
}  // namespace mvlink
