#include <mvlink/error.hpp>
#include <mvlink/generate_clusterings.hpp>

#include "evaluate/generate/common.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace mvlink {
inline namespace v1 {
namespace {

constexpr int kSide = 20;
constexpr int kPixels = kSide * kSide;
constexpr int kPoses = 3;  // of the arms, and of the legs
constexpr int kMostJitter = 3;
constexpr double kPen = 0.7;  // half the width of a stroke that is full ink; beyond, it fades within a pixel

struct Point {
    double row = 0, col = 0;
};
struct Stroke {
    Point from, to;
};
using Image = std::array<double, kPixels>;

double distance(Point point, const Stroke& stroke) {
    const double rows = stroke.to.row - stroke.from.row, cols = stroke.to.col - stroke.from.col;
    const double length = rows * rows + cols * cols;
    const double along =
        length == 0 ? 0 : ((point.row - stroke.from.row) * rows + (point.col - stroke.from.col) * cols) / length;
    const double share = std::clamp(along, 0.0, 1.0);
    return std::hypot(point.row - stroke.from.row - share * rows, point.col - stroke.from.col - share * cols);
}

double ink_at(double away) {
    return std::clamp(kPen + 0.5 - away, 0.0, 1.0);
}

Image draw(std::initializer_list<Stroke> strokes) {
    Image image{};
    for (int pixel = 0; pixel < kPixels; ++pixel) {
        const Point here{static_cast<double>(pixel / kSide), static_cast<double>(pixel % kSide)};
        for (const Stroke& stroke : strokes)
            image[pixel] = std::max(image[pixel], ink_at(distance(here, stroke)));
    }
    return image;
}

constexpr Point kNeck{5, 9.5}, kHip{11, 9.5};

/// A ring for the head, and the trunk: the same in every figure.
Image draw_body() {
    constexpr Point kHead{2.5, 9.5};
    constexpr double kRadius = 1.9;
    Image image = draw({{kNeck, kHip}});
    for (int pixel = 0; pixel < kPixels; ++pixel) {
        const double away = std::hypot(pixel / kSide - kHead.row, pixel % kSide - kHead.col);
        double& ink = image[pixel];
        ink = std::max(ink, ink_at(std::abs(away - kRadius)));
    }
    return image;
}

/// Up, out, down.
std::array<Image, kPoses> draw_arms() {
    constexpr Point kShoulder{6, 9.5};
    return {draw({{kShoulder, {1, 3}}, {kShoulder, {1, 16}}}), draw({{kShoulder, {6, 1}}, {kShoulder, {6, 18}}}),
            draw({{kShoulder, {9, 4}}, {kShoulder, {9, 15}}})};
}

/// Together, apart, and one kicked out.
std::array<Image, kPoses> draw_legs() {
    return {draw({{kHip, {18.5, 8.5}}, {kHip, {18.5, 10.5}}}), draw({{kHip, {18.5, 3}}, {kHip, {18.5, 16}}}),
            draw({{kHip, {18.5, 8}}, {kHip, {12.5, 18}}})};
}

Image overlaid(const Image& a, const Image& b) {
    Image both;
    std::transform(a.begin(), a.end(), b.begin(), both.begin(), [](double x, double y) { return std::max(x, y); });
    return both;
}

double ink_of(const Image& image, int row, int col) {
    const bool inside = row >= 0 && row < kSide && col >= 0 && col < kSide;
    return inside ? image[row * kSide + col] : 0;
}

/// Pixels whose ink, over all shifts, is not the same in all figures that the poses make.
std::vector<Index> telling_pixels(const std::array<Image, kPoses>& poses, const Image& rest, int jitter) {
    std::vector<Index> pixels;
    for (int pixel = 0; pixel < kPixels; ++pixel) {
        bool tells = false;
        for (int row = pixel / kSide - jitter; row <= pixel / kSide + jitter; ++row) {
            for (int col = pixel % kSide - jitter; col <= pixel % kSide + jitter; ++col) {
                const double first = std::max(ink_of(poses[0], row, col), ink_of(rest, row, col));
                for (const Image& pose : poses)
                    tells = tells || std::max(ink_of(pose, row, col), ink_of(rest, row, col)) != first;
            }
        }
        if (tells) pixels.push_back(pixel);
    }
    return pixels;
}

void require_valid(const StickFiguresOptions& options) {
    evaluate::require_shape(options.rows, kPixels, kPoses * kPoses);
    if (!std::isfinite(options.noise) || options.noise < 0) {
        throw Error{ErrorCode::usage,
                    "noise: found " + std::to_string(options.noise) + "; expected a finite number >= 0"};
    }
    if (options.jitter < 0 || options.jitter > kMostJitter) {
        throw Error{ErrorCode::usage, "jitter: found " + std::to_string(options.jitter) + "; expected 0 to " +
                                          std::to_string(kMostJitter)};
    }
}

std::vector<std::string> pixel_names() {
    std::vector<std::string> names;
    for (int pixel = 0; pixel < kPixels; ++pixel)
        names.push_back("r" + std::to_string(pixel / kSide) + "c" + std::to_string(pixel % kSide));
    return names;
}

}  // namespace

Generated generate_stick_figures(const StickFiguresOptions& options, Random random) {
    require_valid(options);
    const Image body = draw_body();
    const std::array<Image, kPoses> arms = draw_arms(), legs = draw_legs();
    Truth upper{"upper", "", {}, {"up", "out", "down"}, telling_pixels(arms, body, options.jitter)};
    Truth lower{"lower", "", {}, {"together", "apart", "kick"}, telling_pixels(legs, body, options.jitter)};
    std::vector<double> values;
    values.reserve(options.rows * kPixels);
    const int shifts = 2 * options.jitter + 1;
    for (const std::int32_t figure : evaluate::balanced_labels(options.rows, kPoses * kPoses, random)) {
        upper.labels.push_back(figure / kPoses);
        lower.labels.push_back(figure % kPoses);
        const Image image = overlaid(body, overlaid(arms[figure / kPoses], legs[figure % kPoses]));
        const int down = static_cast<int>(random.below(shifts)) - options.jitter;
        const int right = static_cast<int>(random.below(shifts)) - options.jitter;
        for (int pixel = 0; pixel < kPixels; ++pixel) {
            values.push_back(ink_of(image, pixel / kSide - down, pixel % kSide - right) +
                             options.noise * random.normal());
        }
    }
    const View view = View::dense("pixels", options.rows, kPixels, std::move(values)).with_column_names(pixel_names());
    return {Dataset{view}, {std::move(upper), std::move(lower)}};
}

}  // namespace v1
}  // namespace mvlink
