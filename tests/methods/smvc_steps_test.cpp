#include "kernels/special.hpp"
#include "methods/smvc/bound.hpp"
#include "methods/smvc/sizes.hpp"
#include "methods/smvc/state.hpp"
#include "reference/smvc.hpp"
#include "support/random_problems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mvlink {
namespace {

using namespace smvc_method;
namespace plain = reference::smvc;

/// A problem in both forms: as the library sees it, and as plain loops over the same standardised numbers.
struct Twins {
    Table table;
    Links links;
    Problem problem;
    plain::Problem loops;
    Dataset data;

    Twins(const Dataset& given, const SmvcOptions& options, const Sizes& sizes, Context& context)
        : table(standardised(given.view(0), context)),
          links(links_of(given, options.constraint_weight)),
          problem{table, links, form_of(options, sizes)},
          data(given) {
        const Matrix X = kernels::scaled_rows(table.X, {nullptr, table.rows}, context);
        for (Index i = 0; i < X.rows(); ++i) {
            loops.X.emplace_back(X.row(i).data(), X.row(i).data() + X.cols());
        }
        loops.K = sizes;
        for (const Links::Link& link : links.list) {
            loops.links.push_back({static_cast<int>(links.rows[static_cast<std::size_t>(link.a)]),
                                   static_cast<int>(links.rows[static_cast<std::size_t>(link.b)]), link.weight});
        }
        loops.normaliser = options.mode == Mode::corrected;
        loops.family = options.mode == Mode::corrected ? plain::Family::structured : plain::Family::literal;
        loops.background = problem.form.background;
    }

