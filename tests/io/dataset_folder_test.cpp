#include "io/support.hpp"

#include <mvlink/io.hpp>

#include <algorithm>

namespace mvlink::test {
namespace {

using testing::ElementsAre;

class DatasetFolder : public testing::Test {
protected:
    Problem read() { return read_problem(request(), context_); }
    Problem read(const ReadRequest& request) { return read_problem(request, context_); }
    [[nodiscard]] ReadRequest request() const {
        ReadRequest request;
        request.folder = folder_.path();
        return request;
    }
    [[nodiscard]] ReadRequest select(std::vector<std::string> names) const {
        ReadRequest chosen = request();
        chosen.select = std::move(names);
        return chosen;
    }
    void write(const std::string& name, const std::string& content) const { folder_.write(name, content); }
    void expect_input_error(const std::string& part) {
        expect_error([&] { read(); }, ErrorCode::input, part);
    }

    TempFolder folder_;
    Context context_;
};

std::vector<std::string> warning_codes(const Problem& problem) {
    std::vector<std::string> codes;
    for (const Warning& warning : problem.warnings)
        codes.push_back(warning.code);
    return codes;
}

TEST_F(DatasetFolder, TakesViewsByNameAndMapsRowsToRows) {
    write("view_b.csv", "1,2\n3,4\n");
    write("view_a.tsv", "5\n6\n");
    write("notes.txt", "anything");
    const Problem problem = read();
    EXPECT_EQ(problem.data.view(0).name(), "a");
    EXPECT_EQ(problem.data.view(1).name(), "b");
    EXPECT_TRUE(problem.data.objects().rows_are_objects());
    EXPECT_FALSE(problem.data.unmapped());
    EXPECT_EQ(problem.source, folder_.path().string());
    EXPECT_TRUE(problem.warnings.empty());
}

TEST_F(DatasetFolder, DatasetJsonDecidesWhichViewsAndLabelsThereAre) {
    write("view_b.csv", "1\n2\n");
    write("view_a.csv", "1\n2\n");
    write("other.csv", "1\n2\n");
    write("labels.txt", "0\n1\n");
    write("labels_odd.txt", "not: labels, at all\n");
    write("dataset.json",
          R"({"views": [{"name": "b", "file": "view_b.csv", "rows": 99}, {"name": "o", "file": "other.csv"}],
                              "labels": [{"file": "labels.txt"}], "unknown": {}})");
    const Problem problem = read();
    EXPECT_EQ(problem.data.n_views(), 2);
    EXPECT_EQ(problem.data.view(0).name(), "b");
    EXPECT_EQ(problem.data.view(1).name(), "o");
    ASSERT_EQ(problem.truths.size(), 1U);
    EXPECT_EQ(problem.truths[0].name, "labels");
}

TEST_F(DatasetFolder, SelectionReadsOnlyTheChosenViews) {
    write("view_text.csv", "1\n2\n");
    write("view_image.csv", "this,is\nbroken\n");
    write("labels_text.txt", "0\n1\n");
    write("labels_image.txt", "0\n1\n0\n");
    const Problem problem = read(select({"text"}));
    EXPECT_EQ(problem.data.n_views(), 1);
    ASSERT_EQ(problem.truths.size(), 1U);
    EXPECT_EQ(problem.truths[0].view, "text");
    expect_error([&] { read(select({"texd"})); }, ErrorCode::usage,
                 "did you mean \"text\"? (the views are image, text)");
    expect_error([&] { read(select({"text", "text"})); }, ErrorCode::usage, "chosen twice");
}

TEST_F(DatasetFolder, EqualIdsMap) {
    write("view_a.csv", "1\n2\n3\n");
    write("view_b.csv", "4\n5\n");
    write("ids_a.txt", "x\ny\nz\n");
    write("ids_b.txt", "z\nw");
    const Problem problem = read();
    EXPECT_EQ(problem.data.objects().count(), 4);
    EXPECT_EQ(problem.data.objects().of({0, 2}), problem.data.objects().of({1, 0}));
}

TEST_F(DatasetFolder, ViewsWithoutIdsBesideOthersStayUnmappedWithAWarning) {
    write("view_a.csv", "id,v\nx,1\ny,2\n");
    write("view_b.csv", "id,v\ny,1\nx,2\n");
    write("view_c.csv", "1\n2\n");
    const Problem problem = read();
    EXPECT_EQ(problem.data.objects().count(), 4);
    EXPECT_THAT(warning_codes(problem), ElementsAre("unmapped-views"));
    EXPECT_THAT(problem.warnings[0].message, testing::HasSubstr("no ids in c"));
}

TEST_F(DatasetFolder, DifferentLengthsWithoutIdsAreUnmappedWithAWarning) {
    write("view_a.csv", "1\n2\n");
    write("view_b.csv", "1\n2\n3\n");
    const Problem problem = read();
    EXPECT_TRUE(problem.data.unmapped());
    EXPECT_THAT(warning_codes(problem), ElementsAre("nothing-mapped"));
}

TEST_F(DatasetFolder, IdsTxtNamesTheRowsOfEveryViewIfAllHaveThatMany) {
    write("view_a.csv", "1\n2\n");
    write("view_b.csv", "1\n2\n");
    write("ids.txt", "x\ny\n");
    write("labels.txt", "cat\ndog\n");
    const Problem problem = read();
    EXPECT_THAT(problem.data.view(1).ids(), ElementsAre("x", "y"));
    EXPECT_TRUE(problem.object_ids.empty());
    EXPECT_THAT(problem.truths[0].class_names, ElementsAre("cat", "dog"));
}

TEST_F(DatasetFolder, IdsTxtElseListsTheObjectsAndLabelsAreTheirs) {
    write("view_a.csv", "1\n2\n");
    write("view_b.csv", "1\n2\n");
    write("ids_a.txt", "y\nx\n");
    write("ids_b.txt", "z\nx\n");
    write("ids.txt", "x\ny\nz\nunused\n");
    write("labels.txt", "10\n20\n30\n40\n");
    const Problem problem = read();
    EXPECT_THAT(problem.object_ids, ElementsAre("y", "x", "z"));
    EXPECT_THAT(problem.truths.at(0).labels, ElementsAre(20, 10, 30));
    const Problem only_b = read(select({"b"}));
    EXPECT_THAT(only_b.truths.at(0).labels, ElementsAre(30, 10));
}

TEST_F(DatasetFolder, ObjectsThatIdsTxtDoesNotListHaveAnUnknownClass) {
    write("view_a.csv", "1\n2\n3\n");
    write("ids_a.txt", "x\ny\nz\n");
    write("ids.txt", "z\nx\n");
    write("labels.txt", "0\n1\n");
    const Problem problem = read();
    EXPECT_THAT(problem.truths.at(0).labels, ElementsAre(1, -1, 0));
    EXPECT_THAT(warning_codes(problem), ElementsAre("unlisted-objects"));
}

TEST_F(DatasetFolder, MappingCsvIsTheWholeMapping) {
    write("view_a.csv", "id,v\nx,1\ny,2\n");
    write("view_b.csv", "1\n2\n3\n");
    write("view_c.csv", "id,v\nx,1\n");
    write("mapping.csv", "view_a,a,view_b,b\na,x,b,2\nb,row:0,a,x\nc,x,b,1\n");
    const Problem problem = read();
    const Objects& objects = problem.data.objects();
    EXPECT_EQ(objects.count(), 3);
    EXPECT_EQ(objects.of({0, 0}), objects.of({1, 2}));
    EXPECT_EQ(objects.of({0, 0}), objects.of({1, 0}));
    EXPECT_NE(objects.of({0, 0}), objects.of({2, 0})) << "equal ids only name rows here";
    ReadRequest unmapped = request();
    unmapped.unmapped = true;
    EXPECT_TRUE(read(unmapped).data.unmapped());
    unmapped.mapping = "other.csv";
    expect_error([&] { read(unmapped); }, ErrorCode::usage, "exclude each other");
}

TEST_F(DatasetFolder, AMappingThroughAViewThatIsNotChosenStillJoins) {
    write("view_a.csv", "1\n2\n");
    write("view_b.csv", "1\n2\n");
    write("view_c.csv", "1\n2\n");
    write("mapping.csv", "view_a,a,view_b,b\na,0,b,1\nb,1,c,0\n");
    const Problem problem = read(select({"a", "c"}));
    EXPECT_EQ(problem.data.objects().of({0, 0}), problem.data.objects().of({1, 0}));
    EXPECT_EQ(problem.data.objects().count(), 3);
}

TEST_F(DatasetFolder, ConstraintsNameIdsRowsOrObjects) {
    write("view_a.csv", "id,v\nx,1\ny,2\nz,3\n");
    write("view_b.csv", "1\n2\n3\n");
    write("constraints.csv",
          "view_a,a,view_b,b,type,weight\na,x,a,z,ml,\nb,0,b,row:2,cl,2\na,row:1,b,1,1,0.5\n,x,,y,cl,\n");
    const Problem problem = read();
    const auto constraints = problem.data.constraints();
    ASSERT_EQ(constraints.size(), 4U);
    const Problem only_b = read(select({"b"}));
    ASSERT_EQ(only_b.data.constraints().size(), 1U);
    EXPECT_EQ(only_b.data.constraints()[0], (Constraint{{0, 0}, {0, 2}, Link::cannot, 2}));
    write("more.csv", "a,b,type\nx,z,ml\n");
    ReadRequest other = request();
    other.constraints = folder_.path() / "more.csv";
    const Problem with_other = read(other);
    EXPECT_EQ(with_other.data.constraints().size(), 1U);
}

TEST_F(DatasetFolder, TermsClassesAndNamesAreShown) {
    write("view_a.csv", "1,2\n3,4\n");
    write("terms_a.txt", "width\nheight\n");
    write("classes.txt", "cat\ndog\n");
    write("labels.txt", "0\n1\n");
    write("labels_other.txt", "5\n6\n");
    write("names.txt", "first\nsecond\n");
    const Problem problem = read();
    EXPECT_THAT(problem.data.view(0).column_names(), ElementsAre("width", "height"));
    EXPECT_THAT(problem.truths.at(0).class_names, ElementsAre("cat", "dog"));
    EXPECT_TRUE(problem.truths.at(1).class_names.empty());
    EXPECT_THAT(problem.row_names, ElementsAre("first", "second"));
}

TEST_F(DatasetFolder, ViewsCanBeGivenAsFiles) {
    ReadRequest request;
    request.views = {{"one", folder_.write("p.csv", "key,v\nx,1\n")},
                     {"two", folder_.write("q.csv", "key,v\nx,1\ny,2\n")}};
    request.id_column = "key";
    EXPECT_EQ(read(request).data.objects().count(), 2);
    request.views.push_back(request.views[0]);
    expect_error([&] { read(request); }, ErrorCode::usage, "given twice");
    request.views[2].first = "clustering1";
    expect_error([&] { read(request); }, ErrorCode::usage, "reserved for results");
    expect_error([&] { read(ReadRequest{}); }, ErrorCode::usage, "no data");
}

TEST_F(DatasetFolder, MemoryLimitIsKeptBeforeAViewIsParsed) {
    write("view_a.csv", "1\n2\n");
    Context::Settings settings;
    settings.memory_limit = 1;
    Context small(std::move(settings));
    expect_error([&] { read_problem(request(), small); }, ErrorCode::internal, "view_a.csv: would need");
}

TEST_F(DatasetFolder, RefusesWhatDoesNotFit) {
    expect_input_error("no view; expected files view_<name>.npy");
    write("view_a.csv", "1\n2\n");
    write("ids_a.txt", "x\n");
    expect_input_error("ids_a.txt: 1 ids; expected 2");
    write("ids_a.txt", "x\nx\n");
    expect_input_error("ids_a.txt: ");
    write("ids_a.txt", "x\ny\n");
    write("labels.txt", "0\n1\n2\n");
    expect_input_error("labels.txt: 3 labels; expected 2");
    write("labels.txt", "0\n1\n");
    write("terms_a.txt", "one\ntwo\n");
    expect_input_error("terms_a.txt: ");
    fs::remove(folder_.path() / "terms_a.txt");
    write("constraints.csv", "view_a,a,view_b,b,type\na,x,aa,y,ml\n");
    expect_input_error("constraints.csv line 2: view \"aa\" does not exist");
    write("constraints.csv", "view_a,a,view_b,b,type\na,row:5,a,y,ml\n");
    expect_input_error("constraints.csv line 2: row 5 of view \"a\" does not exist (it has 2 rows)");
    write("constraints.csv", "a,b,type\nx,x,ml\n");
    expect_input_error("constraints.csv line 2");
    fs::remove(folder_.path() / "constraints.csv");
    write("view_b.csv", "1\n2\n");
    for (const auto& [content, part] : std::vector<std::pair<std::string, std::string>>{
             {"", "mapping.csv: empty"},
             {"a,b\n0,0\n", "mapping.csv line 1: no column \"view_a\""},
             {"view_a,a,view_b,b\na,x,a,y\n", "mapping.csv line 2: view \"a\" on both sides"},
             {"view_a,a,view_b,b\na,x,,0\n", "mapping.csv line 2: no view"},
             {"view_a,a,view_b,b\na,q,b,0\n", "mapping.csv line 2: id \"q\" is not in view \"a\""},
             {"view_a,a,view_b,b\na,x,b,q\n",
              "mapping.csv line 2: \"q\" is not a row number, and view \"b\" has no ids"},
             {"view_a,a,view_b,b\na,x,b,2\n", "row 2 of view \"b\" does not exist (it has 2 rows)"},
             {"view_a,a,view_b,b\na,x,c,2\n", "view \"c\" does not exist"},
         }) {
        write("mapping.csv", content);
        expect_input_error(part);
    }
    fs::remove(folder_.path() / "mapping.csv");
    write("view_b.npy", "");
    expect_input_error("view_b.npy: a second file for view \"b\"");
    fs::remove(folder_.path() / "view_b.npy");
    write("view_objects.csv", "1\n");
    expect_input_error("reserved for results");
}

TEST_F(DatasetFolder, RefusesABrokenDatasetJson) {
    write("view_a.csv", "1\n2\n");
    for (const auto& [content, part] : std::vector<std::pair<std::string, std::string>>{
             {"", "dataset.json: not valid JSON"},
             {"{\"views\": [", "dataset.json: not valid JSON at byte"},
             {"[]", "not a JSON object"},
             {"{\"views\": {}}", "\"views\" is not a list"},
             {"{\"views\": []}", "no view"},
             {"{\"views\": [3]}", "views[0]: no \"name\""},
             {"{\"views\": [{\"name\": \"a\"}]}", "views[0]: no \"file\""},
             {"{\"views\": [{\"name\": \"a\", \"file\": \"../x.csv\"}]}", "expected a file in the folder"},
             {"{\"views\": [{\"name\": \"a\", \"file\": \"/x.csv\"}]}", "expected a file in the folder"},
             {"{\"views\": [{\"name\": \"a b\", \"file\": \"x.csv\"}]}", "letters, digits"},
             {"{\"views\": [{\"name\": \"a\", \"file\": \"x\"}, {\"name\": \"a\", \"file\": \"y\"}]}", "a second view"},
             {"{\"labels\": [{\"rows\": 3}]}", "labels[0]: no \"file\""},
             {"{\"labels\": [{\"file\": \"l.txt\"}, {\"file\": \"l.txt\"}]}", "a second truth"},
             {std::string(100000, '['), "not valid JSON"},
         }) {
        SCOPED_TRACE(part);
        write("dataset.json", content);
        expect_input_error(part);
    }
    write("dataset.json", "{\"labels\": [{\"file\": \"absent.txt\"}]}");
    expect_error([&] { read(); }, ErrorCode::file, "absent.txt");
}

TEST_F(DatasetFolder, AMissingFolderIsAnErrorOfTheFile) {
    ReadRequest request;
    request.folder = folder_.path() / "absent";
    expect_error([&] { read(request); }, ErrorCode::file, "does not exist");
    request.folder = folder_.write("file.csv", "1\n");
    expect_error([&] { read(request); }, ErrorCode::file, "not a folder");
}

}  // namespace
}  // namespace mvlink::test
