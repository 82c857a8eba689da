#include "run/candidates.hpp"
#include "run/consensus.hpp"
#include "run/steps.hpp"
#include "run/verdict.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace mvlink {
inline namespace v1 {
namespace {

using namespace pipeline;

constexpr int kClustersIfNobodySays = 8;

/// The preparation that the features of one view suggest, if the request leaves it open.
void add_plausible_preparation(const Dataset& data, Decision& decision) {
    RunRequest& request = decision.request;
    const bool is_open = request.method == kAuto && request.start.empty() && request.preparation.empty();
    if (!is_open || data.n_views() > 1 || data.view(0).is_sparse() ||
        find_method(decision.choice.method).needs.nonnegative)
        return;
    const std::string likely = preparations_for(traits_of(data), Breadth::few).front();
    if (likely == "none") return;
    request.preparation.push_back(parse_preparation(likely));
    decision.choice.reason += fmt::format("; few of its columns decide the distances, so {} is added", likely);
}

/// The request with the method and the preparation that rules give, nothing tried.
Decision decided_by_rule(const Dataset& data, const RunRequest& request) {
    Decision decision{request, resolve_method(request.method, data)};
    decision.request.options = options_for(decision.choice, request);
    add_plausible_preparation(data, decision);
    // A user who names the method is responsible for the features; a model brings its own preparation.
    if (request.method == kAuto && request.start.model == nullptr)
        decision.request.preparation = preparation_for(decision.choice, decision.request.preparation, data);
    decision.request.method = decision.choice.method;
    return decision;
}

/// The sizes to try: those of the request, or the one number that it gives. Empty: it gives several numbers.
std::vector<int> sizes_of(const RunRequest& request) {
    if (!request.sizes.empty()) return request.sizes;
    for (const OptionText& option : request.options) {
        if (option.name != "n_clusters") continue;
        if (option.value.find(',') != std::string::npos) return {};
        return {size_of({"", {option}})};
    }
    return {kClustersIfNobodySays};
}

/// Of several sizes, those that give every object of a group a cluster of its own; all if none does.
std::vector<int> sizes_that_suit(const std::vector<int>& sizes, const Dataset& data) {
    if (data.group_rule() == nullptr || sizes.size() < 2) return sizes;
    const Index least = largest_group(*data.group_rule()).size;
    std::vector<int> kept;
    std::copy_if(sizes.begin(), sizes.end(), std::back_inserter(kept), [&](int size) { return size >= least; });
    return kept.empty() ? sizes : kept;
}

/// Without judgements to ask: the size whose labels are most certain, the smaller of equal ones.
std::size_t most_certain(const std::vector<Entrant>& entrants) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < entrants.size(); ++i) {
        if (entrants[i].tried.quality > entrants[best].tried.quality) best = i;
    }
    return best;
}

class Chooser {
public:
    Chooser(const Dataset& data, const RunRequest& request, Context& context)
        : data_(data),
          request_(request),
          exam_(data, request.validate > 0 ? request.validate : kFolds, context),
          traits_(traits_of(exam_.data())),
          race_(exam_, context),
          refusal_(makes_several_clusterings(request.method) ? kAboutAny : exam_.refusal()) {}

    std::optional<Decision> decide(const std::vector<int>& sizes) {
        if (refusal().empty()) return by_judgements(sizes);
        return sizes.size() > 1 ? by_certainty(sizes) : std::nullopt;
    }

    /// Why judgements decide nothing; empty: they do.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }
    [[nodiscard]] Index judgements() const { return exam_.judgements(); }

private:
    [[nodiscard]] std::vector<Proposal> candidates(int size) const {
        std::vector<Proposal> all = candidates_for(data_, traits_, request_, size, Breadth::few);
        if (request_.method != kAuto) return all;
        const std::vector<Proposal> alone = each_view_alone(exam_.data(), request_, size);
        all.insert(all.end(), alone.begin(), alone.end());
        return all;
    }

    std::optional<Decision> by_judgements(const std::vector<int>& sizes) {
        int size = sizes.front();
        std::string about_size;
        if (sizes.size() > 1) {
            run_scouts(sizes, false);
            const auto found = best_size(exam_.questions(), race_.entrants());
            if (!found) return std::nullopt;
            size = found->size;
            about_size =
                fmt::format("; k = {} is the most plausible of k = {} to {}, and with 90 % the number is among {}",
                            size, sizes.front(), sizes.back(), fmt::join(found->close, ", "));
        }
        if (request_.method == kAuto || sizes.size() == 1) run_others(size);
        keep_size(size);
        const auto chosen = most_like_the_plausible(exam_.questions(), of_size_);
        if (!chosen) return std::nullopt;
        Decision decision = decision_for(race_, exam_, place_[*chosen], request_);
        decision.choice.reason += about_size;
        return decision;
    }

