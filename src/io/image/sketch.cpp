#include "io/image/sketch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace io::image {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// To length 1; what has no length stays 0.
void normalize(std::span<double> values) {
    double squares = 0;
    for (const double value : values)
        squares += value * value;
    if (squares < 1e-18) {
        std::fill(values.begin(), values.end(), 0.0);
        return;
    }
    for (double& value : values)
        value /= std::sqrt(squares);
}

void add_colours(const Sketch& sketch, std::span<double> out) {
    std::size_t at = 0;
    for (Index red = 0; red < Sketch::kLevels; ++red) {
        for (Index green = 0; green < Sketch::kLevels; ++green) {
            for (Index blue = 0; blue < Sketch::kLevels; ++blue)
                out[at++] = std::sqrt(sketch.share(red, green, blue));
        }
    }
}

void add_light(const Sketch& sketch, std::span<double> out) {
    constexpr Index kCells = Sketch::kSide / kLightSide;  // of the grid per place and side
    double mean = 0;
    for (Index row = 0; row < Sketch::kSide; ++row) {
        for (Index col = 0; col < Sketch::kSide; ++col) {
            const double light = sketch.light(row, col) / (kCells * kCells);
            out[(row / kCells) * kLightSide + col / kCells] += light;
            mean += light / kLightFeatures;
        }
    }
    for (double& value : out)
        value -= mean;
    normalize(out);
}

/// Every inner cell votes for the direction of its gradient with its size, shared between the two nearest directions.
void add_edges(const Sketch& sketch, std::span<double> out) {
    constexpr Index kCells = Sketch::kSide / kEdgeSide;
    for (Index row = 1; row + 1 < Sketch::kSide; ++row) {
        for (Index col = 1; col + 1 < Sketch::kSide; ++col) {
            const double across = sketch.light(row, col + 1) - sketch.light(row, col - 1);
            const double down = sketch.light(row + 1, col) - sketch.light(row - 1, col);
            double direction = std::atan2(down, across) / kPi * kDirections;  // an edge has no sign
            if (direction < 0) direction += kDirections;
            const double size = std::hypot(across, down), share = direction - std::floor(direction);
            const Index first = static_cast<Index>(std::floor(direction)) % kDirections;
            double* const place = out.data() + ((row / kCells) * kEdgeSide + col / kCells) * kDirections;
            place[first] += (1 - share) * size;
            place[(first + 1) % kDirections] += share * size;
        }
    }
    normalize(out);
}

}  // namespace

Sketch::Sketch(Index width, Index height)
    : width_(width), height_(height), rows_(std::min(height, kSide)), cols_(std::min(width, kSide)) {
    light_.assign(rows_ * cols_, 0.0);
    pixels_.assign(rows_ * cols_, 0);
    for (Index col = 0; col < width; ++col)
        cell_of_.push_back(col * cols_ / width);
}

void Sketch::add_row(const std::uint8_t* rgb) {
    const Index first = (next_row_++ * rows_ / height_) * cols_;
    for (Index col = 0; col < width_; ++col, rgb += 3) {
        const Index cell = first + cell_of_[col];
        light_[cell] += 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2];  // as television weighs them, BT.601
        ++pixels_[cell];
        constexpr int kWidth = 256 / kLevels;
        ++colours_[((rgb[0] / kWidth) * kLevels + rgb[1] / kWidth) * kLevels + rgb[2] / kWidth];
    }
}

double Sketch::light(Index row, Index col) const {
    const Index cell = (row * rows_ / kSide) * cols_ + col * cols_ / kSide;
    return light_[cell] / (255.0 * static_cast<double>(std::max<Index>(pixels_[cell], 1)));
}

double Sketch::share(Index red, Index green, Index blue) const {
    return static_cast<double>(colours_[(red * kLevels + green) * kLevels + blue]) /
           static_cast<double>(width_ * height_);
}

void describe(const Sketch& sketch, double* features) {
    std::fill(features, features + kImageFeatures, 0.0);
    add_colours(sketch, {features, static_cast<std::size_t>(kColourFeatures)});
    add_light(sketch, {features + kColourFeatures, static_cast<std::size_t>(kLightFeatures)});
    add_edges(sketch, {features + kColourFeatures + kLightFeatures, static_cast<std::size_t>(kEdgeFeatures)});
}

std::vector<std::string> feature_names(const std::string& column) {
    std::vector<std::string> names;
    for (Index colour = 0; colour < kColourFeatures; ++colour) {
        names.push_back(fmt::format("{}: colour {},{},{}", column, colour / (Sketch::kLevels * Sketch::kLevels),
                                    colour / Sketch::kLevels % Sketch::kLevels, colour % Sketch::kLevels));
    }
    for (Index place = 0; place < kLightFeatures; ++place)
        names.push_back(fmt::format("{}: light {},{}", column, place / kLightSide, place % kLightSide));
    for (Index edge = 0; edge < kEdgeFeatures; ++edge) {
        const Index place = edge / kDirections;
        names.push_back(fmt::format("{}: edge {},{} at {}", column, place / kEdgeSide, place % kEdgeSide,
                                    edge % kDirections * 180.0 / kDirections));
    }
    return names;
}

}  // namespace io::image
}  // namespace v1
}  // namespace mvlink
