#include <mvlink/select.hpp>

#include "run/candidates.hpp"
#include "run/steps.hpp"
#include "run/verdict.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace {

using namespace pipeline;
using Clock = std::chrono::steady_clock;

constexpr int kLeastSize = 2, kMostSize = 12;
constexpr std::size_t kSizesKept = 3;  // for which everything is tried

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::vector<int> sizes_to_try(const RunRequest& request) {
    if (!request.sizes.empty()) return request.sizes;
    for (const OptionText& option : request.options) {
        if (option.name == "n_clusters") return {size_of({"", {option}})};
    }
    std::vector<int> sizes(kMostSize - kLeastSize + 1);
    std::iota(sizes.begin(), sizes.end(), kLeastSize);
    return sizes;
}

/// What could be run but not compared.
void require_comparable(const RunRequest& request) {
    if (makes_several_clusterings(request.method)) {
        throw Error(ErrorCode::usage, fmt::format("select: {}, as {} makes them; expected a method of one clustering",
                                                  kAboutAny, request.method));
    }
    for (const OptionText& option : request.options) {
        if (option.name != "n_clusters" || option.value.find(',') == std::string::npos) continue;
        throw Error(ErrorCode::usage,
                    fmt::format("select: n_clusters {}: expected one number, or a range such as 2..12", option.value));
    }
}

/// Every set of views with one left out, and every view by itself.
std::vector<std::vector<std::string>> smaller_sets_of_views(const Dataset& data) {
    std::vector<std::vector<std::string>> sets;
    if (data.n_views() < 2) return sets;
    for (const View& view : data.views())
        sets.push_back({view.name()});
    for (int out = 0; data.n_views() > 2 && out < data.n_views(); ++out) {
        auto& set = sets.emplace_back();
        for (int v = 0; v < data.n_views(); ++v) {
            if (v != out) set.push_back(data.view(v).name());
        }
    }
    return sets;
}

/// The search: first a few methods for every size, then everything for the best sizes, then fewer views.
class Search {
public:
    Search(const Dataset& data, const SelectRequest& request, Context& context)
        : request_(request),
          exam_(data, request.run.validate > 0 ? request.run.validate : kFolds, context),
          race_(exam_, context) {}

    Selection run() {
        if (!exam_.refusal().empty()) {
            throw Error(ErrorCode::input,
                        fmt::format("select: {}; candidates are compared by held-out judgements",
                                    exam_.judgements() == 0 ? "no judgements were given" : exam_.refusal()));
        }
        const std::vector<int> sizes = sizes_to_try(request_.run);
        for (const int size : sizes)
            add(with_views({}, size, Breadth::few, sizes.size() > 1));
        for (const int size : best_sizes(sizes))
            add(with_views({}, size, Breadth::many, false));
        if (request_.leave_out_views) add_smaller_sets(best_sizes(sizes));
        return conclude(sizes);
    }

private:
    /// Candidates on some of the views (empty: all); scouts only: one without and one with guidance.
    std::vector<Proposal> with_views(const std::vector<std::string>& views, int size, Breadth breadth, bool scouts) {
        const Dataset chosen = views.empty() ? exam_.data() : exam_.data().select(views);
        std::vector<Proposal> all = candidates_for(chosen, traits_of(chosen), request_.run, size, breadth);
        for (Proposal& proposal : all)
            proposal.candidate.views = views;
        return scouts ? scouts_of(all, request_.run) : all;
    }

    void add(const std::vector<Proposal>& proposals) {
        std::vector<Proposal> open;
        for (const Proposal& proposal : proposals) {
            const std::string text = describe(proposal.candidate);
            const auto is_it = [&](const Entrant& entrant) { return describe(entrant.tried.candidate) == text; };
            if (std::none_of(race_.entrants().begin(), race_.entrants().end(), is_it)) open.push_back(proposal);
        }
        race_.run(open, [&] { return request_.seconds > 0 && seconds_since(begin_) >= request_.seconds; });
    }