    /// Free rows first, then colour by colour: the order of the library's sweep.
    [[nodiscard]] std::vector<int> order() const {
        std::vector<int> rows;
        if (!links.any()) {
            for (Index row = 0; row < table.rows; ++row)
                rows.push_back(static_cast<int>(row));
        }
        for (const Index row : links.free)
            rows.push_back(static_cast<int>(row));
        for (const auto& colour : links.colours) {
            for (const Index place : colour)
                rows.push_back(static_cast<int>(links.rows[static_cast<std::size_t>(place)]));
        }
        return rows;
    }
};

std::vector<std::vector<std::int32_t>> random_labels(Index n, const Sizes& sizes, Random& random) {
    std::vector<std::vector<std::int32_t>> labels;
    for (const int k : sizes) {
        labels.emplace_back();
        for (Index i = 0; i < n; ++i)
            labels.back().push_back(static_cast<std::int32_t>(random.below(k)));
    }
    return labels;
}

std::vector<plain::Table> soft(const std::vector<std::vector<std::int32_t>>& labels, const Sizes& sizes) {
    std::vector<plain::Table> psi;
    for (std::size_t m = 0; m < sizes.size(); ++m) {
        psi.emplace_back();
        for (const std::int32_t label : labels[m]) {
            plain::Row row(static_cast<std::size_t>(sizes[m]), sizes[m] > 1 ? 0.05 / (sizes[m] - 1) : 1);
            if (sizes[m] > 1) row[static_cast<std::size_t>(label)] = 0.95;
            psi.back().push_back(row);
        }
    }
    return psi;
}

Dataset random_data(Index n, Index d, int links, Random& random) {
    return support::constrained(support::dense_view<double>(support::random_clusters(n, d, 3, random)),
                                support::random_constraints(n, links, false, random));
}

TEST(SmvcFacts, NormalGammaUpdateAndEvidenceAreThoseWorkedOutByHand) {
    const plain::NormalGamma prior{0, 1, 1, 1};
    const plain::NormalGamma q = plain::posterior(prior, {1, 3}, {1, 1});
    EXPECT_NEAR(q.mu, 4.0 / 3, 1e-12);
    EXPECT_NEAR(q.kappa, 3, 1e-12);
    EXPECT_NEAR(q.alpha, 2, 1e-12);
    EXPECT_NEAR(q.beta, 10.0 / 3, 1e-12);
    EXPECT_NEAR(q.alpha / q.beta, 0.6, 1e-12);
    EXPECT_NEAR(plain::log_evidence(prior, q, 2), -4.795128819, 1e-9);
    EXPECT_NEAR(plain::kl(q, prior), 0.976063284, 1e-9);
    EXPECT_NEAR(plain::f(q, 1) + plain::f(q, 3), -3.819065536, 1e-9);
}

TEST(SmvcFacts, DirichletDivergenceOfTwoOneAndOneOneIsLogTwoLessOneHalf) {
    Form form;
    form.first = {0, 2};
    EXPECT_NEAR(weight_divergence(form, 0, Vector{{2, 1}}), std::log(2) - 0.5, 1e-12);
}

TEST(SmvcFacts, SpecialFunctionsAgreeWithTheStandardLibrary) {
    for (double x = 0.01; x < 1e7; x *= 1.7) {
        EXPECT_NEAR(kernels::log_gamma(x), std::lgamma(x), 1e-13 * std::max(1.0, std::abs(std::lgamma(x)))) << x;
        const double h = 1e-5 * x;
        EXPECT_NEAR(kernels::digamma(x), (std::lgamma(x + h) - std::lgamma(x - h)) / (2 * h),
                    1e-5 * std::max(1.0, std::abs(std::log(x))))
            << x;
        EXPECT_NEAR(kernels::digamma(x), plain::digamma(x), 1e-11 * std::max(1.0, 1 / x)) << x;
    }
}

TEST(SmvcFacts, NormaliserOfOnePairIsExact) {
    const double s = 0.5 * 0.5 + 0.3 * 0.3 + 0.2 * 0.2;
    double Z = 0;
    const double pi[3] = {.5, .3, .2};
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            Z += pi[a] * pi[b] * std::exp(a == b ? 1.7 : 0);
    EXPECT_NEAR(log_normaliser(1.7, s), std::log(Z), 1e-12);
    EXPECT_NEAR(log_normaliser(1000, s), 1000 + std::log(s), 1e-9);
    EXPECT_EQ(log_normaliser(3, 1), 3);
}

TEST(SmvcFacts, ALinkTogetherInOneOfTwoClusteringsTakesItByTheLogisticOfItsWeight) {
    Context context;
    const Dataset data = support::constrained(support::dense_view<double>({{0, 1}, {1, 0}, {2, 5}, {3, 4}}),
                                              {{{0, 0}, {0, 1}, Link::must, 1}});
    SmvcOptions options{.constraint_weight = 2, .mode = Mode::paper};
    const Twins twins(data, options, {2, 2}, context);
    State state = started(twins.problem, std::vector<std::vector<std::int32_t>>{{0, 0, 1, 1}, {0, 1, 0, 1}}, context);
    state.psi << 1, 0, 1, 0, 1, 0, 0, 1;
    update_constraints(twins.problem, 1, state, context);
    EXPECT_NEAR(state.xi(0, 0), 1 / (1 + std::exp(-2)), 1e-12);
    EXPECT_NEAR(state.xi(0, 0), 0.880797, 1e-6);
}

TEST(SmvcFacts, EnumerationBoundsStructuredBoundsMeanField) {
    plain::Problem problem;
    problem.X = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};  // {(0,0), (0,1), (3,0), (3,1)} standardised
    problem.K = {2, 2};
    problem.links = {{0, 1, 1.5}, {0, 3, -1}};
    problem.kappa0 = problem.alpha0 = problem.beta0 = problem.lambda0 = 1;
    problem.normaliser = false;
    const double jacobian = -4 * (std::log(1.5) + std::log(0.5));
    const auto best_of_20 = [&](plain::Family family) {
        problem.family = family;
        Random random(1);
        double best = -1e300;
        for (int start = 0; start < 20; ++start) {
            std::vector<plain::Table> psi(2, plain::Table(4, plain::Row(2)));
            for (auto& table : psi) {
                for (auto& row : table) {
                    row[0] = random.uniform();
                    row[1] = 1 - row[0];
                }
            }
            plain::State state = plain::started(problem, psi);
            for (int t = 0; t < 500; ++t)
                plain::round(problem, state, {0, 1, 2, 3});
            best = std::max(best, plain::bound(problem, state));
        }
        return best + jacobian;
    };
    plain::Row all;
    for (int v = 0; v < 4; ++v) {
        for (int z = 0; z < 256; ++z) {
            for (int c = 0; c < 4; ++c) {
                const auto in = [&](int m, int i) { return (z >> (m * 4 + i)) & 1; };
                double log_p = -4 * std::log(2);
                for (int d = 0; d < 2; ++d) {
                    for (int k = 0; k < 2; ++k) {
                        plain::Row x;
                        for (int i = 0; i < 4; ++i)
                            if (in((v >> d) & 1, i) == k) x.push_back(problem.X[i][d]);
                        const auto q = plain::posterior(plain::prior(problem), x, plain::Row(x.size(), 1));
                        log_p += plain::log_evidence(plain::prior(problem), q, static_cast<double>(x.size()));
                    }
                }
                for (int m = 0; m < 2; ++m) {
                    const double ones = in(m, 0) + in(m, 1) + in(m, 2) + in(m, 3);
                    log_p += std::lgamma(2.0) - std::lgamma(6.0) + std::lgamma(1 + ones) + std::lgamma(5 - ones);
                }
                for (std::size_t e = 0; e < 2; ++e) {
                    const auto& link = problem.links[e];
                    const int m = (c >> e) & 1;
                    if (in(m, link.i) == in(m, link.j)) log_p += link.w;
                }
                all.push_back(log_p);
            }
        }
    }
    EXPECT_NEAR(plain::log_sum_exp(all) + jacobian, -12.168741613, 1e-8);
    EXPECT_NEAR(best_of_20(plain::Family::structured), -14.859767931, 1e-7);
    EXPECT_NEAR(best_of_20(plain::Family::mean_field), -15.686297387, 1e-7);
}

