#include "io/part.hpp"

#include "io/descriptors.hpp"
#include "io/folder_change.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <mvlink/error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace mvlink {
inline namespace v1 {
namespace io {
namespace {

constexpr std::size_t kLarge = std::size_t{1} << 20;

class FileOnDisk : public LateFile {
public:
    FileOnDisk(std::string name, Descriptor descriptor, const struct stat& opened)
        : name_(std::move(name)), descriptor_(std::move(descriptor)), opened_(opened) {}

    [[nodiscard]] std::size_t size() const override { return static_cast<std::size_t>(opened_.st_size); }

    void read(std::size_t at, std::span<char> out) const override {
        while (!out.empty()) {
            const ssize_t got = ::pread(descriptor_.number(), out.data(), out.size(), static_cast<off_t>(at));
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) {
                throw Error{ErrorCode::file, fmt::format("{}: {}; expected a file that can be read", name_,
                                                         std::generic_category().message(errno))};
            }
            if (got == 0) refuse_changed();
            at += static_cast<std::size_t>(got);
            out = out.subspan(static_cast<std::size_t>(got));
        }
    }

    void require_unchanged() const override {
        struct stat now {};
        const bool is_same = ::fstat(descriptor_.number(), &now) == 0 && now.st_size == opened_.st_size &&
                             now.st_mtim.tv_sec == opened_.st_mtim.tv_sec &&
                             now.st_mtim.tv_nsec == opened_.st_mtim.tv_nsec;
        if (!is_same) refuse_changed();
    }

private:
    [[noreturn]] void refuse_changed() const {
        throw Error{ErrorCode::file, fmt::format("{}: another program has changed it while it was read; expected {} "
                                                 "bytes, as when it was opened",
                                                 name_, opened_.st_size)};
    }

    std::string name_;
    Descriptor descriptor_;
    struct stat opened_;
};

}  // namespace

std::shared_ptr<const LateFile> LateFile::open(const std::filesystem::path& named) {
    if (named == "-") return nullptr;
    Descriptor descriptor(open_file(committed_place(named), O_RDONLY | O_NONBLOCK));
    struct stat status {};
    if (!descriptor.is_open() || ::fstat(descriptor.number(), &status) != 0 || !S_ISREG(status.st_mode)) return nullptr;
    if (static_cast<std::size_t>(status.st_size) < kLarge) return nullptr;
    return std::make_shared<FileOnDisk>(named.string(), std::move(descriptor), status);
}

Part Part::from(std::size_t at, std::size_t most) const {
    Part part = *this;
    const std::size_t begin = std::min(at, size_);
    if (data_ != nullptr) part.data_ += begin;
    part.at_ += begin;
    part.size_ = std::min(most, size_ - begin);
    return part;
}

void Part::copy(std::size_t at, std::span<char> out) const {
    if (file_) return file_->read(at_ + at, out);
    if (!out.empty()) std::memcpy(out.data(), data_ + at, out.size());
}

std::span<const char> Part::look(std::size_t at, std::size_t size, std::string& buffer) const {
    if (data_ != nullptr) return {data_ + at, size};
    buffer.resize(size);
    copy(at, buffer);
    return buffer;
}

std::string Part::head(std::size_t most) const {
    std::string text(std::min(most, size_), '\0');
    copy(0, text);
    return text;
}

void Part::give_back(std::size_t at, std::size_t size) const {
    if (is_pages_) io::give_back({data_ + at, size});
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
