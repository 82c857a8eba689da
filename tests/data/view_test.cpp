#include <mvlink/error.hpp>
#include <mvlink/view.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace mvlink {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

TEST(View, DenseHoldsItsRowsInOrder) {
    const View view = View::dense("x", 2, 3, std::vector<double>{1, 2, 3, 4, 5, 6});
    EXPECT_EQ(view.rows(), 2);
    EXPECT_EQ(view.cols(), 3);
    EXPECT_EQ(view.kind(), "dense float64");
    EXPECT_EQ(std::get<DenseRows<double>>(view.features()).at(1, 0), 4);
}

TEST(View, OtherFeaturesKeepNameAndIdsAndNamesOfAsManyColumns) {
    const View view =
        View::dense("x", 2, 1, std::vector<double>{1, 2}).with_ids({"a", "b"}).with_column_names({"height"});
    const std::vector<float> values{5, 6, 7, 8};
    const View same = view.with_features(DenseRows<float>{values.data(), 2, 1, 1, 1});
    EXPECT_EQ(same.name(), "x");
    EXPECT_EQ(same.find_row("b"), 1);
    EXPECT_EQ(same.column_names().size(), 1U);
    EXPECT_EQ(std::get<DenseRows<float>>(same.features()).at(1, 0), 6);
    const View wider = view.with_features(DenseRows<float>{values.data(), 2, 2, 2, 1});
    EXPECT_EQ(wider.find_row("b"), 1);
    EXPECT_TRUE(wider.column_names().empty());
    EXPECT_THAT(
        [&] {
            (void)view.with_features(DenseRows<float>{values.data(), 4, 1, 1, 1});
        },
        ThrowsMessage<Error>(HasSubstr("4 rows of features for 2 rows")));
}

TEST(View, BorrowedFortranOrderIsReadWithoutACopy) {
    const std::vector<float> by_column{1, 4, 2, 5, 3, 6};
    const View view = View::borrow("x", DenseRows<float>{by_column.data(), 2, 3, 1, 2});
    const auto X = std::get<DenseRows<float>>(view.features());
    EXPECT_EQ(X.values, by_column.data());
    EXPECT_EQ(X.at(0, 2), 3);
    EXPECT_EQ(X.at(1, 0), 4);
}

TEST(View, SparseHoldsItsEntries) {
    const View view = View::sparse("t", 2, 5, {0, 2, 3}, {1, 4, 0}, std::vector<double>{7, 8, 9});
    EXPECT_TRUE(view.is_sparse());
    EXPECT_EQ(view.nonzeros(), 3);
    EXPECT_EQ(view.kind(), "sparse float64");
}

TEST(View, NotFiniteValuesAreRefusedWithTheirPlace) {
    EXPECT_THAT(
        [] {
            View::dense("x", 2, 2, std::vector<double>{1, 2, 3, kNan});
        },
        ThrowsMessage<Error>(HasSubstr("view \"x\": row 1, column 1 is NaN")));
    EXPECT_THAT(
        [] {
            View::sparse("x", 1, 9, {0, 1}, {8}, std::vector<float>{kInf});
        },
        ThrowsMessage<Error>(HasSubstr("row 0, column 8 is infinite")));
    const std::vector<float> by_column{1, 4, 2, kInf, 3, 6};
    EXPECT_THAT(
        [&] {
            View::borrow("x", DenseRows<float>{by_column.data(), 2, 3, 1, 2});
        },
        ThrowsMessage<Error>(HasSubstr("row 1, column 1 is infinite")));
}

TEST(View, StridedBorrowsWithGapsAreChecked) {
    const std::vector<double> gaps{1, kNan, 2, kNan, 3, kNan, 4, kNan};
    EXPECT_NO_THROW(View::borrow("x", DenseRows<double>{gaps.data(), 2, 2, 4, 2}));
    EXPECT_THROW(View::borrow("x", DenseRows<double>{gaps.data() + 1, 2, 2, 4, 2}), Error);
}

