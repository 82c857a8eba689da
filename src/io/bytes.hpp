#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io {

/// The content of a file and its name in messages. Every reader parses from here, so that tests and
/// fuzz targets need no file.
struct Bytes {
    std::span<const char> data;
    std::string name;
    std::shared_ptr<const void> owner;  ///< keeps `data` alive; empty: the caller does

    [[nodiscard]] std::string_view text() const noexcept { return {data.data(), data.size()}; }
};

/// Large files are mapped read-only, small ones and pipes are read. Error{file} if that fails.
Bytes open_bytes(const std::filesystem::path& file);

/// Bytes over a string that the caller keeps.
inline Bytes bytes_of(std::string_view text, std::string name) {
    return {{text.data(), text.size()}, std::move(name), {}};
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
