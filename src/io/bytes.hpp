#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io {

/// What "-" is called.
constexpr std::string_view kStandardInput = "standard input";

/// The content of a file and its name in messages. Every reader parses from here, so that tests and
/// fuzz targets need no file.
struct Bytes {
    std::span<const char> data;
    std::string name;
    std::shared_ptr<const void> owner;  ///< keeps `data` alive; empty: the caller does
    std::size_t memory = SIZE_MAX;      ///< further bytes that the run may allocate, see require_room
    std::size_t unfolded = SIZE_MAX;    ///< bytes that may be made of it until it is a bomb, see require_room
    bool is_mapped = false;             ///< pages of the file itself, not a copy: see mapped_file.hpp
    bool is_pages = false;              ///< pages of our own, which give_back can free

    [[nodiscard]] std::string_view text() const noexcept { return {data.data(), data.size()}; }
};

enum class FileKind {
    any,      ///< pipes too
    regular,  ///< refuses others, and never waits for a writer
};

/// The file as it is now, in memory; "-" is standard input. It is copied and not mapped (but see mapped_file.hpp): if
/// another program shortened a mapped file, reading it would end the process (SIGBUS), and if it changed the file, rows
/// would change during a run. Error{file} if it cannot be read or is shortened meanwhile, Error{internal} if it is
/// larger than `memory`.
Bytes open_bytes(const std::filesystem::path& file, std::size_t memory = SIZE_MAX, FileKind kind = FileKind::any);

/// Call it before allocating: Error{internal} if this is more than the run may use, Error{input} if it is more than
/// a small file may unfold to.
void require_room(const Bytes& bytes, std::size_t needed);

/// Zeros, in pages of their own if they are many: they take memory when they are written first. std::bad_alloc if there
/// are none.
std::shared_ptr<char> own_pages(std::size_t bytes);

/// Frees whole pages of such memory as soon as nobody reads this part again, so that a file and what is made of it are
/// not in memory at once. It reads as zero afterwards.
void give_back(std::span<const char> part) noexcept;

/// Bytes over a string that the caller keeps.
inline Bytes bytes_of(std::string_view text, std::string name) {
    return {{text.data(), text.size()}, std::move(name), {}};
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
