#pragma once

#include <mvlink/context.hpp>
#include <mvlink/io.hpp>

#include <optional>
#include <string>
#include <vector>

/// Rows that are images: what their clusters look like.
namespace mvlink {
inline namespace v1 {
namespace io::report {

/// Pixels down and across.
struct ImageShape {
    Index height = 0;
    Index width = 0;
};

/// What the option `image` says (height x width), if the first view has that many columns.
std::optional<ImageShape> image_shape(const Run& run);

/// A grey image, row after row.
struct GreyImage {
    ImageShape shape;
    std::vector<double> values;
};

/// The mean of every cluster that has rows, by cluster (others are empty). Made coarser if they would fill the page.
std::vector<GreyImage> cluster_means(const Run& run, const Partition& partition, const ImageShape& shape,
                                     Context& context);

/// As SVG content in the unit of pixels: black at `low`, white at `high`.
std::string image_svg(const GreyImage& image, double low, double high);

/// Which pixels a clustering is based on: stronger where that is more probable.
std::string pixels_svg(const std::vector<Clustering::Dimension>& dimensions, const ImageShape& shape);

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
