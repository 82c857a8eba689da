#include "io/run_support.hpp"
#include "io/support.hpp"

#include <mvlink/io.hpp>

namespace mvlink::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

class RoundTrip : public testing::Test {
protected:
    Problem written(const Dataset& data, const std::vector<Truth>& truths = {}) {
        write_dataset(folder_.path(), data, truths);
        ReadRequest request;
        request.folder = folder_.path();
        return read_problem(request, context_);
    }
    TempFolder folder_;
    Context context_;
};

TEST_F(RoundTrip, KeepsTheWordsAndColumnsOfSeveralTruths) {
    const Problem problem = written(Dataset(table("a", 3)), {{"arms", "", {1, 0, 1}, {"up", "down"}, {1}},
                                                             {"legs", "", {0, 0, 1}, {"x", "x"}, {}}});
    ASSERT_EQ(problem.truths.size(), 2U);
    EXPECT_THAT(problem.truths[0].class_names, ElementsAre("down", "up")) << "numbered as they appear";
    EXPECT_THAT(problem.truths[0].labels, ElementsAre(0, 1, 0));
    EXPECT_THAT(problem.truths[0].columns, ElementsAre(1));
    EXPECT_THAT(problem.truths[1].labels, ElementsAre(0, 0, 1)) << "one word for two classes would join them";
    EXPECT_TRUE(problem.truths[1].columns.empty());
}

TEST_F(RoundTrip, KeepsViewsIdsNamesConstraintsAndLabels) {
    const View dense = table("dense", 3).with_ids({"x", "row:1", "z,z"}).with_column_names({"p", "q"});
    const View narrow = View::dense("narrow", 3, 1, std::vector<float>{0.1F, 2, 3}).with_ids({"z,z", "x", "w"});
    const View sparse =
        View::sparse("sparse", 3, 4, {0, 1, 1, 2}, {3, 0}, std::vector<double>{0.1, -1e-9}).with_ids({"1", "2", "3"});
    const std::vector<Constraint> constraints{{{0, 0}, {0, 1}, Link::must, 0.1}, {{0, 2}, {1, 2}, Link::cannot, 2}};
    const Dataset data = Dataset({dense, narrow, sparse}).with_id_mapping().with_constraints(constraints);
    const Problem problem =
        written(data, {{"labels", "", {0, 1, -1}, {"cat", "dog"}}, {"sparse", "sparse", {5, 6, 7}, {}}});
    for (int v = 0; v < 3; ++v) {
        EXPECT_EQ(values_of(problem.data.view(v)), values_of(data.view(v)));
        EXPECT_EQ(problem.data.view(v).kind(), data.view(v).kind());
        EXPECT_TRUE(std::equal(problem.data.view(v).ids().begin(), problem.data.view(v).ids().end(),
                               data.view(v).ids().begin()));
    }
    EXPECT_THAT(problem.data.view(0).column_names(), ElementsAre("p", "q"));
    EXPECT_TRUE(std::equal(problem.data.constraints().begin(), problem.data.constraints().end(),
                           data.constraints().begin(), data.constraints().end()));
    EXPECT_THAT(problem.truths.at(0).labels, ElementsAre(0, 1, -1));
    EXPECT_THAT(problem.truths.at(0).class_names, ElementsAre("cat", "dog"));
    EXPECT_THAT(problem.truths.at(1).labels, ElementsAre(5, 6, 7));
    EXPECT_EQ(problem.data.objects().count(), data.objects().count());
    EXPECT_THAT(folder_.names(), Not(Contains("mapping.csv"))) << "ids say it all";
}

TEST_F(RoundTrip, KeepsEveryKindOfMapping) {
    const Dataset bare({table("a", 3), table("b", 3)});
    const auto expect_same_objects = [&](const Dataset& data) {
        const Dataset read = written(data).data;
        EXPECT_EQ(read.unmapped(), data.unmapped());
        for (int v = 0; v < 2; ++v) {
            for (Index row = 0; row < 3; ++row)
                EXPECT_EQ(read.objects().of({v, row}), data.objects().of({v, row}));
        }
    };
    expect_same_objects(bare.with_row_mapping());
    EXPECT_FALSE(fs::exists(folder_.path() / "mapping.csv"));
    expect_same_objects(bare);
    EXPECT_TRUE(fs::exists(folder_.path() / "mapping.csv"));
    expect_same_objects(bare.with_mappings({{0, 1, {{0, 2}, {1, 2}}}}));
    expect_same_objects(bare.with_row_mapping());
    EXPECT_FALSE(fs::exists(folder_.path() / "mapping.csv")) << "a stale file would be read";
}

TEST_F(RoundTrip, KeepsATruthOfTheObjects) {
    const Dataset data =
        Dataset({table("a", 2).with_ids({"x", "y"}), table("b", 2).with_ids({"y", "z"})}).with_id_mapping();
    const Problem problem = written(data, {{"labels", "", {4, 5, 6}, {}}});
    EXPECT_THAT(problem.truths.at(0).labels, ElementsAre(4, 5, 6));
    EXPECT_THAT(problem.object_ids, ElementsAre("x", "y", "z"));
}

TEST_F(RoundTrip, AJudgementOnObjectsIsWrittenOnce) {
    const std::vector<ConstraintSpec> specs{{{"", "x"}, {"", "y"}, Link::must, 2, ""},
                                            {{"a", "x"}, {"b", "z"}, Link::cannot, 1, ""}};
    const Dataset data = Dataset({table("a", 3).with_ids({"x", "y", "z"}), table("b", 3).with_ids({"z", "y", "x"})})
                             .with_id_mapping()
                             .with_constraints(std::span<const ConstraintSpec>(specs));
    EXPECT_EQ(constraints_csv(data, data.constraints()),
              "view_a,a,view_b,b,type,weight\n,x,,y,must-link,2\na,x,b,z,cannot-link,1\n");
    const Dataset read = written(data).data;
    EXPECT_TRUE(std::ranges::equal(read.constraints(), data.constraints())) << "origins and copies too";
    const Dataset rows = Dataset({table("a", 3), table("b", 3)}).with_row_mapping();
    const std::vector<Constraint> unnamed{{{0, 1}, {0, 2}, Link::must, 1, Origin::on_objects}};
    EXPECT_THAT(constraints_csv(rows, unnamed), testing::EndsWith("\n,1,,2,must-link,1\n"));
    const Dataset nameless = Dataset({table("a", 3), table("b", 3)}).with_mappings({{0, 1, {{1, 0}}}});
    EXPECT_THAT(constraints_csv(nameless, unnamed), testing::EndsWith("\na,1,a,2,must-link,1\n"));
}

TEST_F(RoundTrip, RefusesToMixWithADatasetOfSomeoneElse) {
    folder_.write("constraints.csv", "a,b,type\n0,1,ml\n");
    expect_error([&] { write_dataset(folder_.path(), Dataset(table("a", 3)), {}); }, ErrorCode::file, "another folder");
}

}  // namespace
}  // namespace mvlink::test
