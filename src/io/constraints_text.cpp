#include "io/text.hpp"

#include <fmt/format.h>
#include <mvlink/io.hpp>

namespace mvlink {
inline namespace v1 {

namespace {

/// An id that looks like a row, "row:3", can only be named by its row.
std::string key_of(const View& view, Index row) {
    if (!view.has_ids()) return fmt::to_string(row);
    const std::string& id = view.ids()[static_cast<std::size_t>(row)];
    return id.starts_with("row:") ? fmt::format("row:{}", row) : io::csv_field(id);
}

}  // namespace

std::string constraints_csv(const Dataset& data, std::span<const Constraint> constraints) {
    fmt::memory_buffer out;
    out.append(std::string_view("view_a,a,view_b,b,type,weight\n"));
    for (const Constraint& constraint : constraints) {
        const View& view_a = data.view(constraint.a.view);
        const View& view_b = data.view(constraint.b.view);
        fmt::format_to(std::back_inserter(out), "{},{},{},{},{},{}\n", view_a.name(), key_of(view_a, constraint.a.row),
                       view_b.name(), key_of(view_b, constraint.b.row), to_string(constraint.link), constraint.weight);
    }
    return fmt::to_string(out);
}

}  // namespace v1
}  // namespace mvlink
