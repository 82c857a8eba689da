#include "evaluate/fitted_truth.hpp"
#include "io/report/scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink::io::report {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

View table(const std::string& name, std::vector<std::string> ids) {
    const auto rows = static_cast<Index>(ids.size());
    return View::dense(name, rows, 1, std::vector<double>(ids.size(), 0.0)).with_ids(std::move(ids));
}

/// Objects in their order: a, b, c, d; the views hold a b c, and d b.
Problem two_views() {
    return {Dataset({table("one", {"a", "b", "c"}), table("two", {"d", "b"})}).with_id_mapping(), {}, {}, {}, {}, ""};
}

Partition of(Scope scope, std::string name, std::size_t size) {
    return {scope, std::move(name), 2, std::vector<std::int32_t>(size, 0), {}};
}

TEST(ReportClasses, TruthOfAViewFitsThatViewOnly) {
    const Problem problem = two_views();
    const Truth truth{"one", "one", {0, 1, 0}, {}};
    EXPECT_THAT(fitted_truth(truth, of(Scope::view, "one", 3), problem), ElementsAre(0, 1, 0));
    EXPECT_THAT(fitted_truth(truth, of(Scope::view, "two", 2), problem), IsEmpty());
    EXPECT_THAT(fitted_truth(truth, of(Scope::objects, "objects", 4), problem), IsEmpty());
}

TEST(ReportClasses, TruthOfObjectsReachesTheRowsOfEveryView) {
    Problem problem = two_views();
    problem.object_ids = {"a", "b", "c", "d"};
    const Truth truth{"labels", "", {5, 6, 7, 8}, {}};
    EXPECT_THAT(fitted_truth(truth, of(Scope::view, "one", 3), problem), ElementsAre(5, 6, 7));
    EXPECT_THAT(fitted_truth(truth, of(Scope::view, "two", 2), problem), ElementsAre(8, 6));
    EXPECT_THAT(fitted_truth(truth, of(Scope::objects, "objects", 4), problem), ElementsAre(5, 6, 7, 8));
}

TEST(ReportClasses, TruthOfRowsReachesObjectsUnlessTheirRowsDisagree) {
    const Problem problem{
        Dataset({table("one", {"a", "b"}), table("two", {"b", "c"})}).with_id_mapping(), {}, {}, {}, {}, ""};
    const Truth agreeing{"labels", "", {1, 1}, {}}, disagreeing{"labels", "", {0, 1}, {}};
    EXPECT_THAT(fitted_truth(agreeing, of(Scope::objects, "objects", 3), problem), ElementsAre(1, 1, 1));
    EXPECT_THAT(fitted_truth(disagreeing, of(Scope::objects, "objects", 3), problem)[1], testing::Lt(0));
}

TEST(ReportClasses, ClassesTakeTheClusterThatHoldsMostOfThem) {
    Partition partition = of(Scope::view, "one", 6);
    partition.n_clusters = 2;
    partition.labels = {0, 0, 0, 1, 1, 1};
    const std::vector<std::int32_t> truth{1, 1, 1, 0, 0, 2};
    const ClassTable table = count_classes(partition, truth, {"labels", "", truth, {"x"}});
    EXPECT_THAT(table.slots, ElementsAre(1, 0, 2));  // the third class is left over
    EXPECT_THAT(table.class_names, ElementsAre("x", "1", "2"));
    EXPECT_THAT(table.counts[1], ElementsAre(2, 0, 1));
}

TEST(ReportClasses, RowsOfUnknownClassAreNotCounted) {
    Partition partition = of(Scope::view, "one", 2);
    const std::vector<std::int32_t> truth{-1, 0};
    EXPECT_THAT(count_classes(partition, truth, {"labels", "", truth, {}}).counts[0], ElementsAre(1));
}

}  // namespace
}  // namespace mvlink::io::report
