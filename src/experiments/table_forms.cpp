#include "experiments/text_tables.hpp"

#include "io/report/text.hpp"

#include <fmt/format.h>

#include <cctype>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

std::string markdown_cell(const std::string& text) {
    std::string out;
    for (const char c : markdown_text(text)) {
        if (c == '|') out += '\\';
        out += c;
    }
    return out;
}

std::string markdown_row(const std::vector<std::string>& cells) {
    std::string out = "|";
    for (const std::string& cell : cells)
        out += " " + markdown_cell(cell) + " |";
    return out + "\n";
}

std::string latex_cell(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\') {
            out += "\\textbackslash{}";
        } else if (c == '~' || c == '^') {
            out += fmt::format("\\{}{{}}", c);
        } else {
            if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) out += '\\';
            out += c;
        }
    }
    constexpr std::string_view kPlusMinus = "±";
    for (std::size_t at = out.find(kPlusMinus); at != std::string::npos; at = out.find(kPlusMinus, at)) {
        out.replace(at, kPlusMinus.size(), "$\\pm$");
    }
    return out;
}

std::string latex_row(const std::vector<std::string>& cells) {
    std::string out;
    for (const std::string& cell : cells)
        out += (out.empty() ? "" : " & ") + latex_cell(cell);
    return out + " \\\\\n";
}

}  // namespace

std::string markdown_text(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : ' ';
        const bool opens_tag =
            c == '<' && (std::isalpha(static_cast<unsigned char>(next)) != 0 || next == '/' || next == '!');
        if (opens_tag || c == '[' || c == '`' || c == '\\') out += '\\';
        out += c == '\n' || c == '\r' ? ' ' : c;
    }
    return out;
}

std::string markdown(const TextTable& table) {
    std::string out =
        (table.caption.empty() ? "" : markdown_text(table.caption) + "\n\n") + markdown_row(table.head) + "|";
    for (std::size_t column = 0; column < table.head.size(); ++column)
        out += "---|";
    out += "\n";
    for (const auto& row : table.rows)
        out += markdown_row(row);
    return out + "\n";
}

std::string latex(const TextTable& table) {
    std::string out = "\\begin{table}\n\\centering\n\\caption{" + latex_cell(table.caption) + "}\n\\begin{tabular}{l" +
                      std::string(table.head.size() - 1, 'r') + "}\n\\hline\n" + latex_row(table.head) + "\\hline\n";
    for (const auto& row : table.rows)
        out += latex_row(row);
    return out + "\\hline\n\\end{tabular}\n\\end{table}\n\n";
}

std::string html_table(const TextTable& table) {
    using io::report::html;
    constexpr std::size_t kShort = 24;  // numbers and names stay on one line, sentences do not
    std::string out = (table.caption.empty() ? "" : "<h3>" + html(table.caption) + "</h3>\n") +
                      "<div class=\"wide-table\"><table>\n<thead><tr>";
    for (const std::string& cell : table.head)
        out += "<th scope=\"col\">" + html(cell) + "</th>";
    out += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
        out += "<tr>";
        for (const std::string& cell : row) {
            const bool bad = cell == to_string(Verdict::not_reproduced) || cell == "no";
            out += fmt::format("<td class=\"{}{}\">{}</td>", cell.size() < kShort ? "nowrap" : "", bad ? " warn" : "",
                               html(cell));
        }
        out += "</tr>\n";
    }
    return out + "</tbody>\n</table></div>\n";
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
