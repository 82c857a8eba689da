#include "io/bytes.hpp"
#include "io/run_support.hpp"
#include "io/support.hpp"
#include "io/writers.hpp"
#include "io/zip.hpp"
#include "io/zip_support.hpp"
#include "support/places.hpp"

#include <mvlink/io.hpp>

#include <array>

namespace mvlink::test {
namespace {

using testing::ElementsAre;

TEST(ModelFile, RoundTripsToTheBit) {
    const TempFolder folder;
    Result result = small_result();
    result.model.arrays = {
        {"centroids", 2, 2, {0.1, -0.0, 1e-300, 1e300}}, {"counts", 1, 3, {1, 2, 3}}, {"none", 0, 4, {}}};
    write_model(folder.path() / "model.npz", result.model);
    const Model model = read_model(folder.path() / "model.npz");
    EXPECT_EQ(model.method, "pck-means");
    EXPECT_THAT(model.views, ElementsAre("a"));
    EXPECT_THAT(model.cols, ElementsAre(2));
    ASSERT_EQ(model.options.size(), 4U);
    EXPECT_EQ(model.options[1].value, "1e-06");
    ASSERT_EQ(model.arrays.size(), 3U);
    EXPECT_EQ(raw(model.array("centroids", 2, 2).values), raw(result.model.arrays[0].values));
    EXPECT_EQ(model.array("none").cols, 4);
}

TEST(ModelFile, KeepsThePreparationToTheBit) {
    const TempFolder folder;
    Model model = small_result().model;
    model.preparation = {
        {"a",
         7,
         {{"standardize",
           {{"shift", 1, 7, std::vector<double>(7, 0.1)}, {"scale", 1, 7, std::vector<double>(7, 1e-300)}}},
          {"l2", {}},
          {"pca=2",
           {{"mean", 1, 7, std::vector<double>(7, -0.0)}, {"components", 2, 7, std::vector<double>(14, 3)}}}}}};
    write_model(folder.path() / "model.npz", model);
    const Model read = read_model(folder.path() / "model.npz");
    ASSERT_EQ(read.preparation.size(), 1U);
    EXPECT_EQ(read.preparation[0].view, "a");
    EXPECT_EQ(read.input_cols(0), 7);
    ASSERT_EQ(read.preparation[0].steps.size(), 3U);
    for (std::size_t step = 0; step < 3; ++step) {
        const PreparationStep& found = read.preparation[0].steps[step];
        const PreparationStep& expected = model.preparation[0].steps[step];
        EXPECT_EQ(found.step, expected.step);
        ASSERT_EQ(found.arrays.size(), expected.arrays.size());
        for (std::size_t a = 0; a < found.arrays.size(); ++a) {
            EXPECT_EQ(found.arrays[a].name, expected.arrays[a].name);
            EXPECT_EQ(raw(found.arrays[a].values), raw(expected.arrays[a].values));
        }
    }
}

TEST(ModelFile, KeepsTablesInTheirKindAndIntegersToTheBit) {
    const TempFolder folder;
    Model model = small_result().model;
    model.tables = {View::dense("rows_a", 2, 2, std::vector<double>{0.1, -0.0, 1e-300, 3}),
                    View::dense("rows_b", 1, 3, std::vector<float>{0.1F, 2, 3}),
                    View::sparse("rows_c", 3, 4, {0, 1, 1, 3}, {2, 0, 3}, std::vector<double>{0.1, 1e300, -2}),
                    View::sparse("rows_d", 2, 2, {0, 0, 1}, {1}, std::vector<float>{0.5F}),
                    View::sparse("rows_e", 2, 2, {0, 0, 0}, {}, std::vector<double>{})};
    model.integers = {{"objects_of_a", {0, 3, Index{1} << 40}}, {"nothing", {}}};
    write_model(folder.path() / "model.npz", model);
    const Model read = read_model(folder.path() / "model.npz");
    ASSERT_EQ(read.tables.size(), 5U);
    for (const View& expected : model.tables) {
        const View& table = read.table(expected.name(), expected.rows(), expected.cols());
        EXPECT_EQ(table.kind(), expected.kind());
        EXPECT_EQ(table.nonzeros(), expected.nonzeros());
        EXPECT_EQ(raw(values_of(table)), raw(values_of(expected)));
    }
    EXPECT_THAT(read.integer_array("objects_of_a", 3, Index{1} << 41), ElementsAre(0, 3, Index{1} << 40));
    EXPECT_TRUE(read.integer_array("nothing", 0, 1).empty());
    EXPECT_TRUE(read.has_table("rows_b") && !read.has_table("rows_z"));
    expect_error([&] { (void)read.table("rows_z"); }, ErrorCode::input, "array \"rows_z\" is missing");
    expect_error([&] { (void)read.table("rows_a", 3); }, ErrorCode::input, "is 2 x 2; expected 3 x any");
    expect_error([&] { (void)read.integer_array("objects_of_a", 3, 3); }, ErrorCode::input, "holds 3; expected 0 to 2");
}

TEST(ModelFile, KeepsTheNamesOfColumnsBeforeThePreparation) {
    const TempFolder folder;
    Model model = small_result().model;
    write_model(folder.path() / "model.npz", model);
    EXPECT_TRUE(read_model(folder.path() / "model.npz").column_names.empty());
    model.preparation = {{"a", 3, {{"l2", {}}}}};
    model.column_names = {{"x", "y \"1\"", ""}};
    write_model(folder.path() / "model.npz", model);
    EXPECT_EQ(read_model(folder.path() / "model.npz").column_names, model.column_names);
}

TEST(ModelFile, RefusesTablesThatDoNotFitTheirHeader) {
    const TempFolder folder;
    Model model = small_result().model;
    model.tables = {View::sparse("rows", 3, 4, {0, 1, 1, 3}, {2, 0, 3}, std::vector<double>{0.1, 1e300, -2}),
                    View::dense("full", 1, 2, std::vector<double>{1, 2})};
    model.integers = {{"objects", {0, 3}}};
    std::vector<ZipPart> parts;
    io::ZipReader archive(io::open_bytes(folder.write("good.npz", io::encode_model(model))));
    for (const io::ZipEntry& entry : archive.entries()) {
        const io::Bytes content = archive.read(entry);
        parts.push_back({entry.name, {content.data.begin(), content.data.end()}});
    }
    const std::string header = parts.front().content;
    const auto refused = [&](const std::string& from, const std::string& to, const std::string& part) {
        SCOPED_TRACE(part);
        const std::size_t place = header.find(from, header.find("\"tables\""));
        ASSERT_NE(place, std::string::npos);
        parts.front().content = std::string(header).replace(place, from.size(), to);
        const auto file = folder.write("model.npz", zip(parts));
        expect_error([&] { read_model(file); }, ErrorCode::input, part);
    };
    refused("\"rows\": 3", "\"rows\": 2", "row offsets for 2 rows");
    refused("\"cols\": 4", "\"cols\": 3", "column 3");
    refused("sparse float64", "sparse float32", "expected a list of float32");
    refused("sparse float64", "dense float64", "array \"rows\" is missing");
    refused("dense float64", "dense float32", "expected 1 x 2, dense float32");
    refused("sparse float64", "sparse int", "expected dense or sparse");
    refused("\"count\": 2", "\"count\": 3", "has 2 integers; expected 3");
    refused("\"objects\"", "\"full\"", "listed twice");
    refused("\"rows\",", "\"a b\",", "letters, digits");
}

TEST(ModelFile, WrittenBeforeThereWasPreparationStillLoads) {
    const Model model = read_model(support::source_folder() / "tests/fixtures/model_before_preparation.npz");
    EXPECT_EQ(model.method, "kmeans");
    EXPECT_TRUE(model.preparation.empty());
    EXPECT_EQ(model.input_cols(0), 5);
    EXPECT_EQ(model.array("centroids", 2, 5).values.size(), 10U);
}

std::string header(const std::string& change_from = "", const std::string& change_to = "") {
    std::string text =
        R"({"format": "mvlink-model", "format_version": 1, "method": "kmeans", "options": {"n_clusters": "2"},
        "views": [{"name": "a", "cols": 2}], "preparation": [], "arrays": [{"name": "c", "rows": 1, "cols": 2}]})";
    const std::size_t place = text.find(change_from);
    return change_from.empty() ? text : text.replace(place, change_from.size(), change_to);
}

