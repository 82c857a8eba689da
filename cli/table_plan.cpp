#include "table_plan.hpp"

#include "screen.hpp"
#include "summary.hpp"
#include "text.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

constexpr std::size_t kMostColumnsShown = 40;
constexpr std::size_t kIndent = 13;
constexpr std::size_t kLongestName = 28;

std::string shape_of(const TableSource& table) {
    std::string text = fmt::format("{}, {}, {}", table.name, counted(table.rows, "row"),
                                   counted(static_cast<long long>(table.columns.size()), "column"));
    if (!table.has_header) text += ", without a line of column names";
    if (table.delimiter != ',') {
        text += fmt::format(", separated by {}", table.delimiter == ';'    ? "semicolons"
                                                 : table.delimiter == '\t' ? "tabs"
                                                                           : "|");
    }
    return table.decimal_comma ? text + ", decimal commas" : text;
}

std::string cut(const std::string& name) {
    if (display_width(name) <= kLongestName) return name;
    std::string kept = name.substr(0, kLongestName - 2);
    while (!kept.empty() && (static_cast<unsigned char>(kept.back()) & 0xC0) == 0x80)
        kept.pop_back();
    if (!kept.empty() && static_cast<unsigned char>(kept.back()) >= 0xC0) kept.pop_back();
    return kept + "..";
}

}  // namespace

std::string describe_table(const TableSource& table) {
    std::string out = labelled("Table", shape_of(table));
    Table rows({{"column"}, {"taken as"}, {"view"}, {"features", Table::Align::right}, {"note"}});
    for (std::size_t i = 0; i < std::min(table.columns.size(), kMostColumnsShown); ++i) {
        const TableColumn& column = table.columns[i];
        rows.add({cut(column.name), std::string(to_string(column.kind)), column.view,
                  column.features > 0 ? fmt::to_string(column.features) : "", column.how});
    }
    out += rows.text(kIndent, text_width());
    if (table.columns.size() > kMostColumnsShown) {
        out += labelled("", fmt::format("and {} more columns", table.columns.size() - kMostColumnsShown));
    }
    return out + labelled("", "Another plan: --id, --text, --category, --drop, --columns, --truth-column, --layout.");
}

void tell_table_plan(const TableSource& table, bool to_error) {
    if (table.columns.empty()) return;
    const std::string text = describe_table(table);
    if (to_error) {
        print_aside(text);
    } else {
        print_out(text);
        flush_out();
    }
}

}  // namespace mvlink::cli
