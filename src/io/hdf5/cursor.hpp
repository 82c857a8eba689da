#pragma once

#include "io/hdf5/file.hpp"
#include "io/text.hpp"

#include <cstdint>
#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io::hdf5 {

/// Reads little-endian numbers from a part of a file; every step beyond its end is Error{input}. The file counts what
/// is read.
class Cursor {
public:
    Cursor(const File& file, std::string_view part) : file_(&file), part_(part) {}

    [[nodiscard]] std::size_t left() const { return part_.size() - at_; }
    std::uint64_t number(int size) {
        const std::string_view raw = take(static_cast<std::size_t>(size));
        std::uint64_t value = 0;
        for (int i = size; i-- > 0;)
            value = value << 8 | static_cast<unsigned char>(raw[i]);
        return value;
    }
    int byte() { return static_cast<int>(number(1)); }
    std::string_view take(std::size_t count) {
        if (count > left()) refuse("{}: a damaged HDF5 file: a part of it ends too early", file_->bytes().name);
        file_->count_work(count);
        at_ += count;
        return part_.substr(at_ - count, count);
    }
    void skip(std::size_t count) { take(count); }
    void align(std::size_t to) { skip((to - at_ % to) % to); }
    void expect(std::string_view signature) {
        if (take(signature.size()) != signature)
            refuse("{}: a damaged HDF5 file: expected {} at a place of its own", file_->bytes().name, signature);
    }

private:
    const File* file_;
    std::string_view part_;
    std::size_t at_ = 0;
};

}  // namespace io::hdf5
}  // namespace v1
}  // namespace mvlink
