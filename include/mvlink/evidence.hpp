#pragma once

#include <mvlink/export.hpp>
#include <mvlink/matrix.hpp>
#include <mvlink/options.hpp>
#include <mvlink/preparation.hpp>

#include <string>
#include <string_view>
#include <vector>

/// How far an answer can be trusted: judgements that a run did not see, and what else was tried.
namespace mvlink {
inline namespace v1 {

/// Folds of judgements that are held out, if nobody says otherwise.
constexpr int kFolds = 5;

/// Share of judgements that an answer keeps although it did not see them: the mean of the share of must-links and the
/// share of cannot-links, so that one large cluster, or none, gains nothing.
struct Agreement {
    Index must = 0, cannot = 0;  ///< judgements that were asked
    double must_kept = 0, cannot_kept = 0;
    double kept = 0;           ///< the mean of the two shares
    double low = 0, high = 1;  ///< 95 % interval of the agreement with the truth, wrong judgements allowed for

    bool operator==(const Agreement&) const = default;
};

/// What judgements say about a run that did not see them.
struct HeldOut {
    int folds = 0;                ///< 0: nothing was measured
    std::string reason = {};      ///< why nothing was measured; empty where there are no judgements, too
    Index judgements = 0;         ///< held out once each
    Agreement guided = {};        ///< of runs of the method that saw the other folds only
    Agreement unguided = {};      ///< of a run without any judgement
    std::string without = {};     ///< the method of that run
    bool uses_judgements = true;  ///< false: the method ignores them, so both shares are the same
    Index rows = 0;               ///< measured on a sample of so many rows; 0: on all
    int tried = 1;                ///< answers that were compared by the same judgements
    double seconds = 0;

    [[nodiscard]] bool measured() const noexcept { return folds > 0; }
};

/// One way to get an answer.
struct Candidate {
    std::string method;
    std::vector<OptionText> options = {};  ///< n_clusters among them
    std::vector<PreparationRequest> preparation = {};
    std::vector<std::string> views = {};  ///< empty: all
};

enum class CandidateState {
    finished,     ///< all folds were run
    dropped,      ///< after the first folds: too far behind
    failed,       ///< `note` says why
    not_reached,  ///< when the time was over
};
MVLINK_API std::string_view to_string(CandidateState state) noexcept;

struct TriedCandidate {
    Candidate candidate;
    CandidateState state = CandidateState::not_reached;
    bool guided = true;  ///< it uses judgements
    bool chosen = false;
    Agreement agreement = {};  ///< on the folds that were run; nothing asked: judgements are too few
    double quality = 0;        ///< without judgements: mean confidence, corrected for the sizes of the clusters
    double seconds = 0;
    std::string note = {};
};

/// "mpck-means metric=full, standardize, k = 3".
MVLINK_API std::string describe(const Candidate& candidate);
/// The words of a preparation as the command takes them: "text:tfidf,l2".
MVLINK_API std::string preparation_text(const PreparationRequest& request);

}  // namespace v1
}  // namespace mvlink