    std::optional<Decision> by_certainty(const std::vector<int>& sizes) {
        run_scouts(sizes, true);
        if (race_.entrants().empty()) return std::nullopt;
        Decision decision = decision_for(race_, exam_, most_certain(race_.entrants()), request_);
        decision.choice.reason = fmt::format("{}k = {} has the most certain labels of k = {} to {}",
                                             exam_.judgements() > 0 ? refusal() + "; " : "",
                                             size_of({"", decision.request.options}), sizes.front(), sizes.back());
        return decision;
    }

    void run_scouts(const std::vector<int>& sizes, bool first_only) {
        std::vector<Proposal> all;
        for (const int size : sizes) {
            const std::vector<Proposal> of_size = candidates(size);
            if (of_size.empty()) continue;
            for (const Proposal& scout : scouts_of(of_size, request_)) {
                all.push_back(scout);
                if (first_only) break;
            }
        }
        race_.run(all);
    }

    void run_others(int size) {
        std::vector<Proposal> open;
        for (const Proposal& proposal : candidates(size)) {
            const auto is_it = [&](const Entrant& entrant) {
                return describe(entrant.tried.candidate) == describe(proposal.candidate);
            };
            if (std::none_of(race_.entrants().begin(), race_.entrants().end(), is_it)) open.push_back(proposal);
        }
        race_.run(open, [&] { return is_decided(size); });
    }

    /// Whether no other candidate of this size can be ahead: one keeps every judgement. What the features say without
    /// guidance is asked all the same.
    [[nodiscard]] bool is_decided(int size) const {
        const auto is_perfect = [&](const Entrant& entrant) {
            return entrant.tried.state == CandidateState::finished && size_of(entrant.tried.candidate) == size &&
                   std::all_of(entrant.kept.begin(), entrant.kept.end(), [](Kept kept) { return kept == Kept::yes; });
        };
        return best_unguided(race_.entrants()) &&
               std::any_of(race_.entrants().begin(), race_.entrants().end(), is_perfect);
    }

    /// The entrants of one size, the most preferred first.
    void keep_size(int size) {
        for (const Proposal& proposal : candidates(size)) {
            for (std::size_t i = 0; i < race_.entrants().size(); ++i) {
                if (describe(race_.entrants()[i].tried.candidate) != describe(proposal.candidate)) continue;
                of_size_.push_back(race_.entrants()[i]);
                place_.push_back(i);
            }
        }
    }

    const Dataset& data_;
    const RunRequest& request_;
    Exam exam_;
    Traits traits_;
    Race race_;
    std::string refusal_;
    std::vector<Entrant> of_size_;
    std::vector<std::size_t> place_;  // of these among all
};

void require_one_source_of_sizes(const RunRequest& request) {
    const auto is_clusters = [](const OptionText& option) { return option.name == "n_clusters"; };
    if (request.sizes.empty() || std::none_of(request.options.begin(), request.options.end(), is_clusters)) return;
    throw Error(ErrorCode::usage, "sizes: n_clusters is given too; expected one of them");
}

}  // namespace

Decision decide(const Dataset& data, const RunRequest& request, Context& context) {
    require_one_source_of_sizes(request);
    const std::vector<int> sizes = sizes_that_suit(sizes_of(request), data);
    const bool is_open = request.method == kAuto && request.start.empty() && !data.constraints().empty() &&
                         request.validate > 0 && !sizes.empty() && data.group_rule() == nullptr;
    if (!is_open && request.sizes.empty()) return decided_by_rule(data, request);
    begin_phase(request, "choose");
    const PhaseScope phase(context, "choose");
    Chooser chooser(data, request, context);
    if (auto decision = chooser.decide(sizes)) return *decision;
    RunRequest rest = request;
    if (!rest.sizes.empty()) rest.options.push_back({"n_clusters", std::to_string(sizes.front())});
    rest.sizes.clear();
    Decision decision = decided_by_rule(data, rest);
    if (!decision.choice.reason.empty() && !chooser.refusal().empty())
        decision.choice.reason = chooser.refusal() + "; " + decision.choice.reason;
    if (chooser.judgements() > 0) decision.held_out.reason = chooser.refusal();
    decision.held_out.judgements = chooser.judgements();
    return decision;
}

}  // namespace v1
}  // namespace mvlink
