#include "experiments/eaton2014_data.hpp"
#include "experiments/papers.hpp"

#include <fmt/format.h>

/// E. Eaton, M. desJardins, S. Jacob (2014), sec. 6: pairwise F, mean over the views; half of the constraints are
/// must-links; constraints and mapping are drawn anew in every trial. Numbers of constraints are of both views
/// together.
namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace eaton {
namespace {

constexpr int kPairedTrials = 30;
constexpr int kFewerTrials = 10;

constexpr auto kPck = "pck-means", kMpck = "mpck-means";
constexpr auto kPropagation = "Propagation", kDirect = "Direct", kMembership = "Membership", kSingle = "Single View",
               kUnguided = "K-Means";

std::string at_share(const char* label, int percent) {
    return fmt::format("{} {} %", label, percent);
}

/// What is run on one dataset.
struct Case {
    std::string name;  ///< of its experiments
    DataRecipe data;
    std::string threshold;  ///< table 1
    std::vector<double> constraints;
    std::vector<double> quick;
    int repetitions = kPairedTrials;
};

Case quadrants_case() {
    return {"quadrants", four_quadrants(), "0.75", {16, 32, 64}, {16}};
}
Case protein_case() {
    return {"protein", protein_views(), "0.5", {40, 80, 160}, {40}};
}
Case letters_case() {
    return {"letters", letters_digits(), "0.95", {50, 100, 200}, {}, kFewerTrials};
}
Case rec_talk_case() {
    return {"rec-talk", rec_talk(), "0.75", {20, 40, 80}, {}, kFewerTrials};
}

MethodSpec transfer(const std::string& label, const std::string& how, const Case& of, const char* base, bool paper) {
    MethodSpec method{label, "propagation", {{"transfer", how}, {"base", base}, {"threshold", of.threshold}}};
    if (paper) {
        method.options.push_back({"mode", "paper"});
    }
    return method;
}

MethodSpec mapped(MethodSpec method, int percent) {
    method.given.mapped = percent;
    return method;
}

/// The lines of fig. 4.
std::vector<MethodSpec> transfers(const Case& of, const char* base, bool paper) {
    std::vector<MethodSpec> methods{mapped(transfer(kSingle, "none", of, base, paper), 100),
                                    mapped(transfer(kMembership, "membership", of, base, paper), 100)};
    for (const int percent : {20, 40, 100}) {
        methods.push_back(mapped(transfer(at_share(kDirect, percent), "direct", of, base, paper), percent));
        methods.push_back(mapped(transfer(at_share(kPropagation, percent), "propagate", of, base, paper), percent));
    }
    return methods;
}

Experiment of_views(const std::string& name, const std::string& title, int repetitions) {
    Experiment experiment;
    experiment.name = name;
    experiment.title = title;
    experiment.setting.must_share = 0.5;
    experiment.repetitions = repetitions;
    experiment.quick_repetitions = 2;
    return experiment;
}

std::vector<Claim> figure4_claims(const Case& of) {
    Claim single{"Propagation is better than Single View.", "sec. 6.3, fig. 4", {}};
    Claim membership{"Propagation is better than Cluster Membership.", "sec. 6.3, fig. 4", {}};
    Claim direct{
        "Propagation is better than Direct Mapping at every share of mapped objects.", "sec. 6.3, figs. 4, 5", {}};
    Claim mapping{"Propagation and Direct Mapping improve as the mapping becomes more complete.", "sec. 6.3", {}};
    for (const double x : of.constraints) {
        const std::string& data = of.data.name;
        for (const int percent : {20, 40, 100}) {
            const std::string label = at_share(kPropagation, percent);
            single.comparisons.push_back(better(data, {label, x}, {kSingle, x}));
            direct.comparisons.push_back(better(data, {label, x}, {at_share(kDirect, percent), x}));
        }
        membership.comparisons.push_back(better(data, {at_share(kPropagation, 100), x}, {kMembership, x}));
        for (const char* method : {kPropagation, kDirect})
            mapping.comparisons.push_back(better(data, {at_share(method, 100), x}, {at_share(method, 20), x}));
    }
    return {single, membership, direct, mapping};
}

/// Fig. 4, the table of gains, one base.
Experiment figure4(const Case& of, const char* base, bool paper) {
    Experiment experiment =
        of_views(fmt::format("figure4-{}-{}{}", of.name, base == kPck ? "pck" : "mpck", paper ? "-paper" : ""),
                 fmt::format("{}, {}{}: transfers by number of constraints, 20, 40 and 100 % mapped", of.data.name,
                             base, paper ? ", one start per round as in the paper (mode=paper, restart=always)" : ""),
                 of.repetitions);
    experiment.panels = {{of.data, of.constraints, of.quick}};
    experiment.methods = transfers(of, base, paper);
    experiment.claims = figure4_claims(of);
    return experiment;
}

/// Fig. 5: by share of mapped objects.
Experiment figure5(const Case& of, const char* base) {
    Experiment experiment =
        of_views(fmt::format("figure5-{}-{}", of.name, base == kPck ? "pck" : "mpck"),
                 fmt::format("{}, {}: by share of mapped objects", of.data.name, base), of.repetitions);
    experiment.axis = Axis::mapped;
    experiment.setting.constraints = static_cast<Index>(of.constraints.front());
    experiment.panels = {{of.data, {10, 20, 40, 60, 80, 100}, {}}};
    experiment.methods = {transfer(kDirect, "direct", of, base, false),
                          transfer(kMembership, "membership", of, base, false),
                          transfer(kPropagation, "propagate", of, base, false)};
    Claim grows{"The gain over Direct Mapping exists at every share, also with a complete mapping.", "fig. 5", {}};
    for (const double share : experiment.panels.front().values)
        grows.comparisons.push_back(better(of.data.name, {kPropagation, share}, {kDirect, share}));
    experiment.claims = {grows};
    return experiment;
}

/// Figs. 6 and 7: how many constraints are inferred, and how many of them are right.
Experiment figures67(const Case& of, const char* base) {
    Experiment experiment = of_views(
        fmt::format("figure6-7-{}-{}", of.name, base == kPck ? "pck" : "mpck"),
        fmt::format("{}, {}: constraints inferred, and their precision by weight", of.data.name, base), of.repetitions);
    experiment.panels = {{of.data, of.constraints, of.quick}};
    experiment.measures = {"inferred", "precision_must", "precision_cannot", "precision_new"};
    for (const int percent : {20, 40, 100}) {
        experiment.methods.push_back(
            mapped(transfer(at_share(kPropagation, percent), "propagate", of, base, false), percent));
    }
    experiment.note =
        "Constraints inferred are those of the last round in both views that neither constraints nor mapping imply "
        "anyway. As in the paper, the precisions of must-links and cannot-links count what is implied too, which "
        "flatters them; the precision of new pairs does not. A trial without any is left out.";
    const double most = of.constraints.back(), least = of.constraints.front();
    const std::string all = at_share(kPropagation, 100);
    Claim more{"More constraints and a more complete mapping let more be inferred.", "sec. 6.3, fig. 6", {}};
    more.comparisons = {better(of.data.name, {all, most}, {all, least}),
                        better(of.data.name, {all, least}, {at_share(kPropagation, 20), least})};
    experiment.claims = {more};
    return experiment;
}

/// Sec. 6.3: too high a threshold is Direct Mapping, too low a one hurts.
Experiment thresholds(const Case& of) {
    Experiment experiment =
        of_views("threshold-" + of.name, of.data.name + ", pck-means: by threshold", of.repetitions);
    experiment.axis = Axis::option;
    experiment.option = "threshold";
    experiment.setting.constraints = static_cast<Index>(of.constraints.front());
    experiment.panels = {{of.data, {0.05, 0.25, 0.5, 0.75, 0.9, 1}, {}}};
    const auto without = [&](MethodSpec method) {
        std::erase_if(method.options, [](const OptionText& option) { return option.name == "threshold"; });
        return method;
    };
    experiment.methods = {without(transfer(kDirect, "direct", of, kPck, false)),
                          without(transfer(kPropagation, "propagate", of, kPck, false))};
    experiment.claims = {
        {"Too high a threshold is Direct Mapping.", "sec. 6.3", {equal(of.data.name, {kPropagation, 1}, {kDirect, 1})}},
        {"Too low a threshold is worse than a good one.",
         "sec. 6.3",
         {better(of.data.name, {kPropagation, std::stod(of.threshold)}, {kPropagation, 0.05})}}};
    return experiment;
}

/// The threshold chosen by cross-validation takes 25 times as long.
Experiment chosen_threshold(const Case& of) {
    Experiment experiment = of_views(
        "auto-" + of.name, of.data.name + ", pck-means: the threshold chosen by cross-validation", kFewerTrials);
    experiment.setting.mapped = 100;
    experiment.panels = {{of.data, {of.constraints.front()}, {}}};
    MethodSpec chosen = transfer("Propagation, threshold=auto", "propagate", of, kPck, false);
    for (OptionText& option : chosen.options) {
        if (option.name == "threshold") option.value = "auto";
    }
    experiment.methods = {transfer(kDirect, "direct", of, kPck, false),
                          transfer(kPropagation, "propagate", of, kPck, false), chosen};
    const double x = of.constraints.front();
    experiment.claims = {{"Cross-validation finds a threshold that is as good as that of table 1.",
                          "sec. 6.3",
                          {equal(of.data.name, {chosen.label, x}, {kPropagation, x})}}};
    return experiment;
}

/// Sec. 6.3: shapes that violate the assumptions.
Experiment shapes() {
    const Case any{"shapes", half_moons(), "0.75", {}, {}};
    Experiment experiment = of_views("shapes", "clusters that are not compact, pck-means", kPairedTrials);
    experiment.panels = {{half_moons(), {32, 64}, {}}, {rings(), {32, 64}, {}}};
    experiment.methods = {transfer(kSingle, "none", any, kPck, false), transfer(kDirect, "direct", any, kPck, false),
                          transfer(kMembership, "membership", any, kPck, false),
                          transfer(kPropagation, "propagate", any, kPck, false)};
    Claim direct{"On half-moons and rings Direct Mapping is better than Propagation.", "sec. 6.3", {}};
    for (const char* data : {kMoons, kRings}) {
        for (const double x : {32.0, 64.0})
            direct.comparisons.push_back(better(data, {kDirect, x}, {kPropagation, x}));
    }
    experiment.claims = {direct};
    return experiment;
}

/// Sec. 6.3: poor mappings.
Experiment poor_mappings(const Case& of) {
    Experiment experiment = of_views("poor-mapping-" + of.name,
                                     of.data.name + ", pck-means: objects mapped to the wrong rows", of.repetitions);
    experiment.axis = Axis::wrong_mapped;
    experiment.setting.constraints = static_cast<Index>(of.constraints[1]);
    experiment.panels = {{of.data, {0, 0.1, 0.2, 0.4}, {}}};
    experiment.note =
        "A wrong mapping contradicts constraints, and so does everything that follows from it: closure=false infers "
        "nothing from constraints and mapping together.";
    for (const auto& [label, how] : {std::pair(kSingle, "none"), std::pair(kDirect, "direct"),
                                     std::pair(kMembership, "membership"), std::pair(kPropagation, "propagate")}) {
        experiment.methods.push_back(transfer(label, how, of, kPck, false));
        experiment.methods.back().options.push_back({"closure", "false"});
    }
    experiment.claims = {{"With a poor mapping Direct Mapping is better than Propagation.",
                          "sec. 6.3",
                          {better(of.data.name, {kDirect, 0.4}, {kPropagation, 0.4})}}};
    return experiment;
}

/// Wrong judgements. They contradict mapping and each other, so nothing is inferred from them (closure=false).
Experiment wrong_judgements(const Case& of) {
    Experiment experiment =
        of_views("wrong-" + of.name, of.data.name + ": by share of wrong judgements", of.repetitions);
    experiment.axis = Axis::wrong_share;
    experiment.setting.constraints = static_cast<Index>(of.constraints[1]);
    experiment.setting.mapped = 100;
    experiment.panels = {{of.data, {0, 0.1, 0.2}, {}}};
    experiment.methods = {{kUnguided, "kmeans", {}}};
    experiment.measures = {"ari", "f_measure"};
    experiment.note =
        "The adjusted Rand index decides, since F flatters one cluster that holds nearly everything (on rec-talk the F "
        "of K-Means is 0.66 at a recall of 0.98).";
    Claim unguided{"Propagation is not worse than K-Means without constraints.", kNotInThePaper, {}};
    Claim direct{"Propagation is not worse than Direct Mapping.", kNotInThePaper, {}};
    for (const char* base : {kPck, kMpck}) {
        for (const auto& [label, how] : {std::pair(kDirect, "direct"), std::pair(kPropagation, "propagate")}) {
            experiment.methods.push_back(transfer(fmt::format("{}, {}", label, base), how, of, base, false));
            experiment.methods.back().options.push_back({"closure", "false"});
        }
        const std::string with = fmt::format("{}, {}", kPropagation, base);
        for (const double x : {0.0, 0.1, 0.2}) {
            unguided.comparisons.push_back(not_worse(of.data.name, {with, x}, {kUnguided, x}));
            direct.comparisons.push_back(not_worse(of.data.name, {with, x}, {fmt::format("{}, {}", kDirect, base), x}));
        }
    }
    experiment.claims = {unguided, direct};
    return experiment;
}

/// Figs. 8 to 10: propagation within one view.
Experiment one_view(const std::string& name, const DataRecipe& data, const std::string& threshold,
                    const std::vector<double>& constraints) {
    const Case of{name, data, threshold, constraints, {}};
    Experiment experiment = of_views("figure8-" + name, data.name + ": propagation within one view", kPairedTrials);
    experiment.panels = {{data, constraints, {}}};
    experiment.measures = {"f_measure", "inferred", "precision_must", "precision_cannot", "precision_new"};
    Claim helps{"Propagation improves clustering within one view.", "sec. 6.4, fig. 8", {}};
    for (const char* base : {kPck, kMpck}) {
        const std::string with = fmt::format("{} with propagation", base), alone = base;
        experiment.methods.push_back(transfer(alone, "none", of, base, false));
        experiment.methods.push_back(transfer(with, "propagate", of, base, false));
        for (const double x : constraints)
            helps.comparisons.push_back(better(data.name, {with, x}, {alone, x}));
    }
    experiment.claims = {helps};
    return experiment;
}

/// Three news sources, of which some stories are in all.
Experiment news_experiment() {
    const Case of{"news", news(), "0.75", {}, {}};
    Experiment experiment =
        of_views("3sources", "3sources, pck-means on ten principal components: by percent of the pairs within views",
                 kFewerTrials);
    experiment.axis = Axis::percent;
    experiment.setting.must_share = -1;
    experiment.measures = {"f_measure", "nmi"};
    experiment.panels = {{news(), {1, 2, 5}, {}}};
    for (const auto& [label, how] : {std::pair(kSingle, "none"), std::pair(kDirect, "direct"),
                                     std::pair(kMembership, "membership"), std::pair(kPropagation, "propagate")}) {
        MethodSpec method = transfer(label, how, of, kPck, false);
        method.preparation = "tfidf,l2,pca=10";
        experiment.methods.push_back(std::move(method));
    }
    Claim views{"Propagation is better than Single View.", kNotInThePaper, {}};
    Claim direct{"Propagation is better than Direct Mapping.", kNotInThePaper, {}};
    for (const double x : {1.0, 2.0, 5.0}) {
        views.comparisons.push_back(better(kNews, {kPropagation, x}, {kSingle, x}));
        direct.comparisons.push_back(better(kNews, {kPropagation, x}, {kDirect, x}));
    }
    experiment.claims = {views, direct};
    return experiment;
}

/// What the weights of given and of propagated constraints do. As the paper has them, both are 1.
Experiment weights(const Case& of) {
    Experiment experiment = of_views("weights-" + of.name,
                                     of.data.name + ": weights of given and of propagated constraints", of.repetitions);
    experiment.setting.mapped = 100;
    experiment.panels = {{of.data, {of.constraints[0], of.constraints[1]}, {}}};
    Claim gains{"Propagation is better than Direct Mapping with calibrated weights.", kNotInThePaper, {}};
    for (const char* base : {kPck, kMpck}) {
        const auto form = [&](const std::string& label, const char* how, const std::vector<OptionText>& more) {
            MethodSpec method = transfer(fmt::format("{}, {}", label, base), how, of, base, false);
            method.options.insert(method.options.end(), more.begin(), more.end());
            experiment.methods.push_back(std::move(method));
            return experiment.methods.back().label;
        };
        const OptionText unit{"base.constraint_weight", "1"}, unshared{"propagated_weight", "1"};
        const std::string direct = form(kDirect, "direct", {});
        const std::string corrected = form(kPropagation, "propagate", {});
        form("Propagation, weights as they are", "propagate", {unshared});
        form("Direct, weight 1", "direct", {unit});
        form("Propagation, weight 1", "propagate", {unit});
        form("Propagation, weight 1, as they are", "propagate", {unit, unshared});
        for (const double x : experiment.panels.front().values)
            gains.comparisons.push_back(better(of.data.name, {corrected, x}, {direct, x}));
    }
    experiment.note =
        "Calibrated weights unless it says 1. A row hears every constraint once, unless its weights are left as they "
        "are: then it hears it in as many pairs as there are rows near the other end of the constraint.";
    experiment.claims = {gains};
    return experiment;
}

std::vector<Experiment> all_experiments() {
    std::vector<Experiment> all;
    for (const Case& of : {quadrants_case(), protein_case()}) {
        for (const char* base : {kPck, kMpck}) {
            for (const bool paper : {false, true})
                all.push_back(figure4(of, base, paper));
            all.push_back(figures67(of, base));
        }
    }
    for (const Case& of : {quadrants_case(), protein_case(), rec_talk_case(), letters_case()})
        all.push_back(weights(of));
    all.push_back(news_experiment());
    for (const Case& of : {letters_case(), rec_talk_case()}) {
        for (const char* base : {kPck, kMpck})
            all.push_back(figure4(of, base, false));
    }
    for (const Case& of : {quadrants_case(), protein_case()}) {
        all.push_back(figure5(of, kPck));
        all.push_back(figure5(of, kMpck));
        all.push_back(thresholds(of));
        all.push_back(poor_mappings(of));
    }
    for (const Case& of : {quadrants_case(), protein_case(), letters_case(), rec_talk_case()})
        all.push_back(wrong_judgements(of));
    all.push_back(shapes());
    all.push_back(one_view("protein", protein_alone(), "0.7", {50, 100, 200}));
    all.push_back(one_view("digits", digits_alone(), "0.98", {50, 100, 200}));
    all.push_back(one_view("iris", iris_alone(), "0.75", {25, 50, 100}));
    for (const Case& of : {quadrants_case(), protein_case()})
        all.push_back(chosen_threshold(of));
    return all;
}

}  // namespace

Paper declared_paper() {
    Paper paper{
        "eaton2014", "Multi-view constrained clustering with an incomplete mapping between views",
        "E. Eaton, M. desJardins, S. Jacob: Multi-view constrained clustering with an incomplete mapping between "
        "views. Knowledge and Information Systems 38, 2014.",
        "figure4-protein-pck", all_experiments()};
    return paper;
}

}  // namespace eaton

Paper eaton2014() {
    return eaton::declared_paper();
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
