#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>
#include <mvlink/result.hpp>

#include <gtest/gtest.h>

#include <vector>

/// What holds for every answer, whatever the data and the method.
namespace mvlink::conformance {

void expect_valid(const Result& result, const Dataset& data, const MethodInfo& method);
/// Labels in range, confidence in [0, 1], one of each per row, under names of the data.
void expect_valid(const std::vector<Partition>& partitions, const Dataset& data);
/// One line that says something.
void expect_readable(const Error& error);

/// Labels, confidence, objective, iterations and every array of the model are the same to the bit.
testing::AssertionResult same_bits(const Result& a, const Result& b);
testing::AssertionResult same_bits(const std::vector<Partition>& a, const std::vector<Partition>& b);
testing::AssertionResult same_bits(const Model& a, const Model& b);

/// The two labellings group the rows alike, whatever the numbers of the clusters.
bool same_groups(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b);
/// Share of rows with the same label.
double share_equal(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b);

}  // namespace mvlink::conformance
