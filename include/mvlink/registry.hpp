#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/error.hpp>
#include <mvlink/export.hpp>
#include <mvlink/model.hpp>
#include <mvlink/options.hpp>
#include <mvlink/result.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {

enum class MappingNeed { none, optional, required };
enum class ConstraintUse { ignored, in_view, between_views, on_objects };

/// What a method needs of a dataset.
struct Needs {
    int min_views = 1;
    int max_views = 1;  ///< 0: any number
    MappingNeed mapping = MappingNeed::none;
    ConstraintUse constraints = ConstraintUse::ignored;
    bool sparse = true;
    bool nonnegative = false;
    bool group_rule = false;  ///< it keeps one; other methods refuse data that have one
};

/// What a confidence is.
enum class ConfidenceKind {
    margin,       ///< 1 - cost of the best cluster / cost of the second
    share,        ///< of the row's weight that lies on its cluster; a margin where K-Means assigns the rows
    probability,  ///< of the cluster
    known,        ///< 1 where constraints decide, else 0
};

/// In which space of its own a method compares rows.
enum class OwnSpace {
    none,       ///< that of the features
    metric,     ///< under a metric that it learns
    embedding,  ///< in Result::embeddings
};

/// What a method returns besides labels, confidence and objective.
struct Returns {
    bool centroids = false;     ///< the model has them
    bool inertia = false;       ///< the objective is the sum of squared distances to the centroids
    bool bound = false;         ///< the objective is a lower bound that rises
    bool metrics = false;       ///< how much each feature counts
    bool topics = false;        ///< which features mark a cluster
    bool view_weights = false;  ///< how much each view counts
    bool objects = false;       ///< labels of objects too, where views are mapped
    bool embedding = false;     ///< coordinates of the rows or objects, in which the clusters are found
    bool clusterings = false;   ///< several clusterings of one table
    bool subspaces = false;     ///< the dimensions and constraints of every clustering
    bool suspects = false;      ///< constraints that disagree with the features
    OwnSpace space = OwnSpace::none;
    ConfidenceKind confidence = ConfidenceKind::margin;
};

/// What a run can begin with instead of its own start.
struct Starts {
    bool labels = true;
    bool model = true;
    bool centroids = false;  ///< as an array
};

/// What every front end lists about a method.
struct MethodInfo {
    std::string name;          ///< "pck-means"
    std::string python_class;  ///< "PCKMeans"
    std::string title;         ///< one line
    std::string description;   ///< a paragraph: what it does, when to use it
    std::string paper;         ///< key of the paper, or empty
    Needs needs;
    Returns returns = {};
    Starts starts = {};
    bool predicts = true;
    std::vector<OptionInfo> options;
    std::string preparation = "none";  ///< of its views, if the user asks for none
};

/// All methods, in the order in which they are listed.
MVLINK_API std::span<const MethodInfo> methods();
/// Throws Error{usage} with the nearest name if there is none.
MVLINK_API const MethodInfo& find_method(std::string_view name);
/// What `mvlink methods --json` prints.
MVLINK_API std::string methods_json();

/// Runs a method by name, with options as text. Unknown options and bad values: Error{usage}.
MVLINK_API Result run_method(std::string_view name, const Dataset& data, std::span<const OptionText> options,
                             Context& context, const Start& start = {});
/// Throws what run_method would throw for these options, without data.
MVLINK_API void check_options(std::string_view method, std::span<const OptionText> options);
/// Throws if the data lack what the method needs: Error{usage} about the number of views, else Error{input}.
MVLINK_API void check_needs(std::string_view method, const Dataset& data);
/// The part of it that no preparation of the features can change: views, mapping and the rule about groups.
MVLINK_API void check_needs_of_views(std::string_view method, const Dataset& data);

/// Labels for new rows, one partition per view. The rows are prepared like the training rows.
MVLINK_API std::vector<Partition> predict(const Model& model, const Dataset& data, Context& context);

/// Those views of the data that the model knows, in the order of the model. Error{input} where it knows none.
MVLINK_API Dataset views_known_to(const Model& model, const Dataset& data);

/// The method that suits the data, and why.
struct Choice {
    std::string method;
    std::string reason;
    bool is_named = false;  ///< by the request; a reason then is about the number of clusters alone
};
MVLINK_API Choice choose_method(const Dataset& data);

}  // namespace v1
}  // namespace mvlink
