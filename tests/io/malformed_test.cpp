#include "io/support.hpp"
#include "io/zip_support.hpp"

#include <mvlink/io.hpp>

#include <limits>

namespace mvlink::test {
namespace {

struct Malformed {
    std::string file;
    std::string content;
    std::string expected;  ///< part of the message
};

const std::string kCoordinate = "%%MatrixMarket matrix coordinate real general\n";
const std::string kArray = "%%MatrixMarket matrix array real general\n";
const std::string kGood = npy("<f8", false, "(1, 2)", raw<double>({1, 2}));
const double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<ZipPart> sparse_parts(const std::string& format, const std::vector<std::int64_t>& shape,
                                  const std::vector<double>& data, const std::vector<std::int32_t>& indices,
                                  const std::vector<std::int32_t>& indptr) {
    const auto list = [](auto count) { return "(" + std::to_string(count) + ",)"; };
    return {{"format.npy", npy("|S3", false, "()", format)},
            {"shape.npy", npy("<i8", false, list(shape.size()), raw(shape))},
            {"data.npy", npy("<f8", false, list(data.size()), raw(data))},
            {"indices.npy", npy("<i4", false, list(indices.size()), raw(indices))},
            {"indptr.npy", npy("<i4", false, list(indptr.size()), raw(indptr))}};
}

std::string header_only(const std::string& header) {
    std::string out("\x93NUMPY\x01\x00", 8);
    out += static_cast<char>(header.size());
    out += '\0';
    return out + header;
}

std::vector<Malformed> malformed_csv() {
    return {
        {"x.csv", "", "x.csv: empty"},
        {"x.csv", "\n\n", "x.csv: empty"},
        {"x.csv", "a,b\n", "a header without rows; expected at least one row"},
        {"x.csv", "1,2\n3\n", "x.csv line 2: 1 fields; expected 2"},
        {"x.csv", "1,2\n3,4,5\n", "x.csv line 2: 3 fields; expected 2"},
        {"x.csv", "1,2\n\n3,4\n", "x.csv line 2: 1 fields; expected 2"},
        {"x.csv", "1\n\n3\n", "x.csv line 2 column 1: an empty cell"},
        {"x.csv", "1,2\n3,\n", "x.csv line 2 column 2: an empty cell"},
        {"x.csv", "1,2\n3,four\n", "x.csv line 2 column 2: \"four\" is not a number"},
        {"x.csv", "1,2\n3,4x\n", "\"4x\" is not a number"},
        {"x.csv", "1,2\n3,0x10\n", "\"0x10\" is not a number"},
        {"x.csv", "1,2\n3,+-4\n", "\"+-4\" is not a number"},
        {"x.csv", "1,nan\n3,4\n", "x.csv line 1 column 2: \"nan\" is not a finite number"},
        {"x.csv", "1,2\n-inf,4\n", "x.csv line 2 column 1: \"-inf\" is not a finite number"},
        {"x.csv", "1,2\n1e999,4\n", "is not a finite number"},
        {"x.csv", "1,2\n\"3,4\n5,6\n", "x.csv line 2 column 1: a quoted field that does not end"},
        {"x.csv", "1,2\n\"3\"4,5\n", "x.csv line 2 column 1: \"4\" after the closing quote"},
        {"x.csv", "a,\"b\nb\"\n1,x\n", "x.csv line 3 column 2"},
        {"x.csv", ",a\n0,1\n", "x.csv line 1 column 1: a column without a name"},
        {"x.csv", ",a\n0,1\n", "to_csv(index=False)"},
        {"x.csv", ",0,1\n0,1,2\n", "to_csv(index=False)"},
        {"x.csv", "1,?\n2,3\n4,5\n", "x.csv line 1: \"1\" is a number and \"?\" is not"},
        {"x.csv", "1,\n2,3\n", "x.csv line 1: \"1\" is a number and \"\" is not"},
        {"x.csv", "1;2\n3;4\n", "\"3;4\" is not a number; fields in this file are separated by commas"},
        {"x.csv", "x\n3;four\n", "\"3;four\" is not a number"},
        {"x.tsv", "a,b\n1,2\n", "\"1,2\" is not a number; fields in this file are separated by tabs"},
        {"x.csv", "id,a\n,1\n", "x.csv line 2 column 1: an empty id"},
        {"x.csv", "id,a\n\"r\n1\",1\n", "has a line break"},
        {"x.csv", "id,a\nr,1\nr,2\n", "x.csv: "},
        {"x.csv", "id,a,id\nr,1,s\n", "column \"id\" occurs twice"},
        {"x.csv", "id\nr\n", "no column besides \"id\""},
        {"x.csv", std::string("1,2\n3,\0\n", 8), "x.csv line 2 column 2: \"?\" is not a number"},
        {"x.csv", "id,a\nCaf\xE9,1\n", "x.csv line 2: bytes that are not UTF-8"},
        {"x.csv", "id,a\nr,1\n\xC3\xA9,2\n\xC3,3\n", "x.csv line 4: bytes that are not UTF-8"},
        {"x.tsv", "1\t2\n3,4\n", "x.tsv line 2: 1 fields; expected 2"},
    };
}

std::vector<Malformed> malformed_npy() {
    return {
        {"x.npy", "", "not a NumPy file"},
        {"x.npy", "1,2,3\n", "not a NumPy file"},
        {"x.npy", "\x93NUMPY", "ends inside the header"},
        {"x.npy", std::string("\x93NUMPY\x01\x00\xFF", 9), "ends inside the header"},
        {"x.npy", std::string("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF{", 13), "ends inside the header"},
        {"x.npy", npy("<f8", false, "(1, 2)", raw<double>({1, 2}), 9), "version 9; expected 1, 2 or 3"},
        {"x.npy", kGood.substr(0, kGood.size() - 1), "15 bytes of values; expected "},
        {"x.npy", kGood + "x", "17 bytes of values; expected 16"},
        {"x.npy", npy("<f8", false, "(4000000000, 4000000000)", "12345678"), "8 bytes of values; expected more"},
        {"x.npy", npy("<f8", false, "(99999999999999999999, 1)", "12345678"), "invalid shape"},
        {"x.npy", npy("<f8", false, "(-1, 1)", "12345678"), "invalid shape"},
        {"x.npy", npy("<f8", false, "(2,)", raw<double>({1, 2})), "1 dimensions, shape (2,); expected 2 dimensions"},
        {"x.npy", npy("<f8", false, "()", raw<double>({1})), "0 dimensions"},
        {"x.npy", npy("<f8", false, "(1, 1, 1)", raw<double>({1})), "3 dimensions"},
        {"x.npy", npy("<f8", false, "(0, 3)", ""), "expected at least one row and column"},
        {"x.npy", npy("|O", false, "(1, 1)", "12345678"), "type \"|O\"; expected float32"},
        {"x.npy", npy("<c16", false, "(1, 1)", raw<double>({1, 2})), "type \"<c16\""},
        {"x.npy", npy("<f2", false, "(1, 1)", "12"), "type \"<f2\""},
        {"x.npy", npy("", false, "(1, 1)", "12"), "type \"\""},
        {"x.npy", npy("<U2", false, "(1, 1)", "12345678"), "an array of text"},
        {"x.npy", header_only("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1, 1)}"), "structured"},
        {"x.npy", header_only("{'descr': '<f8', 'shape': (1, 1)}"), "an incomplete header"},
        {"x.npy", header_only("{'descr': '<f8', 'fortran_order': 1, 'shape': (1, 1)}"), "expected True or False"},
        {"x.npy", header_only("{'descr': '<f8', 'descr': '<f8'}"), "once each"},
        {"x.npy", header_only("{'descr': '<f8"), "expected a closing quote"},
        {"x.npy", header_only("nothing"), "expected '{'"},
        {"x.npy", npy("<f8", false, "(1, 2)", raw<double>({1, kNan})), "x.npy: view \"x\": row 0, column 1 is NaN"},
        {"x.npy", npy("<f4", true, "(1, 1)", raw<float>({std::numeric_limits<float>::infinity()})), "is infinite"},
    };
}

std::vector<Malformed> malformed_npz() {
    std::vector<ZipPart> no_indptr = sparse_parts("csr", {1, 2}, {1}, {0}, {0, 1});
    no_indptr.pop_back();
    const std::string good = zip({{"a.npy", kGood}});
    return {
        {"x.npz", "", "not a zip archive"},
        {"x.npz", "PK", "not a zip archive"},
        {"x.npz", good.substr(0, good.size() - 10), "it ends too early"},
        {"x.npz", good.substr(0, 40), "not a zip archive"},
        {"x.npz", zip({}), "0 arrays; expected one table"},
        {"x.npz", zip({{"a.npy", kGood}, {"b.npy", kGood}}), "2 arrays; expected one table"},
        {"x.npz", zip({{"a.npy", kGood, false, 1}}), "x.npz (a.npy): the checksum is wrong"},
        {"x.npz", zip({{"a.npy", kGood, true, 1}}), "the checksum is wrong"},
        {"x.npz", zip({{"a.npy", kGood, true, 0, 10}}), "damaged compressed data"},
        {"x.npz", zip({{"a.npy", kGood, true, 0, 1000}}), "damaged compressed data"},
        {"x.npz", zip({{"a.npy", kGood, true, 0, 4000000000}}), "claims 4000000000 bytes"},
        {"x.npz", zip({{"a.npy", kGood, false, 0, 4000000000}}), "stored bytes; expected 4000000000"},
        {"x.npz", zip({{"a.npy", kGood, false, 0, -1, 1}}), "is encrypted"},
        {"x.npz", zip({{"a.npy", kGood, false, 0, -1, 0, 12}}), "compression method 12"},
        {"x.npz", zip({{"a.npy", "text"}}), "x.npz (a.npy): not a NumPy file"},
        {"x.npz", zip(sparse_parts("bsr", {1, 2}, {1}, {0}, {0, 1})),
         "sparse format \"bsr\"; expected csr, csc or coo"},
        {"x.npz", zip(sparse_parts("csr", {1}, {1}, {0}, {0, 1})), "1 dimensions; expected 2"},
        {"x.npz", zip(sparse_parts("csr", {0, 2}, {}, {}, {0})), "0 rows and 2 columns"},
        {"x.npz", zip(sparse_parts("csr", {-1, 2}, {1}, {0}, {0, 1})), "-1 rows"},
        {"x.npz", zip(sparse_parts("csc", {1'000'000'000'000, 1}, {1}, {0}, {0, 1})),
         "1000000000000 rows in a file of"},
        {"x.npz", zip(sparse_parts("csr", {1, 5'000'000'000}, {1}, {0}, {0, 1})), "5000000000 columns"},
        {"x.npz", zip(sparse_parts("csr", {1, 2}, {1}, {2}, {0, 1})), "index 2 in \"indices\"; expected 0 to 1"},
        {"x.npz", zip(sparse_parts("csr", {1, 2}, {1}, {-1}, {0, 1})), "index -1"},
        {"x.npz", zip(sparse_parts("csr", {1, 2}, {1, 2}, {0}, {0, 2})), "1 entries in \"indices\"; expected 2"},
        {"x.npz", zip(sparse_parts("csr", {2, 2}, {1, 2}, {0, 1}, {0, 3, 2})), "\"indptr\" is invalid"},
        {"x.npz", zip(sparse_parts("csr", {2, 2}, {1, 2}, {0, 1}, {0, 2})), "\"indptr\" is invalid"},
        {"x.npz", zip(sparse_parts("csr", {1, 2}, {kNan}, {0}, {0, 1})), "is NaN"},
        {"x.npz", zip(no_indptr), "no array \"indptr\""},
    };
}

std::vector<Malformed> malformed_mtx() {
    return {
        {"x.mtx", "", "x.mtx line 1: "},
        {"x.mtx", "2 2 1\n1 1 1\n", "expected %%MatrixMarket"},
        {"x.mtx", "%%MatrixMarket vector coordinate real general\n1 1 1\n1 1 1\n", "expected %%MatrixMarket"},
        {"x.mtx", "%%MatrixMarket matrix sparse real general\n1 1 1\n1 1 1\n", "expected coordinate or array"},
        {"x.mtx", "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 1\n", "\"complex\" values"},
        {"x.mtx", "%%MatrixMarket matrix coordinate real hermitian\n1 1 1\n1 1 1\n", "expected general or symmetric"},
        {"x.mtx", "%%MatrixMarket matrix array pattern general\n1 1\n1\n", "a pattern in array form"},
        {"x.mtx", kCoordinate, "ends before the size line"},
        {"x.mtx", kCoordinate + "2 2\n", "x.mtx line 2: \"2 2\"; expected rows columns entries"},
        {"x.mtx", kCoordinate + "2 x 1\n", "\"x\"; expected a number of rows"},
        {"x.mtx", kCoordinate + "-2 2 1\n1 1 1\n", "\"-2\"; expected a number"},
        {"x.mtx", kCoordinate + "0 2 0\n", "0 rows and 2 columns"},
        {"x.mtx", kCoordinate + "2 2 2\n1 1 1\n", "1 entries; expected 2"},
        {"x.mtx", kCoordinate + "2 2 1\n1 1 1\n2 2 2\n", "x.mtx line 4: more entries than the 1"},
        {"x.mtx", kCoordinate + "2 2 999999999999999\n1 1 1\n", "entries in a file of"},
        {"x.mtx", kCoordinate + "999999999999 2 1\n1 1 1\n", "999999999999 rows in a file of"},
        {"x.mtx", kCoordinate + "2 99999999999 1\n1 1 1\n", "99999999999 columns"},
        {"x.mtx", kCoordinate + "2 2 1\n0 1 1\n", "x.mtx line 3: row \"0\"; expected 1 to 2"},
        {"x.mtx", kCoordinate + "2 2 1\n3 1 1\n", "row \"3\"; expected 1 to 2"},
        {"x.mtx", kCoordinate + "2 2 1\n1 3 1\n", "column \"3\"; expected 1 to 2"},
        {"x.mtx", kCoordinate + "2 2 1\n1.5 1 1\n", "row \"1.5\""},
        {"x.mtx", kCoordinate + "2 2 1\n1 1\n", "expected 3 numbers"},
        {"x.mtx", kCoordinate + "2 2 1\n1 1 x\n", "\"x\" is not a number"},
        {"x.mtx", kCoordinate + "2 2 1\n1 1 inf\n", "\"inf\" is not a finite number"},
        {"x.mtx", kCoordinate + "1 1 2\n1 1 1e308\n1 1 1e308\n", "is infinite"},
        {"x.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n1 1 1\n", "expected equally many"},
        {"x.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n", "above the diagonal"},
        {"x.mtx", kArray + "2 2\n1\n2\n3\n", "3 entries; expected 4"},
        {"x.mtx", kArray + "2 2\n1\n2\n3\n4\n5\n", "more entries than the 4"},
        {"x.mtx", kArray + "100000 2000000000\n1\n", "values in a file of"},
        {"x.mtx", kArray + "1 1\nnan\n", "\"nan\" is not a finite number"},
    };
}

std::vector<Malformed> other_endings() {
    return {
        {"x.mat", "anything", "x.mat: 8 bytes; expected a MATLAB file of version 5 to 7"},
        {"x.h5", "anything", "x.h5: not an HDF5 file"},
        {"x.pkl", "anything", "unknown file type"},
        {"x", "anything", "unknown file type"},
    };
}

TEST(MalformedViews, AreRefusedWithThePlaceAndTheExpectation) {
    const TempFolder folder;
    std::size_t tried = 0;
    for (const auto& table : {malformed_csv(), malformed_npy(), malformed_npz(), malformed_mtx(), other_endings()}) {
        for (const Malformed& input : table) {
            SCOPED_TRACE(input.file + ": " + input.expected);
            const auto file = folder.write(input.file, input.content);
            expect_error([&] { read_view("x", file); }, ErrorCode::input, input.expected);
            ++tried;
        }
    }
    EXPECT_GE(tried, 100U);
}

TEST(MalformedLabels, AreRefusedWithThePlaceAndTheExpectation) {
    const TempFolder folder;
    for (const Malformed& input : std::vector<Malformed>{
             {"labels.txt", "", "labels.txt: empty"},
             {"labels.txt", "\n\n", "labels.txt: empty"},
             {"labels.txt", "1\n\n2\n", "labels.txt line 2: no label"},
             {"labels.txt", "1\n99999999999\n", "labels.txt line 2: label \"99999999999\""},
             {"labels.txt", std::string("a\nb\0c\n", 6), "labels.txt line 2: a control character"},
             {"labels.txt", "a\nCaf\xE9\n", "labels.txt line 2: bytes that are not UTF-8"},
             {"labels_x.csv", "id,label\na,1\nb\n", "labels_x.csv line 3: 1 fields; expected 2"},
             {"labels_x.csv", "id,label\na,\n", "labels_x.csv line 2 column 2: no label"},
             {"labels_x.csv", "id,label\n,1\n", "labels_x.csv line 2 column 1: no id"},
             {"labels_x.csv", "id,label\n", "labels_x.csv: empty"},
             {"labels_x.csv", "label,label\n1,2\n", "occurs twice"},
             {"labels_x.csv", "label\r\r\n1\n", "labels_x.csv line 1: a control character"},
         }) {
        SCOPED_TRACE(input.expected);
        const auto file = folder.write(input.file, input.content);
        expect_error([&] { read_labels(file); }, ErrorCode::input, input.expected);
    }
}

TEST(MalformedConstraints, AreRefusedWithThePlaceAndTheExpectation) {
    const TempFolder folder;
    for (const Malformed& input : std::vector<Malformed>{
             {"c.csv", "", "c.csv: empty; expected the columns"},
             {"c.csv", "0,1,linked?no\n", "c.csv line 1: no column \"a\""},
             {"c.csv", "a,type\n0,ml\n", "c.csv line 1: no column \"b\""},
             {"c.csv", "first,answer\n0,yes\n", "c.csv line 1: no column \"second\""},
             {"c.csv", "a,b\n0,1\n", "no column \"type\""},
             {"c.csv", "a,a,b,type\n0,0,1,ml\n", "column \"a\" occurs twice"},
             {"c.csv", "a,b,type\n0,1\n", "c.csv line 2: 2 fields; expected 3"},
             {"c.csv", "a,b,type\n,1,ml\n", "c.csv line 2: column \"a\" is empty"},
             {"c.csv", "a,b,type\n0,1,often\n", "c.csv line 2: type \"often\"; expected must-link or cannot-link"},
             {"c.csv", "a,b,type\nrow:x,1,ml\n", "\"row:x\"; expected row:<number>"},
             {"c.csv", "a,b,type\nrow:-1,1,ml\n", "\"row:-1\""},
             {"c.csv", "a,b,type,weight\n0,1,ml,-2\n", "weight \"-2\"; expected a finite number >= 0"},
             {"c.csv", "a,b,type,weight\n0,1,ml,nan\n", "weight \"nan\""},
             {"c.csv", "a,b,type,weight\n0,1,ml,1e999\n", "weight \"1e999\""},
             {"c.csv", "a,b,type,weight\n0,1,ml,heavy\n", "weight \"heavy\""},
             {"c.csv", "view_a,a,b,type\nx,0,1,ml\n", "a view on one side only"},
         }) {
        SCOPED_TRACE(input.expected);
        const auto file = folder.write(input.file, input.content);
        expect_error([&] { read_constraints(file); }, ErrorCode::input, input.expected);
    }
}

TEST(MissingFiles, AreErrorsOfTheFile) {
    const TempFolder folder;
    expect_error([&] { read_view("x", folder.path() / "absent.npy"); }, ErrorCode::file, "absent.npy");
    expect_error([&] { read_view("x", folder.path()); }, ErrorCode::file, "expected a file");
    expect_error([&] { read_labels("/dev/zero"); }, ErrorCode::file, "regular file");
    expect_error([&] { read_view("objects", folder.write("x.csv", "1\n")); }, ErrorCode::usage, "reserved for results");
    expect_error([&] { read_view("a b", folder.write("x.csv", "1\n")); }, ErrorCode::usage, "letters, digits");
    expect_error([&] { read_view("x", folder.write("x.csv", "a,b\n1,2\n"), "key"); }, ErrorCode::input,
                 "no column \"key\"");
}

}  // namespace
}  // namespace mvlink::test
