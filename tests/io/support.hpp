#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <mvlink/error.hpp>
#include <mvlink/view.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace mvlink::test {

namespace fs = std::filesystem;

/// A folder of its own, removed at the end.
class TempFolder {
public:
    TempFolder() {
        static std::atomic<int> counter{0};
        path_ =
            fs::temp_directory_path() / ("mvlink-io-" + std::to_string(::getpid()) + "-" + std::to_string(counter++));
        fs::create_directories(path_);
    }
    ~TempFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    [[nodiscard]] const fs::path& path() const { return path_; }
    fs::path write(const std::string& name, const std::string& content) const {
        std::ofstream(path_ / name, std::ios::binary) << content;
        return path_ / name;
    }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const auto& entry : fs::directory_iterator(path_))
            found.push_back(entry.path().filename().string());
        std::sort(found.begin(), found.end());
        return found;
    }

private:
    fs::path path_;
};

inline std::string read_text(const fs::path& file) {
    std::ostringstream out;
    out << std::ifstream(file, std::ios::binary).rdbuf();
    return out.str();
}

/// The values row after row, whatever the kind of the view.
inline std::vector<double> values_of(const View& view) {
    std::vector<double> values(static_cast<std::size_t>(view.rows() * view.cols()), 0.0);
    const auto at = [&](Index row, Index col) -> double& {
        return values[static_cast<std::size_t>(row * view.cols() + col)];
    };
    view.visit([&](const auto& X) {
        for (Index row = 0; row < X.rows; ++row) {
            if constexpr (std::decay_t<decltype(X)>::kSparse) {
                const auto begin = static_cast<std::size_t>(X.offsets[static_cast<std::size_t>(row)]);
                const auto end = static_cast<std::size_t>(X.offsets[static_cast<std::size_t>(row) + 1]);
                for (std::size_t e = begin; e < end; ++e)
                    at(row, X.columns[e]) = static_cast<double>(X.values[e]);
            } else {
                for (Index col = 0; col < X.cols; ++col)
                    at(row, col) = static_cast<double>(X.at(row, col));
            }
        }
    });
    return values;
}

/// Bytes of values as they stand in memory.
template <class T>
std::string raw(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// A .npy file from its parts.
inline std::string npy(const std::string& descr, bool fortran, const std::string& shape, const std::string& data,
                       int version = 1) {
    std::string header =
        "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }";
    const std::size_t lead = version == 1 ? 10 : 12;
    while ((lead + header.size() + 1) % 64 != 0)
        header += ' ';
    header += '\n';
    std::string out = "\x93NUMPY";
    out += static_cast<char>(version);
    out += '\0';
    for (std::size_t i = 0; i < lead - 8; ++i)
        out += static_cast<char>((header.size() >> (8 * i)) & 0xFF);
    return out + header + data;
}

/// The call throws Error with this code, and a message of one line that holds the text.
template <class F>
void expect_error(F&& call, ErrorCode code, const std::string& part) {
    try {
        call();
        ADD_FAILURE() << "no error; expected one with: " << part;
    } catch (const Error& error) {
        EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(code)) << error.what();
        EXPECT_THAT(error.what(), testing::HasSubstr(part));
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << "a message is one line";
    }
}

}  // namespace mvlink::test
