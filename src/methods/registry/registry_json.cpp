#include <mvlink/registry.hpp>

#include <nlohmann/json.hpp>

#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace {

using Json = nlohmann::ordered_json;

std::string_view text(MappingNeed need) {
    switch (need) {
        case MappingNeed::none:
            return "none";
        case MappingNeed::optional:
            return "optional";
        case MappingNeed::required:
            return "required";
    }
    return "";
}

std::string_view text(ConstraintUse use) {
    switch (use) {
        case ConstraintUse::ignored:
            return "ignored";
        case ConstraintUse::in_view:
            return "in-view";
        case ConstraintUse::between_views:
            return "between-views";
        case ConstraintUse::on_objects:
            return "on-objects";
    }
    return "";
}

std::string_view text(ConfidenceKind kind) {
    switch (kind) {
        case ConfidenceKind::margin:
            return "margin";
        case ConfidenceKind::share:
            return "share";
        case ConfidenceKind::probability:
            return "probability";
        case ConfidenceKind::known:
            return "known";
    }
    return "";
}

Json bound(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

std::string_view text(OwnSpace space) {
    switch (space) {
        case OwnSpace::none:
            return "none";
        case OwnSpace::metric:
            return "metric";
        case OwnSpace::embedding:
            return "embedding";
    }
    return "";
}

Json range_json(const Range& range) {
    return {{"least", bound(range.least)},
            {"most", bound(range.most)},
            {"least_excluded", range.least_excluded},
            {"most_excluded", range.most_excluded}};
}

Json option_json(const OptionInfo& option) {
    Json json{{"name", option.name}, {"kind", option.kind}, {"list", option.is_list}, {"default", option.default_text}};
    if (!option.choices.empty()) json["choices"] = option.choices;
    if (option.kind.starts_with("int") || option.kind.starts_with("float")) json["range"] = range_json(option.range);
    json["help"] = option.help;
    return json;
}

Json needs_json(const Needs& needs) {
    return {{"min_views", needs.min_views},   {"max_views", needs.max_views},
            {"mapping", text(needs.mapping)}, {"constraints", text(needs.constraints)},
            {"sparse", needs.sparse},         {"nonnegative", needs.nonnegative},
            {"group_rule", needs.group_rule}};
}

Json returns_json(const Returns& returns) {
    return {{"centroids", returns.centroids},
            {"inertia", returns.inertia},
            {"bound", returns.bound},
            {"metrics", returns.metrics},
            {"topics", returns.topics},
            {"view_weights", returns.view_weights},
            {"objects", returns.objects},
            {"embedding", returns.embedding},
            {"clusterings", returns.clusterings},
            {"subspaces", returns.subspaces},
            {"suspects", returns.suspects},
            {"space", text(returns.space)},
            {"confidence", text(returns.confidence)}};
}

Json starts_json(const Starts& starts) {
    return {{"labels", starts.labels}, {"model", starts.model}, {"centroids", starts.centroids}};
}

Json method_json(const MethodInfo& method) {
    Json options = Json::array();
    for (const OptionInfo& option : method.options) {
        options.push_back(option_json(option));
    }
    return {{"name", method.name},
            {"python_class", method.python_class},
            {"title", method.title},
            {"description", method.description},
            {"paper", method.paper},
            {"needs", needs_json(method.needs)},
            {"returns", returns_json(method.returns)},
            {"starts", starts_json(method.starts)},
            {"predicts", method.predicts},
            {"preparation", method.preparation},
            {"options", options}};
}

}  // namespace

std::string methods_json() {
    Json list = Json::array();
    for (const MethodInfo& method : methods()) {
        list.push_back(method_json(method));
    }
    return list.dump(2);
}

}  // namespace v1
}  // namespace mvlink
