#include "io/mat/read_mat.hpp"

#include "io/gzip.hpp"
#include "io/hdf5/file.hpp"
#include "io/in_file.hpp"
#include "io/mat/mat5.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mvlink {
inline namespace v1 {
namespace io::mat {
namespace {

/// What hdf5::File::is_one looks at.
constexpr std::size_t kHdf5Begins = (std::size_t{1} << 20) + 8;

std::string listed(const std::vector<Variable>& variables) {
    std::string text;
    for (const Variable& variable : variables) {
        if (text.size() > 160) return text + ", ..";
        text += fmt::format("{}{} ({} {})", text.empty() ? "" : ", ", shown(variable.name),
                            fmt::join(variable.dims, " x "), variable.type);
    }
    return text.empty() ? "nothing" : text;
}

bool holds_matrices(const Variable& variable) {
    return variable.kind == Variable::Kind::cell && !variable.cells.empty() &&
           std::all_of(variable.cells.begin(), variable.cells.end(), [](const Variable& cell) {
               return cell.is_matrix() && cell.vector_length() == 0 && cell.dims[0] > 0 && cell.dims[1] > 0;
           });
}

bool is_table(const Variable& variable) {
    return variable.is_matrix() && variable.vector_length() == 0 && variable.dims[0] > 0 && variable.dims[1] > 0;
}

/// In lower case, without the groups of an HDF5 file.
std::string last_part(const std::string& name) {
    return lower_case(name.substr(name.rfind('/') + 1));
}

bool is_truth_name(const std::string& name) {
    constexpr std::array<std::string_view, 12> kNames{"y",      "gt",          "gnd",       "label",
                                                      "labels", "truth",       "truelabel", "true_label",
                                                      "class",  "groundtruth", "gtlabels",  "s"};
    const std::string low = last_part(name);
    return std::find(kNames.begin(), kNames.end(), low) != kNames.end();
}

bool is_data_name(const std::string& name) {
    constexpr std::array<std::string_view, 7> kNames{"x", "data", "fea", "features", "views", "feature", "xs"};
    const std::string low = last_part(name);
    return std::find(kNames.begin(), kNames.end(), low) != kNames.end();
}

/// Bytes of a sparse view. Rows are counted too: a few bytes of a sparse matrix can state billions of them.
std::size_t sparse_bytes(const Variable& variable, bool transpose) {
    const auto rows = static_cast<std::size_t>(variable.dims[transpose ? 1 : 0]);
    return (rows + 1) * 2 * sizeof(Index) + variable.values.count() * (sizeof(double) + sizeof(std::int32_t));
}

/// Where they are if they are stored as they are needed. What is given back meanwhile is not counted.
View dense_view(const std::string& name, const Variable& variable, bool transpose, Room& room) {
    const Index rows = variable.dims[transpose ? 1 : 0], cols = variable.dims[transpose ? 0 : 1];
    const StoredNumbers& stored = variable.values;
    const bool is_in_order = variable.by_rows != transpose;
    const auto view = [&](const double* values, const std::shared_ptr<const void>& owner) {
        return View::borrow(name, DenseRows<double>{values, rows, cols, cols, 1}, owner);
    };
    if (is_in_order && stored.in_place() != nullptr) return view(stored.in_place(), stored.part.owner());
    const std::size_t bytes = stored.count() * sizeof(double), beside = bytes_beside(stored, rows, cols);
    room.take(bytes - std::min(bytes, stored.freed()) + beside);
    const auto values = is_in_order ? in_order(stored) : row_after_row(stored, rows, cols);
    room.give_back(beside);
    return view(values.get(), values);
}

/// Calls f with the row, the column and the value of every entry, column by column as they are stored.
template <class F>
void for_each_stored(const Variable& variable, bool gives_back, F&& f) {
    NumberSequence next_start(variable.starts), next_row(variable.rows, gives_back),
        next_value(variable.values, gives_back);
    auto entry = static_cast<Index>(next_start());
    for (Index column = 0; column < variable.dims[1]; ++column) {
        for (const auto end = static_cast<Index>(next_start()); entry < end; ++entry)
            f(static_cast<Index>(next_row()), column, next_value());
    }
}

View sparse_view(const std::string& name, const Variable& variable, bool transpose, Room& room) {
    room.take(sparse_bytes(variable, transpose));
    const Index rows = variable.dims[transpose ? 1 : 0], cols = variable.dims[transpose ? 0 : 1];
    std::vector<Index> offsets(rows + 1, 0);
    for_each_stored(variable, false,
                    [&](Index row, Index column, double) { ++offsets[(transpose ? column : row) + 1]; });
    for (Index row = 0; row < rows; ++row)
        offsets[row + 1] += offsets[row];
    std::vector<std::int32_t> columns(variable.values.count());
    std::vector<double> values(variable.values.count());
    std::vector<Index> place(offsets.begin(), offsets.end() - 1);
    for_each_stored(variable, true, [&](Index row, Index column, double value) {
        if (transpose) std::swap(row, column);
        columns[place[row]] = static_cast<std::int32_t>(column);
        values[place[row]++] = value;
    });
    return View::sparse(name, rows, cols, std::move(offsets), std::move(columns), std::move(values));
}

/// Rows by columns of a variable, transposed if asked.
View view_of(const std::string& name, const Variable& variable, bool transpose, Room& room) {
    return variable.kind == Variable::Kind::dense ? dense_view(name, variable, transpose, room)
                                                  : sparse_view(name, variable, transpose, room);
}

class MatReader {
public:
    MatReader(std::string name, const Bytes& bytes)
        : name_(std::move(name)), room_(bytes), file_(bytes.name), variables_(parse_mat(bytes, room_)) {}
    /// `limits` is without content.
    MatReader(std::string name, const Part& content, const Bytes& limits)
        : name_(std::move(name)), room_(limits), file_(limits.name), variables_(parse_mat5(content, file_, room_)) {}

    MatProblem read() {
        find_tables();
        find_truth();
        MatProblem found;
        const Index rows = common_rows();
        for (const auto& named : tables_) {  // not as a structured binding: clang 14 captures none
            const auto& name = named.first;
            const auto& table = named.second;
            const bool transpose = table->dims[0] != rows && table->dims[1] == rows;
            if (table->dims[0] != rows && !transpose) {
                refuse("{}: {} is {} x {}; expected {} rows or columns, as the others have", file_, name,
                       table->dims[0], table->dims[1], rows);
            }
            found.views.push_back(in_file(file_, [&] { return view_of(name, *table, transpose, room_); }));
        }
        if (truth_ != nullptr) found.truth = truth();
        return found;
    }

private:
    void find_tables() {
        std::vector<const Variable*> cells, tables;
        for (const Variable& variable : variables_) {
            if (holds_matrices(variable)) cells.push_back(&variable);
            if (is_table(variable)) tables.push_back(&variable);
        }
        const auto is_data = [](const Variable* variable) { return is_data_name(variable->name); };
        for (auto* list : {&cells, &tables}) {
            const auto named = std::find_if(list->begin(), list->end(), is_data);
            if (list->size() > 1 && named != list->end()) *list = {*named};
        }
        if (cells.size() == 1) {
            for (std::size_t i = 0; i < cells[0]->cells.size(); ++i)
                tables_.emplace_back(fmt::format("X{}", i + 1), &cells[0]->cells[i]);
        } else if (tables.size() == 1 && cells.empty()) {
            tables_.emplace_back(name_, tables[0]);
        } else {
            refuse("{}: which variable? It holds {}; expected one cell array of matrices (X), or one matrix", file_,
                   listed(variables_));
        }
    }

    void find_truth() {
        for (const Variable& variable : variables_) {
            if (!is_truth_name(variable.name) || variable.vector_length() < 2 || truth_ != nullptr) continue;
            const auto fits = [&](const auto& table) {
                return table.second->dims[0] == variable.vector_length() ||
                       table.second->dims[1] == variable.vector_length();
            };
            if (std::all_of(tables_.begin(), tables_.end(), fits)) truth_ = &variable;
        }
    }

    /// As many as there are true classes; else a size that all tables have, rows before columns.
    [[nodiscard]] Index common_rows() const {
        if (truth_ != nullptr) return truth_->vector_length();
        const auto in_all = [&](Index size) {
            return std::all_of(tables_.begin(), tables_.end(), [&](const auto& table) {
                return table.second->dims[0] == size || table.second->dims[1] == size;
            });
        };
        const std::vector<Index>& first = tables_.front().second->dims;
        return in_all(first[0]) || !in_all(first[1]) ? first[0] : first[1];
    }

    [[nodiscard]] Truth truth() const {
        Truth found;
        found.name = "labels";
        NumberSequence next(truth_->values);
        for (std::size_t i = 0; i < truth_->values.count(); ++i) {
            const double value = next();
            if (!(value >= -1e9 && value <= 1e9) || value != std::floor(value)) {
                refuse("{}: {} has the class {}; expected whole numbers", file_, truth_->name, value);
            }
            found.labels.push_back(static_cast<std::int32_t>(value));
        }
        return found;
    }

    std::string name_;
    Room room_;  // what the variables and the views made of them take
    std::string file_;
    std::vector<Variable> variables_;
    std::vector<std::pair<std::string, const Variable*>> tables_;
    const Variable* truth_ = nullptr;
};

}  // namespace

MatProblem read_mat(const std::string& name, const Bytes& bytes) {
    return MatReader(name, bytes).read();
}

MatProblem read_mat(const std::string& name, const std::filesystem::path& file, std::size_t memory) {
    const bool is_mat = lower_case(file.extension().string()) == ".mat";
    const auto on_disk = is_mat ? LateFile::open(file) : nullptr;
    if (!on_disk || hdf5::File::is_one(Part(on_disk).head(kHdf5Begins)))
        return read_mat(name, open_unpacked(file, memory));
    const Bytes limits{{}, file.filename().string(), {}, memory};
    MatProblem found = MatReader(name, Part(on_disk), limits).read();
    on_disk->require_unchanged();
    return found;
}

}  // namespace io::mat

namespace io {

namespace {

View only_view(const mat::MatProblem& found, const std::string& file) {
    if (found.views.size() != 1) {
        refuse("{}: {} views in a cell array; expected one matrix here (give the file itself as the data)", file,
               found.views.size());
    }
    return found.views.front();
}

}  // namespace

View parse_mat_view(const std::string& view, const Bytes& bytes) {
    return only_view(mat::read_mat(view, bytes), bytes.name);
}

View read_mat_view(const std::string& view, const std::filesystem::path& file, std::size_t memory) {
    return only_view(mat::read_mat(view, file, memory), file.filename().string());
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
