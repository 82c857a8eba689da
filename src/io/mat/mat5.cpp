#include "io/mat/mat5.hpp"

#include "io/gzip.hpp"
#include "io/hdf5/file.hpp"
#include "io/room.hpp"
#include "io/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace io::mat {
namespace {

constexpr std::size_t kFileHeader = 128;
constexpr std::size_t kAlwaysInflated = std::size_t{64} << 20;
constexpr std::size_t kInflatedPerByte = 100;
constexpr int kDeepestCell = 3;
constexpr std::uint32_t kMatrix = 14, kCompressed = 15;

/// Bytes of one number of each type of an element; 0: not numbers.
std::size_t bytes_per_number(std::uint32_t type) {
    constexpr std::array<std::size_t, 19> kBytes{0, 1, 1, 2, 2, 4, 4, 4, 0, 8, 0, 0, 8, 8, 0, 0, 1, 2, 4};
    return type < kBytes.size() ? kBytes[type] : 0;
}

std::string_view class_name(unsigned number) {
    constexpr std::array<std::string_view, 18> kNames{"",       "cell",   "struct", "object", "char",     "sparse",
                                                      "double", "single", "int8",   "uint8",  "int16",    "uint16",
                                                      "int32",  "uint32", "int64",  "uint64", "function", "opaque"};
    return number < kNames.size() ? kNames[number] : "unknown";
}

struct Element {
    std::uint32_t type = 0;
    std::string_view data;
};

/// The elements of a piece of the file, one after the other.
class ElementReader {
public:
    ElementReader(std::string_view data, bool swapped, const std::string& where, Room& room)
        : data_(data), swapped_(swapped), where_(where), room_(&room) {}

    [[nodiscard]] bool at_end() const { return data_.empty(); }

    Element next() {
        if (data_.size() < 8) refuse("{}: ends inside an element", where_);
        const std::uint32_t first = number<std::uint32_t>(data_.data());
        if (first >> 16 != 0) {  // a small element: up to four bytes in its own tag
            const std::size_t size = first >> 16;
            if (size > 4) refuse("{}: a small element of {} bytes; expected at most 4", where_, size);
            const Element found{first & 0xFFFF, data_.substr(4, size)};
            data_.remove_prefix(8);
            return found;
        }
        const std::size_t size = number<std::uint32_t>(data_.data() + 4);
        data_.remove_prefix(8);
        if (size > data_.size()) refuse("{}: an element of {} bytes, but {} are left", where_, size, data_.size());
        const Element found{first, data_.substr(0, size)};
        const std::size_t padded = first == kCompressed ? size : (size + 7) / 8 * 8;
        data_.remove_prefix(std::min(padded, data_.size()));
        return found;
    }

    template <class T>
    [[nodiscard]] T number(const char* from) const {
        std::array<char, sizeof(T)> bytes;
        std::memcpy(bytes.data(), from, sizeof(T));
        if (swapped_) std::reverse(bytes.begin(), bytes.end());
        T value;
        std::memcpy(&value, bytes.data(), sizeof(T));
        return value;
    }

    [[nodiscard]] double value(const Element& element, std::size_t i) const {
        const char* from = element.data.data() + i * bytes_per_number(element.type);
        switch (element.type) {
            case 1:
                return number<std::int8_t>(from);
            case 2:
                return number<std::uint8_t>(from);
            case 3:
                return number<std::int16_t>(from);
            case 4:
                return number<std::uint16_t>(from);
            case 5:
                return number<std::int32_t>(from);
            case 6:
                return number<std::uint32_t>(from);
            case 7:
                return static_cast<double>(number<float>(from));
            case 9:
                return number<double>(from);
            case 12:
                return static_cast<double>(number<std::int64_t>(from));
            case 13:
                return static_cast<double>(number<std::uint64_t>(from));
            default:
                return 0;
        }
    }

    /// Numbers of an element that must have exactly this many.
    [[nodiscard]] std::vector<double> values(const Element& element, std::size_t count, std::string_view what) const {
        const std::size_t width = bytes_per_number(element.type);
        if (width == 0 || element.type > 13) refuse("{}: {} of type {}; expected numbers", where_, what, element.type);
        if (element.data.size() / width != count || element.data.size() % width != 0) {
            refuse("{}: {} bytes of {}; expected {} numbers of {} bytes", where_, element.data.size(), what, count,
                   width);
        }
        room_->take(count * sizeof(double));
        if (is_stored_as_doubles(element)) {
            const auto* first = reinterpret_cast<const double*>(element.data.data());
            return {first, first + count};
        }
        std::vector<double> found(count);
        for (std::size_t i = 0; i < count; ++i)
            found[i] = value(element, i);
        return found;
    }

