#pragma once

#include "experiments/reproduce.hpp"

#include <mvlink/generate.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

/// A paper of our own whose experiments take milliseconds, and folders to run them in.
namespace mvlink::support {

inline experiments::DataRecipe tiny_blobs(const std::string& name) {
    experiments::DataRecipe recipe;
    recipe.name = name;
    recipe.make = [](Random random) {
        return generate_blobs({.rows = 40, .clusters = 3, .cols = 2, .spread = 1.2, .separation = 6}, random);
    };
    return recipe;
}

inline experiments::Paper tiny_paper() {
    experiments::Experiment curves;
    curves.name = "curves";
    curves.title = "blobs that touch";
    curves.panels = {{tiny_blobs("touching"), {0, 10, 40}, {0, 40}}};
    curves.methods = {{"K-Means", "kmeans", {{"n_init", "1"}}}, {"PCK-Means", "pck-means", {}}};
    curves.folds = 4;
    curves.repetitions = 3;
    curves.quick_repetitions = 2;
    curves.claims = {{"Constraints help.", "sec. 1", {{"touching", {"PCK-Means", 40}, {"K-Means", 40}}}}};
    curves.references = {"a note", 0.01, 0.04, {{"touching", "PCK-Means", 40, 0.1, 10}}};

    experiments::Experiment again = curves;  // shares every run with the first
    again.name = "again";
    again.claims.clear();
    again.references = {};

    experiments::Experiment flips;
    flips.name = "flips";
    flips.title = "wrong constraints, all rows";
    flips.panels = {{tiny_blobs("touching"), {0, 0.5}, {0.5}}};
    flips.methods = {{"PCK-Means", "pck-means", {{"constraint_weight", "1"}}}};
    flips.axis = experiments::Axis::wrong_share;
    flips.setting.constraints = 20;
    flips.repetitions = 2;
    return {"tiny2026", "A tiny paper", "Nobody: A tiny paper.", "curves", {curves, again, flips}};
}

/// A folder of its own, removed at the end.
class TemporaryFolder {
public:
    explicit TemporaryFolder(const std::string& name)
        : path_(std::filesystem::temp_directory_path() / ("mvlink_experiments_" + name)) {
        std::filesystem::remove_all(path_);
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

inline std::string content(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

inline ReproduceOutcome run_tiny(const std::filesystem::path& folder, int jobs = 1, bool resume = false,
                                 const std::string& experiment = "") {
    Context context(Context::Settings{.seed = 3, .threads = jobs});
    return experiments::reproduce_from(
        {tiny_paper()}, {.paper = "tiny2026", .experiment = experiment, .resume = resume, .folder = folder}, context);
}

}  // namespace mvlink::support
