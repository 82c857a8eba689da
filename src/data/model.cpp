#include <mvlink/model.hpp>

#include <mvlink/error.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace {

struct Shape {
    Index rows, cols;
};

[[noreturn]] void refuse_missing(const std::string& method, std::string_view name) {
    throw Error(ErrorCode::input, fmt::format("model of method {}: array \"{}\" is missing", method, name));
}

/// -1 in `wanted`: any number.
void require_shape(const std::string& method, std::string_view name, Shape found, Shape wanted) {
    if ((wanted.rows < 0 || found.rows == wanted.rows) && (wanted.cols < 0 || found.cols == wanted.cols)) return;
    const auto expected = [](Index size) { return size < 0 ? std::string("any") : std::to_string(size); };
    throw Error(ErrorCode::input,
                fmt::format("model of method {}: array \"{}\" is {} x {}; expected {} x {}", method, name, found.rows,
                            found.cols, expected(wanted.rows), expected(wanted.cols)));
}

}  // namespace

const NamedArray& Model::array(std::string_view name, Index n_rows, Index n_cols) const {
    const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const NamedArray& a) { return a.name == name; });
    if (found == arrays.end()) refuse_missing(method, name);
    require_shape(method, name, {found->rows, found->cols}, {n_rows, n_cols});
    return *found;
}

const View& Model::table(std::string_view name, Index n_rows, Index n_cols) const {
    const auto found = std::find_if(tables.begin(), tables.end(), [&](const View& t) { return t.name() == name; });
    if (found == tables.end()) refuse_missing(method, name);
    require_shape(method, name, {found->rows(), found->cols()}, {n_rows, n_cols});
    return *found;
}

std::span<const Index> Model::integer_array(std::string_view name, Index count, Index limit) const {
    const auto found =
        std::find_if(integers.begin(), integers.end(), [&](const NamedIntegers& one) { return one.name == name; });
    if (found == integers.end()) refuse_missing(method, name);
    require_shape(method, name, {1, static_cast<Index>(found->values.size())}, {1, count});
    for (const Index value : found->values) {
        if (value >= 0 && value < limit) continue;
        throw Error(ErrorCode::input, fmt::format("model of method {}: array \"{}\" holds {}; expected 0 to {}", method,
                                                  name, value, limit - 1));
    }
    return found->values;
}

Index Model::input_cols(std::size_t view) const {
    for (const ViewPreparation& prepared : preparation) {
        if (prepared.view == views.at(view)) return prepared.cols;
    }
    return cols.at(view);
}

bool Model::has_array(std::string_view name) const noexcept {
    return std::any_of(arrays.begin(), arrays.end(), [&](const NamedArray& a) { return a.name == name; });
}

bool Model::has_table(std::string_view name) const noexcept {
    return std::any_of(tables.begin(), tables.end(), [&](const View& t) { return t.name() == name; });
}

std::string_view Model::option(std::string_view name) const noexcept {
    const auto found =
        std::find_if(options.begin(), options.end(), [&](const OptionText& option) { return option.name == name; });
    return found == options.end() ? std::string_view{} : std::string_view(found->value);
}

std::optional<std::size_t> Model::find_view(std::string_view name, int views_of_data) const noexcept {
    if (views_of_data == 1 && views.size() == 1) return 0;
    const auto found = std::find(views.begin(), views.end(), name);
    return found == views.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - views.begin()));
}

}  // namespace v1
}  // namespace mvlink
