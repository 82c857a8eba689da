#include "methods/factors/problem/complete_mapping.hpp"

#include <mvlink/error.hpp>

#include <fmt/core.h>

#include <string>

namespace mvlink {
inline namespace v1 {
namespace factors {
namespace {

[[noreturn]] void refuse(std::string_view method, const std::string& found) {
    throw Error(ErrorCode::input, fmt::format("{}: {}; expected every object once in every view (nmf clusters views by "
                                              "themselves)",
                                              method, found));
}

/// The first row whose object an earlier row of the view has already.
void require_no_object_twice(const Dataset& data, const ObjectRows& objects, int view, std::string_view method) {
    for (Index row = 0; row < data.view(view).rows(); ++row) {
        const Index first = objects.rows_of(view, data.objects().of({view, row})).front();
        if (first == row) continue;
        refuse(method, fmt::format("{} and {} are one object", data.instance_name({view, first}),
                                   data.instance_name({view, row})));
    }
}

}  // namespace

ObjectRows require_complete_mapping(const Dataset& data, std::string_view method) {
    if (data.n_views() > 1 && data.unmapped()) refuse(method, "nothing is mapped");
    ObjectRows objects(data);
    for (int view = 0; view < data.n_views(); ++view) {
        require_no_object_twice(data, objects, view, method);
        for (Index object = 0; object < objects.count(); ++object) {
            if (!objects.rows_of(view, object).empty()) continue;
            refuse(method, fmt::format("{} has no row in view \"{}\"", object_name(data, objects, object),
                                       data.view(view).name()));
        }
    }
    return objects;
}

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
