#pragma once

namespace mvlink {
inline namespace v1 {

/// Throws Error{numerical} that names method and round if the objective is not finite.
void require_finite(double objective, const char* method, int round);

}  // namespace v1
}  // namespace mvlink
