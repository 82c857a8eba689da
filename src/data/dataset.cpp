#include <mvlink/dataset.hpp>

#include <mvlink/error.hpp>

#include "data/dataset_core.hpp"
#include "data/union_find.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace {

/// Where the rows of each view begin if all instances are numbered in sequence; the last entry is their number.
std::vector<Index> first_nodes(std::span<const View> views) {
    std::vector<Index> first{0};
    for (const View& view : views) {
        first.push_back(first.back() + view.rows());
    }
    return first;
}

/// Numbers groups by their first instance; group_of maps an instance's node to any representative of its group.
template <class GroupOf>
std::pair<Index, std::vector<std::vector<Index>>> number_groups(std::span<const View> views, GroupOf&& group_of) {
    std::unordered_map<Index, Index> number;
    std::vector<std::vector<Index>> object_of;
    Index node = 0;
    for (const View& view : views) {
        auto& objects = object_of.emplace_back();
        objects.reserve(view.rows());
        for (Index row = 0; row < view.rows(); ++row, ++node) {
            const auto next = static_cast<Index>(number.size());
            objects.push_back(number.try_emplace(group_of(node), next).first->second);
        }
    }
    return {static_cast<Index>(number.size()), std::move(object_of)};
}

void check_mapping(std::span<const View> views, const Mapping& mapping, std::size_t number) {
    const auto is_view = [&](int view) { return view >= 0 && view < static_cast<int>(views.size()); };
    if (!is_view(mapping.view_a) || !is_view(mapping.view_b) || mapping.view_a == mapping.view_b) {
        throw Error(ErrorCode::input, fmt::format("mapping {}: views {} and {}; expected two different ones of the {}",
                                                  number, mapping.view_a, mapping.view_b, views.size()));
    }
    const View& a = views[mapping.view_a];
    const View& b = views[mapping.view_b];
    for (const auto& [row_a, row_b] : mapping.rows) {
        const bool a_is_bad = row_a < 0 || row_a >= a.rows();
        if (!a_is_bad && row_b >= 0 && row_b < b.rows()) continue;
        const View& bad = a_is_bad ? a : b;
        throw Error(ErrorCode::input,
                    fmt::format("mapping of \"{}\" to \"{}\": row {} of view \"{}\" does not exist (it has {} rows)",
                                a.name(), b.name(), a_is_bad ? row_a : row_b, bad.name(), bad.rows()));
    }
}

std::unordered_map<std::string_view, int> index_names(std::span<const View> views) {
    std::unordered_map<std::string_view, int> index;
    for (const View& view : views) {
        if (!index.emplace(view.name(), static_cast<int>(index.size())).second) {
            throw Error(ErrorCode::input,
                        fmt::format("view \"{}\" is listed twice; expected distinct names", view.name()));
        }
    }
    return index;
}

/// A rule is about objects, which a new mapping would number anew.
void require_no_rule(const GroupRule* rule) {
    if (rule == nullptr) return;
    throw Error(ErrorCode::usage,
                fmt::format("at most one \"{}\": stated before the mapping; expected the mapping first", rule->name));
}

int require_view(const Dataset& data, const std::string& name) {
    if (const auto found = data.find_view(name)) return *found;
    std::vector<std::string> known;
    for (const View& view : data.views()) {
        known.push_back(view.name());
    }
    throw Error(ErrorCode::usage,
                fmt::format("view \"{}\" does not exist; the views are {}", name, fmt::join(known, ", ")));
}

}  // namespace

Dataset::Dataset(std::shared_ptr<const Core> core) : core_(std::move(core)) {}

Dataset::Dataset(View view) : Dataset(std::vector<View>{std::move(view)}) {}

Dataset::Dataset(std::vector<View> views) {
    if (views.empty()) throw Error(ErrorCode::input, "dataset: no view; expected at least one");
    index_names(views);
    auto core = std::make_shared<Core>();
    core->views = std::move(views);
    if (core->views.size() == 1) {
        core->objects.count_ = core->views.front().rows();
    } else {
        std::tie(core->objects.count_, core->objects.object_of_) =
            number_groups(core->views, [](Index node) { return node; });
    }
    core_ = std::move(core);
}

