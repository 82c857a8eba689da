#include "io/run_support.hpp"
#include "io/support.hpp"

#include <mvlink/compare.hpp>
#include <nlohmann/json.hpp>

namespace mvlink::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

StoredPartition labelled(Scope scope, const std::string& name, std::vector<std::int32_t> labels,
                         std::vector<std::string> ids = {}) {
    for (std::size_t row = ids.size(); row < labels.size(); ++row)
        ids.push_back(std::to_string(row));
    StoredPartition made{scope, name, std::move(ids), std::move(labels), {}};
    made.confidence.assign(made.labels.size(), 1);
    return made;
}

StoredResult result_with(std::vector<StoredPartition> partitions) {
    StoredResult result;
    result.method = "kmeans";
    result.options = {{"n_clusters", "2"}, {"n_init", "10"}};
    result.views = {{"a", 4, 2, "dense"}};
    result.objective = {3, 2.5};
    result.partitions = std::move(partitions);
    return result;
}

StoredResult labelled_view(std::vector<std::int32_t> labels, std::vector<std::string> ids = {}) {
    return result_with({labelled(Scope::view, "a", std::move(labels), std::move(ids))});
}

TEST(CompareResults, NamesOfClustersDoNotMatterAndRowsAreMatchedById) {
    const Comparison found = compare_results({{"one", labelled_view({0, 0, 1, 1}, {"p", "q", "r", "s"})},
                                              {"two", labelled_view({0, 1, 1, 0}, {"s", "q", "p", "r"})}});
    ASSERT_THAT(found.agreements, SizeIs(1));
    EXPECT_EQ(found.agreements[0].ari, 1);
    EXPECT_NEAR(found.agreements[0].nmi, 1, 1e-12);
    EXPECT_EQ(found.agreements[0].rows, 4);
    EXPECT_THAT(found.apart, IsEmpty());
}

TEST(CompareResults, AgreementIsThatWorkedOutByHand) {
    // Pairs together: 2 of 6 in the first, 3 of 6 in the second, 1 in both. By chance 2 * 3 / 6 = 1 is expected.
    const Comparison found =
        compare_results({{"one", labelled_view({0, 0, 1, 1})}, {"two", labelled_view({0, 0, 0, 1})}});
    EXPECT_NEAR(found.agreements.at(0).ari, 0, 1e-12);
}

TEST(CompareResults, EveryPairOfResultsIsCompared) {
    const StoredResult same = labelled_view({0, 0, 1, 1});
    const Comparison found = compare_results({{"one", same}, {"two", same}, {"three", same}});
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (const LabelAgreement& agreement : found.agreements)
        pairs.emplace_back(agreement.a, agreement.b);
    EXPECT_THAT(pairs, ElementsAre(std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)));
}

TEST(CompareResults, OtherRowsAreNotComparedAndItIsSaidWhy) {
    const StoredResult four = labelled_view({0, 0, 1, 1}, {"p", "q", "r", "s"});
    const auto reason_with = [&](StoredResult other) {
        const Comparison found = compare_results({{"one", four}, {"two", std::move(other)}});
        EXPECT_THAT(found.agreements, IsEmpty());
        return found.apart.at(0).reason;
    };
    EXPECT_THAT(reason_with(labelled_view({0, 1})),
                HasSubstr("one/labels_a.csv has 4 labels and two/labels_a.csv has 2"));
    EXPECT_THAT(reason_with(labelled_view({0, 0, 1, 1}, {"p", "q", "r", "t"})), HasSubstr("has no id \"s\""));
    EXPECT_THAT(reason_with(result_with({labelled(Scope::view, "b", {0, 0, 1, 1})})),
                HasSubstr("one labels a; two labels b"));
    EXPECT_THAT(reason_with(result_with({})), HasSubstr("two has no labels beside its result.json"));
}

TEST(CompareResults, ClusteringsAreMatchedByTheirLabels) {
    const StoredPartition halves = labelled(Scope::clustering, "clustering1", {0, 0, 1, 1});
    const StoredPartition turns = labelled(Scope::clustering, "clustering2", {0, 1, 0, 1});
    StoredPartition first_turns = turns, second_halves = halves;
    first_turns.name = "clustering1";
    second_halves.name = "clustering2";
    const Comparison found =
        compare_results({{"one", result_with({halves, turns})}, {"two", result_with({first_turns, second_halves})}});
    ASSERT_THAT(found.agreements, SizeIs(2));
    for (const LabelAgreement& agreement : found.agreements) {
        EXPECT_EQ(agreement.ari, 1);
        EXPECT_NE(agreement.partition_a, agreement.partition_b);
    }
}

TEST(CompareResults, ViewsThatSayWhatTheObjectsSayAreLeftOut) {
    const StoredResult both =
        result_with({labelled(Scope::view, "a", {0, 0, 1, 1}), labelled(Scope::objects, "objects", {0, 0, 1, 1})});
    const Comparison found = compare_results({{"one", both}, {"two", both}});
    ASSERT_THAT(found.agreements, SizeIs(1));
    EXPECT_EQ(found.agreements[0].partition_a, "objects");
}

