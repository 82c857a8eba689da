#include "methods/common/model_checks.hpp"

#include <mvlink/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace {

bool has_as_many_values(const NamedArray& array) {
    const auto count = static_cast<Index>(array.values.size());
    return count % array.cols == 0 && count / array.cols == array.rows;  // their product may overflow
}

}  // namespace

void require_sound_array(const NamedArray& array, std::string_view where) {
    if (array.rows < 1 || array.cols < 1) {
        throw Error(ErrorCode::input, fmt::format("{}: array \"{}\" is {} x {}; expected at least one row and column",
                                                  where, array.name, array.rows, array.cols));
    }
    if (!has_as_many_values(array)) {
        throw Error(ErrorCode::input, fmt::format("{}: array \"{}\" has {} values; expected {} x {}", where, array.name,
                                                  array.values.size(), array.rows, array.cols));
    }
    const auto bad =
        std::find_if(array.values.begin(), array.values.end(), [](double value) { return !std::isfinite(value); });
    if (bad == array.values.end()) return;
    const Index at = bad - array.values.begin();
    throw Error(ErrorCode::input, fmt::format("{}: array \"{}\", row {}, column {} is {}; expected a finite number",
                                              where, array.name, at / array.cols, at % array.cols, *bad));
}

void require_sound_model(const Model& model) {
    const std::string where = fmt::format("model of method {}", model.method);
    if (model.views.empty() || model.cols.size() != model.views.size()) {
        throw Error(ErrorCode::input, fmt::format("{}: {} views with {} numbers of columns; expected one for each view",
                                                  where, model.views.size(), model.cols.size()));
    }
    for (std::size_t v = 0; v < model.views.size(); ++v) {
        if (model.cols[v] >= 1) continue;
        throw Error(ErrorCode::input, fmt::format("{}: view \"{}\" has {} columns; expected at least one", where,
                                                  model.views[v], model.cols[v]));
    }
    for (const NamedArray& array : model.arrays) {
        require_sound_array(array, where);
    }
}

}  // namespace v1
}  // namespace mvlink
