#pragma once

#include <mvlink/run.hpp>

#include <span>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace pipeline {

/// What decides which methods and preparations are worth a try.
struct Traits {
    int views = 1;
    bool mapped = false;
    bool sparse = false;  ///< every view is
    bool nonnegative = true;
    bool scales_differ = false;   ///< the widest column of a dense view is several times as wide as the narrowest
    bool lengths_differ = false;  ///< rows of a sparse view have different lengths
    Index rows = 0;               ///< of the largest view
    Index cols = 0;               ///< of the widest view
};
Traits traits_of(const Dataset& data);

/// How much is tried.
enum class Breadth {
    few,   ///< what `auto` compares: about ten runs
    many,  ///< what a search over everything compares
};

/// Candidates for one number of clusters, the most preferred first: those that suit the data, accept the options of the
/// request and keep its preparation, views and method, if it names any.
std::vector<Candidate> candidates_for(const Dataset& data, const Traits& traits, const RunRequest& request,
                                      int n_clusters, Breadth breadth);

/// The same candidate with another number of clusters.
Candidate with_size(Candidate candidate, int n_clusters);
int size_of(const Candidate& candidate);

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
