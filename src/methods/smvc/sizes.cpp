#include "methods/smvc/sizes.hpp"

#include "methods/smvc/priors.hpp"

#include <mvlink/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {
namespace {

void require_each(const char* option, std::size_t given, int clusterings) {
    if (given == 1 || static_cast<int>(given) == clusterings) return;
    throw Error(ErrorCode::usage, fmt::format("{}: {} numbers for {} clusterings (n_clusterings); expected one for all "
                                              "or one each",
                                              option, given, clusterings));
}

/// "20x20" as height and width; throws Error{usage} if it is nothing like it.
std::pair<int, int> image_shape(const std::string& text) {
    const char* end = text.data() + text.size();
    int height = 0, width = 0;
    const auto [cross, first] = std::from_chars(text.data(), end, height);
    if (first == std::errc() && cross != end && *cross == 'x') {
        const auto [rest, second] = std::from_chars(cross + 1, end, width);
        if (second == std::errc() && rest == end && height > 0 && width > 0) return {height, width};
    }
    throw Error(ErrorCode::usage,
                fmt::format("image: \"{}\" is not a size; expected height x width, such as 20x20", text));
}

void require_image_fits(const std::string& image, const View& view) {
    if (image.empty()) return;
    const auto [height, width] = image_shape(image);
    if (static_cast<Index>(height) * width == view.cols()) return;
    throw Error(ErrorCode::input, fmt::format("image: {} has {} pixels, view \"{}\" {} columns", image,
                                              static_cast<Index>(height) * width, view.name(), view.cols()));
}

int most_clusterings(const SmvcOptions& options, Index dims) {
    if (!options.n_clusterings.is_auto()) return *options.n_clusterings.value;
    if (options.n_clusters.values.size() > 1) return static_cast<int>(options.n_clusters.values.size());
    return static_cast<int>(std::min<Index>(options.max_clusterings, dims));
}

Vector log_shares(const OneOrEach<double>& prior, Index clusterings, bool background) {
    Vector shares = Vector::Ones(clusterings + (background ? 1 : 0));
    double mean = 0;
    for (Index m = 0; m < clusterings; ++m) {
        shares[m] = prior.of(static_cast<std::size_t>(m));
        mean += shares[m] / static_cast<double>(clusterings);
    }
    if (background) shares[clusterings] = mean;
    return (shares / shares.sum()).array().log();
}

/// No clustering is told from another before the data are seen, so that (2, 3) and (3, 2) clusters are the same.
bool clusterings_are_alike(const SmvcOptions& options) {
    return options.columns_of.empty() && options.pairs_of.empty() && options.dimension_prior.values.size() == 1 &&
           options.constraint_prior.values.size() == 1;
}

/// Remembers what was tried, and asks only for what was not.
class Search {
public:
    Search(const std::function<double(const Sizes&)>& bound_of, const std::function<bool()>& stop)
        : bound_of_(bound_of), stop_(stop) {}