    /// Whole numbers from 0 to `most`.
    [[nodiscard]] std::vector<Index> indices(const Element& element, std::size_t count, Index most,
                                             std::string_view what) const {
        const std::vector<double> numbers = values(element, count, what);
        room_->take(count * sizeof(Index));
        std::vector<Index> found;
        found.reserve(count);
        for (const double x : numbers) {
            if (!(x >= 0 && x <= static_cast<double>(most)) || x != std::floor(x)) {
                refuse("{}: {} of {}; expected whole numbers from 0 to {}", where_, what, x, most);
            }
            found.push_back(static_cast<Index>(x));
        }
        room_->give_back(count * sizeof(double));
        return found;
    }

    [[nodiscard]] bool is_stored_as_doubles(const Element& element) const {
        constexpr std::uint32_t kDoubles = 9;
        return element.type == kDoubles && !swapped_ &&
               reinterpret_cast<std::uintptr_t>(element.data.data()) % alignof(double) == 0;
    }

    [[nodiscard]] bool swapped() const { return swapped_; }
    [[nodiscard]] const std::string& where() const { return where_; }
    [[nodiscard]] Room& room() const { return *room_; }

private:
    std::string_view data_;
    bool swapped_;
    std::string where_;
    Room* room_;
};

/// The number of elements; refused where the bytes cannot hold as many.
std::size_t element_count(const ElementReader& reader, const std::vector<Index>& dims, std::size_t bytes) {
    std::size_t count = 1;
    for (const Index dim : dims) {
        if (dim != 0 && count > (bytes + 1) / static_cast<std::size_t>(dim)) {
            refuse("{}: {} bytes; expected more for its size", reader.where(), bytes);
        }
        count *= static_cast<std::size_t>(dim);
    }
    return count;
}

Variable read_variable(std::string_view data, bool swapped, const std::string& where, Room& room, int depth);

void read_sparse(ElementReader& reader, Variable& variable, std::string_view data) {
    constexpr Index kMost = Index{1} << 40;
    const Index cols = variable.dims[1];
    if (static_cast<std::size_t>(cols) > data.size() / 4 ||
        variable.dims[0] > std::numeric_limits<std::int32_t>::max()) {
        refuse("{}: {} bytes; expected more for {} columns", reader.where(), data.size(), cols);
    }
    const Element rows = reader.next(), starts = reader.next();
    variable.starts = reader.indices(starts, static_cast<std::size_t>(cols) + 1, kMost, "starts of columns");
    if (variable.starts.front() != 0 || !std::is_sorted(variable.starts.begin(), variable.starts.end())) {
        refuse("{}: starts of columns that do not increase from 0", reader.where());
    }
    const auto entries = static_cast<std::size_t>(variable.starts.back());
    const std::size_t width = std::max<std::size_t>(bytes_per_number(rows.type), 1);
    if (rows.data.size() / width < entries) refuse("{}: fewer row numbers than entries", reader.where());
    Element used = rows;
    used.data = rows.data.substr(0, entries * width);  // nzmax may leave room behind them
    variable.rows = reader.indices(used, entries, variable.dims[0] - 1, "row numbers");
    Element numbers = reader.next();
    const std::size_t number_width = std::max<std::size_t>(bytes_per_number(numbers.type), 1);
    numbers.data = numbers.data.substr(0, std::min(numbers.data.size(), entries * number_width));
    variable.values = reader.values(numbers, entries, "entries");
    variable.kind = Variable::Kind::sparse;
}

void read_cells(ElementReader& reader, Variable& variable, std::string_view data, int depth) {
    if (depth >= kDeepestCell) refuse("{}: cells in cells in cells; expected matrices in cells", reader.where());
    const std::size_t count = element_count(reader, variable.dims, data.size() / 8);
    reader.room().take(count * sizeof(Variable));
    variable.cells.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Element cell = reader.next();
        const std::string where = fmt::format("{}{{{}}}", reader.where(), i + 1);
        if (cell.type != kMatrix) refuse("{}: an element of type {}; expected a matrix", where, cell.type);
        variable.cells.push_back(read_variable(cell.data, reader.swapped(), where, reader.room(), depth + 1));
    }
    variable.kind = Variable::Kind::cell;
}