TEST(CompareResults, OptionsAreThoseThatDifferAmongTheMethodsThatHaveThem) {
    StoredResult one = labelled_view({0, 0, 1, 1}), two = one, other = one;
    two.options = {{"n_clusters", "3"}, {"n_init", "10"}};
    other.options = {{"beta", "1"}};
    const Comparison found = compare_results({{"one", one}, {"other", other}, {"two", two}});
    ASSERT_THAT(found.options, SizeIs(1));
    EXPECT_EQ(found.options[0].name, "n_clusters");
    EXPECT_THAT(found.options[0].values, ElementsAre("2", std::nullopt, "3"));
}

TEST(CompareResults, ObjectivesAreOfOneKindIfOnlyTheSearchDiffers) {
    const StoredResult one = labelled_view({0, 0, 1, 1});
    const auto is_same_as_one = [&](const std::function<void(StoredResult&)>& change) {
        StoredResult other = one;
        change(other);
        return compare_results({{"one", one}, {"other", other}}).same_objective;
    };
    EXPECT_TRUE(is_same_as_one([](StoredResult& r) { r.seed = 5; }));
    EXPECT_TRUE(is_same_as_one([](StoredResult& r) { r.options[1].second = "3"; }));
    EXPECT_FALSE(is_same_as_one([](StoredResult& r) { r.options[0].second = "3"; }));
    EXPECT_FALSE(is_same_as_one([](StoredResult& r) { r.method = "pck-means"; }));
    EXPECT_FALSE(is_same_as_one([](StoredResult& r) { r.preparation = {{"a", {"l2"}}}; }));
    EXPECT_FALSE(is_same_as_one([](StoredResult& r) { r.views[0].rows = 5; }));
    EXPECT_FALSE(is_same_as_one([](StoredResult& r) { r.must.given = 1; }));
    EXPECT_FALSE(is_same_as_one([](StoredResult& r) { r.cannot.implied = 1; }));  // as many, but others
    EXPECT_FALSE(is_same_as_one([](StoredResult& r) { r.groups.given = 1; }));
}

TEST(CompareResults, OnlyLabelsAreHeldAgainstEveryClustering) {
    const StoredResult several = result_with({labelled(Scope::clustering, "clustering1", {0, 0, 1, 1}),
                                              labelled(Scope::clustering, "clustering2", {0, 1, 0, 1})});
    const auto check = [](const Comparison& found, double first, double second) {
        ASSERT_THAT(found.agreements, SizeIs(2));
        EXPECT_DOUBLE_EQ(found.agreements[0].ari, first);
        EXPECT_DOUBLE_EQ(found.agreements[1].ari, second);
        EXPECT_THAT(found.apart, IsEmpty());
    };
    const StoredResult one = labelled_view({5, 5, 3, 3});
    check(compare_results({{"several", several}, {"one", one}}), 1, -0.5);
    check(compare_results({{"one", one}, {"several", several}}), 1, -0.5);
    EXPECT_THAT(compare_results({{"several", several}, {"one", labelled_view({0, 1})}}).apart, SizeIs(1));
    const StoredResult views =
        result_with({labelled(Scope::view, "a", {0, 0, 1, 1}), labelled(Scope::view, "b", {0, 0, 1, 1})});
    EXPECT_THAT(compare_results({{"several", several}, {"views", views}}).apart.at(0).reason,
                HasSubstr("no labels in common"));
}

TEST(CompareResults, FewerThanTwoAreRefused) {
    expect_error([] { compare_results(std::vector<ComparedResult>{}); }, ErrorCode::usage, "found 0 results");
    const std::vector<fs::path> one{"nowhere"};
    expect_error([&] { compare_results(one); }, ErrorCode::usage, "found 1 result; expected two or more");
}

TEST(CompareResults, SizesAreOfTheClustersThatAreNotEmpty) {
    EXPECT_THAT(cluster_sizes(labelled(Scope::view, "a", {2147483647, 0, 0, 7})), ElementsAre(2, 1, 1));
}

TEST(CompareResults, JsonHasTheFieldsOfTheResultsAndTheAgreements) {
    const Comparison found = compare_results({{"one", labelled_view({0, 0, 1, 1})}, {"two", labelled_view({0, 1})}});
    const auto json = nlohmann::json::parse(comparison_json(found));
    EXPECT_EQ(json["results"][0]["name"], "one");
    EXPECT_EQ(json["results"][0]["options"]["n_clusters"], 2);
    EXPECT_EQ(json["results"][0]["objective"], 2.5);
    EXPECT_EQ(json["results"][1]["partitions"][0]["sizes"], nlohmann::json({1, 1}));
    EXPECT_FALSE(json["results"][0]["constraints"].contains("violations"));
    EXPECT_TRUE(json["agreements"].empty());
    EXPECT_EQ(json["not_compared"][0]["a"], "one");
}

}  // namespace
}  // namespace mvlink::test
