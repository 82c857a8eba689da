#include "run/candidates.hpp"

#include "run/sitting.hpp"
#include "run/steps.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

constexpr Index kMostColumnsOfFullMetric = 64;
constexpr Index kMostColumnsIfFew = 20;   // for `auto`: the cost of a full metric grows with the cube
constexpr Index kMostRowsOfGraph = 2000;  // for `auto`: a graph of many rows costs more than ten runs of K-Means
constexpr int kMostClustersOfGraph = 30;  // for `auto`: so do many eigenvectors
constexpr Index kDimensions = 20;         // to which sparse rows are brought

/// A method with options and one preparation of all views; empty: the default of the method.
struct Idea {
    std::string method;
    std::vector<OptionText> options;
    std::string preparation;
    double margin = kMargin;
    double prior = 1;
};

/// Finds clusters of any shape, and is the best of all most often.
Idea of_any_shape(const std::string& prep) {
    return {std::string(kGraphMethod), {}, prep, kNoMargin, kPriorOfOftenBest};
}

/// Clusters of different widths that follow the judgements whatever K-Means says. Calibrated weights blame the
/// judgements where classes are no K-Means clusters; held-out judgements tell who was right.
Idea obedient(const std::string& prep) {
    return {"mpck-means", {{"per_cluster", "true"}, {"constraint_weight", "1"}, {"closure", "false"}}, prep};
}

/// The order is that of docs/results/defaults: PCK-Means with calibrated weights, which stays near K-Means where the
/// judgements do not say otherwise, before K-Means itself, and both before methods that change more.
std::vector<Idea> few_ideas_for_one_view(const Traits& traits, int n_clusters) {
    std::vector<Idea> ideas;
    const std::vector<std::string> preps = preparations_for(traits, Breadth::few);
    const bool has_graph = traits.rows <= kMostRowsOfGraph && n_clusters <= kMostClustersOfGraph;
    for (const std::string& prep : preps) {
        const bool is_first = prep == preps.front();
        if (is_first) ideas.push_back({"pck-means", {}, prep});
        ideas.push_back({"kmeans", {}, prep});
        if (traits.sparse) {
            ideas.push_back({is_first ? "cmvnmf" : "pck-means", {}, prep});
        } else if (is_first && traits.cols <= kMostColumnsIfFew) {
            ideas.push_back({"mpck-means", {{"metric", "full"}}, prep});
        }
        if (has_graph) ideas.push_back(of_any_shape(prep));
    }
    if (!traits.sparse) ideas.push_back(obedient(preps.front()));
    return ideas;
}

std::vector<Idea> many_ideas_for_one_view(const Traits& traits) {
    std::vector<Idea> ideas;
    for (const std::string& prep : preparations_for(traits, Breadth::many)) {
        ideas.push_back({"kmeans", {}, prep});
        ideas.push_back({"pck-means", {}, prep});
        if (!traits.sparse) ideas.push_back({"mpck-means", {}, prep});
        if (!traits.sparse && traits.cols <= kMostColumnsOfFullMetric)
            ideas.push_back({"mpck-means", {{"metric", "full"}}, prep});
        if (!traits.sparse) ideas.push_back(obedient(prep));
        ideas.push_back({"cmvnmf", {}, prep});
        ideas.push_back(of_any_shape(prep));
        ideas.push_back({"spectral", {}, prep});
        if (!traits.sparse) ideas.push_back({"rca-kmeans", {}, prep});
    }
    return ideas;
}

std::vector<Idea> ideas_for_several_views(const Traits& traits, Breadth breadth) {
    const std::vector<std::string> preps = preparations_for(traits, breadth);
    const bool is_many = breadth == Breadth::many;
    std::vector<Idea> ideas;
    if (!traits.mapped) return {{"nmf", {}, ""}, {"cmvnmf", {}, ""}};
    ideas.push_back({"coreg-spectral", {}, ""});
    ideas.push_back(of_any_shape(""));
    ideas.push_back({"cmvnmf", {}, ""});
    // Where all rows are mapped, nothing has to be carried over: half the time of `auto`, and never the best.
    if (is_many || !traits.row_by_row) ideas.push_back({"propagation", {}, preps.front()});
    if (is_many) {
        ideas.push_back({"multi-nmf", {}, ""});
        ideas.push_back({"concat-nmf", {}, ""});
        ideas.push_back({"spectral", {}, ""});
        ideas.push_back({"amgl", {}, ""});
        if (preps.front() != "none") ideas.push_back(of_any_shape(preps.front()));
    }
    return ideas;
}

std::vector<Idea> ideas_for(const Traits& traits, int n_clusters, Breadth breadth) {
    if (traits.views > 1) return ideas_for_several_views(traits, breadth);
    return breadth == Breadth::few ? few_ideas_for_one_view(traits, n_clusters) : many_ideas_for_one_view(traits);
}

/// A method that somebody names is tried with its own options first.
void add_plain(const std::string& method, std::vector<Idea>& ideas) {
    const auto is_named = [&](const Idea& idea) { return idea.method == method; };
    const auto known = std::find_if(ideas.begin(), ideas.end(), is_named);
    if (known != ideas.end() && known->options.empty()) return;
    ideas.insert(ideas.begin(), {method, {}, known == ideas.end() ? "" : known->preparation});
}

