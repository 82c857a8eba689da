#pragma once

#include <mvlink/io.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace mvlink::cli {

/// An earlier result to start from, with its cluster numbers.
struct WarmStart {
    std::unique_ptr<const Model> model;  ///< what start.model points to
    Start start;
    int n_clusters = 0;
};

/// Reads a model.npz, a file of labels, or the folder of an earlier run: its model if the method can use one, otherwise
/// its labels.
WarmStart read_warm_start(const std::filesystem::path& path, const Dataset& data, const std::string& method);

/// The model.npz that `path` means: the file itself, or the one in the folder. Throws Error{file} if there is none.
std::filesystem::path model_file(const std::filesystem::path& path);

}  // namespace mvlink::cli
