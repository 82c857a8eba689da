#include "io/compressed_rows.hpp"
#include "io/in_file.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"

#include <array>
#include <cmath>
#include <memory>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

/// The words of a line, at most five; the number of all of them.
struct Words {
    std::array<std::string_view, 5> word;
    std::size_t count = 0;

    explicit Words(std::string_view line) {
        while (true) {
            line = trimmed(line);
            if (line.empty()) return;
            const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
            if (count < word.size()) word[count] = line.substr(0, end);
            ++count;
            if (count > word.size()) return;
            line.remove_prefix(end);
        }
    }
};

class MatrixMarket {
public:
    explicit MatrixMarket(const Bytes& bytes) : bytes_(bytes), lines_(bytes.text()) {}

    View read(const std::string& view) {
        read_banner();
        read_size();
        return sparse_ ? read_coordinates(view) : read_array(view);
    }

private:
    [[nodiscard]] std::string where() const { return fmt::format("{} line {}", bytes_.name, lines_.number()); }

    void read_banner() {
        std::string_view line;
        lines_.next(line);
        const std::string banner = lower_case(line);
        const Words words(banner);
        if (words.count != 5 || words.word[0] != "%%matrixmarket" || words.word[1] != "matrix") {
            refuse(
                "{} line 1: {}; expected %%MatrixMarket matrix coordinate|array real|integer|pattern "
                "general|symmetric",
                bytes_.name, shown(line));
        }
        sparse_ = choose(words.word[2], "coordinate", "array");
        pattern_ = words.word[3] == "pattern";
        if (!pattern_ && words.word[3] != "real" && words.word[3] != "integer") {
            refuse("{}: {} values; expected real, integer or pattern", where(), shown(words.word[3]));
        }
        symmetric_ = !choose(words.word[4], "general", "symmetric");
        if (pattern_ && !sparse_) refuse("{}: a pattern in array form; expected real or integer values", where());
    }

    /// True for the first of two words, false for the second, refused for others.
    [[nodiscard]] bool choose(std::string_view word, std::string_view first, std::string_view second) const {
        if (word != first && word != second) {
            refuse("{}: {}; expected {} or {}", where(), shown(word), first, second);
        }
        return word == first;
    }

    /// The next line that is neither blank nor a comment.
    bool next(std::string_view& line) {
        while (lines_.next(line)) {
            if (!trimmed(line).empty() && !line.starts_with('%')) return true;
        }
        return false;
    }

    void read_size() {
        std::string_view line;
        const std::size_t expected = sparse_ ? 3 : 2;
        if (!next(line)) refuse("{}: ends before the size line", bytes_.name);
        const Words words(line);
        if (words.count != expected) {
            refuse("{}: {}; expected {}", where(), shown(line), sparse_ ? "rows columns entries" : "rows columns");
        }
        rows_ = size(words.word[0]);
        cols_ = size(words.word[1]);
        require_sparse_shape(rows_, cols_, bytes_.data.size(), where());
        if (symmetric_ && rows_ != cols_) {
            refuse("{}: {} rows and {} columns; expected equally many in a symmetric matrix", where(), rows_, cols_);
        }
        entries_ = sparse_ ? size(words.word[2]) : array_entries();
        const Index most = static_cast<Index>(bytes_.data.size()) / (sparse_ ? 4 : 2) + 1;
        if (entries_ > most) {
            refuse("{}: {} entries in a file of {} bytes; expected fewer", where(), entries_, bytes_.data.size());
        }
    }

    [[nodiscard]] Index size(std::string_view word) const {
        const auto value = parse_integer(word);
        if (!value || *value < 0) refuse("{}: {}; expected a number of rows, columns or entries", where(), shown(word));
        return *value;
    }

    [[nodiscard]] Index array_entries() const {
        const auto most = static_cast<Index>(bytes_.data.size());
        if (cols_ > most / rows_ + 1) {
            refuse("{}: {} x {} values in a file of {} bytes; expected fewer", where(), rows_, cols_, most);
        }
        return symmetric_ ? rows_ * (rows_ + 1) / 2 : rows_ * cols_;
    }

