#pragma once

/// Clusters data that come in one or several views, with must-link and cannot-link constraints.
///   mvlink::Result r = mvlink::pck_means(dataset, options, context);
/// Files are in <mvlink/io.hpp>.
#include <mvlink/advice.hpp>
#include <mvlink/alternatives.hpp>
#include <mvlink/clustering_measures.hpp>
#include <mvlink/cmvnmf.hpp>
#include <mvlink/communicator.hpp>
#include <mvlink/constrained_spectral.hpp>
#include <mvlink/constraint.hpp>
#include <mvlink/constraints.hpp>
#include <mvlink/context.hpp>
#include <mvlink/cop_kmeans.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/error.hpp>
#include <mvlink/evidence.hpp>
#include <mvlink/folds.hpp>
#include <mvlink/generate.hpp>
#include <mvlink/generate_clusterings.hpp>
#include <mvlink/group_rule.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/matrix.hpp>
#include <mvlink/measures.hpp>
#include <mvlink/ml_components.hpp>
#include <mvlink/model.hpp>
#include <mvlink/mpck_means.hpp>
#include <mvlink/mvcsc.hpp>
#include <mvlink/neighbourhood_means.hpp>
#include <mvlink/nmf.hpp>
#include <mvlink/options.hpp>
#include <mvlink/preparation.hpp>
#include <mvlink/problem.hpp>
#include <mvlink/propagation.hpp>
#include <mvlink/random.hpp>
#include <mvlink/registry.hpp>
#include <mvlink/result.hpp>
#include <mvlink/run.hpp>
#include <mvlink/sampling.hpp>
#include <mvlink/score.hpp>
#include <mvlink/select.hpp>
#include <mvlink/smvc.hpp>
#include <mvlink/sparse_rows.hpp>
#include <mvlink/spectral.hpp>
#include <mvlink/version.hpp>
#include <mvlink/view.hpp>
