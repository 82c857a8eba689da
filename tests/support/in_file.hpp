#pragma once

#include <mvlink/context.hpp>

#include "runtime/file_pages.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace mvlink::support {

/// Rows that count as pages of a file while it lives.
class InFile {
public:
    explicit InFile(const std::vector<float>& values) : start_(values.data()) {
        EXPECT_TRUE(file_pages::add(start_, values.size() * sizeof(float)));
    }
    ~InFile() { file_pages::remove(start_); }
    InFile(const InFile&) = delete;
    InFile& operator=(const InFile&) = delete;

private:
    const void* start_;
};

/// Rows of groups that overlap in some seeds, so that many rows move, and are so far apart in others that the distances
/// are tight.
inline std::vector<float> rows_of_groups(int seed, Index rows, Index cols) {
    Random random = Context({.seed = static_cast<std::uint64_t>(seed)}).stream("test");
    const double apart = seed % 3 == 0 ? 0.5 : seed % 3 == 1 ? 4 : 1e5;
    std::vector<float> values;
    for (Index row = 0; row < rows; ++row) {
        for (Index col = 0; col < cols; ++col)
            values.push_back(static_cast<float>(random.normal() + apart * static_cast<double>((row * 7 + col) % 5)));
    }
    return values;
}

}  // namespace mvlink::support
