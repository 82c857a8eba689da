#include <mvlink/measures.hpp>

#include "conformance/problems.hpp"
#include "conformance/suite.hpp"
#include "conformance/valid.hpp"
#include "methods/registry/repeated_method.hpp"

#include <algorithm>

namespace mvlink::conformance {
namespace {

constexpr Index kSeveralChunks = 700;  // rows; loops over rows go in chunks of 256 or fewer

TEST_P(Conformance, ThreadsDoNotChangeABit) {
    const Dataset data = problem(method, Kind::dense64, kSeveralChunks);
    const Texts options{{"max_iter", "8"}};
    const Result one = run(data, has_option("max_iter") ? options : Texts{});
    for (const int threads : {2, 7}) {
        Context context({.seed = 1, .threads = threads});
        EXPECT_TRUE(same_bits(one, run(data, has_option("max_iter") ? options : Texts{}, context))) << threads;
    }
}

TEST_P(Conformance, ThreadsDoNotChangeABitOfPredictions) {
    if (!method.predicts) GTEST_SKIP() << "does not label new rows";
    const Result result = run(problem(method));
    const Dataset rows = assembled(method, material(method, kSeveralChunks, 9, 3).views);
    const auto one = predicted(result.model, rows);
    for (const int threads : {2, 7}) {
        Context context({.seed = 5, .threads = threads});  // predictions do not depend on the seed either
        EXPECT_TRUE(same_bits(one, predict(result.model, rows, context))) << threads;
    }
}

TEST_P(Conformance, TheSameSeedGivesTheSameAnswerAgain) {
    const Dataset data = problem(method);
    Context context(alone());
    const Result first = run(data, {}, context);
    EXPECT_TRUE(same_bits(first, run(data, {}, context))) << "the context remembers something";
    EXPECT_TRUE(same_bits(first, run(data)));
    EXPECT_EQ(first.seed, 1U);
}

TEST_P(Conformance, RunsThatShareWhatNoConstraintChangesGiveTheBitsOfRunsThatDoNot) {
    const Material made = material(method);
    const Dataset data = problem(method, made);
    const Dataset other = constrained(data, judgements(method, made, 9));
    Context context(alone());
    const RepeatedRun repeated = repeated_method(method.name, data, modest(method), context);
    for (const Dataset& each : {data, other, data})
        EXPECT_TRUE(same_bits(run(each), repeated(each, context)));
}

TEST_P(Conformance, EverySeedGivesAValidAnswer) {
    const Dataset data = problem(method);
    for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{12345}, ~std::uint64_t{0}}) {
        SCOPED_TRACE(seed);
        Context context(alone(seed));
        const Result result = run(data, {}, context);
        EXPECT_EQ(result.seed, seed);
        expect_valid(result, data, method);
    }
}

TEST_P(Conformance, NamesOfRowsAndColumnsDoNotMatter) {
    const Dataset data = problem(method);
    std::vector<View> named;
    for (const View& view : data.views()) {
        std::vector<std::string> ids, columns;
        for (Index row = 0; row < view.rows(); ++row) {
            ids.push_back("id" + std::to_string((row * 37) % view.rows() + view.rows() * (view.name() == "b")));
        }
        for (Index col = 0; col < view.cols(); ++col) {
            columns.push_back("column " + std::to_string(view.cols() - col));
        }
        named.push_back(view.with_ids(std::move(ids)).with_column_names(std::move(columns)));
    }
    EXPECT_TRUE(same_bits(run(data), run(data.with_views(std::move(named)))));
}

/// Row order[i] of the material is row i.
Material reordered(const Material& old, const std::vector<Index>& order) {
    Material next = old;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto from = static_cast<std::size_t>(order[i]);
        next.group[i] = old.group[from];
        for (std::size_t v = 0; v < old.views.size(); ++v) {
            next.views[v][i] = old.views[v][from];
        }
    }
    return next;
}

/// Judgements that join every row with the next of its group, and keep the groups apart.
std::vector<Constraint> complete_judgements(const Material& made) {
    std::vector<Constraint> list;
    for (Index row = 0; row + 3 < static_cast<Index>(made.group.size()); ++row) {
        list.push_back({{0, row}, {0, row + 3}, Link::must, 1});
        list.push_back({{0, row}, {0, row + 1}, Link::cannot, 1});
    }
    return list;
}

/// Random starts number the rows, so another order is another start. What can be asked of every method, if many starts
/// are compared: an objective that agrees, and the groups of features and judgements in both orders or in none.
TEST_P(Conformance, TheOrderOfRowsDoesNotMatter) {
    const Material first = material(method);
    const auto n = static_cast<Index>(first.group.size());
    std::vector<Index> order, place(first.group.size());
    for (Index row = 0; row < n; ++row) {
        order.push_back((row * 41 + 13) % n);
        place[static_cast<std::size_t>(order.back())] = row;
    }
    const std::vector<Constraint> given = complete_judgements(first);
    std::vector<Constraint> moved = given;
    for (Constraint& constraint : moved) {
        constraint.a.row = place[static_cast<std::size_t>(constraint.a.row)];
        constraint.b.row = place[static_cast<std::size_t>(constraint.b.row)];
    }
    const Texts options = has_option("n_init") ? Texts{{"n_init", "30"}} : Texts{};
    const Result one = run(constrained(assembled(method, first.views), given), options);
    const Dataset data = constrained(assembled(method, reordered(first, order).views), moved);
    const Result two = run(data, options);
    expect_valid(two, data, method);
    ASSERT_EQ(one.partitions.size(), two.partitions.size());
    EXPECT_NEAR(one.objective.back(), two.objective.back(), 0.01 * std::abs(one.objective.back()));
    for (std::size_t p = 0; p < one.partitions.size(); ++p) {
        std::vector<std::int32_t> back;
        for (const Index row : place) {
            back.push_back(two.partitions[p].labels[static_cast<std::size_t>(row)]);
        }
        const bool finds_groups = one.partitions[p].labels.size() == first.group.size() &&
                                  accuracy(first.group, one.partitions[p].labels) == 1;
        EXPECT_TRUE(!finds_groups || accuracy(first.group, back) == 1) << one.partitions[p].name;
    }
}

}  // namespace
}  // namespace mvlink::conformance
