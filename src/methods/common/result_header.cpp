#include "methods/common/result_header.hpp"

#include <utility>

namespace mvlink {
inline namespace v1 {

Result result_header(const std::string& method, std::vector<OptionText> options, std::span<const View> views,
                     const Context& context) {
    Result result;
    result.method = method;
    result.seed = context.seed();
    result.model = {method, options, {}, {}, {}};
    result.options = std::move(options);
    for (const View& view : views) {
        result.model.views.push_back(view.name());
        result.model.cols.push_back(view.cols());
    }
    return result;
}

void add_course(const Course& course, Result& result) {
    result.iterations = course.rounds();
    result.stop_reason = course.stop_reason;
    result.objective = course.objective;
}

}  // namespace v1
}  // namespace mvlink
