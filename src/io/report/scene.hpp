#pragma once

#include <mvlink/context.hpp>
#include <mvlink/io.hpp>

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

/// What the page shows of each partition: which points and lines are drawn, and what is known about the truth.
namespace mvlink {
inline namespace v1 {
namespace io::report {

struct Point {
    InstanceId instance;  ///< of an object, its first
    double x = 0, y = 0;  ///< in the units of the axes
    std::int32_t label = 0;
    std::int32_t true_class = -1;
    double confidence = std::numeric_limits<double>::quiet_NaN();  ///< not a number: unknown
};

/// A constraint between two of the points.
struct Line {
    std::size_t from = 0, to = 0;
    Link link = Link::must;
    bool violated = false;
    double weight = 1;
    int round = -1;  ///< since which a method has inferred it; negative: it was given
};

struct Axis {
    std::string title;
    bool has_scale = true;  ///< its numbers are meaningful to a reader
};

/// One plot: the rows of one view, or the objects, under one partition.
struct Picture {
    bool of_objects = false;
    int view = 0;           ///< unless it shows objects
    std::string map_words;  ///< which map it is and what it shows: a sentence
    std::vector<Point> points;
    std::vector<Line> lines;
    Axis x, y;
    Index rows = 0;         ///< of the view, or objects
    Index constraints = 0;  ///< with both ends among them
    bool linked = false;    ///< hovering also shows the same object in the pictures beside it
};

/// Clusters against classes.
struct ClassTable {
    std::vector<std::string> class_names;
    std::vector<std::vector<Index>> counts;  ///< [cluster][class]
    std::vector<int> slots;  ///< by class: the cluster it meets most, one to one; others are numbered on from there
};

/// One partition and everything drawn of it.
struct Panel {
    const Partition* partition = nullptr;
    const Clustering* clustering = nullptr;  ///< what is known about it if there are several; may be null
    std::string truth_name;                  ///< empty: the truth is not known
    std::vector<std::int32_t> true_labels;   ///< one per label of the partition, negative: unknown
    ClassTable classes;
    std::vector<Picture> pictures;

    [[nodiscard]] bool has_truth() const noexcept { return !true_labels.empty(); }
};

/// `scores` say which truth each of several clusterings is matched with.
std::vector<Panel> make_panels(const Run& run, std::span<const Score> scores, const ReportOptions& options,
                               Context& context);

ClassTable count_classes(const Partition& partition, std::span<const std::int32_t> true_labels, const Truth& truth);

/// The user's name for a row: its id or number, and what names.txt says.
std::string row_title(const Problem& problem, InstanceId instance);
std::string extra_name(const Problem& problem, InstanceId instance);

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