TEST(ModelFile, RefusesWhatItDidNotWrite) {
    const TempFolder folder;
    const std::string good = npy("<f8", false, "(1, 2)", raw<double>({1, 2}));
    const auto refused = [&](const std::vector<ZipPart>& parts, const std::string& part) {
        SCOPED_TRACE(part);
        const auto file = folder.write("model.npz", zip(parts));
        expect_error([&] { read_model(file); }, ErrorCode::input, part);
    };
    read_model(folder.write("model.npz", zip({{"header.json", header()}, {"c.npy", good}})));
    refused({{"c.npy", good}}, "no header.json");
    refused({{"header.json", "{"}}, "not valid JSON");
    refused({{"header.json", "[]"}}, "not a model");
    refused({{"header.json", "{}"}}, "no \"format\"");
    for (const auto& [from, to, part] : std::vector<std::array<std::string, 3>>{
             {"mvlink-model", "other", "expected format mvlink-model"},
             {"\"format_version\": 1", "\"format_version\": 0", "format version 0; expected 1 to 2"},
             {"\"format_version\": 1", "\"format_version\": 3", "format version 3; expected 1 to 2"},
             {"\"format_version\": 1", "\"format_version\": 2", "no \"tables\""},
             {"\"format_version\": 1", "\"format_version\": \"1\"", "is not a size"},
             {"\"kmeans\"", "\"\"", "\"method\" is not a string"},
             {"\"method\"", "\"m\"", "no \"method\""},
             {"{\"n_clusters\": \"2\"}", "[]", "\"options\" is not an object"},
             {"\"2\"}", "2}", "option \"n_clusters\" is not a string"},
             {"[{\"name\": \"a\", \"cols\": 2}]", "[]", "no view"},
             {"\"name\": \"a\"", "\"name\": \"a b\"", "letters, digits"},
             {"\"cols\": 2}]", R"("cols": 2, "columns": "x"}])", "\"columns\" is not a list"},
             {"\"cols\": 2}]", R"("cols": 2, "columns": ["x", 1]}])", "the name of a column is not a string"},
             {"\"cols\": 2}]", R"("cols": 2, "columns": ["x"]}])", "view \"a\": 1 names for 2 columns"},
             {"\"cols\": 2}]", "\"cols\": 0}]", "a view without columns"},
             {"\"cols\": 2}]", "\"cols\": -1}]", "is not a size"},
             {"\"cols\": 2}]", "\"cols\": 1e300}]", "is not a size"},
             {"\"preparation\": []", "\"preparation\": {}", "\"preparation\" is not a list"},
             {"\"preparation\": []", "\"preparation\": [1]", "no \"view\""},
             {"\"preparation\": []", R"("preparation": [{"view": "b", "cols": 3, "steps": []}])",
              "not a view of the model"},
             {"\"preparation\": []", R"("preparation": [{"view": "a", "cols": 0, "steps": []}])", "without columns"},
             {"\"preparation\": []", R"("preparation": [{"view": "a", "cols": 3}])", "no \"steps\""},
             {"\"preparation\": []",
              R"("preparation": [{"view": "a", "cols": 3, "steps": []}, {"view": "a", "cols": 3, "steps": []}])",
              "prepared twice"},
             {"\"preparation\": []", R"("preparation": [{"view": "a", "cols": 3, "steps": [{"step": 1}]}])",
              "\"step\" is not a string"},
             {"\"preparation\": []",
              R"("preparation": [{"view": "a", "cols": 3, "steps": [{"step": "tfidf", "arrays": [)"
              R"({"name": "idf", "rows": 1, "cols": 3}]}]}])",
              "array \"idf\" is missing"},
             {"\"rows\": 1", "\"rows\": 2", "shape (1, 2); expected (2, 2)"},
             {"\"name\": \"c\"", "\"name\": \"d\"", "array \"d\" is missing"},
             {"[{\"name\": \"c\", \"rows\": 1, \"cols\": 2}]",
              "[{\"name\": \"c\", \"rows\": 1, \"cols\": 2}, {\"name\": \"c\", \"rows\": 1, \"cols\": 2}]",
              "listed twice"},
         }) {
        refused({{"header.json", header(from, to)}, {"c.npy", good}}, part);
    }
    refused({{"header.json", header()}, {"c.npy", npy("<f4", false, "(1, 2)", raw<float>({1, 2}))}},
            "expected float64 in C order");
    refused({{"header.json", header()}, {"c.npy", npy("<f8", false, "(1, 2)", raw<double>({1, 1.0 / 0.0}))}},
            "not a finite number");
}

}  // namespace
}  // namespace mvlink::test
