#include "io/image/read_image.hpp"

#include "io/text.hpp"

#include <mvlink/error.hpp>

namespace mvlink {
inline namespace v1 {
namespace io::image {
namespace {

using namespace std::string_view_literals;

/// What a file is by its first bytes, if it is not a picture that is read. Unused in builds without pictures.
[[maybe_unused]] std::string_view other_kind(std::string_view text) {
    if (text.starts_with("GIF8"sv)) return "a GIF";
    if (text.starts_with("RIFF"sv) && text.substr(0, 16).find("WEBP"sv) != std::string_view::npos)
        return "a WebP picture";
    if (text.starts_with("BM"sv)) return "a BMP picture";
    if (text.starts_with("II*\0"sv) || text.starts_with("MM\0*"sv)) return "a TIFF picture";
    if (text.starts_with("<svg"sv) || text.starts_with("<?xml"sv)) return "an SVG drawing";
    return "not a picture";
}

}  // namespace

void require_pixels(const Bytes& bytes, Index width, Index height, Index most) {
    if (width < 1 || height < 1) refuse("{}: a picture of {} x {} pixels; expected some", bytes.name, width, height);
    if (width <= most && height <= most / width) return;
    refuse("{}: {} x {} pixels; expected at most {} million", bytes.name, width, height, most / 1'000'000);
}

Sketch read_image(const Bytes& bytes) {
    const std::string_view text = bytes.text();
    if (text.empty()) refuse("{}: empty; expected a PNG or JPEG", bytes.name);
    if (text.size() > kMostBytes)
        refuse("{}: {} MB; expected at most {}", bytes.name, text.size() >> 20, kMostBytes >> 20);
#ifdef MVLINK_IMAGES
    if (text.starts_with("\x89PNG\r\n\x1a\n"sv)) return read_png(bytes);
    if (text.starts_with("\xff\xd8\xff"sv)) return read_jpeg(bytes);
    refuse("{}: {}; expected a PNG or JPEG", bytes.name, other_kind(text));
#else
    throw Error{ErrorCode::usage, bytes.name + ": this build of mvlink reads no pictures (MVLINK_IMAGES=OFF)"};
#endif
}

}  // namespace io::image
}  // namespace v1
}  // namespace mvlink
