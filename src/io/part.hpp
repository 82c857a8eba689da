#pragma once

#include "io/bytes.hpp"

#include <string>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace io {

/// A large file that stays on the disk: its parts are read when they are needed, straight to where they are needed.
class LateFile {
public:
    /// Empty if the file is small, or none that can be read in any order (a pipe, standard input): then it is read at
    /// once. Error{file} if it cannot be read.
    static std::shared_ptr<const LateFile> open(const std::filesystem::path& file);
    virtual ~LateFile() = default;

    [[nodiscard]] virtual std::size_t size() const = 0;
    /// Error{file} if another program has shortened it.
    virtual void read(std::size_t at, std::span<char> out) const = 0;
    /// Error{file} if size or time are not as when it was opened: its parts could be of different contents.
    virtual void require_unchanged() const = 0;
};

/// A part of a file, or of what was made of one: in memory or on the disk.
class Part {
public:
    Part() = default;
    /// `owner` keeps it alive (empty: the caller does); see Bytes for `is_pages`.
    explicit Part(std::span<const char> memory, std::shared_ptr<const void> owner = {}, bool is_pages = false)
        : data_(memory.data()), size_(memory.size()), owner_(std::move(owner)), is_pages_(is_pages) {}
    explicit Part(std::shared_ptr<const LateFile> file) : size_(file->size()), file_(std::move(file)) {}

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] bool is_on_disk() const { return file_ != nullptr; }
    /// Its first byte; null if it is on the disk.
    [[nodiscard]] const char* data() const { return data_; }
    [[nodiscard]] const std::shared_ptr<const void>& owner() const { return owner_; }
    /// Memory that nobody else needs and that can be given back.
    [[nodiscard]] bool is_pages() const { return is_pages_; }

    [[nodiscard]] Part from(std::size_t at, std::size_t most = SIZE_MAX) const;
    void copy(std::size_t at, std::span<char> out) const;
    /// These bytes where they are, or else in `buffer`.
    [[nodiscard]] std::span<const char> look(std::size_t at, std::size_t size, std::string& buffer) const;
    /// Its first bytes, up to so many.
    [[nodiscard]] std::string head(std::size_t most) const;
    void give_back(std::size_t at, std::size_t size) const;

private:
    const char* data_ = nullptr;
    std::size_t at_ = 0, size_ = 0;  // at: in the file
    std::shared_ptr<const void> owner_;
    std::shared_ptr<const LateFile> file_;
    bool is_pages_ = false;
};

}  // namespace io
}  // namespace v1
}  // namespace mvlink
