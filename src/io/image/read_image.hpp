#pragma once

#include "io/bytes.hpp"
#include "io/image/sketch.hpp"

namespace mvlink {
inline namespace v1 {
namespace io::image {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;  ///< of a file
constexpr Index kMostPixels = 50'000'000;
// Pictures that come in several passes are held as a whole:
constexpr Index kMostInterlacedPixels = 8'000'000;    ///< PNG
constexpr Index kMostProgressivePixels = 20'000'000;  ///< JPEG

/// Decodes a PNG or JPEG. Error{input} that names the file if it is something else, damaged or too large. What a
/// decoder allocates is bounded by the limits above, whatever the file says.
Sketch read_image(const Bytes& bytes);

/// One function per format.
Sketch read_png(const Bytes& bytes);
Sketch read_jpeg(const Bytes& bytes);

/// Throws Error{input} if a picture of this size is empty or too large.
void require_pixels(const Bytes& bytes, Index width, Index height, Index most);

}  // namespace io::image
}  // namespace v1
}  // namespace mvlink