TEST(SmvcFacts, ASweepSettlesTwoTwinsThatAnUpdateOfBothAtOnceWouldSwingForEver) {
    Context context;
    const Dataset data =
        support::constrained(support::dense_view<double>({{1}, {1}, {-1}, {-1}}), {{{0, 0}, {0, 1}, Link::cannot, 1}});
    SmvcOptions options{.constraint_weight = 4, .mode = Mode::paper};
    const Twins twins(data, options, {2}, context);
    State state = started(twins.problem, std::vector<std::vector<std::int32_t>>{{-1, -1, -1, -1}}, context);
    state.psi << 0.6, 0.4, 0.6, 0.4;
    state.xi.setOnes();
    state.phi.setZero();  // the data say nothing
    state.lambda.setConstant(10);
    for (int t = 0; t < 60; ++t)
        update_responsibilities(twins.problem, 1, state, context);
    EXPECT_NEAR(state.psi(0, 0), 0.0212, 1e-4);
    EXPECT_NEAR(state.psi(1, 0), 0.9788, 1e-4);
}

TEST(SmvcFacts, LikelihoodLessDivergenceIsTheClosedFormEvidence) {
    Context context;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Random random(seed);
        const Twins twins(random_data(30, 4, 0, random), {}, {3, 2}, context);
        State state = started(twins.problem, random_labels(30, {3, 2}, random), context);
        const DimensionTerms terms = dimension_terms(twins.problem, state);
        const Form& form = twins.problem.form;
        const plain::NormalGamma prior = plain::prior(twins.loops);
        for (Index d = 0; d < 4; ++d) {
            for (Index m = 0; m < 2; ++m) {
                double evidence = 0;
                for (Index c = form.begin(m); c < form.begin(m) + form.size(m); ++c) {
                    evidence += plain::log_evidence(
                        prior, {state.mu(d, c), state.kappa[c], state.alpha[c], state.beta(d, c)}, state.counts[c]);
                }
                EXPECT_NEAR(terms.likelihood(d, m) - terms.divergence(d, m), evidence, 1e-9);
            }
        }
    }
}

TEST(SmvcFacts, WithOneClusteringEveryDimensionAndConstraintIsItsOwn) {
    Context context;
    Random random(3);
    const Twins twins(random_data(40, 3, 10, random), {.background = false}, {3}, context);
    State state = started(twins.problem, random_labels(40, {3}, random), context);
    update_constraints(twins.problem, 1, state, context);
    update_dimensions(twins.problem, true, state);
    EXPECT_TRUE((state.phi.array() == 1).all());
    EXPECT_TRUE((state.xi.array() == 1).all());
}

