#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/options.hpp>
#include <mvlink/result.hpp>

#include <string>

/// SMVC (guennemann2014): several clusterings of the rows of one view at once, each in its own dimensions.
namespace mvlink {
inline namespace v1 {

enum class SmvcStart { automatic, mutual_information, correlation, must_links, random_groups, random };
template <>
struct EnumNames<SmvcStart> {
    static constexpr std::array<std::string_view, 6> values{"auto",       "mutual-information", "correlation",
                                                            "must-links", "random-groups",      "random"};
};

struct SmvcOptions {
    OneOrEach<int> n_clusters = 3;
    OrAuto<int> n_clusterings = 2;
    int max_clusterings = 5;
    int max_clusters = 0;
    double constraint_weight = 5;
    Mode mode = Mode::corrected;
    OrAuto<bool> background = {};
    SmvcStart start = SmvcStart::automatic;
    int n_init = 5;
    int n_finish = 2;
    OrAuto<int> warm_up = {};
    int ramp = 20;
    double prior_mean = 0.1;
    double prior_shape = 1;
    double prior_rate = 0.1;
    double prior_size = 1;
    OneOrEach<double> dimension_prior = 1.0;
    OneOrEach<double> constraint_prior = 1.0;
    std::string columns_of = {};
    std::string pairs_of = {};
    double belief = 1;
    std::string image = {};
    int max_iter = 300;
    double tol = 0.01;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1),
              "Number of clusters K: one for all clusterings, or one per clustering (3,4).");
        field("n_clusterings", self.n_clusterings, at_least(1),
              "Number of clusterings M. auto: as many as n_clusters lists; if it is a single number, 1 to "
              "max_clusterings are tried and the bound decides.");
        field("max_clusterings", self.max_clusterings, at_least(1),
              "Maximum number of clusterings that n_clusterings=auto tries.");
        field(
            "max_clusters", self.max_clusters, at_least(0),
            "0: use n_clusters. Otherwise the bound chooses the number of clusters of each clustering, from 2 to this "
            "value.");
        field("constraint_weight", self.constraint_weight, at_least(0),
              "How much a constraint of weight 1 is worth, in nats; it is multiplied by the weight of the constraint.");
        field("mode", self.mode, any_of_enum,
              "corrected: coordinate ascent on the bound, including the normalizer of must-links. paper: Eq. (10) to "
              "(14) as printed, except for beta and the prior.");
        field("background", self.background, any_value,
              "Whether dimensions may belong to no clustering. auto: yes, except in mode=paper.");
        field("start", self.start, any_of_enum,
              "How the dimensions are grouped initially. auto: by mutual information, and by must-links in two of the "
              "restarts.");
        field("n_init", self.n_init, at_least(1),
              "Number of restarts. Every second one uses the units of the data instead of standardized dimensions.");
        field("n_finish", self.n_finish, at_least(1),
              "How many of the restarts, those with the best bound, run to the end.");
        field("warm_up", self.warm_up, at_least(0),
              "Number of iterations before constraints count. auto: 10; 0 in mode=paper.");
        field("ramp", self.ramp, at_least(0),
              "Number of iterations after that over which constraints gain their full weight.");
        field("prior_mean", self.prior_mean, above(0),
              "kappa0: weight of the prior of a cluster mean, as a number of rows.");
        field("prior_shape", self.prior_shape, above(0), "alpha0: shape of the prior of a precision.");
        field("prior_rate", self.prior_rate, above(0),
              "beta0: rate of the prior of a precision, for dimensions of variance 1.");
        field("prior_size", self.prior_size, above(0),
              "lambda0: weight of the prior of the cluster sizes, as a number of rows per cluster.");
        field("dimension_prior", self.dimension_prior, above(0),
              "r: prior probability that a dimension belongs to each clustering, up to a common factor.");
        field("constraint_prior", self.constraint_prior, above(0),
              "h: prior probability that a constraint is about each clustering, up to a common factor.");
        field("columns_of", self.columns_of, any_value,
              "Columns that are known to belong to a clustering, by number or name: colour:2,size:2,5:1. Clusterings "
              "count from 1, columns from 0.");
        field("pairs_of", self.pairs_of, any_value,
              "Constraints that are known to be about a clustering, by their two rows: 3+17:2,5+8:1. Rows by number, "
              "or by id if the view has ids.");
        field("belief", self.belief, Range{.least = 0, .most = 1, .least_excluded = true},
              "Prior probability of what columns_of and pairs_of say; the other clusterings share the rest. 1: it is "
              "certain.");
        field("image", self.image, any_value,
              "Set it if the dimensions are the pixels of an image, row by row: height x width, such as 20x20. The "
              "report then draws the cluster means.");
        field("max_iter", self.max_iter, at_least(1), "Maximum number of iterations per restart.");
        field("tol", self.tol, at_least(0), "Stop when the bound changes by less than this many nats.");
    }
};

/// SMVC: M clusterings, each a mixture over the dimensions that it explains best; infers which clustering each
/// constraint is about. The result has one partition per clustering; `clusterings` lists the dimensions of each.
MVLINK_API Result smvc(const Dataset& data, const SmvcOptions& options, Context& context, const Start& start = {});

}  // namespace v1
}  // namespace mvlink
