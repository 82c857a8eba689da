#include "io/npy.hpp"

#include "io/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

constexpr bool kLittleEndian = std::endian::native == std::endian::little;

/// The dictionary at the head of a .npy file: three keys, with a string, True or False, and a tuple of integers.
class NpyHeader {
public:
    NpyHeader(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

    void read(NpyArray& array) {
        bool has_descr = false, has_order = false, has_shape = false;
        expect('{');
        while (!accept('}')) {
            const std::string_view key = quoted();
            expect(':');
            if (key == "descr" && !std::exchange(has_descr, true)) {
                read_type(array);
            } else if (key == "fortran_order" && !std::exchange(has_order, true)) {
                array.fortran_order = read_bool();
            } else if (key == "shape" && !std::exchange(has_shape, true)) {
                array.shape = read_shape();
            } else {
                refuse("{}: key {} in the header; expected descr, fortran_order and shape once each", name_,
                       shown(key));
            }
            if (!accept(',')) {
                expect('}');
                break;
            }
        }
        if (!has_descr || !has_order || !has_shape) {
            refuse("{}: an incomplete header; expected descr, fortran_order and shape", name_);
        }
    }

private:
    void skip_space() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n'))
            rest_.remove_prefix(1);
    }
    bool accept(char c) {
        skip_space();
        if (!rest_.starts_with(c)) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void expect(char c) {
        if (!accept(c)) refuse("{}: invalid header at {}; expected '{}'", name_, shown(rest_.substr(0, 20)), c);
    }
    std::string_view quoted() {
        const char quote = accept('"') ? '"' : '\'';
        if (quote == '\'') expect('\'');
        const std::size_t end = rest_.find(quote);
        if (end == std::string_view::npos) refuse("{}: invalid header; expected a closing quote", name_);
        const std::string_view text = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return text;
    }
    bool read_bool() {
        skip_space();
        for (const bool value : {true, false}) {
            const std::string_view word = value ? "True" : "False";
            if (!rest_.starts_with(word)) continue;
            rest_.remove_prefix(word.size());
            return value;
        }
        refuse("{}: fortran_order {} in the header; expected True or False", name_, shown(rest_.substr(0, 20)));
    }
    std::vector<Index> read_shape() {
        std::vector<Index> shape;
        expect('(');
        while (!accept(')')) {
            skip_space();
            const std::size_t digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
            const auto length = parse_integer(rest_.substr(0, digits));
            if (!length) refuse("{}: invalid shape in the header; expected integers", name_);
            shape.push_back(*length);
            rest_.remove_prefix(digits);
            if (!accept(',')) {
                expect(')');
                break;
            }
        }
        return shape;
    }
    void read_type(NpyArray& array) {
        skip_space();
        if (rest_.starts_with('[')) refuse("{}: a structured array; expected plain numbers", name_);
        const std::string_view descr = quoted();
        const auto fault = [&] {
            refuse("{}: type {}; expected float32, float64, integers or bool", name_, shown(descr));
        };
        std::string_view type = descr;
        char order = '|';
        if (!type.empty() && std::string_view("<>=|").find(type[0]) != std::string_view::npos) {
            order = type[0];
            type.remove_prefix(1);
        }
        if (type == "?") type = "b1";
        if (type.size() < 2 || type.find_first_not_of("0123456789", 1) != std::string_view::npos) fault();
        const Index size = parse_integer(type.substr(1)).value_or(0);
        array.kind = type[0];
        if (!is_known(array.kind, size)) fault();
        array.item_size = static_cast<int>(array.kind == 'U' ? 4 * size : size);
        array.swapped = array.item_size > 1 && order == (kLittleEndian ? '>' : '<');
    }
    static bool is_known(char kind, Index size) {
        switch (kind) {
            case 'f':
                return size == 4 || size == 8;
            case 'i':
            case 'u':
                return size == 1 || size == 2 || size == 4 || size == 8;
            case 'b':
                return size == 1;
            case 'S':
            case 'U':
                return size >= 1 && size <= 1000;
            default:
                return false;
        }
    }

    std::string_view rest_;
    const std::string& name_;
};

/// Where the header's text begins and how long it is.
std::string_view header_text(const Bytes& bytes) {
    const std::string_view text = bytes.text();
    if (!text.starts_with("\x93NUMPY"))
        refuse("{}: not a NumPy file; expected it to begin with \\x93NUMPY", bytes.name);
    const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(text[i])); };
    if (text.size() < 8) refuse("{}: ends inside the header", bytes.name);
    const std::size_t version = byte(6);
    if (version < 1 || version > 3) refuse("{}: NumPy format version {}; expected 1, 2 or 3", bytes.name, version);
    const std::size_t width = version == 1 ? 2 : 4;
    if (text.size() < 8 + width) refuse("{}: ends inside the header", bytes.name);
    std::size_t length = 0;
    for (std::size_t i = 0; i < width; ++i)
        length |= byte(8 + i) << (8 * i);
    if (length > text.size() - 8 - width) refuse("{}: ends inside the header", bytes.name);
    return text.substr(8 + width, length);
}