bool accepts(const std::string& method, const std::vector<OptionText>& options) {
    try {
        check_options(method, options);
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// The idea with what the request says; nothing if the two do not fit.
std::vector<Proposal> realized(const Idea& idea, const RunRequest& request, const Dataset& data, int n_clusters) {
    if (request.method != kAuto && request.method != idea.method) return {};
    if (data.group_rule() != nullptr && !find_method(idea.method).needs.group_rule) return {};
    Candidate candidate{idea.method, request.options, request.preparation};
    candidate.options.insert(candidate.options.end(), idea.options.begin(), idea.options.end());
    candidate = with_size(std::move(candidate), n_clusters);
    if (!accepts(idea.method, candidate.options)) return {};
    const bool is_signed =
        idea.preparation.find("standardize") != std::string::npos || idea.preparation.find("pca") != std::string::npos;
    if (is_signed && find_method(idea.method).needs.nonnegative) return {};
    if (candidate.preparation.empty() && !idea.preparation.empty() && idea.preparation != "none")
        candidate.preparation.push_back(parse_preparation(idea.preparation));
    Choice choice{idea.method, ""};
    candidate.preparation = preparation_for(choice, candidate.preparation, data);
    return {{std::move(candidate), idea.margin, idea.prior}};
}

/// The request as far as it is about one view.
RunRequest about(const std::string& view, RunRequest request) {
    std::erase_if(request.preparation, [&](const PreparationRequest& preparation) {
        return !preparation.view.empty() && preparation.view != view;
    });
    return request;
}

}  // namespace

std::vector<std::string> preparations_for(const Traits& traits, Breadth breadth) {
    const bool is_many = breadth == Breadth::many;
    std::vector<std::string> all{"none"};
    if (traits.sparse) {
        if (traits.nonnegative && traits.lengths_differ) all = {"tfidf,l2"};
        if (std::min(traits.rows, traits.cols) > kDimensions) all.push_back(fmt::format("pca={},l2", kDimensions));
        if (is_many && all.front() != "none") all.emplace_back("none");
        if (is_many && traits.lengths_differ) all.emplace_back("l2");
        return all;
    }
    if (traits.few_columns_decide) {
        all = {"standardize", "none"};
    } else if (traits.scales_differ) {
        all = {"none", "standardize"};
    }
    if (is_many) {
        all.emplace_back("minmax");
        if (traits.cols > kDimensions) all.emplace_back("standardize,pca=10");
    }
    return all;
}

Candidate with_size(Candidate candidate, int n_clusters) {
    for (OptionText& option : candidate.options) {
        if (option.name != "n_clusters") continue;
        option.value = std::to_string(n_clusters);
        return candidate;
    }
    candidate.options.insert(candidate.options.begin(), {"n_clusters", std::to_string(n_clusters)});
    return candidate;
}

int size_of(const Candidate& candidate) {
    int size = 0;
    for (const OptionText& option : candidate.options) {
        if (option.name == "n_clusters")
            std::from_chars(option.value.data(), option.value.data() + option.value.size(), size);
    }
    return size;
}

std::vector<Proposal> candidates_for(const Dataset& data, const Traits& traits, const RunRequest& request,
                                     int n_clusters, Breadth breadth) {
    std::vector<Proposal> all;
    auto ideas = ideas_for(traits, n_clusters, breadth);
    if (request.method != kAuto) add_plain(request.method, ideas);
    for (const Idea& idea : ideas) {
        for (Proposal& proposal : realized(idea, request, data, n_clusters)) {
            const std::string text = describe(proposal.candidate);
            const auto is_same = [&](const Proposal& other) { return describe(other.candidate) == text; };
            if (std::none_of(all.begin(), all.end(), is_same)) all.push_back(std::move(proposal));
        }
    }
    return all;
}

std::vector<Proposal> each_view_alone(const Dataset& data, const RunRequest& request, int n_clusters) {
    std::vector<Proposal> all;
    if (data.n_views() < 2 || !is_mapped_row_by_row(data)) return all;
    for (const View& view : data.views()) {
        const std::vector<std::string> name{view.name()};
        const Dataset alone = data.select(name);
        Idea idea = of_any_shape(preparations_for(traits_of(alone), Breadth::few).front());
        idea.margin = kMarginOfOneView;
        for (Proposal& proposal : realized(idea, about(view.name(), request), alone, n_clusters)) {
            proposal.candidate.views = name;
            all.push_back(std::move(proposal));
        }
    }
    return all;
}

std::vector<Proposal> scouts_of(const std::vector<Proposal>& proposals, const RunRequest& request) {
    if (proposals.empty()) return {};
    if (request.method != kAuto) return {proposals.front()};
    const Proposal *plain = nullptr, *guided = nullptr;
    for (const Proposal& proposal : proposals) {
        const std::string& method = proposal.candidate.method;
        if (!uses_judgements(method)) {
            if (plain == nullptr) plain = &proposal;
        } else if (guided == nullptr || (method == kGraphMethod && guided->candidate.method != kGraphMethod)) {
            guided = &proposal;
        }
    }
    std::vector<Proposal> chosen;
    for (const Proposal* scout : {plain, guided}) {
        if (scout != nullptr) chosen.push_back(*scout);
    }
    return chosen;
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
