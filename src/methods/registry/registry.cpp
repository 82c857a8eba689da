#include <mvlink/registry.hpp>

#include <mvlink/error.hpp>
#include <mvlink/preparation.hpp>

#include "methods/common/model_checks.hpp"
#include "methods/registry/entry.hpp"
#include "methods/registry/possible_start.hpp"
#include "methods/registry/repeated_method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace mvlink {
inline namespace v1 {
namespace {

/// What every method holds at the end, a label and a confidence per row. Methods ask for their own state themselves.
void require_room_for_answer(const MethodInfo& method, const Dataset& data, const Context& context) {
    std::size_t rows = 0;
    for (const View& view : data.views()) {
        rows += static_cast<std::size_t>(view.rows());
    }
    context.require_memory(rows * (sizeof(std::int32_t) + sizeof(double)), fmt::format("{}: the labels", method.name));
}

/// A sparse view may have billions of columns, of which a centre has a number each. More clusters than rows are refused
/// by the methods themselves.
void require_room_for_centres(const MethodInfo& method, const Dataset& data, std::span<const OptionText> options,
                              const Context& context) {
    if (!method.returns.centroids) return;
    double clusters = 1, columns = 0, rows = 1;
    for (const OptionText& option : options) {
        if (option.name == "n_clusters") clusters = std::max(clusters, std::strtod(option.value.c_str(), nullptr));
    }
    for (const View& view : data.views()) {
        columns = std::max(columns, static_cast<double>(view.cols()));
        rows = std::max(rows, static_cast<double>(view.rows()));
    }
    const double bytes = std::min(std::min(clusters, rows) * columns * sizeof(double), 1e18);
    context.require_memory(static_cast<std::size_t>(bytes), fmt::format("{}: the centres", method.name));
}

void require_possible_run(const registry::Entry& entry, const Dataset& data, std::span<const OptionText> options,
                          const Context& context) {
    entry.check(options);
    check_needs(entry.info.name, data);
    require_room_for_answer(entry.info, data, context);
    require_room_for_centres(entry.info, data, options, context);
}

}  // namespace

std::span<const MethodInfo> methods() {
    static const std::vector<MethodInfo>& infos = *new std::vector<MethodInfo>([] {  // never destroyed, as the entries
        std::vector<MethodInfo> list;
        for (const registry::Entry& entry : registry::entries()) {
            list.push_back(entry.info);
        }
        return list;
    }());
    return infos;
}

const MethodInfo& find_method(std::string_view name) {
    return registry::find(name).info;
}

void check_options(std::string_view method, std::span<const OptionText> options) {
    registry::find(method).check(options);
}

Result run_method(std::string_view name, const Dataset& data, std::span<const OptionText> options, Context& context,
                  const Start& start) {
    const registry::Entry& entry = registry::find(name);
    require_possible_run(entry, data, options, context);
    registry::require_possible_start(entry.info, start);
    return entry.run(data, options, context, start);
}

RepeatedRun repeated_method(std::string_view name, const Dataset& features, const std::vector<OptionText>& options,
                            Context& context) {
    const registry::Entry& entry = registry::find(name);
    if (!entry.repeated) {
        return [&entry, options](const Dataset& data, Context& inner) {
            return run_method(entry.info.name, data, options, inner);
        };
    }
    require_possible_run(entry, features, options, context);
    return [&entry, options, run = entry.repeated(features, options, context)](const Dataset& data, Context& inner) {
        require_possible_run(entry, data, options, inner);
        return run(data, inner);
    };
}

std::vector<Partition> predict(const Model& model, const Dataset& data, Context& context) {
    const registry::Entry& entry = registry::find(model.method);
    if (!entry.predict) {
        throw Error(ErrorCode::usage, fmt::format("method {} cannot label rows that it has not seen", model.method));
    }
    require_sound_model(model);
    if (data.group_rule() != nullptr && !entry.info.needs.group_rule) {
        throw Error(ErrorCode::usage, fmt::format("method {} cannot keep the rule of at most one \"{}\" per cluster",
                                                  model.method, data.group_rule()->name));
    }
    const Prepared prepared = apply_preparation(model, data, context);
    return entry.predict(model, prepared.data, context);
}

}  // namespace v1
}  // namespace mvlink
