#include "methods/registry/entry.hpp"

#include <mvlink/error.hpp>

#include "methods/common/requirements.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace {

std::string views_text(const Dataset& data) {
    std::vector<std::string> names;
    for (const View& view : data.views()) {
        names.push_back(view.name());
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string counted_views(int count) {
    return count == 1 ? "one view" : fmt::format("{} views", count);
}

void check_number_of_views(const MethodInfo& method, const Dataset& data) {
    const auto [least, most] = std::pair(method.needs.min_views, method.needs.max_views);
    const bool too_many = most > 0 && data.n_views() > most;
    if (!too_many && data.n_views() >= least) return;
    const std::string wanted =
        least == most || too_many ? counted_views(most) : fmt::format("at least {}", counted_views(least));
    std::vector<OptionText> advice;
    if (too_many && most == 1) advice.push_back({"views", data.view(0).name()});
    throw Error(ErrorCode::usage,
                fmt::format("method {} clusters {}, but the data has {} ({})", method.name, wanted, data.n_views(),
                            views_text(data)),
                std::move(advice));
}

void check_mapping(const MethodInfo& method, const Dataset& data) {
    if (method.needs.mapping != MappingNeed::required || !data.unmapped()) return;
    throw Error(ErrorCode::input,
                fmt::format("method {} needs views that are mapped to each other, and nothing maps the rows of {}; "
                            "cmvnmf clusters unmapped views",
                            method.name, views_text(data)));
}

/// Preparation that makes a sparse view dense, with few enough columns to be quick.
OptionText dense_preparation(const View& view) {
    constexpr Index kFew = 50;
    return {"prep", fmt::format("{}:pca={}", view.name(), std::min({kFew, view.cols(), view.rows()}))};
}

void check_density(const MethodInfo& method, const View& view) {
    if (method.needs.sparse || !view.is_sparse()) return;
    throw Error(ErrorCode::input,
                fmt::format("view \"{}\" is sparse; method {} needs dense features", view.name(), method.name),
                {dense_preparation(view)});
}

void check_group_rule(const MethodInfo& method, const Dataset& data) {
    if (data.group_rule() == nullptr || method.needs.group_rule) return;
    std::vector<std::string> able;
    for (const MethodInfo& other : methods()) {
        if (other.needs.group_rule) able.push_back(other.name);
    }
    throw Error(ErrorCode::usage,
                fmt::format("method {} cannot keep the rule of at most one \"{}\" per cluster; {} can", method.name,
                            data.group_rule()->name, fmt::join(able, ", ")));
}

}  // namespace

void check_needs_of_views(std::string_view method, const Dataset& data) {
    const MethodInfo& info = find_method(method);
    check_number_of_views(info, data);
    check_mapping(info, data);
    check_group_rule(info, data);
}

void check_needs(std::string_view method, const Dataset& data) {
    check_needs_of_views(method, data);
    const MethodInfo& info = find_method(method);
    for (const View& view : data.views()) {
        check_density(info, view);
        if (info.needs.nonnegative) require_nonnegative(method, view);
    }
}

}  // namespace v1
}  // namespace mvlink
