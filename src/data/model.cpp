#include <mvlink/model.hpp>

#include <mvlink/error.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {

const NamedArray& Model::array(std::string_view name, Index n_rows, Index n_cols) const {
    const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const NamedArray& a) { return a.name == name; });
    if (found == arrays.end()) {
        throw Error(ErrorCode::input, fmt::format("model of method {}: array \"{}\" is missing", method, name));
    }
    if ((n_rows >= 0 && found->rows != n_rows) || (n_cols >= 0 && found->cols != n_cols)) {
        const auto expected = [](Index size) { return size < 0 ? std::string("any") : std::to_string(size); };
        throw Error(ErrorCode::input,
                    fmt::format("model of method {}: array \"{}\" is {} x {}; expected {} x {}", method, name,
                                found->rows, found->cols, expected(n_rows), expected(n_cols)));
    }
    return *found;
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
