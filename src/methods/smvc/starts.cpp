#include "methods/smvc/starts.hpp"

#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {
namespace {

constexpr std::uint64_t kGroupStream = 0, kRowStream = 1, kSampleStream = 2;

/// Distinct numbers below n, rising.
std::vector<Index> some_of(Index n, Index wanted, Random random) {
    std::vector<Index> all = random.permutation(n);
    all.resize(std::min(n, wanted));
    std::sort(all.begin(), all.end());
    return all;
}

/// Every group gets a dimension: an empty one takes one from the largest.
void fill_empty_groups(std::vector<int>& group, Index count) {
    std::vector<Index> size(count, 0);
    for (const int g : group) {
        ++size[g];
    }
    for (std::size_t g = 0; g < size.size(); ++g) {
        if (size[g] > 0) continue;
        const auto largest = std::max_element(size.begin(), size.end());
        const auto from = static_cast<int>(largest - size.begin());
        *std::find(group.begin(), group.end(), from) = static_cast<int>(g);
        --*largest;
        ++size[g];
    }
}

/// Numbers the groups so that dimensions whose clustering is known are in it, as far as possible, and puts them there.
void match_known(const std::vector<Index>& known, Index count, std::vector<int>& group) {
    if (std::ranges::all_of(known, [](Index m) { return m < 0; })) return;
    Matrix votes = Matrix::Zero(count, count);
    for (std::size_t d = 0; d < known.size(); ++d) {
        if (known[d] >= 0) votes(group[d], known[d]) += 1;
    }
    std::vector<int> number(count, -1);
    for (Index step = 0; step < count; ++step) {
        Index g = 0, m = 0;
        votes.maxCoeff(&g, &m);
        number[g] = static_cast<int>(m);
        votes.row(g).setConstant(-1);
        votes.col(m).setConstant(-1);
    }
    for (std::size_t d = 0; d < group.size(); ++d) {
        group[d] = known[d] >= 0 ? static_cast<int>(known[d]) : number[group[d]];
    }
}

/// The centroids of K-Means on the chosen dimensions of the sample, k x chosen.
Matrix centroids(const Matrix& sample, const std::vector<Index>& dims, const Vector& scale, int k, std::uint64_t seed,
                 Context& context) {
    constexpr int kRestarts = 3;
    const auto width = static_cast<Index>(dims.size());
    std::vector<double> values(sample.rows() * width);
    for (Index row = 0; row < sample.rows(); ++row) {
        for (Index j = 0; j < width; ++j) {
            const Index d = dims[j];
            values[row * width + j] = sample(row, d) * scale[d];
        }
    }
    Context own = context.nested("sample", seed);
    const Dataset data(View::dense("sample", sample.rows(), width, std::move(values)));
    const Result found = kmeans(data, {.n_clusters = k, .n_init = kRestarts, .max_iter = 100}, own);
    const NamedArray& array = found.model.array("centroids");
    return Eigen::Map<const Matrix>(array.values.data(), array.rows, array.cols);
}

/// Squared distances to centroids as scores: s^2 (mu x - x^2 / 2 - mu^2 / 2) summed over the dimensions of the group.
void write_nearest(const Matrix& centre, const std::vector<Index>& dims, const Vector& scale, Index first,
                   kernels::Mixtures& mixtures) {
    const Index D = scale.size();
    for (Index k = 0; k < centre.rows(); ++k) {
        for (std::size_t j = 0; j < dims.size(); ++j) {
            const Index d = dims[j];
            const double mu = centre(k, static_cast<Index>(j));  // already times scale
            mixtures.weights(d, first + k) = scale[d] * mu;
            mixtures.weights(D + d, first + k) = -0.5 * scale[d] * scale[d];
            mixtures.offsets[first + k] -= 0.5 * mu * mu;
        }
    }
}

}  // namespace

Starts::Starts(const Table& table, const Links& links, SmvcStart kind, Context& context)
    : table_(table), links_(links), kind_(kind), context_(context) {
    grouped_ = some_of(table.dims(), kMostInformed, context.stream("smvc/dimensions"));
}

