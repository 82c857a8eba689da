#pragma once

#include <mvlink/matrix.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::image {

/// What is kept of a picture while its rows come in: mean colours of a coarse grid, and how often colours occur.
class Sketch {
public:
    static constexpr Index kSide = 32;   ///< most cells of the grid per side
    static constexpr Index kLevels = 4;  ///< of each colour in the histogram

    Sketch(Index width, Index height);

    /// The next row from the top: red, green, blue of every pixel.
    void add_row(const std::uint8_t* rgb);

    [[nodiscard]] bool complete() const { return next_row_ == height_; }
    /// How light a cell of a kSide x kSide grid is, in [0, 1]; small pictures are stretched.
    [[nodiscard]] double light(Index row, Index col) const;
    /// Pixels whose red, green and blue are of these levels, as a share of all.
    [[nodiscard]] double share(Index red, Index green, Index blue) const;

private:
    Index width_, height_, rows_, cols_;  // rows_ x cols_ cells
    Index next_row_ = 0;
    std::vector<double> light_;   // by cell, sums
    std::vector<Index> pixels_;   // by cell
    std::vector<Index> cell_of_;  // by column of pixels
    std::array<Index, kLevels * kLevels * kLevels> colours_{};
};

/// Features of a picture: its colours, its light, and the directions of its edges.
constexpr Index kLightSide = 8;   ///< light: so many places per side
constexpr Index kEdgeSide = 4;    ///< edges: so many places per side
constexpr Index kDirections = 8;  ///< edges: of each place
constexpr Index kColourFeatures = Sketch::kLevels * Sketch::kLevels * Sketch::kLevels;
constexpr Index kLightFeatures = kLightSide * kLightSide;
constexpr Index kEdgeFeatures = kEdgeSide * kEdgeSide * kDirections;
constexpr Index kImageFeatures = kColourFeatures + kLightFeatures + kEdgeFeatures;

/// Fills kImageFeatures numbers. Colours are square roots of shares (so that distances are those of Hellinger), light
/// is centred, edges are a histogram of gradient directions by place (as HOG: Dalal and Triggs 2005). Each of the three
/// parts has length 1, or 0 for a picture without edges or of one shade.
void describe(const Sketch& sketch, double* features);

/// Names of the features, such as "photo: colour 0,1,3", "photo: light 7,2" (row, column), "photo: edge 0,3 at 45".
std::vector<std::string> feature_names(const std::string& column);

}  // namespace io::image
}  // namespace v1
}  // namespace mvlink
