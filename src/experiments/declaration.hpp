#pragma once

#include <mvlink/constraint.hpp>
#include <mvlink/generate.hpp>
#include <mvlink/options.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// What a paper's experiment is, as data. The engine reads nothing else.
namespace mvlink {
inline namespace v1 {
namespace experiments {

/// Where rows and their true classes come from.
struct DataRecipe {
    std::string name = {};
    std::string folder = {};                     ///< a dataset folder, by name below a data folder, or by its own path
    bool own = false;                            ///< `folder` is a path of its own
    std::vector<std::string> views = {};         ///< chosen; empty: all
    std::vector<std::int32_t> classes = {};      ///< kept; empty: all
    Index sample = 0;                            ///< rows drawn afresh in each repetition; 0: all
    std::function<Generated(Random)> make = {};  ///< made afresh in each repetition, instead of a folder
};

/// A registered method under the name that tables show.
struct MethodSpec {
    std::string label;
    std::string method;
    std::vector<OptionText> options;  ///< n_clusters is the number of classes unless it stands here
};

/// What the sweep varies.
enum class Axis { constraints, wrong_share, option };

/// What every run is given; the axis replaces one of these.
struct Setting {
    Index constraints = 0;
    double wrong_share = 0;  ///< of the constraints, flipped
};

/// One dataset and the places of the sweep at which it is measured.
struct Panel {
    DataRecipe data;
    std::vector<double> values;
    std::vector<double> quick_values;  ///< with --quick; a part of `values`
};

/// One place of a curve.
struct Side {
    std::string method;  ///< its label
    double x = 0;
};

enum class Expectation { better, equal };

/// a is expected to be better than b, or equal to it, on one dataset. Paired over repetitions.
struct Comparison {
    std::string dataset;
    Side a;
    Side b;
    Expectation expected = Expectation::better;
};

/// What the paper says, and what must then hold.
struct Claim {
    std::string text;
    std::string source;  ///< place in the paper
    std::vector<Comparison> comparisons;
};

/// A figure that somebody else measured.
struct Reference {
    std::string dataset;
    std::string method;
    double x = 0;
    double value = 0;
    int runs = 1;  ///< it is the mean of
};

struct ReferenceSet {
    std::string source;
    double least_error = 0;  ///< what the source says of its standard errors
    double most_error = 1;
    std::vector<Reference> cells;
};

struct Experiment {
    std::string name;   ///< "figure2"
    std::string title;  ///< one line
    std::vector<Panel> panels;
    std::vector<MethodSpec> methods;
    Axis axis = Axis::constraints;
    std::string option;  ///< swept, where the axis is an option
    Setting setting;
    int folds = 0;  ///< constraints from the other folds, measured on the test fold; 0: all rows for both
    int repetitions = 10;
    int quick_repetitions = 3;
    std::string measure = "f_measure";
    std::vector<Claim> claims;
    ReferenceSet references;
};

struct Paper {
    std::string name;  ///< "bilenko2004"
    std::string title;
    std::string citation;
    std::string own_data;  ///< the experiment whose protocol a person's own data follow, where none is named
    std::vector<Experiment> experiments;
};

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
