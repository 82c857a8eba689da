#pragma once

#include <mvlink/context.hpp>
#include <mvlink/large_files.hpp>

namespace mvlink::cli {

/// Calls `work`, whose answer counts only if the files that it read rows from stayed as they were. The context's
/// `abandons` is `mapped_file_was_shortened`, so that it does not go on without its rows.
template <class Work>
auto with_unchanged_files(Work&& work) {
    try {
        auto answer = work();
        require_unchanged_files();
        return answer;
    } catch (const Abandoned&) {
        require_unchanged_files();
        throw;
    }
}

}  // namespace mvlink::cli
