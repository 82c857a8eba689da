#include "methods/common/requirements.hpp"

#include <mvlink/error.hpp>

#include <fmt/core.h>

namespace mvlink {
inline namespace v1 {

const View& require_one_view(const Dataset& data) {
    if (data.n_views() == 1) return data.view(0);
    throw Error(ErrorCode::usage,
                fmt::format("the method clusters one view, the data have {}; choose one", data.n_views()));
}

void require_rows_for_clusters(const View& view, Index n_clusters, const char* option) {
    if (n_clusters <= view.rows()) return;
    throw Error(ErrorCode::input,
                fmt::format("{}: {} clusters for the {} rows of view \"{}\"; expected at most one per row", option,
                            n_clusters, view.rows(), view.name()));
}

void require_rows_for_clusters(const Dataset& data, Index n_clusters) {
    for (const View& view : data.views()) {
        require_rows_for_clusters(view, n_clusters);
    }
}

void require_no_start(const Start& start, const char* method) {
    if (start.empty()) return;
    throw Error(ErrorCode::usage,
                fmt::format("warm start: {} always starts afresh; expected no earlier answer", method));
}

}  // namespace v1
}  // namespace mvlink
