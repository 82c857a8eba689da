#include <mvlink/error.hpp>

#include "data/dataset_core.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>
#include <unordered_set>

namespace mvlink {
inline namespace v1 {
namespace {

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
    throw Error(ErrorCode::input, where.empty() ? what : fmt::format("{}: {}", where, what));
}

struct UnknownName : Error {
    using Error::Error;
};

[[noreturn]] void refuse_unknown(const std::string& where, const std::string& what) {
    throw UnknownName(ErrorCode::input, where.empty() ? what : fmt::format("{}: {}", where, what));
}

std::string place(std::span<const std::string> where, std::size_t number) {
    return where.empty() ? fmt::format("constraints[{}]", number) : where[number];
}

void check_instance(const Dataset& data, InstanceId instance, const std::string& where) {
    if (instance.view < 0 || instance.view >= data.n_views()) {
        refuse(where, fmt::format("view number {} does not exist (there are {})", instance.view, data.n_views()));
    }
    const View& view = data.view(instance.view);
    if (instance.row < 0 || instance.row >= view.rows()) {
        refuse(where, fmt::format("row {} of view \"{}\" does not exist (it has {} rows)", instance.row, view.name(),
                                  view.rows()));
    }
}

std::optional<Index> digits(std::string_view text) {
    Index number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional<Index>(number) : std::nullopt;
}

/// A name without what spreadsheets add to it or take away: 0042, 42.0 and "42" are alike, and so are Ada and ADA.
std::string plain_id(std::string_view id) {
    constexpr std::string_view kSurroundings = " \t\"'";
    while (!id.empty() && kSurroundings.find(id.front()) != std::string_view::npos)
        id.remove_prefix(1);
    while (!id.empty() && kSurroundings.find(id.back()) != std::string_view::npos)
        id.remove_suffix(1);
    if (id.ends_with(".0")) id.remove_suffix(2);
    while (id.size() > 1 && id.front() == '0')
        id.remove_prefix(1);
    std::string plain(id);
    std::transform(plain.begin(), plain.end(), plain.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return plain;
}

/// `; did you mean "r8"?`, from the ids of the views; nothing where no id is near. A number may have been meant as a
/// row.
std::string nearest_id(std::string_view id, std::span<const View> views) {
    const std::string plain = plain_id(id);
    for (const View& view : views) {
        const auto alike = std::find_if(view.ids().begin(), view.ids().end(),
                                        [&](const std::string& other) { return plain_id(other) == plain; });
        if (alike != view.ids().end()) return fmt::format("; did you mean \"{}\"?", *alike);
    }
    for (const View& view : views) {
        const std::string nearest = nearest_name(id, view.ids());
        if (!nearest.empty()) return fmt::format("; did you mean \"{}\"?", nearest);
    }
    return digits(id) ? fmt::format("; row:{} would be a row number", id) : std::string();
}

/// The row of a view that a key means: its id if the view has ids, otherwise its number.
Index row_in_view(const View& view, const std::variant<Index, std::string>& key, const std::string& where) {
    if (const Index* row = std::get_if<Index>(&key)) return *row;
    const std::string& text = std::get<std::string>(key);
    if (view.has_ids()) {
        if (const auto row = view.find_row(text)) return *row;
        refuse_unknown(
            where, fmt::format("id \"{}\" is not in view \"{}\"{}", text, view.name(), nearest_id(text, {&view, 1})));
    }
    if (const auto row = digits(text)) return *row;
    refuse(where, fmt::format("\"{}\" is not a row number, and view \"{}\" has no ids", text, view.name()));
}

/// The object that a key without a view means.
Index object_of_key(const Dataset& data, const std::variant<Index, std::string>& key, const std::string& where) {
    if (const auto* text = std::get_if<std::string>(&key)) {
        std::optional<Index> object;
        for (int v = 0; v < data.n_views(); ++v) {
            const auto row = data.view(v).find_row(*text);
            if (!row) continue;
            const Index found = data.objects().of({v, *row});
            if (object && *object != found) {
                refuse(where, fmt::format("id \"{}\" names different objects in several views; name the view", *text));
            }
            object = found;
        }
        if (object) return *object;
    }
    const auto* const text = std::get_if<std::string>(&key);
    const bool some_ids =
        std::any_of(data.views().begin(), data.views().end(), [](const View& v) { return v.has_ids(); });
    if (text && some_ids) {
        const std::string scope = data.n_views() == 1 ? fmt::format("view \"{}\"", data.view(0).name()) : "any view";
        refuse_unknown(where, fmt::format("id \"{}\" is not in {}{}", *text, scope, nearest_id(*text, data.views())));
    }
    const auto number = text ? digits(*text) : std::optional<Index>(std::get<Index>(key));
    if (!number) refuse(where, fmt::format("\"{}\" is not a row number, and no view has ids", *text));
    if (!data.objects().rows_are_objects()) {
        refuse(where,
               fmt::format("row {} without a view: rows of different views are not the same object here; name the view",
                           *number));
    }
    if (*number < 0 || *number >= data.objects().count()) {
        const std::string what = data.n_views() == 1 ? fmt::format("view \"{}\"", data.view(0).name()) : "the views";
        refuse(where,
               fmt::format("row {} of {} does not exist (it has {} rows)", *number, what, data.objects().count()));
    }
    return *number;
}

std::string text_of(const std::variant<Index, std::string>& key) {
    if (const Index* row = std::get_if<Index>(&key)) return fmt::format("row {}", *row);
    return fmt::format("\"{}\"", std::get<std::string>(key));
}

/// Of duplicates the most trusted origin stays. A judgement that repeats another may raise its weight; what only
/// follows from judgements may not.
std::vector<Constraint> without_duplicates(std::vector<Constraint> list) {
    std::sort(list.begin(), list.end(), [](const Constraint& x, const Constraint& y) {
        return std::tuple(x.a, x.b, x.link, x.origin, -x.weight) < std::tuple(y.a, y.b, y.link, y.origin, -y.weight);
    });
    const auto merge = [](Constraint& first, const Constraint& other) {
        if (std::tie(first.a, first.b, first.link) != std::tie(other.a, other.b, other.link)) return false;
        if (other.is_judgement()) first.weight = std::max(first.weight, other.weight);
        return true;
    };
    std::size_t last = 0;
    for (std::size_t i = 1; i < list.size(); ++i) {
        if (!merge(list[last], list[i])) list[++last] = list[i];
    }
    if (!list.empty()) list.resize(last + 1);
    return list;
}

}  // namespace

std::optional<InstanceRef> parse_instance(std::string view, std::string_view key) {
    constexpr std::string_view kRow = "row:";
    if (!key.starts_with(kRow)) return InstanceRef{std::move(view), std::string(key)};
    const auto row = digits(key.substr(kRow.size()));
    if (!row || *row < 0) return std::nullopt;
    return InstanceRef{std::move(view), *row};
}

InstanceId Dataset::find_instance(const InstanceRef& ref, const std::string& where) const {
    const auto number = find_view(ref.view);
    if (!number) refuse(where, fmt::format("view \"{}\" does not exist", ref.view));
    const InstanceId instance{*number, row_in_view(view(*number), ref.key, where)};
    check_instance(*this, instance, where);
    return instance;
}

ConstraintResolver::ConstraintResolver(const Dataset& data) : data_(data) {
    if (data.objects().rows_are_objects()) return;
    for (int view = 0; view < data.n_views(); ++view) {
        auto& rows = first_row_.emplace_back(static_cast<std::size_t>(data.objects().count()), Index{-1});
        for (Index row = data.view(view).rows() - 1; row >= 0; --row) {
            rows[data.objects().of({view, row})] = row;
        }
    }
}

Index ConstraintResolver::first_row(int view, Index object) const {
    return first_row_.empty() ? object : first_row_[view][object];
}

Index ConstraintResolver::row_of(int view, const std::variant<Index, std::string>& key, Index object) const {
    if (const auto* id = std::get_if<std::string>(&key)) {
        if (const auto row = data_.view(view).find_row(*id)) return *row;
    }
    return first_row(view, object);
}

std::vector<Constraint> ConstraintResolver::resolve(const ConstraintSpec& spec) const {
    if (spec.a.view.empty() != spec.b.view.empty()) {
        refuse(spec.where, "only one of view_a and view_b is given; expected both or neither");
    }
    if (!spec.a.view.empty()) {
        return {
            {data_.find_instance(spec.a, spec.where), data_.find_instance(spec.b, spec.where), spec.link, spec.weight}};
    }
    const Index a = object_of_key(data_, spec.a.key, spec.where);
    const Index b = object_of_key(data_, spec.b.key, spec.where);
    if (a == b && data_.n_views() > 1) {
        refuse(spec.where, spec.a.key == spec.b.key
                               ? fmt::format("{} is linked with itself; expected two objects", text_of(spec.a.key))
                               : fmt::format("{} and {} are one object, as the mapping says; expected two objects",
                                             text_of(spec.a.key), text_of(spec.b.key)));
    }
    const Origin origin = data_.n_views() > 1 ? Origin::on_objects : Origin::given;  // a row of one view is its object
    std::vector<Constraint> found;
    for (int view = 0; view < data_.n_views(); ++view) {
        const Index row_a = row_of(view, spec.a.key, a);
        const Index row_b = row_of(view, spec.b.key, b);
        if (row_a < 0 || row_b < 0) continue;
        found.push_back({{view, row_a}, {view, row_b}, spec.link, spec.weight, origin});
    }
    if (found.empty()) refuse(spec.where, "no view has both; name view_a and view_b for a constraint between views");
    return found;
}

bool ConstraintResolver::is_unknown(const InstanceRef& ref) const {
    const auto* id = std::get_if<std::string>(&ref.key);
    if (id == nullptr) return false;
    bool some_ids = false;
    for (const View& view : data_.views()) {
        if (!ref.view.empty() && view.name() != ref.view) continue;
        if (view.find_row(*id)) return false;
        some_ids = some_ids || view.has_ids();
    }
    return some_ids;
}

std::string ConstraintResolver::other_unknown_names(std::span<const ConstraintSpec> specs) const {
    constexpr std::size_t kMostShown = 5;
    std::vector<std::string> names;
    std::unordered_set<std::string_view> seen;
    for (const ConstraintSpec& spec : specs) {
        for (const InstanceRef* ref : {&spec.a, &spec.b}) {
            if (!is_unknown(*ref)) continue;
            const std::string& id = std::get<std::string>(ref->key);
            if (seen.insert(id).second) names.push_back("\"" + id + "\"");
        }
    }
    if (names.size() < 2) return {};
    const std::span<const std::string> others(names.begin() + 1, names.end());
    if (others.size() <= kMostShown) {
        return fmt::format("; {} {} not there either", fmt::join(others, ", "), others.size() == 1 ? "is" : "are");
    }
    return fmt::format("; {} and {} more names are not there either", fmt::join(others.first(kMostShown), ", "),
                       others.size() - kMostShown);
}

std::pair<std::vector<Constraint>, std::vector<std::string>> ConstraintResolver::resolve_all(
    std::span<const ConstraintSpec> specs) const {
    std::vector<Constraint> resolved;
    std::vector<std::string> where;
    for (std::size_t i = 0; i < specs.size(); ++i) {
        try {
            for (const Constraint& constraint : resolve(specs[i])) {
                resolved.push_back(constraint);
                where.push_back(specs[i].where);
            }
        } catch (const UnknownName& error) {
            throw Error(error.code(), std::string(error.message()) + other_unknown_names(specs.subspan(i)));
        }
    }
    return {std::move(resolved), std::move(where)};
}

std::vector<Constraint> merged_constraints(const Dataset& data, std::span<const Constraint> given,
                                           std::span<const std::string> where) {
    std::vector<Constraint> kept;
    kept.reserve(given.size());
    for (std::size_t number = 0; number < given.size(); ++number) {
        Constraint constraint = given[number];
        check_instance(data, constraint.a, place(where, number));
        check_instance(data, constraint.b, place(where, number));
        if (constraint.a == constraint.b) {
            refuse(place(where, number),
                   fmt::format("{} is linked with itself; expected two instances", data.instance_name(constraint.a)));
        }
        if (!std::isfinite(constraint.weight) || constraint.weight < 0) {
            refuse(place(where, number), fmt::format("weight {} is not a finite number >= 0", constraint.weight));
        }
        if (constraint.weight == 0) continue;
        if (constraint.b < constraint.a) std::swap(constraint.a, constraint.b);
        kept.push_back(constraint);
    }
    return without_duplicates(std::move(kept));
}

}  // namespace v1
}  // namespace mvlink
