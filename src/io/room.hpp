#pragma once

#include "io/bytes.hpp"

namespace mvlink {
inline namespace v1 {
namespace io {

/// What a reader has made of a file so far, against what it may make.
class Room {
public:
    explicit Room(const Bytes& bytes) : bytes_(&bytes) {}

    /// Call it before allocating; the errors are those of require_room.
    void take(std::size_t needed) {
        require_room(*bytes_, needed > SIZE_MAX - taken_ ? SIZE_MAX : taken_ + needed);
        taken_ += needed;
    }
    void give_back(std::size_t freed) { taken_ -= freed; }
    [[nodiscard]] std::size_t left() const { return bytes_->memory - taken_; }

private:
    const Bytes* bytes_;
    std::size_t taken_ = 0;
};

}  // namespace io
}  // namespace v1
}  // namespace mvlink