Dataset Dataset::with_row_mapping() const {
    require_no_rule(group_rule());
    const Index rows = view(0).rows();
    for (const View& other : views()) {
        if (other.rows() != rows) {
            throw Error(ErrorCode::input,
                        fmt::format("row mapping: view \"{}\" has {} rows, view \"{}\" has {}; expected equally many",
                                    view(0).name(), rows, other.name(), other.rows()));
        }
    }
    auto core = std::make_shared<Core>(*core_);
    core->mappings.clear();
    core->objects.count_ = rows;
    core->objects.object_of_.clear();
    core->mapped = n_views() > 1;
    return Dataset(std::move(core));
}

Dataset Dataset::with_id_mapping() const {
    std::vector<Mapping> mappings;
    for (int a = 0; a < n_views(); ++a) {
        for (int b = a + 1; b < n_views(); ++b) {
            Mapping mapping{a, b, {}};
            for (Index row = 0; view(b).has_ids() && row < view(a).rows() && view(a).has_ids(); ++row) {
                const auto other = view(b).find_row(view(a).ids()[row]);
                if (other) mapping.rows.emplace_back(row, *other);
            }
            if (!mapping.rows.empty()) mappings.push_back(std::move(mapping));
        }
    }
    return with_mappings(std::move(mappings));
}

Dataset Dataset::with_mappings(std::vector<Mapping> mappings) const {
    require_no_rule(group_rule());
    for (std::size_t number = 0; number < mappings.size(); ++number) {
        check_mapping(views(), mappings[number], number);
    }
    const std::vector<Index> first = first_nodes(views());
    UnionFind groups(first.back());
    auto core = std::make_shared<Core>(*core_);
    core->mapped = false;
    for (const Mapping& mapping : mappings) {
        for (const auto& [a, b] : mapping.rows) {
            groups.join(first[mapping.view_a] + a, first[mapping.view_b] + b);
            core->mapped = true;
        }
    }
    std::tie(core->objects.count_, core->objects.object_of_) =
        number_groups(views(), [&](Index node) { return groups.find(node); });
    core->mappings = std::move(mappings);
    return Dataset(std::move(core));
}

Dataset Dataset::with_constraints(std::span<const Constraint> constraints) const {
    auto core = std::make_shared<Core>(*core_);
    core->constraints = merged_constraints(*this, constraints, {});
    core->contradictions = 0;
    for (std::size_t i = 1; i < core->constraints.size(); ++i) {
        const Constraint& one = core->constraints[i - 1];
        const Constraint& two = core->constraints[i];
        core->contradictions += one.a == two.a && one.b == two.b ? 1 : 0;
    }
    return Dataset(std::move(core));
}

Dataset Dataset::with_constraints(std::span<const ConstraintSpec> constraints) const {
    const auto [resolved, where] = ConstraintResolver(*this).resolve_all(constraints);
    return with_constraints(std::span<const Constraint>(merged_constraints(*this, resolved, where)));
}

Dataset Dataset::with_group_rule(GroupRule rule) const {
    const auto found = static_cast<Index>(rule.group.size());
    if (found != objects().count()) {
        throw Error(ErrorCode::input,
                    fmt::format("at most one \"{}\": {} values; expected one for each of {} {}", rule.name, found,
                                objects().count(), n_views() == 1 ? "rows" : "objects"));
    }
    const auto groups = static_cast<std::int32_t>(rule.values.size());
    for (const std::int32_t group : rule.group) {
        if (group >= -1 && group < groups) continue;
        throw Error(ErrorCode::input,
                    fmt::format("at most one \"{}\": group {}; expected -1 to {}", rule.name, group, groups - 1));
    }
    auto core = std::make_shared<Core>(*core_);
    core->group_rule = std::make_shared<const GroupRule>(std::move(rule));
    return Dataset(std::move(core));
}

Dataset Dataset::with_views(std::vector<View> views) const {
    const auto same_rows = [](const View& old, const View& changed) {
        return old.name() == changed.name() && old.rows() == changed.rows();
    };
    if (!std::equal(core_->views.begin(), core_->views.end(), views.begin(), views.end(), same_rows)) {
        throw Error(ErrorCode::input, "dataset: the views differ; expected the same names and numbers of rows");
    }
    auto core = std::make_shared<Core>(*core_);
    core->views = std::move(views);
    return Dataset(std::move(core));
}

