#include "data/select_rows.hpp"
#include "evaluate/generate/mapping_draw.hpp"
#include "evaluate/paper_features.hpp"
#include "experiments/material.hpp"
#include "experiments/select_rows.hpp"

#include <mvlink/error.hpp>
#include <mvlink/preparation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

using Rows = std::vector<Index>;

void require_rows(Index wanted, Index rows, const std::string& dataset) {
    if (wanted <= rows) return;
    throw Error(ErrorCode::input, fmt::format("dataset \"{}\": {} rows; expected at least {}", dataset, rows, wanted));
}

/// Turns the rows of a dataset into those of one repetition, step by step.
class TrialMaker {
public:
    TrialMaker(const Trial& whole, const DataRecipe& recipe, int repetition, Context& context)
        : recipe_(recipe), trial_(whole), repetition_(static_cast<std::uint64_t>(repetition)), context_(context) {}

    Trial make() {
        if (recipe_.drawn_classes > 0) draw_classes();
        if (recipe_.sample > 0) draw_sample();
        if (recipe_.copies > 1) copy_columns();
        if (recipe_.class_samples) draw_class_samples();
        if (recipe_.reordered > 0) add_reordered();
        if (recipe_.view_draw) draw_views();
        if (recipe_.variance_share > 0) project();
        if (recipe_.words > 0 || recipe_.spectral > 0) make_features();
        if (recipe_.pairing) {
            trial_.data = evaluate::with_classes_mapped(trial_.data, trial_.truths, stream("mapping/" + recipe_.name));
        }
        return std::move(trial_);
    }

private:
    [[nodiscard]] Random stream(const std::string& purpose) const {
        return {context_.seed(), "reproduce/" + purpose, repetition_};
    }

    /// The same rows of every view and truth.
    void keep(const Rows& rows) {
        trial_.data = select_rows(trial_.data, rows);
        for (auto& truth : trial_.truths)
            truth = select_labels(truth, rows);
    }

    void draw_classes() {
        std::vector<std::int32_t> classes = recipe_.classes;
        stream("classes/" + recipe_.name).shuffle(std::span<std::int32_t>(classes));
        classes.resize(std::min(classes.size(), static_cast<std::size_t>(recipe_.drawn_classes)));
        Rows rows;
        for (std::size_t row = 0; row < trial_.truths[0].size(); ++row) {
            if (std::find(classes.begin(), classes.end(), trial_.truths[0][row]) != classes.end())
                rows.push_back(static_cast<Index>(row));
        }
        keep(rows);
    }

    void draw_sample() {
        const auto rows = static_cast<Index>(trial_.truths[0].size());
        require_rows(recipe_.sample, rows, recipe_.name);
        Rows chosen = stream("sample/" + recipe_.name).permutation(rows);
        chosen.resize(recipe_.sample);
        std::sort(chosen.begin(), chosen.end());
        keep(chosen);
    }

    void copy_columns() {
        const Index rows = trial_.data.view(0).rows();
        std::vector<Rows> orders;
        std::vector<std::vector<std::int32_t>> truths;
        std::vector<std::vector<Index>> columns;
        for (int copy = 0; copy < recipe_.copies; ++copy) {
            columns.emplace_back();
            for (Index col = 0; col < trial_.data.view(0).cols(); ++col)
                columns.back().push_back(copy * trial_.data.view(0).cols() + col);
            orders.push_back(stream(fmt::format("copies/{}/{}", recipe_.name, copy)).permutation(rows));
            truths.push_back(select_labels(trial_.truths[0], orders.back()));
        }
        trial_ = {Dataset(side_by_side(trial_.data.view(0), orders)), std::move(truths), std::move(columns)};
    }

    /// `per_class` rows of every class, in the order of the classes.
    [[nodiscard]] Rows class_sample(const std::map<std::int32_t, Rows>& by_class, const std::string& view) const {
        Rows chosen;
        for (const auto& [cls, rows] : by_class) {
            require_rows(recipe_.class_samples->per_class, static_cast<Index>(rows.size()), recipe_.name);
            Rows drawn = rows;
            stream(fmt::format("class/{}/{}/{}", recipe_.name, view, cls)).shuffle(std::span<Index>(drawn));
            chosen.insert(chosen.end(), drawn.begin(), drawn.begin() + recipe_.class_samples->per_class);
        }
        return chosen;
    }

    void draw_class_samples() {
        std::map<std::int32_t, Rows> by_class;
        for (std::size_t row = 0; row < trial_.truths[0].size(); ++row)
            by_class[trial_.truths[0][row]].push_back(static_cast<Index>(row));
        std::vector<View> views;
        std::vector<std::vector<std::int32_t>> truths;
        for (int v = 0; v < recipe_.class_samples->views; ++v) {
            const std::string name = fmt::format("sample{}", v + 1);
            const Rows rows = class_sample(by_class, name);
            views.push_back(select_rows(trial_.data.view(0), rows, name));
            truths.push_back(v == 0 ? select_labels(trial_.truths[0], rows) : std::vector<std::int32_t>{});
        }
        trial_ = {Dataset(std::move(views)).with_row_mapping(), std::move(truths)};
    }

