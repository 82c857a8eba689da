#pragma once

#include <mvlink/export.hpp>
#include <mvlink/generate.hpp>
#include <mvlink/random.hpp>

/// Synthetic tables with several clusterings at once, each known with the columns it is based on.
namespace mvlink {
inline namespace v1 {

struct SmvcSyntheticOptions {
    Index rows = 5000;
    int clusterings = 2;
    int clusters = 4;  ///< in each clustering
    int cols = 20;     ///< divided among the clusterings as evenly as possible
    double separation = 2;
    int noise_cols = 0;  ///< further columns that belong to no clustering
};
/// The generative model of guennemann2014 (sec. 5): independent clusterings on disjoint columns, their clusters equally
/// large. In a column of its clustering a cluster is normal with deviation 1 around a mean that is normal around 0 with
/// deviation `separation`. Noise columns have the same variance as the others. The truths are called t1, t2, ..
MVLINK_API Generated generate_smvc_synthetic(const SmvcSyntheticOptions& options, Random random);

struct StickFiguresOptions {
    Index rows = 900;
    double noise = 0.3;  ///< standard deviation of a pixel; ink is 1, paper 0
    int jitter = 0;      ///< maximum number of pixels by which a figure is shifted, in either direction
};
/// Dancing stick figures, drawn after the idea of guennemann2014 (case study B): 20 x 20 pixels, row after row; three
/// positions of the arms (truth `upper`) and, independent of them, three of the legs (truth `lower`).
MVLINK_API Generated generate_stick_figures(const StickFiguresOptions& options, Random random);

}  // namespace v1
}  // namespace mvlink
