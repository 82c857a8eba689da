#include "io/hdf5/file.hpp"
#include "io/mat/read_mat.hpp"
#include "io/support.hpp"
#include "support/places.hpp"

#include <mvlink/io.hpp>
#include <mvlink/random.hpp>

namespace mvlink::test {
namespace {

using testing::HasSubstr;

fs::path hdf5_fixture(const std::string& name) {
    return support::source_folder() / "tests/fixtures/hdf5" / name;
}

io::mat::MatProblem read_fixture(const std::string& name) {
    return io::mat::read_mat("x", io::open_bytes(hdf5_fixture(name)));
}

/// The matrix in all fixtures, 12 x 3: its first and last number.
void expect_the_matrix(const View& view) {
    ASSERT_EQ(view.rows(), 12);
    ASSERT_EQ(view.cols(), 3);
    const std::vector<double> values = values_of(view);
    EXPECT_EQ(values.front(), 0.126);
    EXPECT_EQ(values[1], -0.132);
    EXPECT_EQ(values.back(), values_of(read_fixture("plain.h5").views[0]).back());
}

TEST(Hdf5, TheSameMatrixIsReadFromEveryForm) {
    for (const char* name : {"plain.h5", "chunked.h5", "big_endian.h5", "matrix73.mat", "latest.h5"}) {
        SCOPED_TRACE(name);
        const io::mat::MatProblem found = read_fixture(name);
        ASSERT_EQ(found.views.size(), 1U);
        expect_the_matrix(found.views[0]);
        EXPECT_EQ(values_of(found.views[0]), values_of(read_fixture("plain.h5").views[0]));
    }
}

TEST(Hdf5, CellsOfMatlabAreViewsAndTheirClassesTheTruth) {
    const io::mat::MatProblem found = read_fixture("cells73.mat");
    ASSERT_EQ(found.views.size(), 2U);
    expect_the_matrix(found.views[0]);
    EXPECT_EQ(found.views[1].name(), "X2");
    EXPECT_EQ(found.views[1].cols(), 5);
    ASSERT_TRUE(found.truth.has_value());
    EXPECT_THAT(found.truth->labels, testing::ElementsAre(1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3));
}

TEST(Hdf5, SparseMatricesOfMatlabStaySparse) {
    const io::mat::MatProblem found = read_fixture("sparse73.mat");
    ASSERT_EQ(found.views.size(), 1U);
    EXPECT_TRUE(found.views[0].is_sparse());
    EXPECT_EQ(found.views[0].rows(), 12);
    const std::vector<double> plain = values_of(read_fixture("plain.h5").views[0]);
    const auto kept = std::count_if(plain.begin(), plain.end(), [](double value) { return std::abs(value) > 0.5; });
    EXPECT_EQ(found.views[0].nonzeros(), kept);
}

TEST(Hdf5, WhatIsNotReadIsNamed) {
    const auto message = [](const char* name) {
        try {
            read_fixture(name);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    EXPECT_THAT(message("lzf.h5"), HasSubstr("lzf.h5 X: compressed by filter 32000 (lzf); expected gzip"));
    EXPECT_THAT(message("words.h5"), HasSubstr("which variable?"));
}

TEST(Hdf5, AnyByteMayBeWrongAndAnyEndMayBeMissing) {
    Random random(1);
    for (const char* name : {"plain.h5", "chunked.h5", "cells73.mat", "sparse73.mat", "latest.h5"}) {
        const io::Bytes file = io::open_bytes(hdf5_fixture(name));
        for (int i = 0; i < 400; ++i) {
            std::string text(file.text());
            if (i % 4 == 0) text.resize(static_cast<std::size_t>(random.below(static_cast<Index>(text.size()))));
            for (int wrong = 0; wrong < 3 && !text.empty(); ++wrong)
                text[static_cast<std::size_t>(random.below(static_cast<Index>(text.size())))] =
                    static_cast<char>(random.below(256));
            try {
                io::mat::read_mat("x", io::bytes_of(text, name));
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ErrorCode::input) << error.what();
            }
        }
    }
}

}  // namespace
}  // namespace mvlink::test
