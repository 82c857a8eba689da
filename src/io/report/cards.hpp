#pragma once

#include "io/report/scene.hpp"

#include <span>
#include <string>

/// The parts of the page around the plots. Each gives one section, or nothing if there is nothing to say.
namespace mvlink {
inline namespace v1 {
namespace io::report {

std::string warnings_html(const Run& run);
std::string constraints_html(const Run& run);
/// Measures of one partition, and clusters against classes.
std::string agreement_html(const Panel& panel, std::span<const Score> scores);
/// Features that count most in learnt metrics, and the leading directions of full ones.
std::string metrics_html(const Run& run);
/// All of several clusterings side by side: what each is based on, how much it explains, its clusters as images.
std::string clusterings_html(const Run& run, std::span<const Panel> panels, std::span<const Score> scores,
                             Context& context);
/// Below the plot of one clustering: its dimensions and its constraints.
std::string clustering_html(const Run& run, const Panel& panel);
/// The views side by side with the constraints that they inferred for each other, if they did.
std::string together_html(const Run& run, std::span<const Panel> panels);
/// Numbers of clusters that the method tried, with the objective.
std::string tried_html(const Run& run);
/// "Clustering 1", "View text", "Objects".
std::string panel_name(const Partition& partition);
/// A row by the name its user knows, for tables.
std::string instance_html(const Run& run, InstanceId instance);
/// The top features of each cluster, view by view.
std::string topics_html(const Run& run);
/// What marks each cluster, by the names of the features; its typical and doubtful rows. Nothing where features have no
/// names.
std::string profiles_html(const Run& run);
/// Objective by iteration, why it stopped, and where the time went.
std::string course_html(const Run& run);
/// What a method that works on graphs keeps of its iterations and graphs: the arrays "trace" and "graphs" of its model.
std::string steps_html(const Run& run);
/// Method, options, data, seed.
std::string request_html(const Run& run);
std::string command_html(const Run& run);

/// A card with a heading; `kind` is its class.
std::string card(std::string_view kind, std::string_view title, const std::string& body);
/// The last part of the path that was given as the data: "data/iris/" -> "iris".
std::string source_name(const Problem& problem);

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
