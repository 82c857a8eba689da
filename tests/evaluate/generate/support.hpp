#pragma once

#include <mvlink/error.hpp>
#include <mvlink/generate.hpp>

#include <gtest/gtest.h>

#include <variant>
#include <vector>

namespace mvlink::test {

/// Row after row.
inline std::vector<double> values_of(const View& view) {
    const auto& table = std::get<DenseRows<double>>(view.features());
    std::vector<double> values;
    for (Index row = 0; row < table.rows; ++row) {
        for (Index col = 0; col < table.cols; ++col)
            values.push_back(table.at(row, col));
    }
    return values;
}

inline std::vector<Index> sizes_of(const Truth& truth, int classes) {
    std::vector<Index> sizes(static_cast<std::size_t>(classes), 0);
    for (const auto label : truth.labels)
        ++sizes.at(static_cast<std::size_t>(label));
    return sizes;
}

template <class Call>
ErrorCode code_of(Call&& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.code();
    }
    ADD_FAILURE() << "nothing was thrown";
    return ErrorCode::internal;
}

}  // namespace mvlink::test
