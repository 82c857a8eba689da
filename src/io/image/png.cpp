#ifdef MVLINK_IMAGES

#include "io/image/read_image.hpp"
#include "io/text.hpp"

#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::image {
namespace {

/// libpng reports by calling back, and leaves by longjmp: what it jumps over must own nothing. So every buffer lives
/// here, and the functions that may be left hold plain values only.
struct PngReading {
    std::string_view rest;
    std::string fault;
    png_structp png = nullptr;
    png_infop info = nullptr;
    std::vector<png_byte> pixels;  // a row, or all rows of an interlaced picture
    std::vector<png_bytep> rows;
    std::optional<Sketch> sketch;

    ~PngReading() { png_destroy_read_struct(&png, &info, nullptr); }
};

void on_png_error(png_structp png, png_const_charp message) {
    auto* const reading = static_cast<PngReading*>(png_get_error_ptr(png));
    reading->fault = message;
    png_longjmp(png, 1);
}

void on_png_warning(png_structp, png_const_charp) {}

void give_bytes(png_structp png, png_bytep out, std::size_t count) {
    auto* const reading = static_cast<PngReading*>(png_get_io_ptr(png));
    if (count > reading->rest.size()) png_error(png, "the file is cut");
    std::memcpy(out, reading->rest.data(), count);
    reading->rest.remove_prefix(count);
}

bool begin(PngReading& reading) {
    if (setjmp(png_jmpbuf(reading.png)) != 0) return false;
    png_set_read_fn(reading.png, &reading, give_bytes);
    constexpr png_uint_32 kMostPerSide = 1'000'000, kMostChunks = 1000;
    constexpr std::size_t kMostOfChunk = std::size_t{8} << 20;
    png_set_user_limits(reading.png, kMostPerSide, kMostPerSide);
    png_set_chunk_cache_max(reading.png, kMostChunks);
    png_set_chunk_malloc_max(reading.png, kMostOfChunk);
    png_read_info(reading.png, reading.info);
    // Every kind of picture becomes rows of red, green and blue, on white where it is transparent.
    png_set_expand(reading.png);
    png_set_strip_16(reading.png);
    png_set_gray_to_rgb(reading.png);
    png_color_16 white{};
    white.red = white.green = white.blue = 255;
    white.gray = 255;
    png_set_background(reading.png, &white, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1);
    png_set_interlace_handling(reading.png);
    png_read_update_info(reading.png, reading.info);
    return true;
}

bool read_rows(PngReading& reading, Index height) {
    if (setjmp(png_jmpbuf(reading.png)) != 0) return false;
    if (!reading.rows.empty()) {
        png_read_image(reading.png, reading.rows.data());
        return true;
    }
    for (Index row = 0; row < height; ++row) {
        png_read_row(reading.png, reading.pixels.data(), nullptr);
        reading.sketch->add_row(reading.pixels.data());
    }
    return true;
}

}  // namespace

Sketch read_png(const Bytes& bytes) {
    PngReading reading;
    reading.rest = bytes.text();
    reading.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, on_png_error, on_png_warning);
    reading.info = reading.png == nullptr ? nullptr : png_create_info_struct(reading.png);
    if (reading.info == nullptr) throw std::bad_alloc();
    if (!begin(reading)) refuse("{}: a damaged PNG ({})", bytes.name, shown(reading.fault));
    const auto width = static_cast<Index>(png_get_image_width(reading.png, reading.info));
    const auto height = static_cast<Index>(png_get_image_height(reading.png, reading.info));
    const bool is_interlaced = png_get_interlace_type(reading.png, reading.info) != PNG_INTERLACE_NONE;
    require_pixels(bytes, width, height, is_interlaced ? kMostInterlacedPixels : kMostPixels);
    const std::size_t of_row = png_get_rowbytes(reading.png, reading.info);
    if (of_row != static_cast<std::size_t>(width) * 3) refuse("{}: a PNG of an unknown kind", bytes.name);
    reading.sketch.emplace(width, height);
    if (is_interlaced) require_room(bytes, of_row * static_cast<std::size_t>(height));
    reading.pixels.resize(is_interlaced ? of_row * static_cast<std::size_t>(height) : of_row);
    for (Index row = 0; is_interlaced && row < height; ++row)
        reading.rows.push_back(reading.pixels.data() + static_cast<std::size_t>(row) * of_row);
    if (!read_rows(reading, height)) refuse("{}: a damaged PNG ({})", bytes.name, shown(reading.fault));
    for (png_bytep row : reading.rows)
        reading.sketch->add_row(row);
    return *reading.sketch;
}

}  // namespace io::image
}  // namespace v1
}  // namespace mvlink

#endif