TEST(View, BorrowsWithoutStrideOrValuesAreRefused) {
    const std::vector<double> values{1, 2, 3, 4};
    EXPECT_THAT(([&] {
                    View::borrow("x", DenseRows<double>{values.data(), 2, 2});
                }),
                ThrowsMessage<Error>(HasSubstr("every row would be the first")));
    EXPECT_NO_THROW(View::borrow("x", DenseRows<double>{values.data(), 1, 4}));
    EXPECT_THAT(([&] {
                    View::borrow("x", DenseRows<double>{nullptr, 2, 2, 2});
                }),
                ThrowsMessage<Error>(HasSubstr("it has no values")));
}

TEST(View, ShapesThatDoNotFitAreRefused) {
    EXPECT_THROW(View::dense("x", 2, 2, std::vector<double>{1, 2, 3}), Error);
    EXPECT_THROW(View::dense("x", 0, 2, std::vector<double>{}), Error);
    EXPECT_THROW(View::dense("x", 2, 0, std::vector<double>{}), Error);
    EXPECT_THROW(View::dense("x", -1, -2, std::vector<double>{1, 2}), Error);
    EXPECT_THROW(View::dense("x", Index{1} << 40, Index{1} << 40, std::vector<double>{1, 2}), Error);
}

TEST(View, BrokenSparseRowsAreRefused) {
    const std::vector<double> one{1}, two{1, 2};
    EXPECT_THROW(View::sparse("x", 1, 2, {0}, {0}, one), Error) << "too few offsets";
    EXPECT_THROW(View::sparse("x", 1, 2, {0, 2}, {0}, one), Error) << "offset beyond the entries";
    EXPECT_THROW(View::sparse("x", 2, 2, {0, 2, 1}, {0}, one), Error) << "falling offsets";
    EXPECT_THROW(View::sparse("x", 1, 2, {0, 1}, {2}, one), Error) << "column out of range";
    EXPECT_THROW(View::sparse("x", 1, 2, {0, 1}, {-1}, one), Error) << "negative column";
    EXPECT_THROW(View::sparse("x", 1, 2, {0, 2}, {1, 0}, two), Error) << "falling columns";
    EXPECT_THROW(View::sparse("x", 1, 2, {0, 2}, {1, 1}, two), Error) << "a column twice";
    EXPECT_THROW(View::sparse("x", 1, 2, {0, 2}, {0, 1}, one), Error) << "fewer values than columns";
}

TEST(View, NamesThatResultFilesNeedAreRefused) {
    for (const char* name : {"", "a b", "a/b", "objects", "clustering1", "ü"}) {
        EXPECT_THROW(View::dense(name, 1, 1, std::vector<double>{1}), Error) << name;
    }
    for (const char* name : {"clustering", "clustering1a", "A_b-9"}) {
        EXPECT_NO_THROW(View::dense(name, 1, 1, std::vector<double>{1})) << name;
    }
}

TEST(View, IdsFindTheirRowsAndMustBeUnique) {
    const View bare = View::dense("x", 2, 1, std::vector<double>{1, 2});
    const View view = bare.with_ids({"p", "q"});
    EXPECT_EQ(view.find_row("q"), 1);
    EXPECT_EQ(view.find_row("r"), std::nullopt);
    EXPECT_EQ(view.row_name(0), "p");
    EXPECT_EQ(bare.row_name(0), "0");
    EXPECT_THAT(([&] { (void)view.row_name(2); }),
                ThrowsMessage<Error>(HasSubstr("row 2 of view \"x\" does not exist")));
    EXPECT_THAT(
        [&] {
            (void)bare.with_ids({"p", "p"});
        },
        ThrowsMessage<Error>(HasSubstr("id \"p\" is at row 0 and again at row 1")));
    EXPECT_THROW((void)bare.with_ids({"p"}), Error);
    EXPECT_THROW((void)bare.with_ids({"p", ""}), Error);
    EXPECT_THROW((void)bare.with_column_names({"a", "b"}), Error);
}

}  // namespace
}  // namespace mvlink