Dataset Dataset::select(std::span<const std::string> names) const {
    std::vector<View> chosen;
    std::vector<int> old_view;
    std::vector<int> new_view(n_views(), -1);
    for (const std::string& name : names) {
        const int old = require_view(*this, name);
        new_view[old] = static_cast<int>(chosen.size());
        old_view.push_back(old);
        chosen.push_back(view(old));
    }
    const Dataset bare(std::move(chosen));  // refuses a name given twice
    auto core = std::make_shared<Core>(*bare.core_);
    core->objects = selected_objects(old_view);
    core->mapped = bare.n_views() > 1 && core->objects.count_ < first_nodes(bare.views()).back();
    const auto renamed = [&](int index) { return new_view[index]; };
    for (Mapping mapping : mappings()) {
        mapping.view_a = renamed(mapping.view_a);
        mapping.view_b = renamed(mapping.view_b);
        if (mapping.view_a >= 0 && mapping.view_b >= 0) core->mappings.push_back(std::move(mapping));
    }
    if (group_rule() != nullptr) {
        GroupRule rule{group_rule()->name, std::vector<std::int32_t>(core->objects.count_), group_rule()->values};
        for (std::size_t v = 0; v < old_view.size(); ++v) {
            const auto view_number = static_cast<int>(v);
            for (Index row = 0; row < view(old_view[v]).rows(); ++row) {
                rule.group[core->objects.of({view_number, row})] =
                    group_rule()->group[objects().of({old_view[v], row})];
            }
        }
        core->group_rule = std::make_shared<const GroupRule>(std::move(rule));
    }
    std::vector<Constraint> kept;
    for (Constraint constraint : constraints()) {
        constraint.a.view = renamed(constraint.a.view);
        constraint.b.view = renamed(constraint.b.view);
        if (constraint.a.view >= 0 && constraint.b.view >= 0) kept.push_back(constraint);
    }
    return Dataset(std::move(core)).with_constraints(std::span<const Constraint>(kept));
}

/// The objects of some views, kept together even if only an omitted view joins two of them.
Objects Dataset::selected_objects(std::span<const int> chosen) const {
    if (chosen.size() == 1 || objects().rows_are_objects()) {
        Objects rows;
        rows.count_ = view(chosen.front()).rows();
        return rows;
    }
    std::vector<View> views;
    std::vector<Index> old_object;
    for (const int index : chosen) {
        views.push_back(view(index));
        for (Index row = 0; row < view(index).rows(); ++row) {
            old_object.push_back(objects().of({index, row}));
        }
    }
    Objects kept;
    std::tie(kept.count_, kept.object_of_) = number_groups(views, [&](Index node) { return old_object[node]; });
    return kept;
}

int Dataset::n_views() const noexcept {
    return static_cast<int>(core_->views.size());
}
const View& Dataset::view(int index) const {
    return core_->views.at(static_cast<std::size_t>(index));
}
std::span<const View> Dataset::views() const& noexcept {
    return core_->views;
}
std::span<const Mapping> Dataset::mappings() const& noexcept {
    return core_->mappings;
}
const Objects& Dataset::objects() const noexcept {
    return core_->objects;
}
bool Dataset::unmapped() const noexcept {
    return n_views() > 1 && !core_->mapped;
}
std::span<const Constraint> Dataset::constraints() const& noexcept {
    return core_->constraints;
}
const GroupRule* Dataset::group_rule() const noexcept {
    return core_->group_rule.get();
}
Index Dataset::contradictions() const noexcept {
    return core_->contradictions;
}

std::optional<int> Dataset::find_view(std::string_view name) const {
    for (int index = 0; index < n_views(); ++index) {
        if (view(index).name() == name) return index;
    }
    return std::nullopt;
}

std::string Dataset::instance_name(InstanceId instance) const {
    const View& its_view = view(instance.view);
    if (its_view.has_ids())
        return fmt::format("\"{}\" of view \"{}\"", its_view.row_name(instance.row), its_view.name());
    return fmt::format("row {} of view \"{}\"", instance.row, its_view.name());
}

}  // namespace v1
}  // namespace mvlink