    void add_smaller_sets(const std::vector<int>& sizes) {
        for (const auto& views : smaller_sets_of_views(exam_.data()))
            add(with_views(views, sizes.front(), Breadth::few, false));
    }

    /// Those whose best entrant keeps most, best first.
    [[nodiscard]] std::vector<int> best_sizes(std::vector<int> sizes) const {
        const auto kept = [&](int size) {
            double most = -1;
            for (const Entrant& entrant : race_.entrants()) {
                if (entrant.tried.state == CandidateState::finished && size_of(entrant.tried.candidate) == size)
                    most = std::max(most, entrant.tried.agreement.kept);
            }
            return most;
        };
        std::stable_sort(sizes.begin(), sizes.end(), [&](int a, int b) { return kept(a) > kept(b); });
        sizes.resize(std::min(sizes.size(), kSizesKept));
        return sizes;
    }

    /// The size is that of the best; the rule that prefers the simpler would otherwise take the smallest.
    [[nodiscard]] std::optional<std::size_t> recommended_of_best_size() const {
        const auto best = best_entrant(race_.entrants());
        if (!best) return best;
        std::vector<Entrant> of_size;
        std::vector<std::size_t> place;
        for (std::size_t i = 0; i < race_.entrants().size(); ++i) {
            const Candidate& candidate = race_.entrants()[i].tried.candidate;
            if (size_of(candidate) != size_of(race_.entrants()[*best].tried.candidate)) continue;
            of_size.push_back(race_.entrants()[i]);
            place.push_back(i);
        }
        const auto chosen = recommended(exam_.questions(), of_size);
        return chosen ? std::optional(place[*chosen]) : std::nullopt;
    }

    Selection conclude(const std::vector<int>& sizes) {
        const auto chosen = recommended_of_best_size();
        if (!chosen) {
            throw Error(ErrorCode::input, fmt::format("select: no candidate finished{}",
                                                      request_.seconds > 0 ? "; more time would help" : ""));
        }
        Selection found{decision_for(race_, exam_, *chosen, request_.run), ""};
        found.sentence = sentence(*chosen, sizes);
        found.interrupted = race_.interrupted();
        found.seconds = seconds_since(begin_);
        return found;
    }

    [[nodiscard]] std::string sentence(std::size_t chosen, const std::vector<int>& sizes) const {
        const auto& entrants = race_.entrants();
        Index close = -1;
        for (const Entrant& entrant : entrants) {
            if (entrant.tried.state != CandidateState::finished) continue;
            const Difference ahead = paired_difference(exam_.questions(), entrants[chosen].kept, entrant.kept);
            close += std::abs(ahead.mean) <= 2 * ahead.error || ahead.mean == 0 ? 1 : 0;
        }
        std::string text = fmt::format("{} keeps {}", describe(entrants[chosen].tried.candidate),
                                       share_text(entrants[chosen].tried.agreement));
        if (const auto unguided = best_unguided(entrants); unguided && *unguided != chosen) {
            text +=
                fmt::format("; the best without guidance, {}, {:.0f} %", describe(entrants[*unguided].tried.candidate),
                            std::round(100 * entrants[*unguided].tried.agreement.kept));
        }
        text += close > 0
                    ? fmt::format("; {} other candidate{} cannot be told apart from it", close, close == 1 ? "" : "s")
                    : "; it is ahead of all others by more than two standard errors";
        if (sizes.size() > 1) {
            const auto size = best_size(exam_.questions(), entrants);
            if (size && size->close.size() > 1)
                text += fmt::format("; with 90 % k is among {}", fmt::join(size->close, ", "));
        }
        return text + ".";
    }

    const SelectRequest& request_;
    Clock::time_point begin_ = Clock::now();
    Exam exam_;
    Race race_;
};

}  // namespace

Selection select_candidate(const Dataset& data, const SelectRequest& request, Context& context) {
    require_comparable(request.run);
    begin_phase(request.run, "choose");
    const PhaseScope phase(context, "choose");
    return Search(data, request, context).run();
}

}  // namespace v1
}  // namespace mvlink
