#include <mvlink/journal.hpp>

#include <zlib.h>

#include <fmt/format.h>

namespace mvlink {
inline namespace v1 {
namespace {

/// A running checksum of numbers and text.
class DataChecksum {
public:
    void add(std::span<const double> values) { add(values.data(), values.size_bytes()); }
    void add(std::string_view text) {
        add(text.data(), text.size());
        add("\n", 1);
    }
    [[nodiscard]] std::string text() const { return fmt::format("{:08x}", sum_); }

private:
    void add(const void* data, std::size_t size) { sum_ = ::crc32_z(sum_, static_cast<const Bytef*>(data), size); }
    uLong sum_ = 0;
};

/// The same for every layout and scalar that holds the same numbers.
template <class Rows>
void add_rows(const Rows& X, DataChecksum& sum) {
    std::vector<double> line;
    for (Index row = 0; row < X.rows; ++row) {
        line.clear();
        if constexpr (Rows::kSparse) {
            for (Index e = X.offsets[row]; e < X.offsets[row + 1]; ++e) {
                line.push_back(static_cast<double>(X.columns[e]));
                line.push_back(static_cast<double>(X.values[e]));
            }
            line.push_back(-1);
        } else {
            for (Index col = 0; col < X.cols; ++col)
                line.push_back(static_cast<double>(X.at(row, col)));
        }
        sum.add(line);
    }
}

}  // namespace

std::vector<std::string> dataset_fingerprint(const Dataset& data) {
    std::vector<std::string> lines;
    for (const View& view : data.views()) {
        DataChecksum sum;
        view.visit([&](const auto& X) { add_rows(X, sum); });
        for (const std::string& id : view.ids())
            sum.add(id);
        lines.push_back(fmt::format("view {}: {} rows, {} columns, checksum {}", view.name(), view.rows(), view.cols(),
                                    sum.text()));
    }
    return lines;
}

}  // namespace v1
}  // namespace mvlink
