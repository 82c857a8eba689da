#include "io/table/id_column.hpp"

#include "io/table/column_names.hpp"
#include "io/table/named_rows.hpp"
#include "io/table/recognise.hpp"
#include "io/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace mvlink {
inline namespace v1 {
namespace io::table {
namespace {

class IdColumnSearch {
public:
    IdColumnSearch(const TableCells& cells, const TableOptions& options, const std::vector<ColumnLook>& looks,
                   const std::function<bool(Index)>& is_said, const std::function<bool(Index)>& is_free)
        : cells_(cells), options_(options), looks_(looks), is_said_(is_said), is_free_(is_free) {}

    IdColumn find() const {
        if (!options_.id.empty()) {
            const Index col = column_of(cells_, options_.id, "the ids");
            require_ids(col);
            return {col, ""};
        }
        if (const Index named = by_judgements(); named >= 0) return {named, named_how(named)};
        if (const Index usual = usual_ids(); usual >= 0) return {usual, "all values differ"};
        if (const Index numbered = by_numbers(); numbered >= 0) return {numbered, named_how(numbered)};
        return {};
    }

private:
    [[nodiscard]] std::string named_how(Index col) const {
        const std::size_t repeated = repeated_names(cells_, col).size();
        if (repeated == 0) return "named in the judgements";
        return fmt::format("named in the judgements; {} told apart by their lines",
                           repeated == 1 ? "rows of 1 name are" : fmt::format("rows of {} names are", repeated));
    }

    /// The column by whose values the judgements name rows.
    Index by_judgements() const {
        if (options_.names.empty() || options_.names_may_be_rows) return -1;
        const auto differs = [&](Index col) { return looks_[col].all_differ(cells_.rows()); };
        const Index found = column_of_names(
            cells_, options_.names, [&](Index col) { return !is_said_(col); }, differs);
        if (found >= 0) require_clear_names(found);
        return found;
    }

    /// The column whose integers the judgements mean. Where they may as well count the rows, only the user can tell.
    Index by_numbers() const {
        if (!options_.names_may_be_rows) return -1;
        const auto names_rows = [&](Index col) {
            const ColumnLook& look = looks_[col];
            const bool hardly_repeats = 5 * look.distinct >= 4 * look.present;
            return is_free_(col) && names_things(cells_, looks_, col) && look.integers && hardly_repeats;
        };
        const Index named = column_of_names(cells_, options_.names, names_rows, [](Index) { return false; });
        if (named >= 0) {
            require_clear_names(named);
            return named;
        }
        const auto could = [&](Index col) {
            return is_free_(col) && looks_[col].integers && looks_[col].all_differ(cells_.rows()) &&
                   holds_all_names(col);
        };
        for (Index col = 0; col < cells_.cols(); ++col) {
            if (!could(col) || counts_from_zero(col)) continue;
            const bool may_be_rows = std::all_of(options_.names.begin(), options_.names.end(), [&](const auto& name) {
                return parse_integer(name).value_or(-1) < cells_.rows();
            });
            if (!may_be_rows) return col;
            if (!is_dense(col)) continue;  // measurements
            throw Error{ErrorCode::input,
                        fmt::format("{}: the numbers in the judgements could be values of column {} or count the rows "
                                    "from 0; expected row:17 there if they count",
                                    cells_.bytes.name, shown(cells_.names[col])),
                        {{"id", cells_.names[col]}}};
        }
        return -1;
    }

    [[nodiscard]] bool holds_all_names(Index col) const {
        std::unordered_set<std::string_view> values;
        for (Index row = 0; row < cells_.rows(); ++row)
            values.insert(cells_.cell(row, col));
        return std::all_of(options_.names.begin(), options_.names.end(),
                           [&](const std::string& name) { return values.count(name) > 0; });
    }

    [[nodiscard]] bool counts_from_zero(Index col) const {
        for (Index row = 0; row < cells_.rows(); ++row) {
            if (parse_integer(cells_.cell(row, col)) != row) return false;
        }
        return true;
    }

    /// Whether the integers number the rows in some order: none is beyond twice their count.
    [[nodiscard]] bool is_dense(Index col) const {
        for (Index row = 0; row < cells_.rows(); ++row) {
            const auto value = parse_integer(cells_.cell(row, col));
            if (!value || *value < 0 || *value >= 2 * cells_.rows()) return false;
        }
        return true;
    }

    /// A column that is named like ids, or the first one if it names or counts the rows.
    Index usual_ids() const {
        Index found = -1;
        const auto suits = [&](Index col) { return is_free_(col) && looks_[col].all_differ(cells_.rows()); };
        for (Index col = 0; col < cells_.cols(); ++col) {
            const bool is_named = is_id_name(cells_.names[col]) && suits(col);
            if (is_named && (found < 0 || lower_case(cells_.names[col]) == "id")) found = col;
        }
        const bool unnamed = cells_.names[0] == "column 1";
        const bool first_counts = looks_[0].counts_rows && (cells_.has_header || !unnamed);
        const bool is_number = 10 * looks_[0].numbers >= 9 * looks_[0].present;  // some codes look like numbers: 1E4
        const bool first_names =
            !is_number && looks_[0].words < 2 &&
            std::all_of(std::begin(looks_[0].dates), std::end(looks_[0].dates), [](Index count) { return count == 0; });
        if (found < 0 && cells_.cols() > 1 && suits(0) && (first_counts || first_names)) found = 0;
        return found;
    }

    void require_ids(Index col) const {
        for (Index row = 0; row < cells_.rows(); ++row) {
            if (cells_.cell(row, col).empty()) {
                refuse("{}: an empty id; expected one per row", cells_.where(row, col));
            }
        }
        require_distinct(
            col, [](std::string_view) { return true; }, [](Index, Index) { return "expected distinct ids"; });
    }

    /// Names that repeat do no harm, as long as no judgement means one of them.
    void require_clear_names(Index col) const {
        const std::unordered_set<std::string_view> named(options_.names.begin(), options_.names.end());
        const auto write = [&](Index first, Index second) {
            return fmt::format("the judgements name rows by it; write {} or {} there",
                               shown(name_of(cells_, first, col)), shown(name_of(cells_, second, col)));
        };
        require_distinct(
            col, [&](std::string_view id) { return named.count(id) > 0; }, write);
    }

    /// Of the ids that count, none may occur twice; `expected` says what to do about it.
    template <class Counts, class Expected>
    void require_distinct(Index col, Counts&& counts, Expected&& expected) const {
        std::unordered_map<std::string_view, Index> row_of;
        for (Index row = 0; row < cells_.rows(); ++row) {
            const std::string_view id = cells_.cell(row, col);
            if (has_line_break(id)) refuse("{}: id {} has a line break", cells_.where(row, col), shown(id));
            if (!counts(id)) continue;
            const auto [first, is_new] = row_of.try_emplace(id, row);
            if (!is_new) {
                refuse("{}: id {} is also on line {}; {}", cells_.where(row, col), shown(id),
                       cells_.lines[first->second], expected(first->second, row));
            }
        }
    }

    const TableCells& cells_;
    const TableOptions& options_;
    const std::vector<ColumnLook>& looks_;
    const std::function<bool(Index)>& is_said_;
    const std::function<bool(Index)>& is_free_;
};

}  // namespace

bool names_things(const TableCells& cells, const std::vector<ColumnLook>& looks, Index col) {
    return is_id_name(cells.names[col]) || is_name_of_codes(cells.names[col]) || looks[col].padded;
}

IdColumn find_id_column(const TableCells& cells, const TableOptions& options, const std::vector<ColumnLook>& looks,
                        const std::function<bool(Index)>& is_said, const std::function<bool(Index)>& is_free) {
    return IdColumnSearch(cells, options, looks, is_said, is_free).find();
}

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
