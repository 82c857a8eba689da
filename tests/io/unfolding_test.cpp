#include "io/gzip.hpp"
#include "io/mat/read_mat.hpp"
#include "io/support.hpp"

#include <zlib.h>

/// Small files that make much of themselves: what they take is counted before it is allocated, and so is the work.
namespace mvlink::test {
namespace {

using testing::HasSubstr;

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

std::string number(std::uint64_t value, int bytes) {
    std::string out;
    for (int i = 0; i < bytes; ++i)
        out += i < 8 ? static_cast<char>(value >> (8 * i) & 0xFF) : '\0';
    return out;
}

std::string deflated(const std::string& text) {
    uLongf size = compressBound(text.size());
    std::string out(size, '\0');
    compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(text.data()), text.size(), 9);
    out.resize(size);
    return out;
}

std::string message(const std::string& content, const std::string& name, std::size_t memory = SIZE_MAX) {
    io::Bytes bytes = io::bytes_of(content, name);
    bytes.memory = memory;
    try {
        io::mat::read_mat("x", bytes);
    } catch (const Error& error) {
        return error.what();
    }
    return "accepted";
}

/// An HDF5 file of version 2 without its checksums, which are not read. Objects are placed one after the other.
class Hdf5Text {
public:
    Hdf5Text() {
        text_ = "\x89HDF\r\n\x1a\n" + number(2, 1) + number(8, 1) + number(8, 1) + number(0, 1);
        text_ += number(0, 8) + number(~std::uint64_t{0}, 8) + number(0, 8) + number(0, 8) + number(0, 4);
    }
    std::uint64_t add(const std::string& part) {
        text_ += part;
        return text_.size() - part.size();
    }
    std::uint64_t add_object(const std::string& messages) {
        return add("OHDR" + number(2, 1) + number(2, 1) + number(messages.size(), 4) + messages + number(0, 4));
    }
    std::string with_root(std::uint64_t address) {
        text_.replace(36, 8, number(address, 8));
        return text_;
    }

private:
    std::string text_;
};

std::string hdf5_message(int type, const std::string& content) {
    return number(static_cast<std::uint64_t>(type), 1) + number(content.size(), 2) + number(0, 1) + content;
}

std::string link(const std::string& name, std::uint64_t address) {
    return hdf5_message(6, number(1, 1) + number(0, 1) + number(name.size(), 1) + name + number(address, 8));
}

TEST(Unfolding, GroupsThatReferToEachOtherOverAndOverAreRefused) {
    Hdf5Text file;
    std::uint64_t group = file.add_object(hdf5_message(2, number(0, 2) + number(~std::uint64_t{0}, 8)));
    for (int level = 0; level < 4; ++level) {
        std::string links;
        for (int i = 0; i < 60; ++i)
            links += link("g" + std::to_string(i), group);
        group = file.add_object(links);
    }
    EXPECT_THAT(message(file.with_root(group), "x.h5"), HasSubstr("refer to each other over and over"));
}

TEST(Unfolding, BlocksOfAHeaderDoNotOverlap) {
    Hdf5Text file;
    const std::uint64_t block = file.add("OCHK" + std::string(600, '\0') + number(0, 4));
    std::string again;
    for (int i = 0; i < 100; ++i)
        again += hdf5_message(0x10, number(block, 8) + number(608, 8));
    EXPECT_THAT(message(file.with_root(file.add_object(again)), "x.h5"), HasSubstr("a header larger than the file"));
}

/// 40,000 rows of one byte, each in a chunk of 16 MB that is packed to 16 kB and stored once.
TEST(Unfolding, ChunksBeyondTheDataAreCounted) {
    constexpr std::uint64_t kRows = 40'000, kPerChunk = 16 << 20;
    Hdf5Text file;
    const std::string packed = deflated(std::string(kPerChunk, '\0'));
    const std::uint64_t chunk = file.add(packed);
    std::string tree = "TREE" + number(1, 1) + number(0, 1) + number(kRows, 2) + number(0, 16);
    for (std::uint64_t row = 0; row < kRows; ++row)
        tree += number(packed.size(), 4) + number(0, 4) + number(row, 8) + number(0, 16) + number(chunk, 8);
    const std::uint64_t index = file.add(tree);
    const std::string space = number(2, 1) + number(2, 1) + number(0, 2) + number(kRows, 8) + number(1, 8);
    const std::string type = number(0x10, 1) + number(0, 3) + number(1, 4) + number(0, 2) + number(8, 2);
    const std::string layout = number(3, 1) + number(2, 1) + number(3, 1) + number(index, 8) + number(1, 4) +
                               number(kPerChunk, 4) + number(1, 4);
    const std::string filters = number(2, 1) + number(1, 1) + number(1, 2) + number(0, 2) + number(0, 2);
    const std::uint64_t data = file.add_object(hdf5_message(1, space) + hdf5_message(3, type) +
                                               hdf5_message(8, layout) + hdf5_message(0x0B, filters));
    EXPECT_THAT(message(file.with_root(file.add_object(link("X", data))), "x.h5"),
                HasSubstr("refer to each other over and over"));
}

std::string mat_element(std::uint32_t type, const std::string& content) {
    return number(type, 4) + number(content.size(), 4) + content + std::string((8 - content.size() % 8) % 8, '\0');
}

/// A compressed MATLAB matrix of a class, with what follows its name.
std::string mat_file(std::uint32_t matlab_class, std::uint32_t rows, const std::string& content) {
    const std::string head = mat_element(6, number(matlab_class, 4) + number(0, 4)) +
                             mat_element(5, number(rows, 4) + number(2, 4)) + mat_element(1, "X");
    const std::string packed = deflated(mat_element(14, head + content));
    return std::string(124, ' ') + number(0x0100, 2) + "IM" + number(15, 4) + number(packed.size(), 4) + packed;
}

TEST(Unfolding, SmallNumbersOfMatlabAreCountedAsTheDoublesTheyBecome) {
    constexpr std::uint32_t kRows = 1 << 20;
    const std::string file = mat_file(8, kRows, mat_element(1, std::string(std::size_t{2} * kRows, '\1')));
    EXPECT_THAT(message(file, "x.mat", 12 * kMegabyte), HasSubstr("more than the limit of 0.0126 GB"));
    EXPECT_EQ(message(file, "x.mat", 100 * kMegabyte), "accepted");
}

TEST(Unfolding, EmptyCellsOfMatlabAreCounted) {
    constexpr std::uint32_t kRows = 1 << 19;
    std::string cells;
    for (std::uint32_t i = 0; i < 2 * kRows; ++i)
        cells += mat_element(14, "");
    EXPECT_THAT(message(mat_file(1, kRows, cells), "x.mat", 64 * kMegabyte), HasSubstr("more than the limit"));
}

TEST(Unfolding, WhatGzipHoldsIsTakenFromTheMemory) {
    const std::string text(8 * kMegabyte, '1');
    std::string packed(kMegabyte, '\0');
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);

    io::Bytes bytes = io::bytes_of(packed, "x.csv.gz");
    bytes.memory = 9 * kMegabyte;
    const io::Bytes unpacked = io::gunzipped(bytes);
    EXPECT_EQ(unpacked.text(), text);
    EXPECT_EQ(unpacked.memory, kMegabyte);

    bytes.memory = 7 * kMegabyte;
    try {
        io::gunzipped(bytes);
        ADD_FAILURE() << "unpacked into less memory than it takes";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::internal);
        EXPECT_THAT(error.what(), HasSubstr("x.csv.gz: would need"));
    }
    // The size that it states is wrong: twice the room would not fit beside the content.
    packed.replace(packed.size() - 4, 4, number(0, 4));
    bytes = io::bytes_of(packed, "x.csv.gz");
    bytes.memory = 9 * kMegabyte;
    EXPECT_THROW(io::gunzipped(bytes), Error);
}

}  // namespace
}  // namespace mvlink::test