TEST(SmvcSteps, EveryBlockAgreesWithPlainLoops) {
    Context context;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        Random random(seed);
        const Sizes sizes = seed % 3 == 0 ? Sizes{3} : seed % 3 == 1 ? Sizes{2, 3} : Sizes{3, 2, 1};
        SmvcOptions options{.mode = seed % 4 == 3 ? Mode::paper : Mode::corrected};
        if (seed % 2 == 0) options.background = true;
        const Twins twins(random_data(25, 5, static_cast<int>(4 * (seed % 5)), random), options, sizes, context);
        const auto labels = random_labels(25, sizes, random);
        State state = started(twins.problem, labels, context);
        plain::State loops = plain::started(twins.loops, soft(labels, sizes));
        for (int t = 0; t < 4; ++t) {
            update_constraints(twins.problem, 1, state, context);
            update_dimensions(twins.problem, true, state);
            update_responsibilities(twins.problem, 1, state, context);
            update_weights(twins.problem, 1, state);
            update_components(twins.problem, state);
            plain::round(twins.loops, loops, twins.order());
            const double expected = plain::bound(twins.loops, loops) + twins.table.jacobian;
            EXPECT_NEAR(bound(twins.problem, 1, state, context).total(), expected, 1e-7 * std::abs(expected))
                << "seed " << seed << " round " << t;
            for (std::size_t m = 0; m < sizes.size(); ++m) {
                for (int k = 0; k < sizes[m]; ++k) {
                    const Index c = twins.problem.form.first[m] + k;
                    EXPECT_NEAR(state.lambda[c], loops.lambda[m][static_cast<std::size_t>(k)], 1e-6);
                    EXPECT_NEAR(state.mu(0, c), loops.ng[m][static_cast<std::size_t>(k)][0].mu, 1e-7);
                    EXPECT_NEAR(state.beta(0, c), loops.ng[m][static_cast<std::size_t>(k)][0].beta, 1e-6);
                }
                for (Index d = 0; d < 5; ++d)
                    EXPECT_NEAR(state.phi(d, static_cast<Index>(m)), loops.phi[static_cast<std::size_t>(d)][m], 1e-6);
            }
        }
    }
}

TEST(SmvcSteps, NoTwoRowsOfAColourAreLinked) {
    Random random(1);
    const Links links = links_of(random_data(60, 2, 200, random), 5);
    std::vector<std::size_t> colour(links.rows.size(), 1000);
    for (std::size_t c = 0; c < links.colours.size(); ++c) {
        for (const Index place : links.colours[c])
            colour[static_cast<std::size_t>(place)] = c;
    }
    for (const Links::Link& link : links.list)
        EXPECT_NE(colour[static_cast<std::size_t>(link.a)], colour[static_cast<std::size_t>(link.b)]);
    EXPECT_EQ(std::count(colour.begin(), colour.end(), 1000), 0);
}

TEST(SmvcProperty, TheBoundNeverFallsAfterAnyBlockAtFullWeight) {
    Context context;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        const Index n = 20 + random.below(60), d = 2 + random.below(6);
        Sizes sizes;
        for (Index m = 0; m < 1 + random.below(3); ++m)
            sizes.push_back(static_cast<int>(1 + random.below(4)));
        SmvcOptions options;
        options.constraint_weight = std::exp(random.uniform(-2, 5));
        options.background = random.uniform() < 0.5;
        const Twins twins(random_data(n, d, static_cast<int>(random.below(2 * n)), random), options, sizes, context);
        State state = started(twins.problem, random_labels(n, sizes, random), context);
        double last = -1e300;
        const auto rises = [&](const char* block, int t) {
            const double now = bound(twins.problem, 1, state, context).total();
            EXPECT_GE(now, last - 1e-7 * std::abs(now)) << "seed " << seed << " round " << t << " " << block;
            last = now;
        };
        for (int t = 0; t < 25; ++t) {
            update_constraints(twins.problem, 1, state, context);
            if (t > 0) rises("xi", t);
            update_dimensions(twins.problem, true, state);
            if (t > 0) rises("phi", t);
            update_responsibilities(twins.problem, 1, state, context);
            rises("psi", t);
            update_weights(twins.problem, 1, state);
            rises("lambda", t);
            update_components(twins.problem, state);
            rises("components", t);
        }
    }
}

}  // namespace
}  // namespace mvlink
