#include "methods/mvcsc/solve.hpp"

#include "methods/common/best_start.hpp"
#include "methods/mvcsc/basis.hpp"
#include "methods/mvcsc/choice.hpp"
#include "methods/mvcsc/starts.hpp"
#include "methods/mvcsc/trial.hpp"
#include "runtime/index.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {
namespace {

constexpr int kKMeansRestarts = 10;
constexpr int kRestartsToCompare = 3;  // of K-Means, on embeddings of which one will be kept
/// Multiples of c, the largest first: of equally good ones the first is kept, in which more views count.
constexpr std::array<double, 4> kBetaGrid{1, 0.3, 0.1, 0.03};
constexpr double kUsualGamma = 10;
constexpr int kMostLowerings = 3;     // of beta, because of views at chance level
constexpr double kLowered = 0.95;     // below the limit, as F changes with the weights
constexpr double kMostPerLink = 0.5;  // of a constraint beside the edges of an object, whose weights sum to 1

/// What gamma=auto stands for: with few constraints less than usual, so that none counts more than half of an
/// object's neighbours together: a wrong constraint can then be outvoted.
double usual_gamma(const Problem& problem) {
    const double most = kMostPerLink * static_cast<double>(problem.c) * number_of_equal_weight(problem.links.pairs);
    return std::min(kUsualGamma, most / static_cast<double>(problem.n));
}

Settings settings_of(const Problem& problem, const MvcscOptions& options) {
    const bool paper = options.mode == Mode::paper;
    Settings settings;
    settings.max_iter = options.max_iter.value.value_or(paper ? 10 : 20);
    settings.search_steps = options.search_steps.value.value_or(paper ? 5 : 60);
    settings.admm_steps = options.admm_steps;
    settings.gamma = options.gamma.value.value_or(paper ? 0.01 : usual_gamma(problem));
    settings.rho = options.rho;
    settings.tol = options.tol;
    settings.eigen_tol = options.eigen_tol;
    return settings;
}

/// Everything that the trials of one run share.
struct Run {
    const Problem& problem;
    const MvcscOptions& options;
    std::span<const std::int32_t> known;
    Settings settings = settings_of(problem, options);
    double least = share_of_one(problem.links.pairs);  // difference of violations that can decide anything
    bool paper = options.mode == Mode::paper;