    [[nodiscard]] double value(std::string_view word) const {
        const auto found = parse_number(word);
        if (!found) refuse("{}: {} is not a number", where(), shown(word));
        if (!std::isfinite(*found)) refuse("{}: {} is not a finite number", where(), shown(word));
        return *found;
    }

    [[nodiscard]] Index index(std::string_view word, Index limit, std::string_view what) const {
        const auto found = parse_integer(word);
        if (!found || *found < 1 || *found > limit) {
            refuse("{}: {} {}; expected 1 to {}", where(), what, shown(word), limit);
        }
        return *found - 1;
    }

    Words next_entry(Index entry, std::size_t words_expected) {
        std::string_view line;
        if (!next(line)) {
            refuse("{}: {} entries; expected {} as the size line says", bytes_.name, entry, entries_);
        }
        const Words words(line);
        if (words.count != words_expected) {
            refuse("{}: {}; expected {} numbers", where(), shown(line), words_expected);
        }
        return words;
    }

    void require_end() {
        std::string_view line;
        if (next(line)) refuse("{}: more entries than the {} that the size line says", where(), entries_);
    }

    View read_coordinates(const std::string& view) {
        Triplets<double> entries;
        const std::size_t room = static_cast<std::size_t>(entries_) * (symmetric_ ? 2 : 1);
        constexpr std::size_t kPerRow = 16, kPerEntry = 32;  // offsets twice; entries as listed and by row
        require_room(bytes_, static_cast<std::size_t>(rows_) * kPerRow + room * kPerEntry);
        entries.rows.reserve(room);
        entries.columns.reserve(room);
        entries.values.reserve(room);
        for (Index entry = 0; entry < entries_; ++entry) {
            const Words words = next_entry(entry, pattern_ ? 2 : 3);
            add(entries, index(words.word[0], rows_, "row"), index(words.word[1], cols_, "column"),
                pattern_ ? 1 : value(words.word[2]));
        }
        require_end();
        OwnedSparseRows<double> table = group_by_row(entries, rows_, cols_);
        entries = {};
        sort_and_merge(table);
        return in_file(bytes_.name, [&] {
            return View::sparse(view, rows_, cols_, std::move(table.offsets), std::move(table.columns),
                                std::move(table.values));
        });
    }

    void add(Triplets<double>& entries, Index row, Index col, double x) const {
        if (symmetric_ && row < col) {
            refuse("{}: an entry above the diagonal; expected the lower triangle of a symmetric matrix", where());
        }
        const auto push = [&](Index r, Index c) {
            entries.rows.push_back(r);
            entries.columns.push_back(static_cast<std::int32_t>(c));
            entries.values.push_back(x);
        };
        push(row, col);
        if (symmetric_ && row != col) push(col, row);
    }

    /// Values are stored column by column, and stay so.
    View read_array(const std::string& view) {
        require_room(bytes_, static_cast<std::size_t>(rows_ * cols_) * sizeof(double));
        auto values = std::make_shared<std::vector<double>>(rows_ * cols_);
        Index entry = 0;
        for (Index col = 0; col < cols_; ++col) {
            for (Index row = symmetric_ ? col : 0; row < rows_; ++row, ++entry) {
                const double x = value(next_entry(entry, 1).word[0]);
                (*values)[col * rows_ + row] = x;
                if (symmetric_) (*values)[row * rows_ + col] = x;
            }
        }
        require_end();
        const DenseRows<double> table{values->data(), rows_, cols_, 1, rows_};
        return in_file(bytes_.name, [&] { return View::borrow(view, table, std::move(values)); });
    }

    const Bytes& bytes_;
    Lines lines_;
    bool sparse_ = false;
    bool pattern_ = false;
    bool symmetric_ = false;
    Index rows_ = 0;
    Index cols_ = 0;
    Index entries_ = 0;
};

}  // namespace

View parse_matrix_market(const std::string& view, const Bytes& bytes) {
    return MatrixMarket(bytes).read(view);
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
