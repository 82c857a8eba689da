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

/// The numbers of each type of an element.
NumberType number_type(std::uint32_t type, bool swapped) {
    constexpr std::array<std::size_t, 14> kBytes{0, 1, 1, 2, 2, 4, 4, 4, 0, 8, 0, 0, 8, 8};
    if (type >= kBytes.size() || kBytes[type] == 0) return {};
    const bool is_real = type == 7 || type == 9;
    const bool is_signed = type == 1 || type == 3 || type == 5 || type == 12;
    return {is_real ? NumberType::Kind::real : NumberType::Kind::integer, kBytes[type], is_signed,
            swapped != (std::endian::native == std::endian::big)};
}

std::string_view class_name(unsigned number) {
    constexpr std::array<std::string_view, 18> kNames{"",       "cell",   "struct", "object", "char",     "sparse",
                                                      "double", "single", "int8",   "uint8",  "int16",    "uint16",
                                                      "int32",  "uint32", "int64",  "uint64", "function", "opaque"};
    return number < kNames.size() ? kNames[number] : "unknown";
}

struct Element {
    std::uint32_t type = 0;
    Part data;
};

/// A file, or the content of a compressed element: what elements are read from.
struct Piece {
    Part content;
    bool swapped;
    Room& room;
};

/// The elements of a piece of the file, one after the other.
class ElementReader {
public:
    ElementReader(Part data, const Piece& piece, const std::string& where)
        : data_(std::move(data)), piece_(&piece), where_(where) {}

    [[nodiscard]] bool at_end() const { return data_.empty(); }

    Element next() {
        if (data_.size() < 8) refuse("{}: ends inside an element", where_);
        std::array<char, 8> tag;
        data_.copy(0, tag);
        const auto first = number<std::uint32_t>(tag.data());
        if (first >> 16 != 0) {  // a small element: up to four bytes in its own tag
            const std::size_t size = first >> 16;
            if (size > 4) refuse("{}: a small element of {} bytes; expected at most 4", where_, size);
            const Element found{first & 0xFFFF, data_.from(4, size)};
            data_ = data_.from(8);
            return found;
        }
        const std::size_t size = number<std::uint32_t>(tag.data() + 4);
        data_ = data_.from(8);
        if (size > data_.size()) refuse("{}: an element of {} bytes, but {} are left", where_, size, data_.size());
        const Element found{first, data_.from(0, size)};
        data_ = data_.from(first == kCompressed ? size : (size + 7) / 8 * 8);
        return found;
    }

    template <class T>
    [[nodiscard]] T number(const char* from) const {
        std::array<char, sizeof(T)> bytes;
        std::memcpy(bytes.data(), from, sizeof(T));
        if (piece_->swapped) std::reverse(bytes.begin(), bytes.end());
        T value;
        std::memcpy(&value, bytes.data(), sizeof(T));
        return value;
    }

    /// Numbers of an element that must have exactly this many; they stay where they are.
    [[nodiscard]] StoredNumbers values(const Element& element, std::size_t count, std::string_view what) const {
        const NumberType type = number_type(element.type, piece_->swapped);
        if (!type.is_read()) refuse("{}: {} of type {}; expected numbers", where_, what, element.type);
        if (element.data.size() / type.size != count || element.data.size() % type.size != 0) {
            refuse("{}: {} bytes of {}; expected {} numbers of {} bytes", where_, element.data.size(), what, count,
                   type.size);
        }
        return {element.data, type};
    }

    /// Whole numbers from 0 to `most`.
    [[nodiscard]] StoredNumbers indices(const Element& element, std::size_t count, Index most,
                                        std::string_view what) const {
        StoredNumbers found = values(element, count, what);
        require_whole_numbers(found, most, where_, what);
        return found;
    }

