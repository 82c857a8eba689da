#include "serve/app.hpp"

#include <array>

#include <fmt/format.h>

namespace mvlink::serve {
namespace {

constexpr std::size_t kLongestWord = 64;

Ruling verdict_in(const nlohmann::json& body) {
    const auto verdict = parse_ruling(text_in(body, "answer", kLongestWord));
    if (!verdict) throw BadRequest{400, "answer: expected same, different, not-sure, or same in 1 and the like"};
    return *verdict;
}

Response answer(App& app, const Request& request, const Query&) {
    const nlohmann::json body = parse_body(request.body);
    const InstanceId a = instance_in(body, "a", app.desk.data()), b = instance_in(body, "b", app.desk.data());
    app.desk.answer(number_in(body, "version"), a, b, verdict_in(body));
    return json_response(state_json(app));
}

Response undo(App& app, const Request& request, const Query&) {
    app.desk.undo(number_in(parse_body(request.body), "version"));
    return json_response(state_json(app));
}

Response redo(App& app, const Request& request, const Query&) {
    app.desk.redo(number_in(parse_body(request.body), "version"));
    return json_response(state_json(app));
}

Response change(App& app, const Request& request, const Query&) {
    const nlohmann::json body = parse_body(request.body);
    const bool withdraw = text_in(body, "answer", kLongestWord) == "withdraw";
    app.desk.change(number_in(body, "version"), number_in(body, "sequence"),
                    withdraw ? std::nullopt : std::optional(verdict_in(body)));
    return json_response(state_json(app));
}

/// [[3, 5], [8]]: rows of one view in one or two groups.
std::vector<std::vector<InstanceId>> groups_in(const nlohmann::json& body, const Dataset& data) {
    const auto found = body.find("groups");
    if (found == body.end() || !found->is_array() || found->empty() || found->size() > 2) {
        throw BadRequest{400, "groups: expected one or two lists of rows"};
    }
    const Index view = number_in(body, "view");
    std::vector<std::vector<InstanceId>> groups;
    std::size_t rows = 0;
    for (const nlohmann::json& list : *found) {
        if (!list.is_array() || list.empty()) throw BadRequest{400, "groups: expected lists of rows"};
        rows += list.size();
        if (rows > Desk::kMostRowsInGroups) {
            throw BadRequest{400, fmt::format("one judgement names up to {} rows", Desk::kMostRowsInGroups)};
        }
        auto& group = groups.emplace_back();
        for (const nlohmann::json& row : list) {
            group.push_back(checked_instance(data, view, number_in({{"row", row}}, "row")));
        }
    }
    return groups;
}

Response group(App& app, const Request& request, const Query&) {
    const nlohmann::json body = parse_body(request.body);
    const std::string relation = text_in(body, "relation", kLongestWord);
    if (relation != "same" && relation != "two") throw BadRequest{400, "relation: expected same or two"};
    const auto groups = groups_in(body, app.desk.data());
    if (relation == "two" && groups.size() != 2) throw BadRequest{400, "relation: two needs two groups"};
    app.desk.judge_groups(number_in(body, "version"), groups,
                          relation == "same" ? Desk::Relation::same : Desk::Relation::two);
    return json_response(state_json(app));
}

Response address(App& app, const Request& request, const Query&) {
    parse_body(request.body);
    return json_response({{"address", app.gate.new_address()}});
}

constexpr std::array kChangingRoutes{
    Route{"POST", "/api/answer", answer}, Route{"POST", "/api/undo", undo},   Route{"POST", "/api/redo", redo},
    Route{"POST", "/api/change", change}, Route{"POST", "/api/group", group}, Route{"POST", "/api/address", address},
};

}  // namespace

std::span<const Route> changing_routes() {
    return kChangingRoutes;
}

}  // namespace mvlink::serve
