#include "experiments/fingerprint.hpp"

#include <fmt/format.h>

#include <cstring>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

class Digest {
public:
    void add(std::string_view bytes) {
        for (const char byte : bytes) {
            state_ = (state_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
        }
    }
    /// One step per number: there may be many features.
    void add(std::uint64_t number) {
        state_ = (state_ ^ number) * 0x100000001b3ULL;
        state_ ^= state_ >> 32;
    }
    void add(double number) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &number, sizeof bits);
        add(bits);
    }
    [[nodiscard]] std::string text() const { return fmt::format("{:016x}", state_); }

private:
    std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

template <class T>
void add_rows(const DenseRows<T>& X, Digest& digest) {
    for (Index row = 0; row < X.rows; ++row) {
        for (Index col = 0; col < X.cols; ++col)
            digest.add(static_cast<double>(X.at(row, col)));
    }
}

template <class T>
void add_rows(const SparseRows<T>& X, Digest& digest) {
    for (const Index offset : X.offsets)
        digest.add(static_cast<std::uint64_t>(offset));
    for (std::size_t entry = 0; entry < X.values.size(); ++entry) {
        digest.add(static_cast<std::uint64_t>(X.columns[entry]));
        digest.add(static_cast<double>(X.values[entry]));
    }
}

}  // namespace

std::string fingerprint(std::string_view text) {
    Digest digest;
    digest.add(text);
    return digest.text();
}

std::string fingerprint(const Dataset& data, std::span<const std::vector<std::int32_t>> truths) {
    Digest digest;
    for (const View& view : data.views()) {
        digest.add(fmt::format("{}|{}|{}x{}|", view.name(), view.kind(), view.rows(), view.cols()));
        view.visit([&](const auto& X) { add_rows(X, digest); });
    }
    for (const auto& truth : truths) {
        for (const std::int32_t label : truth)
            digest.add(static_cast<std::uint64_t>(label));
    }
    return digest.text();
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
