#include "io/readers.hpp"
#include "io/support.hpp"
#include "io/zip_support.hpp"
#include "support/places.hpp"

#include <mvlink/io.hpp>

#include <algorithm>
#include <cstdint>

namespace mvlink::test {
namespace {

const std::vector<double> kTable{1, 2.5, -3, 0.1, 1e-7, 12345678.9};  // 2 x 3
const std::vector<double> kByColumn{1, 0.1, 2.5, 1e-7, -3, 12345678.9};

template <class T>
std::string swapped(const std::vector<T>& values) {
    std::string bytes = raw(values);
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(T)) {
        std::reverse(bytes.begin() + static_cast<long>(i), bytes.begin() + static_cast<long>(i + sizeof(T)));
    }
    return bytes;
}

struct Form {
    std::string file;
    std::string content;
};

class SameTable : public testing::TestWithParam<Form> {};

TEST_P(SameTable, ReadsTheSameValuesFromEveryFormat) {
    const TempFolder folder;
    const View view = read_view("x", folder.write(GetParam().file, GetParam().content));
    EXPECT_EQ(view.name(), "x");
    EXPECT_EQ(view.rows(), 2);
    EXPECT_EQ(view.cols(), 3);
    EXPECT_EQ(values_of(view), kTable);
}

INSTANTIATE_TEST_SUITE_P(
    Formats, SameTable,
    testing::Values(
        Form{"c.npy", npy("<f8", false, "(2, 3)", raw(kTable))},
        Form{"fortran.npy", npy("<f8", true, "(2, 3)", raw(kByColumn))},
        Form{"big_endian.npy", npy(">f8", false, "(2, 3)", swapped(kTable))},
        Form{"version2.npy", npy("<f8", false, "(2, 3)", raw(kTable), 2)},
        Form{"version3.npy", npy("<f8", true, "(2, 3)", raw(kByColumn), 3)},
        Form{"plain.csv", "1,2.5,-3\n0.1,1e-7,12345678.9\n"},
        Form{"no_last_newline.csv", "1,2.5,-3\n0.1,1e-7,12345678.9"},
        Form{"crlf.csv", "1,2.5,-3\r\n0.1,1e-7,12345678.9\r\n\r\n"},
        Form{"mark.csv",
             "\xEF\xBB\xBF"
             "1, 2.5 ,-3\n0.1,1e-7,+12345678.9\n"},
        Form{"header.csv", "a,b,c\n1,2.5,-3\n0.1,1e-7,12345678.9\n"},
        Form{"quoted.csv", "\"a,b\",\"say \"\"b\"\"\",\"two\nlines\"\n\"1\",2.5,\"-3\"\n0.1,1e-7,12345678.9\n"},
        Form{"ids.csv", "a,id,b,c\n1,r1,2.5,-3\n0.1,r2,1e-7,12345678.9\n"},
        Form{"table.tsv", "1\t2.5\t-3\n0.1\t1e-7\t12345678.9\n"}, Form{"ENDING.CSV", "1,2.5,-3\n0.1,1e-7,12345678.9\n"},
        Form{"array.mtx", "%%MatrixMarket matrix array real general\n% note\n2 3\n1\n0.1\n2.5\n1e-7\n-3\n12345678.9\n"},
        Form{"entries.mtx",
             "%%MatrixMarket matrix coordinate real general\n%\n\n2 3 7\n2 3 12345678.9\n1 1 1\n1 3 -3\n"
             "2 1 0.1\n1 2 2\n2 2 1e-7\n1 2 0.5\n"},
        Form{"stored.npz", zip({{"arr_0.npy", npy("<f8", false, "(2, 3)", raw(kTable))}})},
        Form{"deflated.npz", zip({{"arr_0.npy", npy("<f8", true, "(2, 3)", raw(kByColumn)), true}})},
        Form{"csr.npz",
             zip({{"format.npy", npy("|S3", false, "()", "csr"), true},
                  {"shape.npy", npy("<i8", false, "(2,)", raw<std::int64_t>({2, 3}))},
                  {"data.npy", npy("<f8", false, "(7,)", raw<double>({-3, 1, 2, 0.5, 0.1, 1e-7, 12345678.9}))},
                  {"indices.npy", npy("<i4", false, "(7,)", raw<std::int32_t>({2, 0, 1, 1, 0, 1, 2}))},
                  {"indptr.npy", npy("<i4", false, "(3,)", raw<std::int32_t>({0, 4, 7}))}})},
        Form{"csc.npz", zip({{"format.npy", npy("<U3", false, "()", raw<std::uint32_t>({'c', 's', 'c'}))},
                             {"shape.npy", npy("<i4", false, "(2,)", raw<std::int32_t>({2, 3}))},
                             {"data.npy", npy("<f8", false, "(6,)", raw(kByColumn)), true},
                             {"indices.npy", npy("<i8", false, "(6,)", raw<std::int64_t>({0, 1, 0, 1, 0, 1}))},
                             {"indptr.npy", npy("<i8", false, "(4,)", raw<std::int64_t>({0, 2, 4, 6}))}})},
        Form{"coo.npz", zip({{"format.npy", npy("|S3", false, "()", "coo")},
                             {"shape.npy", npy("<i8", false, "(2,)", raw<std::int64_t>({2, 3}))},
                             {"data.npy", npy("<f8", false, "(6,)", raw(kTable))},
                             {"row.npy", npy("<i4", false, "(6,)", raw<std::int32_t>({0, 0, 0, 1, 1, 1}))},
                             {"col.npy", npy("<i4", false, "(6,)", raw<std::int32_t>({0, 1, 2, 0, 1, 2}))}})}),
    [](const auto& form) {
        std::string name = form.param.file;
        std::replace_if(
            name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
        return name;
    });

TEST(Npy, KeepsFloat32AndTurnsIntegersAndBoolIntoFloat64) {
    const TempFolder folder;
    const auto read = [&](const std::string& descr, const std::string& data) {
        return read_view("x", folder.write("x.npy", npy(descr, false, "(2, 2)", data)));
    };
    EXPECT_EQ(read("<f4", raw<float>({1, 2, 3, 4})).kind(), "dense float32");
    const View bytes = read("|u1", std::string("\x01\x02\xFF\x04", 4));
    EXPECT_EQ(bytes.kind(), "dense float64");
    EXPECT_EQ(values_of(bytes), (std::vector<double>{1, 2, 255, 4}));
    EXPECT_EQ(values_of(read("<i2", raw<std::int16_t>({1, -2, 3, 4}))), (std::vector<double>{1, -2, 3, 4}));
    EXPECT_EQ(values_of(read(">i4", swapped<std::int32_t>({1, -2, 3, 4}))), (std::vector<double>{1, -2, 3, 4}));
    EXPECT_EQ(values_of(read("<u8", raw<std::uint64_t>({1, 2, 3, 4}))), (std::vector<double>{1, 2, 3, 4}));
    EXPECT_EQ(values_of(read("|b1", std::string("\x01\x00\x01\x00", 4))), (std::vector<double>{1, 0, 1, 0}));
}

TEST(Npy, FortranOrderStaysAsStrides) {
    const TempFolder folder;
    const View view = read_view("x", folder.write("x.npy", npy("<f8", true, "(2, 3)", raw(kByColumn))));
    const auto& X = std::get<DenseRows<double>>(view.features());
    EXPECT_EQ(X.row_stride, 1);
    EXPECT_EQ(X.col_stride, 2);
}

TEST(Npy, ALargeFileIsMappedAndOutlivesItsName) {
    const TempFolder folder;
    std::vector<double> values(400000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<double>(i);
    const auto file = folder.write("x.npy", npy("<f8", false, "(100000, 4)", raw(values)));
    const View view = read_view("x", file);
    fs::remove(file);
    EXPECT_EQ(values_of(view), values);
}

TEST(Csv, HeaderGivesColumnNamesAndIdColumnGivesIds) {
    const TempFolder folder;
    const auto file = folder.write("x.csv", "id,width,\"a \"\"b\"\"\"\nr1,1,2\n\" r,2\",3,4\n");
    const View view = read_view("x", file);
    EXPECT_THAT(view.column_names(), testing::ElementsAre("width", "a \"b\""));
    EXPECT_THAT(view.ids(), testing::ElementsAre("r1", " r,2"));
    const View other = read_view("x", folder.write("y.csv", "id,key\n1,k1\n2,k2\n"), "key");
    EXPECT_THAT(other.ids(), testing::ElementsAre("k1", "k2"));
    EXPECT_THAT(other.column_names(), testing::ElementsAre("id"));
}

TEST(Csv, AHeaderMayNameColumnsByNumbers) {
    const TempFolder folder;
    const View view = read_view("x", folder.write("x.csv", "id,0,1\na,5,6\n"));
    EXPECT_EQ(view.rows(), 1);
    EXPECT_EQ(view.cols(), 2);
}

TEST(MatrixMarket, ReadsPatternIntegerAndSymmetric) {
    const TempFolder folder;
    const auto read = [&](const std::string& text) { return read_view("x", folder.write("x.mtx", text)); };
    const View pattern = read("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n1 1\n2 1\n3 2\n");
    EXPECT_TRUE(pattern.is_sparse());
    EXPECT_EQ(pattern.nonzeros(), 5);
    EXPECT_EQ(values_of(pattern), (std::vector<double>{1, 1, 0, 1, 0, 1, 0, 1, 0}));
    const View array = read("%%matrixmarket MATRIX Array Integer Symmetric\n2 2\n1\n2\n3\n");
    EXPECT_FALSE(array.is_sparse());
    EXPECT_EQ(values_of(array), (std::vector<double>{1, 2, 2, 3}));
    const View empty_rows = read("%%MatrixMarket matrix coordinate integer general\n4 2 1\n3 2 7\n");
    EXPECT_EQ(values_of(empty_rows), (std::vector<double>{0, 0, 0, 0, 0, 7, 0, 0}));
}

/// The corpus of the fuzz targets holds files that NumPy and SciPy wrote.
TEST(NumPyFiles, AreReadAsNumPyWroteThem) {
    const fs::path corpus = support::source_folder() / "fuzz" / "corpus";
    for (const char* name : {"f8", "f4_fortran", "big", "v2"}) {
        const View view = io::parse_npy_view("x", io::open_bytes(corpus / "npy" / name));
        EXPECT_EQ(values_of(view), (std::vector<double>{1, 2.5, 3, 4})) << name;
    }
    for (const char* name : {"dense", "deflated"}) {
        const View view = io::parse_npz_view("x", io::open_bytes(corpus / "npz" / name));
        EXPECT_EQ(values_of(view), (std::vector<double>{1, 2.5, 3, 4})) << name;
    }
    for (const char* name : {"csr", "csc", "coo", "csr_stored"}) {
        const View view = io::parse_npz_view("x", io::open_bytes(corpus / "npz" / name));
        EXPECT_TRUE(view.is_sparse()) << name;
        EXPECT_EQ(values_of(view), (std::vector<double>{0, 1.5, 0, 2, 0, 0})) << name;
    }
    EXPECT_EQ(io::parse_model(io::open_bytes(corpus / "model" / "good")).array("c", 2, 2).values[1], 2.5);
    const Model tables = io::parse_model(io::open_bytes(corpus / "model" / "tables"));
    EXPECT_EQ(values_of(tables.table("rows_x", 2, 3)), (std::vector<double>{0, 0, 1.5, 2, 0, 0}));
    EXPECT_EQ(tables.table("rows_y", 1, 2).kind(), "dense float32");
    EXPECT_EQ(tables.integer_array("objects_of_x", 2, 2)[1], 1);
}

TEST(Npz, SparseFloat32StaysFloat32) {
    const TempFolder folder;
    const auto file =
        folder.write("x.npz", zip({{"format.npy", npy("|S3", false, "()", "csr")},
                                   {"shape.npy", npy("<i8", false, "(2,)", raw<std::int64_t>({2, 3}))},
                                   {"data.npy", npy("<f4", false, "(1,)", raw<float>({0.5F}))},
                                   {"indices.npy", npy("<i4", false, "(1,)", raw<std::int32_t>({2}))},
                                   {"indptr.npy", npy("<i4", false, "(3,)", raw<std::int32_t>({0, 0, 1}))}}));
    EXPECT_EQ(read_view("x", file).kind(), "sparse float32");
}

TEST(Labels, AreIntegersOrWordsOrTheCsvThatWeWrite) {
    const TempFolder folder;
    const Truth integers = read_labels(folder.write("labels.txt", "2\n-1\r\n0\n\n"));
    EXPECT_EQ(integers.name, "labels");
    EXPECT_THAT(integers.labels, testing::ElementsAre(2, -1, 0));
    EXPECT_TRUE(integers.class_names.empty());
    const Truth words = read_labels(folder.write("labels_kind.txt", "cat\ndog, big\ncat\n3\n"));
    EXPECT_EQ(words.name, "kind");
    EXPECT_THAT(words.labels, testing::ElementsAre(0, 1, 0, 2));
    EXPECT_THAT(words.class_names, testing::ElementsAre("cat", "dog, big", "3"));
    const Truth csv = read_labels(folder.write("labels_x.csv", "id,label,confidence\n\"a,b\",1,0.5000\nc,0,1.0000\n"));
    EXPECT_THAT(csv.labels, testing::ElementsAre(1, 0));
    EXPECT_THAT(csv.ids, testing::ElementsAre("a,b", "c"));
}

TEST(Constraints, ColumnsAreFoundByNameInAnyOrder) {
    const TempFolder folder;
    const auto specs = read_constraints(folder.write(
        "constraints.csv", "type,b,note,a,view_b,view_a,weight\nml,x,?,row:17,text,image,0.5\n-1,\" 4\",?,3,,,\n"));
    ASSERT_EQ(specs.size(), 2U);
    EXPECT_EQ(specs[0].a.view, "image");
    EXPECT_EQ(std::get<Index>(specs[0].a.key), 17);
    EXPECT_EQ(std::get<std::string>(specs[0].b.key), "x");
    EXPECT_EQ(specs[0].link, Link::must);
    EXPECT_EQ(specs[0].weight, 0.5);
    EXPECT_EQ(specs[0].where, "constraints.csv line 2");
    EXPECT_EQ(specs[1].link, Link::cannot);
    EXPECT_EQ(specs[1].weight, 1);
    EXPECT_EQ(std::get<std::string>(specs[1].b.key), " 4");
    EXPECT_TRUE(specs[1].a.view.empty());
}

}  // namespace
}  // namespace mvlink::test
