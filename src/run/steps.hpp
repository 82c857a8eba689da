#pragma once

#include <mvlink/run.hpp>

#include <string>
#include <string_view>
#include <vector>

/// The steps of a run, in the order in which `cluster` takes them.
namespace mvlink {
inline namespace v1 {
namespace pipeline {

/// One per view with columns that lie far from 0 compared with their spread.
std::vector<Warning> offset_warnings(const Dataset& data);

/// The options of the request for the method that was chosen, n_clusters from the start if it was not given. Throws
/// Error{usage} if an option does not suit the method, and says that auto chose it.
std::vector<OptionText> options_for(const Choice& choice, const RunRequest& request);

/// The preparation that was asked for, with what `auto` adds for the method that it chose; the reason then says so.
std::vector<PreparationRequest> preparation_for(Choice& choice, const std::vector<PreparationRequest>& asked,
                                                const Dataset& data);

/// Of these held-out judgements say nothing: each may be about any of the clusterings. Not `auto`.
bool makes_several_clusterings(std::string_view method);
constexpr std::string_view kAboutAny = "with several clusterings a judgement may be about any of them";

bool has_feature_below_zero(const View& view);

/// Tells whoever listens that a phase begins.
void begin_phase(const RunRequest& request, std::string_view phase);

/// What a person who looked at the answer would have said: warnings about one large cluster, columns and views that
/// decide alone, weights at their limits, guidance that does not help.
void add_concerns(Run& run);

/// The number of clusters of an earlier result as the option n_clusters spells it: "3", or "2,3" for several
/// clusterings. Empty if it has none.
std::string clusters_of_start(const Start& start);

/// Adds the time of reading to the times of the result.
void add_reading_time(const Problem& problem, Result& result);
/// Adds the time in which candidates were compared, or judgements held out.
void add_evidence_time(Run& run);

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
