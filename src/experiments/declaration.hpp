#pragma once

#include <mvlink/constraint.hpp>
#include <mvlink/generate.hpp>
#include <mvlink/options.hpp>
#include <mvlink/sampling.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// What a paper's experiment is, as data. The engine reads nothing else.
namespace mvlink {
inline namespace v1 {
namespace experiments {

/// Rows drawn for each view by itself, in random order.
struct ViewDraw {
    double share = 1;   ///< of the view's rows
    Index rows = 0;     ///< a number instead
    double mapped = 0;  ///< share of them that all views have in common and that stay mapped; 0: nothing is mapped
};

/// Views made of samples: row i of every view is a row of the same class, drawn for each view by itself.
struct ClassSamples {
    int views = 0;
    Index per_class = 0;
};

/// Two views of two sets of classes: rows of the i-th class of one view are mapped to rows of the i-th of the other,
/// one to one, anew in each repetition.
struct ClassPairing {
    std::string folder_b = {};  ///< of the second view; empty: the same folder
    std::string name_a = "a";   ///< of the views
    std::string name_b = "b";
    std::vector<std::int32_t> classes_a = {};
    std::vector<std::int32_t> classes_b = {};
};

/// Where rows and their true classes come from. Every repetition draws anew.
struct DataRecipe {
    std::string name = {};
    std::string folder = {};                     ///< a dataset folder, by name below a data folder, or by its own path
    bool own = false;                            ///< `folder` is a path of its own
    std::vector<std::string> views = {};         ///< chosen; empty: all
    std::vector<std::int32_t> classes = {};      ///< kept; empty: all
    Index sample = 0;                            ///< number of rows drawn in each repetition; 0: all
    std::function<Generated(Random)> make = {};  ///< makes new data in each repetition, instead of a folder
    std::vector<std::string> truths = {};  ///< names of several true clusterings of the one view; empty: one per view
    bool several_truths = false;           ///< all truths of what was made are clusterings of the one view
    int copies = 1;  ///< number of copies of the columns side by side, rows shuffled: as many clusterings
    std::optional<ViewDraw> view_draw = {};
    bool nonnegative = false;  ///< columns with a negative value are left out
    int drawn_classes = 0;     ///< number of `classes` (of the first truth) that are drawn; 0: all are kept
    bool objects = false;  ///< rows of all views are the same objects: pairs of objects are drawn, and measured once
    std::optional<ClassSamples> class_samples = {};  ///< of the one view; with `objects`
    int reordered = 0;          ///< number of views added that say nothing: views drawn at random, their rows shuffled
    double variance_share = 0;  ///< principal components that hold this share of the variance; 0: the features
    std::optional<ClassPairing> pairing = {};
    Index words = 0;     ///< whether each of so many words occurs, instead of the features; 0: the features
    Index spectral = 0;  ///< number of spectral features of each view, as eaton2014 makes them; 0: the features
};

/// Which of the drawn constraints are given.
enum class Kinds { both, must, cannot };

/// What a line of the table is given, different from the others.
struct Given {
    std::optional<PairPlace> place = {};
    std::optional<Kinds> kinds = {};
    std::optional<double> must_share = {};
    std::optional<double> mapped = {};
};

/// A registered method under the name that tables show.
struct MethodSpec {
    std::string label;
    std::string method;
    std::vector<OptionText> options;  ///< n_clusters is the number of classes unless given here
    Given given = {};
    std::string preparation = {};  ///< "l2"; empty: the default of the method
};

/// What the sweep varies.
enum class Axis { constraints, percent, per_row, wrong_share, mapped, wrong_mapped, option, data };

/// What every run is given; the axis replaces one of these. Of constraints, percent and per_row the last that is
/// not negative counts.
struct Setting {
    Index constraints = 0;
    double wrong_share = 0;          ///< of the constraints, flipped
    double percent = -1;             ///< of the pairs of every view or pair of views
    double per_row = -1;             ///< as a multiple of the rows of all views
    bool wrong_keeps_kinds = false;  ///< `wrong_share` is of the must-links, and as many cannot-links
    PairPlace place = PairPlace::within;
    double must_share = -1;  ///< negative: as they occur in random pairs
    Kinds kinds = Kinds::both;
    double mapped = -1;       ///< percentage of the mapped objects that stay mapped; negative: all, as they are
    double wrong_mapped = 0;  ///< share of these that are mapped to the wrong rows
};

/// One dataset and the points of the sweep at which it is measured.
struct Panel {
    DataRecipe data;
    std::vector<double> values;
    std::vector<double> quick_values;      ///< with --quick; a part of `values`; empty: then left out
    std::vector<DataRecipe> data_at = {};  ///< one per value, if the axis is the data; `data` then only has the name
};

/// One point of a curve.
struct Side {
    std::string method;  ///< its label
    double x = 0;
};

enum class Expectation { better, equal, not_worse };

/// a is expected to be better than b, equal to it, or not worse, on one dataset. Paired over repetitions.
struct Comparison {
    std::string dataset;
    Side a;
    Side b;
    Expectation expected = Expectation::better;
    std::string measure = {};  ///< empty: the first of the experiment
    std::string part = {};     ///< a view or clustering; empty: the mean over all
};
inline Comparison better(const std::string& data, const Side& a, const Side& b) {
    return {data, a, b, Expectation::better};
}
inline Comparison equal(const std::string& data, const Side& a, const Side& b) {
    return {data, a, b, Expectation::equal};
}
inline Comparison not_worse(const std::string& data, const Side& a, const Side& b) {
    return {data, a, b, Expectation::not_worse};
}

/// Where a claim of our own, or of notes on the paper, comes from.
constexpr auto kNotInThePaper = "not in the paper";

/// What the paper says, and what must then hold.
struct Claim {
    std::string text;
    std::string source;  ///< place in the paper
    std::vector<Comparison> comparisons;
};

inline bool is_own(const Claim& claim) {
    return claim.source == kNotInThePaper;
}

/// A number that someone else measured.
struct Reference {
    std::string dataset;
    std::string method;
    double x = 0;
    double value = 0;
    int runs = 1;  ///< it is the mean of
    std::string measure = {};
    std::string part = {};
    double error = -1;  ///< its standard error, if the source gives it
};

struct ReferenceSet {
    std::string source;
    double least_error = 0;  ///< what the source says about its standard errors
    double most_error = 1;
    std::vector<Reference> cells;
};

struct Experiment {
    std::string name;   ///< "figure2"
    std::string title;  ///< one line
    std::vector<Panel> panels;
    std::vector<MethodSpec> methods;
    Axis axis = Axis::constraints;
    std::string option;  ///< the swept option, if the axis is an option; the meaning of the values, if it is the data
    Setting setting;
    int folds = 0;  ///< constraints from the other folds, measured on the test fold; 0: all rows for both
    int repetitions = 10;
    int quick_repetitions = 3;
    std::vector<std::string> measures = {"f_measure"};  ///< claims are about the first, unless they name one
    std::vector<Claim> claims;
    ReferenceSet references;
    std::vector<std::string> left_out = {};  ///< labels of methods that this library does not have
    std::string note = {};                   ///< what a reader must know about the data or the protocol
};

struct Paper {
    std::string name;  ///< "bilenko2004"
    std::string title;
    std::string citation;
    std::string own_data;  ///< the experiment whose protocol a user's own data follow, if none is named
    std::vector<Experiment> experiments;
    std::string absent = {};  ///< the paper's competitors that are not here, and what takes their places
};

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
