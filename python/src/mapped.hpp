#pragma once

#include <mvlink/dataset.hpp>

#include <functional>
#include <utility>

/// Rows that are read from a mapped file (`guarded` in mapped.cpp), which another program may shorten or rewrite.

/// Where the values of a view begin.
const void* first_value(const mvlink::View& view);

/// Error{file} if a file that rows of the data are read from is not as it was.
void require_unchanged_files(const mvlink::Dataset& data);

/// Whether to give up: rows are missing, or `abandons` says so. The data outlive it.
std::function<bool()> if_rows_are_missing_or(const mvlink::Dataset& data, std::function<bool()> abandons);

/// What `call` answers, which counts only if the files stayed as they were. What it throws may follow from their
/// change.
template <class Call>
auto on_unchanged_files(const mvlink::Dataset& data, Call&& call) {
    try {
        auto answer = call();
        require_unchanged_files(data);
        return answer;
    } catch (...) {
        require_unchanged_files(data);
        throw;
    }
}
