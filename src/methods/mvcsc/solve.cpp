#include "methods/mvcsc/solve.hpp"

#include "methods/common/best_start.hpp"
#include "methods/mvcsc/basis.hpp"
#include "methods/mvcsc/choice.hpp"
#include "methods/mvcsc/starts.hpp"
#include "methods/mvcsc/trial.hpp"
#include "runtime/index.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {
namespace {

constexpr int kKMeansRestarts = 10;
constexpr int kEigenIterations = 5000;
/// Multiples of c, the largest first: of equally good ones the first is kept, in which more views count.
constexpr std::array<double, 4> kBetaGrid{1, 0.3, 0.1, 0.03};
constexpr double kUsualGamma = 10;
constexpr double kMostPerLink = 0.5;  // of a constraint beside the edges of an object, whose weights sum to 1

/// What gamma=auto stands for: with few constraints less than usual, so that none counts more than half of an
/// object's neighbours together: a wrong constraint can then be outvoted.
double usual_gamma(const Problem& problem) {
    const double most = kMostPerLink * static_cast<double>(problem.c * static_cast<Index>(problem.links.pairs.size()));
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
    return settings;
}

/// Everything that the trials of one run share.
struct Run {
    const Problem& problem;
    const MvcscOptions& options;
    std::span<const std::int32_t> known;
    Settings settings = settings_of(problem, options);
    bool paper = options.mode == Mode::paper;

    [[nodiscard]] int starts() const { return options.n_init.value.value_or(paper ? 1 : 3); }
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
Answer labelled(const Run& run, Trial trial, Context& context) {
    Answer best{std::move(trial), {}, {}};
    bool first = true;
    for (const bool scaled : run.row_choices()) {
        const spectral_family::KMeansPlan plan{static_cast<int>(run.problem.c), kKMeansRestarts, scaled};
        auto rule = spectral_family::learn_rule(best.trial.state.F, plan, run.known, context);
        const Partition partition = spectral_family::partition_of(best.trial.state.F, rule, context);
        auto violated = violated_shares(run.problem.links.pairs, partition.labels);
        if (first || violates_fewer(violated, best.violated)) {
            best.rule = std::move(rule);
            best.violated = std::move(violated);
        }
        first = false;
    }
    return best;
}

/// Fewer violated constraints decide; otherwise whether views without information are ignored.
bool is_preferred(const Answer& next, const Answer& best) {
    if (violates_fewer(next.violated, best.violated)) return true;
    return uses_view_at_chance(best.trial) && !uses_view_at_chance(next.trial) &&
           !violates_fewer(best.violated, next.violated);
}

/// From one start, the largest beta that no smaller one is preferred to.
template <class OneTrial>
Answer best_beta(const Run& run, OneTrial&& one_trial, Context& context) {
    std::optional<Answer> best;
    for (const double beta : run.betas()) {
        Answer next = labelled(run, one_trial(beta), context);
        const bool cancelled = next.trial.cancelled();
        if (!best || is_preferred(next, *best)) best = std::move(next);
        if (cancelled) {
            best->trial.stop_reason = StopReason::cancelled;
            break;
        }
        if (run.problem.links.pairs.empty() && !uses_view_at_chance(best->trial)) break;  // nothing else decides
    }
    return std::move(*best);
}

/// Start number `restart` of mode=corrected: the eigenvectors, the solution without constraints, or perturbed ones.
State start_of(const Run& run, int restart, double beta, const State& spectral, Context& context) {
    if (run.random()) {
        return random_start(run.problem, run.problem.c, context.stream("mvcsc/start", at(restart)), context);
    }
    if (restart == 0) return spectral;
    if (restart == 1 && !run.problem.links.pairs.empty()) {
        const CorrectedForm free(run.problem, {}, 0);
        return corrected_trial(run.problem, free, beta, run.settings, spectral, context).state;
    }
    return perturbed(spectral, context.stream("mvcsc/start", at(restart)), context);
}

State eigenvectors(const Run& run, Context& context) {
    if (run.random()) return {};
    return spectral_start(run.problem, run.options.eigen_tol, kEigenIterations, context);
}

Answer solve_corrected(const Run& run, Context& context) {
    const CorrectedForm form(run.problem, run.problem.links.pairs, run.settings.gamma);
    const State spectral = eigenvectors(run, context);
    const auto trial_from = [&](double beta, int restart) {
        return corrected_trial(run.problem, form, beta, run.settings, start_of(run, restart, beta, spectral, context),
                               context);
    };
    Answer best = best_beta(
        run, [&](double beta) { return trial_from(beta, 0); }, context);
    const double beta = best.trial.beta;
    Trial kept = best_of(run.starts(), context,
                         [&](int restart) { return restart == 0 ? std::move(best.trial) : trial_from(beta, restart); });
    return labelled(run, std::move(kept), context);
}

Answer solve_as_printed(const Run& run, Context& context) {
    const State spectral = eigenvectors(run, context);
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
