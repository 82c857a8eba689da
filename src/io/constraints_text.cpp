#include "io/text.hpp"

#include <fmt/format.h>
#include <mvlink/io.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

namespace mvlink {
inline namespace v1 {

namespace {

/// An id that looks like a row, "row:3", can only be named by its row.
std::string key_of(const View& view, Index row) {
    if (!view.has_ids()) return fmt::to_string(row);
    const std::string& id = view.ids()[row];
    return id.starts_with("row:") ? fmt::format("row:{}", row) : io::csv_field(id);
}

/// How an object is named without a view, or nothing if no name means it alone: an id that every view with it has for
/// this object, or a row where no view has ids.
std::optional<std::string> object_key(const Dataset& data, InstanceId instance) {
    const View& own = data.view(instance.view);
    const bool some_ids =
        std::any_of(data.views().begin(), data.views().end(), [](const View& view) { return view.has_ids(); });
    if (!some_ids && data.objects().rows_are_objects()) return fmt::to_string(instance.row);
    if (!own.has_ids()) return std::nullopt;
    const std::string& id = own.ids()[instance.row];
    if (id.starts_with("row:")) return std::nullopt;
    for (int v = 0; v < data.n_views(); ++v) {
        const auto row = data.view(v).find_row(id);
        if (row && data.objects().of({v, *row}) != data.objects().of(instance)) return std::nullopt;
    }
    return io::csv_field(id);
}

/// Writes a judgement on objects once, and everything else as it is.
class ConstraintLines {
public:
    explicit ConstraintLines(const Dataset& data) : data_(data) {}

    void add(const Constraint& constraint) {
        if (constraint.origin == Origin::on_objects && add_on_objects(constraint)) return;
        const View& view_a = data_.view(constraint.a.view);
        const View& view_b = data_.view(constraint.b.view);
        line(view_a.name(), key_of(view_a, constraint.a.row), view_b.name(), key_of(view_b, constraint.b.row),
             constraint);
    }

    [[nodiscard]] std::string text() const { return "view_a,a,view_b,b,type,weight\n" + fmt::to_string(lines_); }

private:
    /// False: the objects have no names of their own.
    bool add_on_objects(const Constraint& constraint) {
        const auto a = object_key(data_, constraint.a), b = object_key(data_, constraint.b);
        if (!a || !b) return false;
        const auto [first, second] = std::minmax({data_.objects().of(constraint.a), data_.objects().of(constraint.b)});
        if (written_.emplace(first, second, constraint.link).second) line("", *a, "", *b, constraint);
        return true;
    }

    void line(const std::string& view_a, const std::string& a, const std::string& view_b, const std::string& b,
              const Constraint& constraint) {
        fmt::format_to(std::back_inserter(lines_), "{},{},{},{},{},{}\n", view_a, a, view_b, b,
                       to_string(constraint.link), constraint.weight);
    }

    const Dataset& data_;
    fmt::memory_buffer lines_;
    std::set<std::tuple<Index, Index, Link>> written_;
};

}  // namespace

std::string constraints_csv(const Dataset& data, std::span<const Constraint> constraints) {
    ConstraintLines lines(data);
    for (const Constraint& constraint : constraints) {
        lines.add(constraint);
    }
    return lines.text();
}

}  // namespace v1
}  // namespace mvlink
