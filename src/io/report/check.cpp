#include <mvlink/error.hpp>
#include <mvlink/io.hpp>
#include <mvlink/registry.hpp>

#include <fmt/format.h>

namespace mvlink {
inline namespace v1 {

void check_report(const ReportOptions& options, std::string_view method) {
    const OwnSpace space = find_method(method).returns.space;
    const bool lacks_metric = options.map == ReportMap::metric && space != OwnSpace::metric;
    const bool lacks_embedding = options.map == ReportMap::embedding && space != OwnSpace::embedding;
    if (!lacks_metric && !lacks_embedding) return;
    throw Error(ErrorCode::usage, fmt::format("report: {} for the map \"{}\" to show; expected auto, pca or spectral",
                                              lacks_metric ? fmt::format("{} learns no metric", method)
                                                           : fmt::format("{} has no embedding of its own", method),
                                              enum_name(options.map)));
}

}  // namespace v1
}  // namespace mvlink
