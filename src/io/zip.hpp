#pragma once

#include "io/bytes.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

struct ZipEntry {
    std::string name;
    unsigned method = 0;  ///< 0 stored, 8 deflate
    std::uint32_t crc = 0;
    std::uint64_t packed_size = 0;
    std::uint64_t size = 0;
    std::uint64_t offset = 0;  ///< of the local header
};

/// A zip archive in memory: stored and deflated entries, 64-bit sizes; checksums are checked, bombs are refused, and so
/// are two entries of one name, of which readers disagree which counts.
class ZipReader {
public:
    explicit ZipReader(Bytes bytes);
    [[nodiscard]] const std::vector<ZipEntry>& entries() const noexcept { return entries_; }
    [[nodiscard]] const ZipEntry* find(std::string_view name) const noexcept;
    /// The content, named "archive.npz (entry)". A stored entry is not copied.
    Bytes read(const ZipEntry& entry);

private:
    [[nodiscard]] std::uint64_t number(std::uint64_t offset, int width) const;
    void read_directory();
    ZipEntry read_entry(std::uint64_t& offset) const;
    void read_wide_sizes(ZipEntry& entry, std::uint64_t extra, std::uint64_t extra_size) const;
    [[nodiscard]] std::span<const char> packed(const ZipEntry& entry) const;
    void spend(const ZipEntry& entry);

    Bytes bytes_;
    std::vector<ZipEntry> entries_;
    std::uint64_t budget_;  // bytes that inflating may still make
    std::size_t memory_;    // and that the run may still allocate
};

/// Writes stored entries, with a fixed date so that the same content gives the same bytes.
class ZipWriter {
public:
    void add(std::string_view name, std::string_view content);
    /// The archive.
    std::string finish();

private:
    std::string out_;
    std::string directory_;
    std::size_t count_ = 0;
};

}  // namespace io
}  // namespace v1
}  // namespace mvlink
