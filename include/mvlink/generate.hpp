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

struct CurvesOptions {
    Index rows = 200;
    double noise = 0.1;  ///< standard deviation around the curve
    int views = 1;       ///< of the same objects, each drawn by itself; row mapped to row
};
/// Two interlocking half-moons of radius 1: classes that are not compact (eaton2014, sec. 6.3). A row belongs to either
/// with the same probability.
MVLINK_API Generated generate_moons(const CurvesOptions& options, Random random);
/// A ring of radius 0.4 inside one of radius 1: classes with the same centre.
MVLINK_API Generated generate_rings(const CurvesOptions& options, Random random);

struct SuperInstancesOptions {
    BlobsOptions view = {};  ///< how each of the two views is made
    double mapped = 1;       ///< share of the super-instances that the mapping lists
};
/// Super-instances (eaton2014, sec. 6.1, after Nigam and Ghani 2000): two views of different things whose classes are
/// paired. A row of class i of view "a" and a row of class i of view "b" make one super-instance, one to one, so the
/// mapping connects them. Classes have different sizes in the two views: rows that are left over are not mapped. The
/// paper pairs classes of real data; here they are blobs. Each view has its own truth, of the view's name.
MVLINK_API Generated generate_super_instances(const SuperInstancesOptions& options, Random random);

struct FourQuadrantsOptions {
    Index rows_per_view = 200;
};
/// Four Quadrants (eaton2014, sec. 6.1): two views, two classes, completely mapped; in each view a class fills two
/// quadrants or halves so that K-Means alone goes wrong.
MVLINK_API Generated generate_four_quadrants(const FourQuadrantsOptions& options, Random random);

struct MvcscSyntheticOptions {
    Index rows = 300;
    double noise = 0.3;  ///< standard deviation of what the noisy views add
};
/// The synthetic data of chen2019 (sec. 5.1): three classes, six views of two features, row mapped to row. Two views
/// are drawn from Gaussian mixtures, two are these with noise added, and two are these in random order: irrelevant.
MVLINK_API Generated generate_mvcsc_synthetic(const MvcscSyntheticOptions& options, Random random);

/// The demo's data: parallel streaks, short ones close together and a long one apart. From three on, K-Means cuts
/// across the long one and merges short ones; it stays with the true groups where constraints start it there.
struct StreaksOptions {
    Index rows = 240;
    int clusters = 3;
};
MVLINK_API Generated generate_streaks(const StreaksOptions& options, Random random);

}  // namespace v1
}  // namespace mvlink
