#pragma once

#include <mvlink/kmeans.hpp>

/// CMVNMF (zhang2015): views that need not be mapped, joined by constraints between them.
namespace mvlink {
inline namespace v1 {

/// How the features of a view are brought to one scale: every row to length 1, the whole view to sum 1, or not at all.
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
              "What `auto` stands for in the options below: what works best, or what the paper says.");
        field("beta", self.beta, at_least(0),
              "How much constraints (and the mapping) count against the features; anything from 0.1 to 1 does.");
        field("constraint_weight", self.constraint_weight, at_least(0),
              "What a constraint of weight 1 counts beside a mapped pair of rows, which counts 1.");
        field("use_mapping", self.use_mapping, any_value,
              "Take mapped rows as must-linked. auto: true; in mode=paper, which ignores the mapping, false.");
        field("scale", self.scale, any_of_enum,
              "Scale of the features: every row of length 1, every view of sum 1, or as they are. auto: rows; in "
              "mode=paper sum.");
        field(
            "rescale", self.rescale, any_value,
            "Keep the columns of U at length 1, without which constraints lose their force. auto: true; in mode=paper "
            "false.");
        field("align", self.align, any_value,
              "Number the clusters of the views alike before the first round, by the constraints between them. auto: "
              "true; in mode=paper false.");
        field("ramp", self.ramp, at_least(0),
              "Rounds over which beta rises from a hundredth to its value. auto: 50; in mode=paper 0.");
        field("n_init", self.n_init, at_least(1),
              "Number of starts; the lowest objective wins. auto: 5; in mode=paper 1.");
        field("max_iter", self.max_iter, at_least(1), "Most rounds in one start.");
        field("tol", self.tol, at_least(0),
              "Stop when the objective changes by less than this share a round, looked at every five rounds.");
    }
};

/// CMVNMF: a nonnegative factorisation of every view, Eq. (2), whose memberships agree where constraints say so.
MVLINK_API Result cmvnmf(const Dataset& data, const CmvnmfOptions& options, Context& context, const Start& start = {});

}  // namespace v1
}  // namespace mvlink
