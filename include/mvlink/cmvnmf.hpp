#pragma once

#include <mvlink/kmeans.hpp>

/// CMVNMF (zhang2015): views that need not be mapped, joined by constraints between them.
namespace mvlink {
inline namespace v1 {

/// How the features of a view are scaled: every row to length 1, the whole view to sum 1, or not at all.
enum class FactorScale { automatic, rows, sum, none };
template <>
struct EnumNames<FactorScale> {
    static constexpr std::array<std::string_view, 4> values{"auto", "rows", "sum", "none"};
};

struct CmvnmfOptions {
    int n_clusters = 8;
    Mode mode = Mode::corrected;
    double beta = 1;
    double constraint_weight = 1;
    OrAuto<bool> use_mapping = {};
    FactorScale scale = FactorScale::automatic;
    OrAuto<bool> rescale = {};
    OrAuto<bool> align = {};
    OrAuto<int> ramp = {};
    OrAuto<int> n_init = {};
    int max_iter = 150;
    double tol = 1e-5;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K, the same in every view.");
        field("mode", self.mode, any_of_enum,
              "What `auto` stands for in the options below: the value that works best, or the paper's.");
        field("beta", self.beta, at_least(0),
              "How much constraints (and the mapping) count relative to the features. Values from 0.1 to 1 work well.");
        field("constraint_weight", self.constraint_weight, at_least(0),
              "How much a constraint of weight 1 counts, relative to a mapped pair of rows, which counts 1.");
        field("use_mapping", self.use_mapping, any_value,
              "Treat mapped rows as must-linked. auto: true; false in mode=paper, which ignores the mapping.");
        field("scale", self.scale, any_of_enum,
              "How the features are scaled: every row to length 1 (rows), every view to sum 1 (sum), or not at all "
              "(none). auto: rows; sum in mode=paper.");
        field("rescale", self.rescale, any_value,
              "Keep the columns of U at length 1; without this, constraints lose their effect. auto: true; false in "
              "mode=paper.");
        field("align", self.align, any_value,
              "Match the cluster numbers of the views before the first iteration, using the constraints between them. "
              "auto: true; false in mode=paper.");
        field("ramp", self.ramp, at_least(0),
              "Number of iterations over which beta rises from a hundredth of its value to its value. auto: 50; 0 in "
              "mode=paper.");
        field("n_init", self.n_init, at_least(1),
              "Number of restarts; the one with the lowest objective wins. auto: 5; 1 in mode=paper.");
        field("max_iter", self.max_iter, at_least(1), "Maximum number of iterations per restart.");
        field("tol", self.tol, at_least(0),
              "Stop when the objective changes by less than this fraction per iteration, checked every five "
              "iterations.");
    }
};

/// CMVNMF: a nonnegative factorization of every view, Eq. (2), with memberships that agree where constraints say so.
MVLINK_API Result cmvnmf(const Dataset& data, const CmvnmfOptions& options, Context& context, const Start& start = {});

}  // namespace v1
}  // namespace mvlink