/// Compares the shape with the bytes that are there, without overflow.
void require_size(const NpyArray& array, const std::string& name) {
    Index items = 1;
    const bool empty = std::find(array.shape.begin(), array.shape.end(), 0) != array.shape.end();
    const Index present = array.count();
    for (const Index length : array.shape) {
        if (empty) {
            items = 0;
        } else if (length > present / items) {
            refuse("{}: {} bytes of values; expected more for shape {}", name, array.data.size(), shape_text(array));
        } else {
            items *= length;
        }
    }
    if (static_cast<std::size_t>(items) * static_cast<std::size_t>(array.item_size) != array.data.size()) {
        refuse("{}: {} bytes of values; expected {} for shape {}", name, array.data.size(), items * array.item_size,
               shape_text(array));
    }
}

template <class Stored>
Stored load(const char* place, bool swapped) noexcept {
    std::array<char, sizeof(Stored)> raw;
    std::memcpy(raw.data(), place, sizeof(Stored));
    if (swapped) std::reverse(raw.begin(), raw.end());
    return std::bit_cast<Stored>(raw);
}

template <class Stored, class T>
void convert(const NpyArray& array, std::vector<T>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<T>(load<Stored>(array.data.data() + i * sizeof(Stored), array.swapped));
    }
}

template <class T>
void convert_integers(const NpyArray& array, std::vector<T>& values) {
    const bool is_signed = array.kind == 'i';
    switch (array.item_size) {
        case 1:
            return is_signed ? convert<std::int8_t>(array, values) : convert<std::uint8_t>(array, values);
        case 2:
            return is_signed ? convert<std::int16_t>(array, values) : convert<std::uint16_t>(array, values);
        case 4:
            return is_signed ? convert<std::int32_t>(array, values) : convert<std::uint32_t>(array, values);
        default:
            return is_signed ? convert<std::int64_t>(array, values) : convert<std::uint64_t>(array, values);
    }
}

}  // namespace

std::string shape_text(const NpyArray& array) {
    return fmt::format("({}{})", fmt::join(array.shape, ", "), array.shape.size() == 1 ? "," : "");
}

NpyArray parse_npy(const Bytes& bytes) {
    const std::string_view header = header_text(bytes);
    NpyArray array;
    NpyHeader(header, bytes.name).read(array);
    const auto begin = static_cast<std::size_t>(header.data() + header.size() - bytes.data.data());
    array.data = bytes.data.subspan(begin);
    require_size(array, bytes.name);
    return array;
}

template <class T>
std::vector<T> npy_values(const NpyArray& array) {
    std::vector<T> values(array.count());
    if (array.kind == 'f' && array.item_size == 4) {
        if constexpr (!std::is_integral_v<T>) convert<float>(array, values);
    } else if (array.kind == 'f') {
        if constexpr (!std::is_integral_v<T>) convert<double>(array, values);
    } else if (array.kind == 'b') {
        std::transform(array.data.begin(), array.data.end(), values.begin(), [](char c) { return T(c != 0 ? 1 : 0); });
    } else {
        convert_integers(array, values);
    }
    return values;
}
template std::vector<double> npy_values<double>(const NpyArray&);
template std::vector<float> npy_values<float>(const NpyArray&);
template std::vector<Index> npy_values<Index>(const NpyArray&);

namespace {

template <class T>
std::string header_of_shape(const std::string& shape) {
    constexpr std::size_t kAlignment = 64;  // so that a mapped file can be used as it is
    std::string dictionary = fmt::format("{{'descr': '<{}{}', 'fortran_order': False, 'shape': ({}), }}",
                                         std::is_integral_v<T> ? 'i' : 'f', sizeof(T), shape);
    const std::size_t open = (10 + dictionary.size() + 1) % kAlignment;
    dictionary.append((kAlignment - open) % kAlignment, ' ');
    dictionary += '\n';
    std::string out("\x93NUMPY\x01\x00", 8);
    out += static_cast<char>(dictionary.size() & 0xFF);
    out += static_cast<char>(dictionary.size() >> 8);
    return out + dictionary;
}

template <class T>
void append_value(T value, std::string& out) {
    auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if constexpr (!kLittleEndian) std::reverse(raw.begin(), raw.end());
    out.append(raw.data(), raw.size());
}

template <class T>
std::string encode(const DenseRows<T>& table) {
    std::string out = npy_header<T>(table.rows, table.cols);
    out.reserve(out.size() + static_cast<std::size_t>(table.rows * table.cols) * sizeof(T));
    for (Index row = 0; row < table.rows; ++row) {
        for (Index col = 0; col < table.cols; ++col) {
            append_value(table.at(row, col), out);
        }
    }
    return out;
}

}  // namespace

template <class T>
std::string npy_header(Index rows, Index cols) {
    return header_of_shape<T>(fmt::format("{}, {}", rows, cols));
}
template std::string npy_header<double>(Index, Index);
template std::string npy_header<float>(Index, Index);

std::string encode_npy(const DenseRows<double>& table) {
    return encode(table);
}
std::string encode_npy(const DenseRows<float>& table) {
    return encode(table);
}

template <class T>
std::string encode_npy_list(std::span<const T> values) {
    std::string out = header_of_shape<T>(fmt::format("{},", values.size()));
    out.reserve(out.size() + values.size_bytes());
    for (const T value : values) {
        append_value(value, out);
    }
    return out;
}
template std::string encode_npy_list<double>(std::span<const double>);
template std::string encode_npy_list<float>(std::span<const float>);
template std::string encode_npy_list<Index>(std::span<const Index>);
template std::string encode_npy_list<std::int32_t>(std::span<const std::int32_t>);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