    void try_sizes(Sizes sizes) {
        if (stop_() || !seen_.insert(sizes).second) return;
        const double found = bound_of_(sizes);
        if (found <= best_) return;
        best_ = found;
        best_sizes_ = std::move(sizes);
    }
    [[nodiscard]] const Sizes& best() const { return best_sizes_; }

private:
    const std::function<double(const Sizes&)>& bound_of_;
    const std::function<bool()>& stop_;
    std::set<Sizes> seen_;
    Sizes best_sizes_;
    double best_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

void require_fit(const SmvcOptions& options, const View& view, Index dims) {
    const int clusterings = most_clusterings(options, dims);
    require_each("n_clusters", options.n_clusters.values.size(), clusterings);
    if (!is_open(options) || !options.n_clusterings.is_auto()) {
        require_each("dimension_prior", options.dimension_prior.values.size(), clusterings);
        require_each("constraint_prior", options.constraint_prior.values.size(), clusterings);
    } else if (options.dimension_prior.values.size() > 1 || options.constraint_prior.values.size() > 1) {
        throw Error(ErrorCode::usage,
                    "dimension_prior, constraint_prior: one number per clustering, but n_clusterings "
                    "is auto; give n_clusterings");
    }
    if (options.max_clusters == 1)
        throw Error(ErrorCode::usage, "max_clusters: 1 leaves no choice; expected 0 or >= 2");
    require_image_fits(options.image, view);
    if (clusterings > dims) {
        throw Error(ErrorCode::input,
                    fmt::format("n_clusterings: {} clusterings for {} dimensions that vary in view \"{}\"; expected at "
                                "most one per dimension",
                                clusterings, dims, view.name()));
    }
    int most = options.max_clusters;
    if (most == 0) most = *std::max_element(options.n_clusters.values.begin(), options.n_clusters.values.end());
    if (most > view.rows()) {
        throw Error(
            ErrorCode::input,
            fmt::format("{}: {} clusters for the {} rows of view \"{}\"; expected at most one per row",
                        options.max_clusters > 0 ? "max_clusters" : "n_clusters", most, view.rows(), view.name()));
    }
}

bool is_open(const SmvcOptions& options) {
    const bool open_clusterings = options.n_clusterings.is_auto() && options.n_clusters.values.size() == 1;
    return open_clusterings || options.max_clusters > 0;
}

Sizes asked_sizes(const SmvcOptions& options) {
    Sizes sizes;
    const int clusterings = most_clusterings(options, std::numeric_limits<Index>::max());
    for (int m = 0; m < clusterings; ++m) {
        sizes.push_back(options.n_clusters.of(static_cast<std::size_t>(m)));
    }
    return sizes;
}

Sizes largest_sizes(const SmvcOptions& options, Index dims) {
    const int most = options.max_clusters > 0 ? options.max_clusters : options.n_clusters.of(0);
    return Sizes(static_cast<std::size_t>(most_clusterings(options, dims)), most);
}

void search_sizes(const SmvcOptions& options, Index dims, const std::function<double(const Sizes&)>& bound_of,
                  const std::function<bool()>& stop) {
    Search search(bound_of, stop);
    const int most = most_clusterings(options, dims);
    const bool open_clusterings = options.n_clusterings.is_auto() && options.n_clusters.values.size() == 1;
    const bool alike = clusterings_are_alike(options);
    for (int clusterings = open_clusterings ? 1 : most; clusterings <= most; ++clusterings) {
        if (options.max_clusters == 0) {
            search.try_sizes(Sizes(static_cast<std::size_t>(clusterings), options.n_clusters.of(0)));
        }
        for (int k = 2; k <= options.max_clusters; ++k) {
            search.try_sizes(Sizes(static_cast<std::size_t>(clusterings), k));
        }
    }
    for (Sizes before; options.max_clusters > 0 && search.best().size() > 1 && before != search.best();) {
        before = search.best();
        for (std::size_t m = 0; m < before.size(); ++m) {
            for (const int change : {-1, 1}) {
                Sizes sizes = before;
                sizes[m] += change;
                if (sizes[m] < 2 || sizes[m] > options.max_clusters) continue;
                if (alike) std::sort(sizes.begin(), sizes.end());
                search.try_sizes(std::move(sizes));
            }
        }
    }
}

Form form_of(const SmvcOptions& options, const Sizes& sizes) {
    Form form;
    form.first.assign(1, 0);
    for (const int size : sizes) {
        form.first.push_back(form.first.back() + size);
    }
    form.paper = options.mode == Mode::paper;
    form.background = options.background.is_auto() ? !form.paper : *options.background.value;
    form.kappa0 = options.prior_mean;
    form.alpha0 = options.prior_shape;
    form.beta0 = options.prior_rate;
    form.lambda0 = options.prior_size;
    form.log_r = log_shares(options.dimension_prior, form.clusterings(), form.background);
    form.log_h = log_shares(options.constraint_prior, form.clusterings(), false);
    form.believed_r = believed(form.log_r, form.clusterings(), options.belief);
    form.believed_h = believed(form.log_h, form.clusterings(), options.belief);
    return form;
}

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