    [[nodiscard]] const Piece& piece() const { return *piece_; }
    [[nodiscard]] const std::string& where() const { return where_; }

private:
    Part data_;
    const Piece* piece_;
    std::string where_;
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

Variable read_variable(const Part& data, const Piece& piece, const std::string& where, int depth);

void read_sparse(ElementReader& reader, Variable& variable, const Part& data) {
    constexpr Index kMost = Index{1} << 40;
    const Index cols = variable.dims[1];
    if (static_cast<std::size_t>(cols) > data.size() / 4 ||
        variable.dims[0] > std::numeric_limits<std::int32_t>::max()) {
        refuse("{}: {} bytes; expected more for {} columns", reader.where(), data.size(), cols);
    }
    const Element rows = reader.next(), starts = reader.next();
    variable.starts = reader.indices(starts, static_cast<std::size_t>(cols) + 1, kMost, "starts of columns");
    if (!are_starts(variable.starts)) {
        refuse("{}: starts of columns that do not increase from 0", reader.where());
    }
    const auto entries = static_cast<std::size_t>(variable.starts[static_cast<std::size_t>(cols)]);
    const auto width_of = [&](const Element& element) {
        return std::max<std::size_t>(number_type(element.type, reader.piece().swapped).size, 1);
    };
    const std::size_t width = width_of(rows);
    if (rows.data.size() / width < entries) refuse("{}: fewer row numbers than entries", reader.where());
    Element used = rows;
    used.data = rows.data.from(0, entries * width);  // nzmax may leave room behind them
    variable.rows = reader.indices(used, entries, variable.dims[0] - 1, "row numbers");
    Element numbers = reader.next();
    const std::size_t number_width = width_of(numbers);
    numbers.data = numbers.data.from(0, entries * number_width);
    variable.values = reader.values(numbers, entries, "entries");
    variable.kind = Variable::Kind::sparse;
}

void read_cells(ElementReader& reader, Variable& variable, const Part& data, int depth) {
    if (depth >= kDeepestCell) refuse("{}: cells in cells in cells; expected matrices in cells", reader.where());
    const std::size_t count = element_count(reader, variable.dims, data.size() / 8);
    reader.piece().room.take(count * sizeof(Variable));
    variable.cells.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Element cell = reader.next();
        const std::string where = fmt::format("{}{{{}}}", reader.where(), i + 1);
        if (cell.type != kMatrix) refuse("{}: an element of type {}; expected a matrix", where, cell.type);
        variable.cells.push_back(read_variable(cell.data, reader.piece(), where, depth + 1));
    }
    variable.kind = Variable::Kind::cell;
}

void read_content(ElementReader& reader, Variable& variable, unsigned number, bool is_complex, const Part& data,
                  int depth) {
    constexpr unsigned kCell = 1, kChar = 4, kSparse = 5, kDouble = 6, kUint64 = 15;
    if (number == kCell) return read_cells(reader, variable, data, depth);
    if (is_complex) {
        variable.type = "complex";
        return;
    }
    if (number == kSparse && variable.dims.size() == 2) return read_sparse(reader, variable, data);
    if (number == kChar && !reader.at_end()) {
        variable.text = valid_utf8(reader.next().data.head(200));
        variable.kind = Variable::Kind::text;
    }
    if (number < kDouble || number > kUint64) return;
    const std::size_t count = element_count(reader, variable.dims, data.size());
    if (count > 0) variable.values = reader.values(reader.next(), count, "values");
    variable.kind = Variable::Kind::dense;
}

Variable read_variable(const Part& data, const Piece& piece, const std::string& where, int depth) {
    if (data.empty()) return Variable{{}, Variable::Kind::dense, "double", {0, 0}};  // MATLAB writes [] so
    ElementReader reader(data, piece, where);
    const Element flags = reader.next();
    if (flags.type != 6 || flags.data.size() != 8) refuse("{}: no array flags", where);
    const auto bits = reader.number<std::uint32_t>(flags.data.head(4).data());
    const unsigned number = bits & 0xFF;
    Variable variable;
    variable.type = class_name(number);
    const Element dims = reader.next();
    const std::size_t n_dims = dims.data.size() / 4;
    if (dims.type != 5 || n_dims < 2 || n_dims > 32) refuse("{}: no dimensions; expected at least two", where);
    const StoredNumbers sizes = reader.indices({5, dims.data.from(0, 4 * n_dims)}, n_dims,
                                               std::numeric_limits<std::int32_t>::max(), "dimensions");
    for (std::size_t i = 0; i < n_dims; ++i)
        variable.dims.push_back(static_cast<Index>(sizes[i]));
    const Element name = reader.next();
    variable.name = valid_utf8(name.data.head(200));
    const std::string place = variable.name.empty() ? where : fmt::format("{} {}", where, variable.name);
    ElementReader content(data, piece, place);  // from here on messages name the variable
    for (int skipped = 0; skipped < 3; ++skipped)
        content.next();
    read_content(content, variable, number, (bits & 0x800) != 0, data, depth);
    return variable;
}

