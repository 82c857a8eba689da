#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mvlink/error.hpp>
#include <mvlink/preparation.hpp>

#include <string>
#include <vector>

#include "support/random_problems.hpp"

namespace mvlink::test {

using support::Table;

inline Table table_of(const View& view) {
    Table rows(static_cast<std::size_t>(view.rows()), std::vector<double>(static_cast<std::size_t>(view.cols()), 0.0));
    view.visit([&](const auto& X) {
        for (Index row = 0; row < X.rows; ++row) {
            auto& out = rows[static_cast<std::size_t>(row)];
            if constexpr (std::decay_t<decltype(X)>::kSparse) {
                const auto end = static_cast<std::size_t>(X.offsets[static_cast<std::size_t>(row) + 1]);
                for (auto at = static_cast<std::size_t>(X.offsets[static_cast<std::size_t>(row)]); at < end; ++at)
                    out[static_cast<std::size_t>(X.columns[at])] = static_cast<double>(X.values[at]);
            } else {
                for (Index col = 0; col < X.cols; ++col)
                    out[static_cast<std::size_t>(col)] = static_cast<double>(X.at(row, col));
            }
        }
    });
    return rows;
}

inline Prepared prepared(const Dataset& data, const std::vector<std::string>& texts, int threads = 1) {
    PreparationPlan plan;
    for (const std::string& text : texts)
        plan.requests.push_back(parse_preparation(text));
    Context context({.threads = threads});
    return prepare(plan, data, context);
}

inline Table prepared_table(const View& view, const std::string& steps, int threads = 1) {
    return table_of(prepared(Dataset(view), {steps}, threads).data.view(0));
}

inline void expect_near(const Table& found, const Table& expected, double tolerance) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(found[i].size(), expected[i].size());
        for (std::size_t j = 0; j < found[i].size(); ++j)
            ASSERT_NEAR(found[i][j], expected[i][j], tolerance) << "row " << i << ", column " << j;
    }
}

template <class F>
void expect_error(F&& f, ErrorCode code, const std::vector<std::string>& parts) {
    try {
        f();
        ADD_FAILURE() << "nothing was thrown; expected " << parts.front();
    } catch (const Error& error) {
        EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(code)) << error.what();
        for (const std::string& part : parts)
            EXPECT_THAT(error.what(), testing::HasSubstr(part));
    }
}

}  // namespace mvlink::test
