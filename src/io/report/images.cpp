#include "io/report/images.hpp"

#include "io/text.hpp"
#include "kernels/label_sums.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr Index kMostPixels = 20'000;  // of all means of one clustering: about 200 kB of page
constexpr int kGreys = 24;

/// Blocks of side x side pixels as one, their mean.
GreyImage coarser(const GreyImage& image, Index side) {
    const ImageShape& from = image.shape;
    GreyImage made{{(from.height + side - 1) / side, (from.width + side - 1) / side}, {}};
    for (Index row = 0; row < made.shape.height; ++row) {
        for (Index col = 0; col < made.shape.width; ++col) {
            double sum = 0, count = 0;
            for (Index r = row * side; r < std::min(from.height, (row + 1) * side); ++r) {
                for (Index c = col * side; c < std::min(from.width, (col + 1) * side); ++c) {
                    sum += image.values[r * from.width + c];
                    ++count;
                }
            }
            made.values.push_back(sum / count);
        }
    }
    return made;
}

int grey_of(double value, double low, double high) {
    if (!(high > low)) return kGreys / 2;
    return std::clamp(static_cast<int>(std::lround((value - low) / (high - low) * (kGreys - 1))), 0, kGreys - 1);
}

/// Outlines of runs of equal cells, by their value; cells with a negative value are left out.
std::map<int, std::string> runs_of(const std::vector<int>& cells, const ImageShape& shape) {
    std::map<int, std::string> paths;
    for (Index row = 0; row < shape.height; ++row) {
        const auto* line = cells.data() + row * shape.width;
        for (Index first = 0, end = 0; first < shape.width; first = end) {
            end = std::find_if(line + first, line + shape.width, [&](int cell) { return cell != line[first]; }) - line;
            if (line[first] < 0) continue;
            fmt::format_to(std::back_inserter(paths[line[first]]), "M{} {}h{}v1h-{}z", first, row, end - first,
                           end - first);
        }
    }
    return paths;
}

}  // namespace

std::optional<ImageShape> image_shape(const Run& run) {
    for (const auto& [name, text] : run.result.options) {
        const std::size_t cross = text.find('x');
        if (name != "image" || cross == std::string::npos) continue;
        const auto height = parse_integer(text.substr(0, cross)), width = parse_integer(text.substr(cross + 1));
        const Index cols = run.problem.data.view(0).cols();
        const bool fits = height && width && *height > 0 && *width > 0 && *height <= cols && *width <= cols &&
                          *height * *width == cols;
        if (fits) return ImageShape{*height, *width};
    }
    return std::nullopt;
}

std::vector<GreyImage> cluster_means(const Run& run, const Partition& partition, const ImageShape& shape,
                                     Context& context) {
    const kernels::LabelSums found =
        kernels::label_sums(run.problem.data.view(0).features(), partition.labels, partition.n_clusters, context);
    Index side = 1;
    while (partition.n_clusters * (shape.height / side) * (shape.width / side) > kMostPixels) {
        ++side;
    }
    std::vector<GreyImage> means(partition.n_clusters);
    for (std::size_t c = 0; c < means.size(); ++c) {
        if (found.counts[c] == 0) continue;
        const auto row = found.sums.row(static_cast<Index>(c)) / static_cast<double>(found.counts[c]);
        GreyImage image{shape, std::vector<double>(row.size())};
        for (Index pixel = 0; pixel < row.size(); ++pixel) {
            image.values[pixel] = row[pixel];
        }
        means[c] = side == 1 ? std::move(image) : coarser(image, side);
    }
    return means;
}

std::string image_svg(const GreyImage& image, double low, double high) {
    std::vector<int> cells;
    for (const double value : image.values) {
        cells.push_back(grey_of(value, low, high));
    }
    std::string out;
    for (const auto& [grey, path] : runs_of(cells, image.shape)) {
        const int level = 255 * grey / (kGreys - 1);
        out += fmt::format("<path fill=\"#{0:02x}{0:02x}{0:02x}\" d=\"{1}\"/>", level, path);
    }
    return out;
}

std::string pixels_svg(const std::vector<Clustering::Dimension>& dimensions, const ImageShape& shape) {
    std::vector<int> cells(shape.height * shape.width, -1);
    for (const auto& [column, probability] : dimensions) {
        if (column >= static_cast<Index>(cells.size())) continue;
        cells[column] = std::clamp(static_cast<int>(probability * 4), 0, 3);
    }
    std::string out;
    for (const auto& [level, path] : runs_of(cells, shape)) {
        out += fmt::format("<path class=\"own\" fill-opacity=\"{:.2f}\" d=\"{}\"/>", 0.25 * (level + 1), path);
    }
    return out;
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