/// The content of a compressed element, in pages of its own; its parts are given back as they are read.
Piece inflated(const Element& element, const Piece& file, std::size_t most, const std::string& where) {
    const auto fail = [&] { refuse("{}: damaged compressed data, or more than {} MB of them", where, most >> 20); };
    std::array<char, 8> tag{};
    if (!inflate_begin(element.data, tag)) fail();
    const std::size_t size = ElementReader({}, file, where).number<std::uint32_t>(tag.data() + 4) + tag.size();
    if (size > most) fail();
    file.room.take(size);
    std::shared_ptr<char> content = own_pages(size);
    const auto made = inflate_zlib(element.data, {content.get(), size}, most);
    if (!made) fail();
    return {Part({content.get(), std::min(size, *made)}, content, true), file.swapped, file.room};
}

}  // namespace

Index Variable::vector_length() const {
    if (kind != Kind::dense || dims.size() != 2) return 0;
    return dims[0] == 1 ? dims[1] : dims[1] == 1 ? dims[0] : 0;
}

void require_whole_numbers(const StoredNumbers& numbers, Index most, const std::string& where, std::string_view what) {
    NumberSequence next(numbers);
    for (std::size_t i = 0; i < numbers.count(); ++i) {
        const double x = next();
        if (!(x >= 0 && x <= static_cast<double>(most)) || x != std::floor(x))
            refuse("{}: {} of {}; expected whole numbers from 0 to {}", where, what, x, most);
    }
}

bool are_starts(const StoredNumbers& starts) {
    if (starts.count() == 0 || starts[0] != 0) return false;
    NumberSequence next(starts);
    double last = 0;
    for (std::size_t i = 0; i < starts.count(); ++i) {
        const double start = next();
        if (start < last) return false;
        last = start;
    }
    return true;
}

std::vector<Variable> parse_mat(const Bytes& bytes, Room& room) {
    const std::string name = lower_case(bytes.name);
    if (hdf5::File::is_one(bytes.text()) || name.ends_with(".h5") || name.ends_with(".hdf5"))
        return parse_hdf5(bytes, room);
    return parse_mat5(Part(bytes.data, bytes.owner, bytes.is_pages), bytes.name, room);
}

std::vector<Variable> parse_mat5(const Part& content, const std::string& where, Room& room) {
    if (content.size() < kFileHeader)
        refuse("{}: {} bytes; expected a MATLAB file of version 5 to 7", where, content.size());
    const std::string mark = content.from(126, 2).head(2);
    if (mark != "IM" && mark != "MI") {
        refuse("{}: not a MATLAB file of version 5 to 7; expected IM or MI at byte 126", where);
    }
    std::size_t budget = kAlwaysInflated + kInflatedPerByte * content.size();
    const Piece file{content.from(kFileHeader), mark == "MI", room};
    std::vector<Variable> variables;
    ElementReader reader(file.content, file, where);
    while (!reader.at_end()) {
        Element element = reader.next();
        const bool is_packed = element.type == kCompressed;
        const Piece piece = is_packed ? inflated(element, file, std::min(budget, room.left()), where) : file;
        if (is_packed) {
            budget -= piece.content.size();
            element = ElementReader(piece.content, piece, where).next();
        }
        if (element.type != kMatrix) continue;
        room.take(sizeof(Variable));
        variables.push_back(read_variable(element.data, piece, where, 0));
    }
    return variables;
}

}  // namespace io::mat
}  // namespace v1
}  // namespace mvlink
