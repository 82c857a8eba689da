#pragma once

#include <mvlink/context.hpp>
#include <mvlink/result.hpp>
#include <mvlink/view.hpp>

#include "methods/common/rounds.hpp"

#include <span>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// A result that knows its method, options and seed, with a model of these views that has no arrays yet.
Result result_header(const std::string& method, std::vector<OptionText> options, std::span<const View> views,
                     const Context& context);

/// What the rounds left: objective, iterations and why they stopped.
void add_course(const Course& course, Result& result);

}  // namespace v1
}  // namespace mvlink
