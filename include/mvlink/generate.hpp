#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/problem.hpp>
#include <mvlink/random.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Synthetic data with known classes.
namespace mvlink {
inline namespace v1 {

struct Generated {
    Dataset data;
    std::vector<Truth> truths;
};

struct BlobsOptions {
    Index rows = 300;
    int clusters = 3;
    int cols = 2;
    double spread = 1;       ///< standard deviation inside a blob
    double separation = 10;  ///< side of the cube that the centres are drawn from
};
/// Spherical Gaussian blobs in one view.
MVLINK_API Generated generate_blobs(const BlobsOptions& options, Random random);

struct FourQuadrantsOptions {
    Index rows_per_view = 200;
};
/// Four Quadrants (eaton2014, sec. 6.1): two views, two classes, completely mapped; in each view a class fills two
/// quadrants or halves so that K-Means alone goes wrong.
MVLINK_API Generated generate_four_quadrants(const FourQuadrantsOptions& options, Random random);

/// The demo's data: parallel streaks, short ones close together and a long one apart. From three on, K-Means cuts
/// across the long one and merges short ones; it stays with the true groups where constraints start it there.
struct StreaksOptions {
    Index rows = 240;
    int clusters = 3;
};
MVLINK_API Generated generate_streaks(const StreaksOptions& options, Random random);

}  // namespace v1
}  // namespace mvlink
