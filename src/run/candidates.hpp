#pragma once

#include <mvlink/run.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace pipeline {

/// The constrained spectral method: the one that finds clusters of any shape.
constexpr std::string_view kGraphMethod = "mvcsc";

/// What decides which methods and preparations are worth a try.
struct Traits {
    int views = 1;
    bool mapped = false;
    bool row_by_row = false;  ///< row i of every view is the same object
    bool sparse = false;      ///< every view is
    bool nonnegative = true;
    bool scales_differ = false;       ///< the widest column of a dense view is several times as wide as the narrowest
    bool few_columns_decide = false;  ///< the distances of a dense view, far from evenly: they have different units
    bool lengths_differ = false;      ///< rows of a sparse view have different lengths
    Index rows = 0;                   ///< of the largest view
    Index cols = 0;                   ///< of the widest view
};
Traits traits_of(const Dataset& data);
bool is_mapped_row_by_row(const Dataset& data);

/// How much is tried.
enum class Breadth {
    few,   ///< what `auto` compares: about ten runs
    many,  ///< what a search over everything compares
};

/// What makes the rows of one view comparable, the most plausible first, before any judgement is asked. "none": as they
/// are.
std::vector<std::string> preparations_for(const Traits& traits, Breadth breadth);

/// By how many standard errors of the difference a candidate must agree more with held-out judgements than one that is
/// preferred to it. docs/results/defaults compares these with others.
constexpr double kMargin = 0.5;
constexpr double kNoMargin = 0;
constexpr double kMarginOfOneView = 1.5;  // the views together are right more often

/// How plausible a candidate is before any judgement, beside 1 of the others. Compared there too.
constexpr double kPriorOfOftenBest = 2;

/// A candidate, and what it takes to be chosen.
struct Proposal {
    Candidate candidate;
    double margin = kMargin;
    double prior = 1;
};

/// Candidates for one number of clusters, the most preferred first: those that suit the data, accept the options of the
/// request and keep its preparation, views and method, if it names any.
std::vector<Proposal> candidates_for(const Dataset& data, const Traits& traits, const RunRequest& request,
                                     int n_clusters, Breadth breadth);

/// Each view by itself, if the others can be left out: row i of every view is the same object.
std::vector<Proposal> each_view_alone(const Dataset& data, const RunRequest& request, int n_clusters);

/// Of the candidates for one number of clusters, those that are run for every number: the first without guidance, and
/// one with it, the constrained spectral method if there is one. A method that was named: its first.
std::vector<Proposal> scouts_of(const std::vector<Proposal>& proposals, const RunRequest& request);

/// The same candidate with another number of clusters.
Candidate with_size(Candidate candidate, int n_clusters);
int size_of(const Candidate& candidate);

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