void read_content(ElementReader& reader, Variable& variable, unsigned number, bool is_complex, std::string_view data,
                  int depth) {
    constexpr unsigned kCell = 1, kChar = 4, kSparse = 5, kDouble = 6, kUint64 = 15;
    if (number == kCell) return read_cells(reader, variable, data, depth);
    if (is_complex) {
        variable.type = "complex";
        return;
    }
    if (number == kSparse && variable.dims.size() == 2) return read_sparse(reader, variable, data);
    if (number == kChar && !reader.at_end()) {
        variable.text = valid_utf8(reader.next().data.substr(0, 200));
        variable.kind = Variable::Kind::text;
    }
    if (number < kDouble || number > kUint64) return;
    const std::size_t count = element_count(reader, variable.dims, data.size());
    if (count > 0) variable.values = reader.values(reader.next(), count, "values");
    variable.kind = Variable::Kind::dense;
}

Variable read_variable(std::string_view data, bool swapped, const std::string& where, Room& room, int depth) {
    if (data.empty()) return Variable{{}, Variable::Kind::dense, "double", {0, 0}};  // MATLAB writes [] so
    ElementReader reader(data, swapped, where, room);
    const Element flags = reader.next();
    if (flags.type != 6 || flags.data.size() != 8) refuse("{}: no array flags", where);
    const auto bits = reader.number<std::uint32_t>(flags.data.data());
    const unsigned number = bits & 0xFF;
    Variable variable;
    variable.type = class_name(number);
    const Element dims = reader.next();
    const std::size_t n_dims = dims.data.size() / 4;
    if (dims.type != 5 || n_dims < 2 || n_dims > 32) refuse("{}: no dimensions; expected at least two", where);
    variable.dims = reader.indices({5, dims.data.substr(0, 4 * n_dims)}, n_dims,
                                   std::numeric_limits<std::int32_t>::max(), "dimensions");
    const Element name = reader.next();
    variable.name = valid_utf8(name.data.substr(0, 200));
    const std::string place = variable.name.empty() ? where : fmt::format("{} {}", where, variable.name);
    ElementReader content(data, swapped, place, room);  // from here on messages name the variable
    for (int skipped = 0; skipped < 3; ++skipped)
        content.next();
    read_content(content, variable, number, (bits & 0x800) != 0, data, depth);
    return variable;
}

}  // namespace

Index Variable::vector_length() const {
    if (kind != Kind::dense || dims.size() != 2) return 0;
    return dims[0] == 1 ? dims[1] : dims[1] == 1 ? dims[0] : 0;
}

std::size_t held_bytes(const Variable& variable) {
    std::size_t held =
        variable.values.size() * sizeof(double) + (variable.rows.size() + variable.starts.size()) * sizeof(Index);
    for (const Variable& cell : variable.cells)
        held += held_bytes(cell);
    return held;
}

std::vector<Variable> parse_mat(const Bytes& bytes) {
    const std::string_view text = bytes.text();
    const std::string name = lower_case(bytes.name);
    if (hdf5::File::is_one(text) || name.ends_with(".h5") || name.ends_with(".hdf5")) return parse_hdf5(bytes);
    if (text.size() < kFileHeader)
        refuse("{}: {} bytes; expected a MATLAB file of version 5 to 7", bytes.name, text.size());
    const std::string_view mark = text.substr(126, 2);
    if (mark != "IM" && mark != "MI") {
        refuse("{}: not a MATLAB file of version 5 to 7; expected IM or MI at byte 126", bytes.name);
    }
    const bool swapped = mark == "MI";
    std::size_t budget = kAlwaysInflated + kInflatedPerByte * text.size();
    Room room(bytes);
    std::vector<Variable> variables;
    ElementReader reader(text.substr(kFileHeader), swapped, bytes.name, room);
    while (!reader.at_end()) {
        Element element = reader.next();
        std::vector<char> inflated;
        if (element.type == kCompressed) {
            const std::size_t most = std::min(budget, room.left());
            if (!inflate_zlib({element.data.data(), element.data.size()}, most, inflated)) {
                refuse("{}: damaged compressed data, or more than {} MB of them", bytes.name, most >> 20);
            }
            budget -= inflated.size();
            element = ElementReader({inflated.data(), inflated.size()}, swapped, bytes.name, room).next();
        }
        if (element.type != kMatrix) continue;
        room.take(sizeof(Variable) + inflated.size());
        variables.push_back(read_variable(element.data, swapped, bytes.name, room, 0));
        room.give_back(inflated.size());
    }
    return variables;
}

}  // namespace io::mat
}  // namespace v1
}  // namespace mvlink
