#pragma once

#include "experiments/material.hpp"

#include <mvlink/registry.hpp>

#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace experiments {

/// How much of the declared experiments is run.
struct Extent {
    bool quick = false;
    int repetitions = 0;  ///< instead of the declared number; 0: as declared
};

/// Runs that differ in nothing but the draw. Experiments that ask for the same share it.
struct Cell {
    std::string key = {};    ///< tells what is run apart: data, method, options, setting, seed, version
    std::string experiment;  ///< the first that asks for it
    std::size_t material = 0;
    MethodSpec method;  ///< with n_clusters
    Setting setting;
    double x = 0;
    int folds = 0;
    int repetitions = 0;
    std::size_t first_run = 0;

    [[nodiscard]] int folds_run() const noexcept { return folds > 0 ? folds : 1; }
    [[nodiscard]] std::size_t run(int repetition, int fold) const noexcept {
        return first_run + static_cast<std::size_t>(repetition * folds_run() + fold);
    }
};

/// One call of a method.
struct RunId {
    std::size_t cell = 0;
    int repetition = 0;
    int fold = 0;
};

/// Which cells an experiment consists of.
struct PlannedPanel {
    std::string name;
    std::vector<double> values;
    std::vector<std::size_t> materials = {};           ///< one per value
    std::vector<std::string> parts = {};               ///< views, if each has its own numbers
    std::vector<std::vector<std::size_t>> cells = {};  ///< [method][value]
};
struct PlannedExperiment {
    const Experiment* experiment = nullptr;
    int repetitions = 0;
    std::vector<PlannedPanel> panels;
};

struct Plan {
    std::vector<Material> materials;
    std::vector<Cell> cells;
    std::vector<RunId> runs;
    std::vector<PlannedExperiment> experiments;
};

/// Takes out the methods that are not registered and notes their labels. Error{usage} if none is left.
void leave_out_missing_methods(std::vector<Experiment>& experiments);

/// Throws Error{usage} for a method that is not registered or an option that it does not have, before any data is
/// read.
void require_methods(const std::vector<Experiment>& experiments);

/// Reads the data and lists every run once. The experiments must outlive the plan.
Plan make_plan(const std::vector<Experiment>& experiments, const Extent& extent,
               std::span<const std::filesystem::path> folders, Context& context);

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