    /// Copies of views drawn at random, each with its rows in another random order.
    void add_reordered() {
        Rows order = stream("reordered/" + recipe_.name).permutation(trial_.data.n_views());
        require_rows(recipe_.reordered, static_cast<Index>(order.size()), recipe_.name);
        order.resize(recipe_.reordered);
        std::sort(order.begin(), order.end());
        std::vector<View> views(trial_.data.views().begin(), trial_.data.views().end());
        for (const Index v : order) {
            const View& view = trial_.data.view(static_cast<int>(v));
            const Rows rows = stream("reordered/" + recipe_.name + "/" + view.name()).permutation(view.rows());
            views.push_back(select_rows(view, rows, view.name() + "-reordered"));
            trial_.truths.emplace_back();
        }
        trial_.data = Dataset(std::move(views)).with_row_mapping();
    }

    [[nodiscard]] Index rows_to_draw(const View& view) const {
        const ViewDraw& wanted = *recipe_.view_draw;
        if (wanted.rows > 0) return wanted.rows;
        return std::llround(wanted.share * static_cast<double>(view.rows()));
    }

    /// Which rows of each view, in their new order.
    [[nodiscard]] std::vector<Rows> rows_of_views() const {
        std::vector<Rows> chosen;
        for (const View& view : trial_.data.views()) {
            const Index count = rows_to_draw(view);
            require_rows(count, view.rows(), recipe_.name);
            chosen.push_back(stream("rows/" + recipe_.name + "/" + view.name()).permutation(view.rows()));
            chosen.back().resize(count);
        }
        return chosen;
    }

    /// So that a share of the rows are of the same objects in all views, the others of different ones.
    [[nodiscard]] std::vector<Rows> overlapping_rows() const {
        const Index rows = trial_.data.view(0).rows(), count = rows_to_draw(trial_.data.view(0));
        const Index common = std::llround(recipe_.view_draw->mapped * static_cast<double>(count));
        require_rows(common + trial_.data.n_views() * (count - common), rows, recipe_.name);
        const Rows objects = stream("rows/" + recipe_.name).permutation(rows);
        std::vector<Rows> chosen;
        auto next = objects.begin() + common;
        for (const View& view : trial_.data.views()) {
            chosen.emplace_back(objects.begin(), objects.begin() + common);
            chosen.back().insert(chosen.back().end(), next, next + (count - common));
            next += count - common;
            stream("rows/" + recipe_.name + "/" + view.name()).shuffle(std::span<Index>(chosen.back()));
        }
        return chosen;
    }

    /// Rows of two views that were the same row.
    static Mapping mapping_of(int a, int b, const std::vector<Rows>& rows, Index objects) {
        Rows place(objects, -1);
        for (std::size_t row = 0; row < rows[a].size(); ++row)
            place[rows[a][row]] = static_cast<Index>(row);
        Mapping mapping{a, b, {}};
        for (std::size_t row = 0; row < rows[b].size(); ++row) {
            const Index other = place[rows[b][row]];
            if (other >= 0) mapping.rows.emplace_back(other, static_cast<Index>(row));
        }
        return mapping;
    }

    void draw_views() {
        const bool mapped = recipe_.view_draw->mapped > 0;
        const std::vector<Rows> rows = mapped ? overlapping_rows() : rows_of_views();
        std::vector<View> views;
        std::vector<Mapping> mappings;
        for (int v = 0; v < trial_.data.n_views(); ++v) {
            views.push_back(select_rows(trial_.data.view(v), rows[v]));
            trial_.truths[v] = select_labels(trial_.truths[v], rows[v]);
            for (int other = 0; mapped && other < v; ++other)
                mappings.push_back(mapping_of(other, v, rows, trial_.data.view(0).rows()));
        }
        const Dataset drawn(std::move(views));
        trial_.data = mapped ? drawn.with_mappings(std::move(mappings)) : drawn;
    }

    /// The leading principal components of the first view.
    void project() {
        const View& view = trial_.data.view(0);
        const Index most = std::min(view.cols(), view.rows() - 1);
        const Prepared prepared =
            mvlink::prepare({.requests = {parse_preparation(fmt::format("pca={}", most))}}, trial_.data, context_);
        trial_.data = Dataset(leading_columns(prepared.data.view(0), recipe_.variance_share));
    }

    /// Rows of each view stay where they are.
    void make_features() {
        std::vector<View> views;
        for (int v = 0; v < trial_.data.n_views(); ++v) {
            View view = trial_.data.view(v);
            if (recipe_.words > 0) view = evaluate::frequent_words(view, trial_.truths[v], recipe_.words);
            if (recipe_.spectral > 0) view = evaluate::rbf_spectral_features(view, recipe_.spectral);
            views.push_back(std::move(view));
        }
        trial_.data = trial_.data.with_views(std::move(views));
    }

    const DataRecipe& recipe_;
    Trial trial_;
    std::uint64_t repetition_ = 0;
    Context& context_;
};

}  // namespace

std::shared_ptr<const Trial> drawn_trial(const Trial& whole, const DataRecipe& recipe, int repetition,
                                         Context& context) {
    const bool changes = recipe.drawn_classes > 0 || recipe.sample > 0 || recipe.copies > 1 || recipe.view_draw ||
                         recipe.class_samples || recipe.reordered > 0 || recipe.variance_share > 0 || recipe.pairing ||
                         recipe.words > 0 || recipe.spectral > 0;
    if (!changes) return nullptr;
    return std::make_shared<const Trial>(TrialMaker(whole, recipe, repetition, context).make());
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
