#pragma once

#include <sys/stat.h>
#include <filesystem>

namespace mvlink {
inline namespace v1 {
namespace io {

/// As open(2), closed in child processes, and never one of the descriptors 0 to 2: where a standard stream is closed,
/// what the program prints would otherwise land in the file. -1 with errno if it fails.
int open_file(const std::filesystem::path& file, int flags, mode_t mode = 0666) noexcept;

/// Closes itself.
class Descriptor {
public:
    explicit Descriptor(int number = -1) noexcept : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) {
            close();
            number_ = other.release();
        }
        return *this;
    }

    [[nodiscard]] int number() const noexcept { return number_; }
    [[nodiscard]] bool is_open() const noexcept { return number_ >= 0; }
    int release() noexcept {
        const int number = number_;
        number_ = -1;
        return number;
    }
    /// What close(2) says.
    int close() noexcept;

private:
    int number_;
};

}  // namespace io
}  // namespace v1
}  // namespace mvlink
