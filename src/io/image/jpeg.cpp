#ifdef MVLINK_IMAGES

#include "io/image/read_image.hpp"
#include "io/text.hpp"

// Its header needs these two first.
#include <jpeglib.h>
#include <cstddef>
#include <cstdio>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::image {
namespace {

/// libjpeg reports by calling back, and is left by longjmp: what is jumped over must own nothing, see png.cpp.
struct JpegReading {
    jpeg_error_mgr errors{};  // first: libjpeg hands out its address
    std::jmp_buf way_out{};
    jpeg_decompress_struct jpeg{};
    std::array<char, JMSG_LENGTH_MAX> fault{};
    jpeg_progress_mgr progress{};
    std::vector<JSAMPLE> row;
    std::optional<Sketch> sketch;

    ~JpegReading() { jpeg_destroy_decompress(&jpeg); }
};

void on_jpeg_error(j_common_ptr jpeg) {
    auto* const reading = reinterpret_cast<JpegReading*>(jpeg->err);
    jpeg->err->format_message(jpeg, reading->fault.data());
    std::longjmp(reading->way_out, 1);
}

/// A warning means damaged data that the decoder would fill in: not what was photographed.
void on_jpeg_message(j_common_ptr jpeg, int level) {
    if (level < 0) on_jpeg_error(jpeg);
}

/// A small file can ask for thousands of passes over a large picture.
void on_jpeg_progress(j_common_ptr common) {
    constexpr int kMostScans = 200;
    const auto* const jpeg = reinterpret_cast<jpeg_decompress_struct*>(common);
    if (jpeg->input_scan_number <= kMostScans) return;
    auto* const reading = reinterpret_cast<JpegReading*>(common->err);
    std::strcpy(reading->fault.data(), "too many passes");
    std::longjmp(reading->way_out, 1);
}

/// Decoding to a half, quarter or eighth costs little and keeps more than the sketch needs.
unsigned reduction(Index width, Index height) {
    for (const unsigned by : {8U, 4U, 2U}) {
        if (std::min(width, height) / by >= 4 * Sketch::kSide) return by;
    }
    return 1;
}

bool begin(JpegReading& reading, const Bytes& bytes) {
    if (setjmp(reading.way_out) != 0) return false;
    jpeg_create_decompress(&reading.jpeg);
    reading.progress.progress_monitor = on_jpeg_progress;
    reading.jpeg.progress = &reading.progress;
    constexpr long kMostMemory = 128L << 20;  // of the coefficients of a progressive picture
    reading.jpeg.mem->max_memory_to_use = kMostMemory;
    jpeg_mem_src(&reading.jpeg, reinterpret_cast<const unsigned char*>(bytes.data.data()), bytes.data.size());
    jpeg_read_header(&reading.jpeg, TRUE);
    return true;
}

bool start(JpegReading& reading) {
    if (setjmp(reading.way_out) != 0) return false;
    jpeg_decompress_struct& jpeg = reading.jpeg;
    jpeg.out_color_space = jpeg.jpeg_color_space == JCS_GRAYSCALE ? JCS_GRAYSCALE : JCS_RGB;
    jpeg.dct_method = JDCT_ISLOW;  // the same bits on every machine
    jpeg.scale_num = 1;
    jpeg.scale_denom = reduction(jpeg.image_width, jpeg.image_height);
    jpeg_start_decompress(&jpeg);
    return true;
}

/// Grey becomes red = green = blue, from the end so that nothing is overwritten before it is read.
void spread_grey(std::vector<JSAMPLE>& row, std::size_t width) {
    for (std::size_t i = width; i-- > 0;)
        row[3 * i] = row[3 * i + 1] = row[3 * i + 2] = row[i];
}

bool read_rows(JpegReading& reading) {
    if (setjmp(reading.way_out) != 0) return false;
    jpeg_decompress_struct& jpeg = reading.jpeg;
    while (jpeg.output_scanline < jpeg.output_height) {
        JSAMPROW row = reading.row.data();
        jpeg_read_scanlines(&jpeg, &row, 1);
        if (jpeg.output_components == 1) spread_grey(reading.row, jpeg.output_width);
        reading.sketch->add_row(reading.row.data());
    }
    jpeg_finish_decompress(&jpeg);
    return true;
}

}  // namespace

Sketch read_jpeg(const Bytes& bytes) {
    JpegReading reading;
    reading.jpeg.err = jpeg_std_error(&reading.errors);
    reading.errors.error_exit = on_jpeg_error;
    reading.errors.emit_message = on_jpeg_message;
    const auto refuse_damaged = [&] { refuse("{}: a damaged JPEG ({})", bytes.name, shown(reading.fault.data())); };
    if (!begin(reading, bytes)) refuse_damaged();
    const jpeg_decompress_struct& jpeg = reading.jpeg;
    const bool is_held = jpeg_has_multiple_scans(&reading.jpeg) != 0;
    require_pixels(bytes, jpeg.image_width, jpeg.image_height, is_held ? kMostProgressivePixels : kMostPixels);
    // The coefficients of all passes: three channels of two bytes.
    if (is_held) require_room(bytes, std::size_t{6} * jpeg.image_width * jpeg.image_height);
    if (jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK)
        refuse("{}: a JPEG for printing (CMYK); expected red, green and blue, or grey", bytes.name);
    if (!start(reading)) refuse_damaged();
    reading.row.resize(static_cast<std::size_t>(jpeg.output_width) * 3);
    reading.sketch.emplace(jpeg.output_width, jpeg.output_height);
    if (!read_rows(reading)) refuse_damaged();
    return *reading.sketch;
}

}  // namespace io::image
}  // namespace v1
}  // namespace mvlink

#endif