    [[nodiscard]] int starts() const { return options.n_init.value.value_or(paper ? 1 : 2); }
    [[nodiscard]] bool two_class() const { return paper && problem.c == 2; }
    [[nodiscard]] bool random() const {
        return options.init == MvcscInit::random || (paper && options.init == MvcscInit::automatic);
    }
    /// Whether rows may be scaled to length 1, in the order in which the choices are tried.
    [[nodiscard]] std::vector<bool> row_choices() const {
        if (options.normalize_rows.value) return {*options.normalize_rows.value};
        if (paper) return {false};
        return problem.links.pairs.empty() ? std::vector<bool>{true} : std::vector<bool>{true, false};
    }
    [[nodiscard]] std::vector<double> betas() const {
        const auto c = static_cast<double>(problem.c);
        if (options.beta.value) return {*options.beta.value};
        if (paper) return {1};
        if (problem.S.size() == 1) return {c};  // its weight is 1 anyway
        std::vector<double> grid;
        for (const double factor : kBetaGrid) {
            grid.push_back(factor * c);
        }
        return grid;
    }
};

/// K-Means on the rows of F, scaled or not: not scaled if that violates fewer constraints.
Answer labelled(const Run& run, Trial trial, Context& context, int restarts = kKMeansRestarts) {
    Answer best{std::move(trial), {}, {}};
    bool first = true;
    for (const bool scaled : run.row_choices()) {
        const spectral_family::KMeansPlan plan{static_cast<int>(run.problem.c), restarts, scaled};
        auto rule = spectral_family::learn_rule(best.trial.state.F, plan, run.known, context);
        const Partition partition = spectral_family::partition_of(best.trial.state.F, rule, context);
        auto violated = violated_shares(run.problem.links.pairs, partition.labels);
        if (first || violates_fewer(violated, best.violated, run.least)) {
            best.rule = std::move(rule);
            best.violated = std::move(violated);
        }
        first = false;
    }
    return best;
}

/// The trial with this beta. If a view at chance level (one whose graph has nothing to do with the clusters) would get
/// weight, a trial with a smaller beta that ignores it.
template <class OneTrial>
Trial without_views_at_chance(double beta, OneTrial&& one_trial) {
    Trial trial = one_trial(beta);
    for (int again = 0; again < kMostLowerings && !trial.cancelled() && uses_view_at_chance(trial); ++again) {
        const double lower = kLowered * beta_without_chance(trial);
        if (!(lower > 0) || lower >= trial.beta) break;
        trial = one_trial(lower);
    }
    return trial;
}

double violation(const Answer& answer) {
    return std::accumulate(answer.violated.begin(), answer.violated.end(), 0.0);
}

/// Start number `restart` of mode=corrected, beside the solution without constraints.
State start_of(const Run& run, int restart, const State& free, Context& context) {
    const Random random = context.stream("mvcsc/start", at(restart));
    return run.random() ? random_start(run.problem, run.problem.c, random, context) : perturbed(free, random, context);
}

/// Answers to one beta: without constraints, and from there with them.
struct Pair {
    Answer free, guided;
};

/// The largest beta, unless a smaller one violates fewer constraints, and no more of them where it has not seen them:
/// a small beta lets few views decide, so that constraints, wrong ones too, are easily fitted.
Pair best_beta(const Run& run, const CorrectedForm& form, const State& spectral, Context& context) {
    const auto free_of = [&](double beta) { return free_trial(run.problem, beta, run.settings, spectral, context); };
    const std::vector<double> none_violated(run.problem.links.pairs.size(), 0);
    std::optional<Pair> best;
    for (const double beta : run.betas()) {
        Trial free = run.options.beta.value ? free_of(beta) : without_views_at_chance(beta, free_of);
        if (run.problem.links.pairs.empty()) return {labelled(run, std::move(free), context), {}};  // nothing decides
        Pair next{labelled(run, std::move(free), context, kRestartsToCompare), {}};
        if (!best || violation(next.free) <= violation(best->free)) {
            const State& start = next.free.trial.state;
            next.guided =
                labelled(run, corrected_trial(run.problem, form, next.free.trial.beta, run.settings, start, context),
                         context, kRestartsToCompare);
            if (!best || violates_fewer(next.guided.violated, best->guided.violated, run.least)) best = std::move(next);
        }
        if (context.cancel_requested()) {
            best->guided.trial.stop_reason = StopReason::cancelled;
            break;
        }
        if (!violates_fewer(none_violated, best->guided.violated, run.least))
            break;  // no smaller beta can be clearly better
    }
    return std::move(*best);
}

Answer solve_corrected(const Run& run, Context& context) {
    const State spectral = spectral_start(run.problem, run.settings.eigen_tol, context);
    const CorrectedForm form(run.problem, run.problem.links.pairs, run.settings.gamma);
    Pair best = best_beta(run, form, spectral, context);
    if (run.problem.links.pairs.empty()) return std::move(best.free);
    Trial kept = best_of(run.starts(), context, [&](int restart) {
        if (restart == 0 && !run.random()) return std::move(best.guided.trial);
        return corrected_trial(run.problem, form, best.free.trial.beta, run.settings,
                               start_of(run, restart, best.free.trial.state, context), context);
    });
    return labelled(run, std::move(kept), context);
}

Answer solve_as_printed(const Run& run, Context& context) {
    const State spectral = run.random() ? State{} : spectral_start(run.problem, run.settings.eigen_tol, context);
    const auto trial_from = [&](double beta, int restart) {
        State start = run.random()      ? random_start(run.problem, run.two_class() ? 1 : run.problem.c,
                                                       context.stream("mvcsc/start", at(restart)), context)
                      : run.two_class() ? two_class_start(spectral, context)
                                        : spectral;
        if (!run.random() && restart > 0) start = perturbed(start, context.stream("mvcsc/start", at(restart)), context);
        return paper_trial(run.problem, beta, run.settings, std::move(start), context);
    };
    const double beta = run.betas().front();
    return labelled(run, best_of(run.starts(), context, [&](int restart) { return trial_from(beta, restart); }),
                    context);
}

}  // namespace

Answer solve(const Problem& problem, const MvcscOptions& options, std::span<const std::int32_t> known,
             Context& context) {
    const Run run{problem, options, known};
    Answer answer = run.paper ? solve_as_printed(run, context) : solve_corrected(run, context);
    turn_to_principal_basis(problem, answer, context);
    return answer;
}

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