std::uint64_t Starts::seed(std::uint64_t purpose, int restart) const {
    return context_.stream("smvc/start", 8 * static_cast<std::uint64_t>(restart) + purpose).bits();
}

SmvcStart Starts::kind_of(int restart, int of, Index clusterings) const {
    if (kind_ != SmvcStart::automatic) return kind_;
    constexpr Index kEnough = 5;  // must-links per clustering
    const auto must = std::count_if(links_.list.begin(), links_.list.end(), [](const auto& e) { return e.weight > 0; });
    const bool among_last = of > 3 && restart + 2 >= of;  // one in each unit
    return among_last && clusterings > 1 && must >= kEnough * clusterings ? SmvcStart::must_links
                                                                          : SmvcStart::mutual_information;
}

/// What multiplies standardised differences: 1, or in every second start what takes them back to the units of the data.
Vector Starts::scale_of(int restart) const {
    if (restart % 2 == 0) return Vector::Ones(table_.dims());
    const double largest = *std::max_element(table_.deviation.begin(), table_.deviation.end());
    return Eigen::Map<const Vector>(table_.deviation.data(), table_.dims()) / largest;
}

/// A sample of the rows, for starts that need every pair of dimensions or K-Means.
const Matrix& Starts::sample() {
    constexpr Index kMostRows = 20000, kFewestRows = 2000, kMostNumbers = Index{1} << 25;
    if (sample_.size() > 0) return sample_;
    const Index wanted = std::clamp(kMostNumbers / table_.dims(), kFewestRows, kMostRows);
    if (wanted >= table_.rows) {
        sample_ = kernels::scaled_rows(table_.X, {nullptr, table_.rows}, context_);
    } else {
        const std::vector<Index> rows = some_of(table_.rows, wanted, Random(seed(kSampleStream, 0)));
        sample_ = kernels::scaled_rows(table_.X, {&rows, wanted}, context_);
    }
    return sample_;
}

std::vector<int> Starts::dependence_groups(SmvcStart kind, Index count, int restart) {
    constexpr Index kMostTerms = Index{1} << 30;  // rows x pairs of dimensions
    constexpr int kCarefully = 10;
    const auto landmarks = static_cast<Index>(grouped_.size());
    auto& groups = kind == SmvcStart::correlation ? by_correlation_ : by_information_;
    const Matrix chosen = sample()(Eigen::all, grouped_);
    if (!groups && kind == SmvcStart::correlation) {
        groups.emplace(absolute_correlation(chosen, context_));
    } else if (!groups) {
        const Index rows = std::min(chosen.rows(), std::max<Index>(1000, 2 * kMostTerms / (landmarks * landmarks)));
        std::vector<Index> even(rows);
        for (Index i = 0; i < rows; ++i) {
            even[i] = i * chosen.rows() / rows;
        }
        groups.emplace(mutual_information(chosen(even, Eigen::all), context_));
    }
    const std::vector<int> found =
        groups->split(static_cast<int>(count), seed(kGroupStream, restart), restart < 2 ? kCarefully : 1, context_);
    if (landmarks == table_.dims()) return found;
    // Dimensions beyond: to the group whose landmarks they correlate with most, on average.
    const Matrix products = (sample().transpose() * chosen).cwiseAbs();
    Matrix score = Matrix::Zero(table_.dims(), count);
    Vector size = Vector::Zero(count);
    for (Index l = 0; l < landmarks; ++l) {
        score.col(found[l]) += products.col(l);
        size[found[l]] += 1;
    }
    std::vector<int> all(table_.dims());
    for (Index d = 0; d < table_.dims(); ++d) {
        Index best = 0;
        (score.row(d).transpose().array() / size.array().max(1.0)).maxCoeff(&best);
        all[d] = static_cast<int>(best);
    }
    for (Index l = 0; l < landmarks; ++l) {
        all[static_cast<std::size_t>(grouped_[static_cast<std::size_t>(l)])] = found[l];
    }
    return all;
}

