#include "io/mat/read_mat.hpp"

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

/// Bytes of its view. Rows are counted too: a few bytes of a sparse matrix can state billions of them.
std::size_t view_bytes(const Variable& variable, bool transpose) {
    const std::size_t entries = variable.values.size();
    if (variable.kind == Variable::Kind::dense) return entries * sizeof(double);
    const auto rows = static_cast<std::size_t>(variable.dims[transpose ? 1 : 0]);
    return (rows + 1) * 2 * sizeof(Index) + entries * (sizeof(double) + sizeof(std::int32_t));
}

/// Numbers that are stored column after column.
std::vector<double> row_after_row(const std::vector<double>& stored, Index rows, Index cols) {
    constexpr Index kTogether = 16;  // two lines of memory of every column
    std::vector<double> values(stored.size());
    for (Index first = 0; first < rows; first += kTogether) {
        for (Index col = 0; col < cols; ++col) {
            for (Index row = first; row < std::min(rows, first + kTogether); ++row)
                values[row * cols + col] = stored[row + col * rows];
        }
    }
    return values;
}

/// Rows by columns of a variable, transposed if asked.
View view_of(const std::string& name, const Variable& variable, bool transpose) {
    const Index rows = variable.dims[transpose ? 1 : 0], cols = variable.dims[transpose ? 0 : 1];
    if (variable.kind == Variable::Kind::dense) {
        return View::dense(name, rows, cols, transpose ? variable.values : row_after_row(variable.values, rows, cols));
    }
    std::vector<Index> offsets(rows + 1, 0);
    const auto row_of = [&](Index column, std::size_t entry) { return transpose ? column : variable.rows[entry]; };
    const auto for_each = [&](auto&& f) {
        for (Index column = 0; column < variable.dims[1]; ++column) {
            for (Index entry = variable.starts[column]; entry < variable.starts[column + 1]; ++entry)
                f(row_of(column, entry), transpose ? variable.rows[entry] : column, variable.values[entry]);
        }
    };
    for_each([&](Index row, Index, double) { ++offsets[row + 1]; });
    for (Index row = 0; row < rows; ++row)
        offsets[row + 1] += offsets[row];
    std::vector<std::int32_t> columns(variable.values.size());
    std::vector<double> values(variable.values.size());
    std::vector<Index> place(offsets.begin(), offsets.end() - 1);
    for_each([&](Index row, Index col, double value) {
        columns[place[row]] = static_cast<std::int32_t>(col);
        values[place[row]++] = value;
    });
    return View::sparse(name, rows, cols, std::move(offsets), std::move(columns), std::move(values));
}

class MatReader {
public:
    MatReader(std::string name, const Bytes& bytes)
        : name_(std::move(name)), bytes_(bytes), file_(bytes.name), variables_(parse_mat(bytes)) {
        for (const Variable& variable : variables_)
            held_ += held_bytes(variable);
    }

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
            held_ += view_bytes(*table, transpose);
            require_room(bytes_, held_);
            found.views.push_back(in_file(file_, [&] { return view_of(name, *table, transpose); }));
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
        for (const double value : truth_->values) {
            if (!(value >= -1e9 && value <= 1e9) || value != std::floor(value)) {
                refuse("{}: {} has the class {}; expected whole numbers", file_, truth_->name, value);
            }
            found.labels.push_back(static_cast<std::int32_t>(value));
        }
        return found;
    }

    std::string name_;
    const Bytes& bytes_;
    std::string file_;
    std::vector<Variable> variables_;
    std::size_t held_ = 0;  // bytes of the variables and of the views made of them
    std::vector<std::pair<std::string, const Variable*>> tables_;
    const Variable* truth_ = nullptr;
};

}  // namespace

MatProblem read_mat(const std::string& name, const Bytes& bytes) {
    return MatReader(name, bytes).read();
}

}  // namespace io::mat

namespace io {

View parse_mat_view(const std::string& view, const Bytes& bytes) {
    mat::MatProblem found = mat::read_mat(view, bytes);
    if (found.views.size() != 1) {
        refuse("{}: {} views in a cell array; expected one matrix here (give the file itself as the data)", bytes.name,
               found.views.size());
    }
    return found.views.front();
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
