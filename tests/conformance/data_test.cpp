#include "conformance/problems.hpp"
#include "conformance/suite.hpp"
#include "conformance/valid.hpp"

#include <cmath>

/// Data that are strange, but legal: a valid result, or a typed error. Each is asked with judgements and without.
namespace mvlink::conformance {
namespace {

Table constant(std::size_t rows, std::size_t cols, double value) {
    return Table(rows, std::vector<double>(cols, value));
}

void scale(std::vector<Table>& views, double factor) {
    for (Table& X : views) {
        for (auto& row : X) {
            for (double& value : row)
                value *= factor;
        }
    }
}

Texts clusters(int k) {
    return {{"n_clusters", std::to_string(k)}};
}

}  // namespace

#define EXPECT_RESULT_OR_ERROR(made, ...)                                                   \
    {                                                                                       \
        SCOPED_TRACE("without constraints");                                                \
        expect_result_or_error(assembled(method, (made).views) __VA_OPT__(, ) __VA_ARGS__); \
    }                                                                                       \
    {                                                                                       \
        SCOPED_TRACE("with constraints");                                                   \
        expect_result_or_error(problem(method, made) __VA_OPT__(, ) __VA_ARGS__);           \
    }

TEST_P(Conformance, OneRow) {
    const Material one = of_table(method, {{1, 2, 3}});
    expect_result_or_error(assembled(method, one.views), clusters(1));
    expect_result_or_error(assembled(method, one.views), clusters(2));
}

TEST_P(Conformance, OneRowAndOneColumn) {
    expect_result_or_error(assembled(method, of_table(method, {{5}}).views), clusters(1));
}

TEST_P(Conformance, AsManyClustersAsRows) {
    EXPECT_RESULT_OR_ERROR(material(method, 6, 4), clusters(6));
}

TEST_P(Conformance, OneCluster) {
    EXPECT_RESULT_OR_ERROR(material(method, 20), clusters(1));
}

TEST_P(Conformance, ConstantColumns) {
    Material made = material(method);
    for (Table& X : made.views) {
        for (auto& row : X)
            row[0] = 3, row[4] = 0;
    }
    EXPECT_RESULT_OR_ERROR(made);
}

TEST_P(Conformance, AllRowsEqual) {
    EXPECT_RESULT_OR_ERROR(of_table(method, constant(20, 4, 2.5)));
}

TEST_P(Conformance, AllZero) {
    EXPECT_RESULT_OR_ERROR(of_table(method, constant(20, 4, 0)));
    if (method.needs.sparse) {
        expect_result_or_error(assembled(method, of_table(method, constant(20, 4, 0)).views, Kind::sparse64));
    }
}

TEST_P(Conformance, EmptyRowsAmongOthers) {
    Material made = material(method);
    for (Table& X : made.views) {
        for (std::size_t row : {0, 7, 8, 59})
            std::fill(X[row].begin(), X[row].end(), 0);
    }
    EXPECT_RESULT_OR_ERROR(made);
    if (method.needs.sparse) expect_result_or_error(problem(method, made, Kind::sparse64));
}

TEST_P(Conformance, FewerDistinctRowsThanClusters) {
    Material made = material(method, 30);
    for (Table& X : made.views) {
        for (std::size_t row = 2; row < X.size(); ++row)
            X[row] = X[row % 2];
    }
    EXPECT_RESULT_OR_ERROR(made, clusters(5));
}

TEST_P(Conformance, EveryRowTwice) {
    Material made = material(method, 30);
    for (Table& X : made.views) {
        const Table once = X;
        X.insert(X.end(), once.begin(), once.end());
    }
    const auto once = made.group;
    made.group.insert(made.group.end(), once.begin(), once.end());
    EXPECT_RESULT_OR_ERROR(made);
}

TEST_P(Conformance, OneColumn) {
    Material made = of_table(method, Table(24, std::vector<double>(1)));
    for (Table& X : made.views) {
        for (std::size_t row = 0; row < X.size(); ++row)
            X[row][0] = static_cast<double>(row % 3) * 4 + 0.125 * static_cast<double>(row % 5);
    }
    EXPECT_RESULT_OR_ERROR(made);
}

TEST_P(Conformance, MoreColumnsThanRows) {
    EXPECT_RESULT_OR_ERROR(material(method, 12, 40));
}

TEST_P(Conformance, HugeValues) {
    for (const double factor : {1e100, 1e150, 1e307}) {
        SCOPED_TRACE(factor);
        Material made = material(method, 24);
        scale(made.views, factor);
        EXPECT_RESULT_OR_ERROR(made);
    }
}

TEST_P(Conformance, TinyValues) {
    for (const double factor : {1e-100, 1e-160, 1e-300, 4e-323}) {
        SCOPED_TRACE(factor);
        Material made = material(method, 24);
        scale(made.views, factor);
        EXPECT_RESULT_OR_ERROR(made);
    }
}

TEST_P(Conformance, OneHugeValueAmongTinyOnes) {
    Material made = material(method, 24);
    scale(made.views, 1e-200);
    for (Table& X : made.views)
        X[3][2] = 1e200;
    EXPECT_RESULT_OR_ERROR(made);
}

TEST_P(Conformance, ColumnsOfVeryDifferentScales) {
    Material made = material(method, 24);
    for (Table& X : made.views) {
        for (auto& row : X) {
            for (std::size_t j = 0; j < row.size(); ++j)
                row[j] *= std::pow(10.0, 8.0 * static_cast<double>(j % 9) - 32);
        }
    }
    EXPECT_RESULT_OR_ERROR(made);
}

TEST_P(Conformance, ScaleOfTheDataDoesNotChangeTheGroups) {
    Material made = material(method);
    const Result first = run(assembled(method, made.views));
    scale(made.views, 0x1p20);  // a power of two: no value is rounded
    const Result second = run(assembled(method, made.views));
    for (std::size_t p = 0; p < first.partitions.size(); ++p)
        EXPECT_TRUE(same_groups(first.partitions[p].labels, second.partitions[p].labels));
}

}  // namespace mvlink::conformance
