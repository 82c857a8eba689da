#pragma once

#include <mvlink/model.hpp>

#include <string_view>

/// Models come from files that anybody may have changed. What no method can work with is refused here, once, before
/// any of them reads an array; what shape an array must have, its method asks for with Model::array.
namespace mvlink {
inline namespace v1 {

/// Throws Error{input}, opened by `where`, unless the array has rows and columns, as many values, all of them finite.
void require_sound_array(const NamedArray& array, std::string_view where);

/// The same for every array of a model; and its views must have names, each with a number of columns above 0.
void require_sound_model(const Model& model);

}  // namespace v1
}  // namespace mvlink
