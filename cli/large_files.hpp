#pragma once

#include <mvlink/context.hpp>
#include <mvlink/io.hpp>
#include <mvlink/large_files.hpp>

/// Files larger than the memory that may be used: for the commands that read rows one after the other, and whose answer
/// can be taken back if such a file changes.
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

/// read_problem, with views of any size.
Problem read_large_problem(const ReadRequest& request, Context& context);

/// Says on standard error which files are read from the disk again and again: why a run takes so long.
void tell_large_files();

}  // namespace mvlink::cli
