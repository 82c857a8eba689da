#pragma once

#include <mvlink/matrix.hpp>

#include <string>
#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace preparation {

enum class Kind { standardize, minmax, l2, tfidf, pca, spectral };

/// One step as --prep spells it.
struct Step {
    Kind kind = Kind::standardize;
    Index dimensions = 0;  // of pca and spectral
    std::string text;
};

/// Throws Error{usage} unless the text names a step, with the number that it needs.
Step parse_step(std::string_view text);

}  // namespace preparation
}  // namespace v1
}  // namespace mvlink
