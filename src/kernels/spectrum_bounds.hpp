#pragma once

#include <mvlink/context.hpp>

#include "kernels/eigenvectors.hpp"

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// What a few steps of the Lanczos iteration say of a spectrum.
struct SpectrumSketch {
    double low = -1;  ///< hardly any eigenvalue is below it
    double high = 0;  ///< few eigenvalues are above it: where to cut first
};
SpectrumSketch sketch_spectrum(const SymmetricOperator& A, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
