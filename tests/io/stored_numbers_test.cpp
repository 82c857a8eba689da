#include "io/stored_numbers.hpp"
#include "io/gzip.hpp"
#include "io/hdf5/file.hpp"
#include "io/mat/read_mat.hpp"
#include "io/support.hpp"

#include <zlib.h>

#include <cstring>

/// Numbers of a file on their way into a view: of every type, from memory, from pages and from the disk.
namespace mvlink::test {
namespace {

using io::NumberType;
using io::Part;
using io::StoredNumbers;

template <class T>
NumberType type_of(bool big_endian) {
    const auto kind = std::is_floating_point_v<T> ? NumberType::Kind::real : NumberType::Kind::integer;
    return {kind, sizeof(T), std::is_signed_v<T>, big_endian};
}

/// 100 to 227 and so on: negative for small signed types.
template <class T>
std::string raw_numbers(Index count, bool big_endian) {
    std::string raw;
    for (Index i = 0; i < count; ++i) {
        const T value = static_cast<T>(100 + i % 9973);
        std::string bytes(reinterpret_cast<const char*>(&value), sizeof(T));
        if (big_endian) std::reverse(bytes.begin(), bytes.end());
        raw += bytes;
    }
    return raw;
}

template <class T>
double number(Index i) {
    return static_cast<double>(static_cast<T>(100 + i % 9973));
}

/// In pages that may be given back, and on the disk if the file is large enough for that.
std::vector<Part> parts_of(const std::string& raw, const TempFolder& folder) {
    const std::shared_ptr<char> pages = io::own_pages(raw.size());
    std::memcpy(pages.get(), raw.data(), raw.size());
    folder.write("raw", raw);
    std::vector<Part> parts{Part(raw), Part({pages.get(), raw.size()}, pages, true)};
    if (const auto file = io::LateFile::open(folder.path() / "raw")) parts.emplace_back(file);
    return parts;
}

template <class T>
void expect_rows(Index rows, Index cols, bool big_endian) {
    SCOPED_TRACE(testing::Message() << rows << " x " << cols << ", " << sizeof(T) << " bytes");
    const TempFolder folder;
    const std::string raw = raw_numbers<T>(rows * cols, big_endian);
    for (const Part& part : parts_of(raw, folder)) {
        const StoredNumbers stored{part, type_of<T>(big_endian)};
        ASSERT_EQ(stored.count(), static_cast<std::size_t>(rows * cols));
        EXPECT_EQ(stored[5], number<T>(5));
        const auto table = io::row_after_row(stored, rows, cols);
        Index wrong = 0;
        for (Index row = 0; row < rows; ++row) {
            for (Index col = 0; col < cols; ++col)
                wrong += table.get()[row * cols + col] != number<T>(col * rows + row) ? 1 : 0;
        }
        EXPECT_EQ(wrong, 0);
    }
    for (const Part& part : parts_of(raw, folder)) {
        const StoredNumbers stored{part, type_of<T>(big_endian)};
        io::NumberSequence next(stored, false);
        Index wrong = 0;
        for (Index i = 0; i < rows * cols; ++i)
            wrong += next() != number<T>(i) ? 1 : 0;
        const auto list = io::in_order(stored);
        for (Index i = 0; i < rows * cols; ++i)
            wrong += list.get()[i] != number<T>(i) ? 1 : 0;
        EXPECT_EQ(wrong, 0);
    }
}

TEST(StoredNumbers, EveryTypeAndShapeIsReadRowAfterRow) {
    for (const bool big_endian : {false, true}) {
        expect_rows<std::int8_t>(7, 3, big_endian);
        expect_rows<std::uint8_t>(1031, 1033, big_endian);
        expect_rows<std::int16_t>(3, 700, big_endian);
        expect_rows<std::uint16_t>(9001, 67, big_endian);
        expect_rows<std::int32_t>(100, 9, big_endian);
        expect_rows<std::uint32_t>(5, 5, big_endian);
        expect_rows<std::int64_t>(64, 8, big_endian);
        expect_rows<std::uint64_t>(65, 9, big_endian);
        expect_rows<float>(70001, 5, big_endian);
    }
    expect_rows<double>(5003, 77, false);  // several tiles of rows
    expect_rows<double>(40, 5003, false);  // and of columns
    expect_rows<double>(300001, 2, false);
}

std::string element(std::uint32_t type, const std::string& content) {
    const std::array<std::uint32_t, 2> tag{type, static_cast<std::uint32_t>(content.size())};
    return std::string(reinterpret_cast<const char*>(tag.data()), 8) + content +
           std::string((8 - content.size() % 8) % 8, '\0');
}

std::string matrix(const std::string& name, std::int32_t rows, std::int32_t cols) {
    const std::array<std::int32_t, 2> flags{6, 0}, dims{rows, cols};
    const auto text = [](const auto& numbers) { return std::string(reinterpret_cast<const char*>(numbers.data()), 8); };
    return element(14, element(6, text(flags)) + element(5, text(dims)) + element(1, name) +
                           element(9, raw_numbers<double>(Index{rows} * cols, false)));
}

std::string packed(const std::string& part) {
    uLongf size = compressBound(part.size());
    std::string out(size, '\0');
    compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(part.data()), part.size(), 1);
    const std::array<std::uint32_t, 2> tag{15, static_cast<std::uint32_t>(size)};
    return std::string(reinterpret_cast<const char*>(tag.data()), 8) + out.substr(0, size);
}

const std::string kHead = std::string(124, ' ') + std::string("\0\1IM", 4);

TEST(StoredNumbers, LargeMatlabFilesGiveTheSameFromTheDiskAndFromMemory) {
    const TempFolder folder;
    const std::string truth = matrix("gt", 20000, 1);
    for (const std::string& content : {truth + matrix("X", 20000, 11), truth + matrix("X", 11, 20000),
                                       packed(truth) + packed(matrix("X", 20000, 11)) + std::string(1 << 20, '\0')}) {
        folder.write("x.mat", kHead + content);
        ASSERT_NE(io::LateFile::open(folder.path() / "x.mat"), nullptr);
        const auto late = io::mat::read_mat("x", folder.path() / "x.mat", SIZE_MAX);
        const auto whole = io::mat::read_mat("x", io::open_bytes(folder.path() / "x.mat"));
        const auto borrowed = io::mat::read_mat("x", io::bytes_of(kHead + content, "x.mat"));
        ASSERT_EQ(late.views.size(), 1U);
        EXPECT_EQ(late.views[0].rows(), 20000);
        EXPECT_EQ(values_of(late.views[0]), values_of(whole.views[0]));
        EXPECT_EQ(values_of(late.views[0]), values_of(borrowed.views[0]));
        EXPECT_EQ(late.truth->labels, whole.truth->labels);
    }
}

TEST(StoredNumbers, AFileThatChangesWhileItIsReadIsRefused) {
    const TempFolder folder;
    folder.write("x.mat", kHead + matrix("X", 20000, 11));
    const auto file = io::LateFile::open(folder.path() / "x.mat");
    EXPECT_NO_THROW(file->require_unchanged());
    fs::resize_file(folder.path() / "x.mat", 1000);
    EXPECT_THROW(file->require_unchanged(), Error);
    std::vector<char> out(2000);
    EXPECT_THROW(file->read(0, out), Error);
}

TEST(StoredNumbers, PartsOfAnHdf5FileAreUsedOnce) {
    io::hdf5::UsedParts used;
    EXPECT_EQ(used.take(10, 20), (std::pair<std::size_t, std::size_t>{10, 20}));
    EXPECT_EQ(used.take(30, 40), (std::pair<std::size_t, std::size_t>{30, 40}));
    EXPECT_EQ(used.take(20, 30), (std::pair<std::size_t, std::size_t>{10, 40}));
    for (const auto& [begin, end] : {std::pair{0, 11}, {39, 41}, {15, 16}, {0, 100}})
        EXPECT_FALSE(used.take(static_cast<std::size_t>(begin), static_cast<std::size_t>(end)));
}

TEST(StoredNumbers, WhatIsInflatedBeyondTheRoomIsCountedOnly) {
    const std::string text(3 << 20, 'x'), all = packed(text), content = all.substr(8);
    std::string out(1000, '\0');
    EXPECT_EQ(io::inflate_zlib(Part(content), out, text.size()), text.size());
    EXPECT_EQ(out, text.substr(0, 1000));
    EXPECT_FALSE(io::inflate_zlib(Part(content), out, text.size() - 1));
    const std::string cut = content.substr(0, content.size() - 5);
    EXPECT_FALSE(io::inflate_zlib(Part(cut), out, text.size()));
}

}  // namespace
}  // namespace mvlink::test
