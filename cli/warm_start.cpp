#include "warm_start.hpp"

#include "data_arguments.hpp"
#include "label_files.hpp"

#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace fs = std::filesystem;

namespace mvlink::cli {
namespace {

constexpr auto kModelName = "model.npz";

int clusters_of(const Model& model) {
    int clusters = 0;
    for (const OptionText& option : model.options) {
        if (option.name == "n_clusters") {
            std::from_chars(option.value.data(), option.value.data() + option.value.size(), clusters);
        }
    }
    return clusters;
}

WarmStart from_model(const fs::path& file) {
    WarmStart warm;
    warm.model = std::make_unique<const Model>(read_model(file));
    warm.start.model = warm.model.get();
    warm.n_clusters = clusters_of(*warm.model);
    return warm;
}

void add_labels(WarmStart& warm, const fs::path& file, const View& view) {
    Partition partition;
    partition.scope = Scope::view;
    partition.name = view.name();
    const Truth labels = read_labels(file);
    if (static_cast<Index>(labels.labels.size()) != view.rows()) {
        throw Error(ErrorCode::input, fmt::format("{}: {} labels, but view \"{}\" has {} rows", file.string(),
                                                  labels.labels.size(), view.name(), view.rows()));
    }
    const std::string place = fmt::format("view \"{}\"", view.name());
    partition.labels = view.has_ids() ? in_order_of(view.ids(), place, labels, file.string()) : labels.labels;
    partition.n_clusters = *std::max_element(partition.labels.begin(), partition.labels.end()) + 1;
    warm.n_clusters = std::max(warm.n_clusters, partition.n_clusters);
    warm.start.partitions.push_back(std::move(partition));
}

WarmStart from_label_file(const fs::path& file, const Dataset& data) {
    if (data.n_views() != 1) {
        throw Error(ErrorCode::usage, fmt::format("--warm-start {}: a label file is for one view, but there are {} "
                                                  "({}); give the folder of an earlier run",
                                                  file.string(), data.n_views(), view_names(data)));
    }
    WarmStart warm;
    add_labels(warm, file, data.view(0));
    return warm;
}

WarmStart from_labels_in(const fs::path& folder, const Dataset& data) {
    WarmStart warm;
    for (const View& view : data.views()) {
        const fs::path file = folder / fmt::format("labels_{}.csv", view.name());
        if (fs::exists(file)) add_labels(warm, file, view);
    }
    return warm;
}

WarmStart from_folder(const fs::path& folder, const Dataset& data, bool needs_labels) {
    const bool has_model = fs::exists(folder / kModelName);
    if (has_model && !needs_labels) return from_model(folder / kModelName);
    WarmStart warm = from_labels_in(folder, data);
    if (!warm.start.partitions.empty()) return warm;
    throw Error(ErrorCode::file,
                fmt::format("--warm-start {}: the folder has {} labels_<view>.csv of the views {}", folder.string(),
                            has_model ? "no" : "neither model.npz nor", view_names(data)));
}

}  // namespace

WarmStart read_warm_start(const fs::path& path, const Dataset& data, const std::string& method) {
    const Starts starts = method == "auto" ? Starts{} : find_method(method).starts;
    const bool needs_labels = starts.labels && !starts.model;
    if (fs::is_directory(path)) return from_folder(path, data, needs_labels);
    if (path.extension() == ".npz") return from_model(path);
    return from_label_file(path, data);
}

fs::path model_file(const fs::path& path) {
    if (!fs::is_directory(path)) return path;
    const fs::path file = path / kModelName;
    if (!fs::exists(file)) throw Error(ErrorCode::file, fmt::format("{}: the folder has no model.npz", path.string()));
    return file;
}

}  // namespace mvlink::cli
