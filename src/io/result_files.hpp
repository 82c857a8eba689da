#pragma once

#include "io/bytes.hpp"

#include <mvlink/error.hpp>
#include <mvlink/stored_result.hpp>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

/// The files of a results folder, checked against what result.json says that its run wrote. A folder of an earlier
/// version has no such list, and one that predict wrote no result.json: their files are taken as they are.
class ResultFiles {
public:
    /// Reads result.json if it is there. Error{file} or Error{input}.
    explicit ResultFiles(std::filesystem::path folder, std::size_t memory = SIZE_MAX);
    ResultFiles(std::filesystem::path folder, std::vector<StoredFile> listed, std::size_t memory = SIZE_MAX)
        : folder_(std::move(folder)), listed_(std::move(listed)), memory_(memory) {}

    /// Whether the run wrote it: listed, or simply there if nothing is listed.
    [[nodiscard]] bool has(const std::string& name) const;
    /// Error{input} if it is not the file that the run wrote.
    [[nodiscard]] Bytes open(const std::string& name) const;

private:
    std::filesystem::path folder_;
    std::vector<StoredFile> listed_;
    std::size_t memory_;
};

/// Calls read() again if it is refused while another process replaces the results: the next time it finds the new ones.
template <class Read>
auto read_results(Read&& read) -> decltype(read()) {
    constexpr int kMostAttempts = 3;
    for (int attempt = 1;; ++attempt) {
        try {
            return read();
        } catch (const Error& error) {
            if (attempt == kMostAttempts || (error.code() != ErrorCode::input && error.code() != ErrorCode::file))
                throw;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(attempt));
    }
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