/// Must-links in groups by the dimensions in which their ends are close; every dimension goes where links are tightest.
std::vector<int> Starts::must_link_groups(Index count, int restart) {
    constexpr double kCap = 1;  // squared differences, in variances; two rows drawn at random differ by 2
    constexpr Index kMostLinks = 5000;
    std::vector<Index> must;
    for (std::size_t e = 0; e < links_.list.size(); ++e) {
        if (links_.list[e].weight > 0) must.push_back(static_cast<Index>(e));
    }
    if (static_cast<Index>(must.size()) < count)
        return dependence_groups(SmvcStart::mutual_information, count, restart);
    const std::vector<Index> taken =
        some_of(static_cast<Index>(must.size()), kMostLinks, Random(seed(kSampleStream, restart)));
    std::vector<Index> ends;
    for (const Index at : taken) {
        const Links::Link& link = links_.list[static_cast<std::size_t>(must[static_cast<std::size_t>(at)])];
        ends.push_back(links_.rows[link.a]);
        ends.push_back(links_.rows[link.b]);
    }
    const Matrix rows = kernels::scaled_rows(table_.X, {&ends, static_cast<Index>(ends.size())}, context_);
    const Eigen::RowVectorXd weight = scale_of(restart).cwiseAbs2();
    Matrix apart(static_cast<Index>(taken.size()), table_.dims());
    for (Index e = 0; e < apart.rows(); ++e) {
        apart.row(e) = (rows.row(2 * e) - rows.row(2 * e + 1)).array().square().min(kCap) * weight.array();
    }
    Context own = context_.nested("groups", seed(kGroupStream, restart));
    const Dataset data(View::dense("links", apart.rows(), apart.cols(),
                                   std::vector<double>(apart.data(), apart.data() + apart.size())));
    const Result found = kmeans(data, {.n_clusters = static_cast<int>(count)}, own);
    const NamedArray& tight = found.model.array("centroids");
    std::vector<int> group(table_.dims(), 0);
    for (Index d = 0; d < table_.dims(); ++d) {
        for (Index g = 1; g < count; ++g) {
            int& best = group[d];
            if (tight.values[g * tight.cols + d] < tight.values[best * tight.cols + d]) {
                best = static_cast<int>(g);
            }
        }
    }
    return group;
}

std::vector<int> Starts::groups(SmvcStart kind, Index count, int restart) {
    if (count == 1) return std::vector<int>(table_.dims(), 0);
    if (kind == SmvcStart::must_links) return must_link_groups(count, restart);
    if (kind != SmvcStart::random_groups) return dependence_groups(kind, count, restart);
    Random random(seed(kGroupStream, restart));
    std::vector<int> group(table_.dims());
    for (int& g : group) {
        g = static_cast<int>(random.below(count));
    }
    return group;
}

Labels Starts::kmeans_labels(const Form& form, const std::vector<int>& group, int restart) {
    const Index D = table_.dims();
    const Vector scale = scale_of(restart);
    kernels::Mixtures nearest{form.first, Eigen::MatrixXd::Zero(2 * D, form.components()),
                              Vector::Zero(form.components())};
    for (Index m = 0; m < form.clusterings(); ++m) {
        std::vector<Index> dims;
        for (Index d = 0; d < D; ++d) {
            if (group[d] == m) dims.push_back(d);
        }
        const auto number = seed(kRowStream, restart) + static_cast<std::uint64_t>(m);
        write_nearest(centroids(sample(), dims, scale, static_cast<int>(form.size(m)), number, context_), dims, scale,
                      form.begin(m), nearest);
    }
    return kernels::hard_assign(table_.X, table_.rows, nearest, context_).labels;
}

Labels Starts::labels(const Form& form, int restart, int of) {
    const SmvcStart kind = kind_of(restart, of, form.clusterings());
    if (kind != SmvcStart::random) {
        std::vector<int> group = groups(kind, form.clusterings(), restart);
        match_known(table_.known, form.clusterings(), group);
        fill_empty_groups(group, form.clusterings());
        return kmeans_labels(form, group, restart);
    }
    Random random(seed(kRowStream, restart));
    Labels labels;
    for (Index m = 0; m < form.clusterings(); ++m) {
        labels.emplace_back(static_cast<std::size_t>(table_.rows));
        for (std::int32_t& label : labels.back()) {
            label = static_cast<std::int32_t>(random.below(form.size(m)));
        }
    }
    return labels;
}

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
