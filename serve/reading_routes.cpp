#include "serve/app.hpp"
#include "serve/clusters.hpp"
#include "serve/halves.hpp"

#include <mvlink/io.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace mvlink::serve {
namespace {

constexpr Index kAnswersPerPage = 200;

nlohmann::json question_json(const App& app, const Question& question) {
    return {{"a", app.items.reference(question.a)},
            {"b", app.items.reference(question.b)},
            {"kind", to_string(question.kind)},
            {"why", question.why},
            {"p_same", question.p_same}};
}

std::string_view advice_text(StopAdvice advice) {
    switch (advice) {
        case StopAdvice::go_on:
            return "go-on";
        case StopAdvice::resolve_conflicts:
            return "resolve-conflicts";
        case StopAdvice::may_stop:
            return "may-stop";
        case StopAdvice::finished:
            return "finished";
    }
    return "go-on";
}

nlohmann::json progress_json(const SessionProgress& progress) {
    return {{"answers", progress.answers},
            {"same", progress.same},
            {"different", progress.different},
            {"not_sure", progress.not_sure},
            {"audits", progress.audits},
            {"audits_agreed", progress.audits_agreed},
            {"agreement", {progress.agreement_low, progress.agreement_high}},
            {"may_move", progress.may_move},
            {"next_twenty", progress.next_twenty},
            {"moved", progress.moved},
            {"advice", advice_text(progress.advice)},
            {"recommendation", progress.recommendation}};
}

nlohmann::json refit_json(const App& app) {
    const Refitter::Status status = app.desk.refits().status();
    const auto fit = app.desk.refits().latest();
    nlohmann::json out = {{"running", status.running}, {"seconds", status.seconds}, {"error", status.error}};
    if (fit) {
        out["version"] = fit->version;
        out["method"] = fit->run.choice.method;
        out["took"] = fit->seconds;
    }
    return out;
}

nlohmann::json dataset_json(const App& app) {
    const Dataset& data = app.desk.data();
    nlohmann::json views = nlohmann::json::array();
    for (const View& view : data.views()) {
        views.push_back({{"name", view.name()}, {"rows", view.rows()}, {"cols", view.cols()}, {"kind", view.kind()}});
    }
    return {{"name", std::filesystem::path(app.desk.problem().source).filename().string()},
            {"objects", data.objects().count()},
            {"views", std::move(views)}};
}

nlohmann::json answer_json(const App& app, const Answer& answer, const std::vector<Conflict>& conflicts) {
    const bool against = std::any_of(conflicts.begin(), conflicts.end(), [&](const Conflict& conflict) {
        return std::find(conflict.answers.begin(), conflict.answers.end(), answer.sequence) != conflict.answers.end();
    });
    return {{"sequence", answer.sequence},
            {"a", app.items.reference(answer.a)},
            {"b", app.items.reference(answer.b)},
            {"answer", to_string(Ruling{answer.verdict, answer.same_in})},
            {"person", answer.person},
            {"kind", to_string(answer.kind)},
            {"time", answer.time},
            {"why", answer.why},
            {"corrected", answer.corrected},
            {"refuted", answer.refuted},
            {"suspicion", answer.suspicion},
            {"conflict", against}};
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return c < 128 ? static_cast<char>(std::tolower(c)) : static_cast<char>(c); });
    return text;
}

/// Whether an answer is about what was typed: a part of an id or name, an answer, or "#12".
bool is_found(const App& app, const Answer& answer, const std::string& wanted) {
    if (wanted.empty()) return true;
    const auto holds = [&](const std::string& text) { return lower(text).find(wanted) != std::string::npos; };
    for (const InstanceId& end : {answer.a, answer.b}) {
        if (holds(app.items.title(end)) || holds(app.desk.data().view(end.view).row_name(end.row))) return true;
    }
    return holds(to_string(Ruling{answer.verdict, answer.same_in})) || holds(answer.person) ||
           wanted == fmt::format("#{}", answer.sequence);
}

Response state(App& app, const Request&, const Query&) {
    return json_response(state_json(app));
}

Response pair(App& app, const Request&, const Query& query) {
    const Dataset& data = app.desk.data();
    const InstanceId a = checked_instance(data, query.number("va"), query.number("a"));
    const InstanceId b = checked_instance(data, query.number("vb"), query.number("b"));
    nlohmann::json out = app.items.pair(a, b);
    const auto shown = app.desk.shown();
    out["clusters"] = nlohmann::json::array();
    for (const Partition& clustering : shown->clusterings)
        out["clusters"].push_back({clustering.labels[data.objects().of(a)], clustering.labels[data.objects().of(b)]});
    return json_response(out);
}

Response image(App& app, const Request&, const Query& query) {
    const InstanceId row = checked_instance(app.desk.data(), query.number("view"), query.number("row"));
    auto found = app.items.attachments().image(row);
    if (!found) throw BadRequest{404, "this row has no image"};
    if (!found->error.empty()) throw BadRequest{422, found->error};
    return {200, found->type, std::move(found->bytes)};
}

Response answers(App& app, const Request&, const Query& query) {
    const auto standing = app.desk.standing();
    const std::string wanted = lower(query.text("find"));
    const Index from = query.number_or("from", 0);
    nlohmann::json list = nlohmann::json::array();
    Index found = 0;
    for (auto answer = standing->answers.rbegin(); answer != standing->answers.rend(); ++answer) {
        if (!is_found(app, *answer, wanted)) continue;
        if (found >= from && found - from < kAnswersPerPage)
            list.push_back(answer_json(app, *answer, standing->conflicts));
        ++found;
    }
    return json_response({{"version", standing->version}, {"found", found}, {"answers", std::move(list)}});
}

Response conflicts(App& app, const Request&, const Query&) {
    const auto standing = app.desk.standing();
    nlohmann::json list = nlohmann::json::array();
    for (const Conflict& conflict : standing->conflicts) {
        nlohmann::json ring = nlohmann::json::array();
        for (const Index sequence : conflict.answers) {
            const auto answer = std::find_if(standing->answers.begin(), standing->answers.end(),
                                             [&](const Answer& a) { return a.sequence == sequence; });
            if (answer != standing->answers.end()) ring.push_back(answer_json(app, *answer, {}));
        }
        list.push_back({{"answers", std::move(ring)}, {"resolve", question_json(app, conflict.resolve)}});
    }
    return json_response({{"version", standing->version}, {"conflicts", std::move(list)}});
}

template <class T>
void append_bytes(std::string& bytes, const T* values, std::size_t count) {
    bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

/// Two float32 per row, little-endian as every machine that this is built for.
Response map(App& app, const Request&, const Query& query) {
    const int view = checked_view(app.desk.data(), query.number("view"));
    const auto made = app.maps.of_view(view);
    Response response{200, "application/octet-stream", {}};
    append_bytes(response.body, made->coordinates.data(), made->coordinates.size());
    response.headers.emplace_back("X-Map", made->words);
    return response;
}

/// One clustering of the session, by the rows of a view.
Partition clustering_of(App& app, Index number, int view) {
    const auto shown = app.desk.shown();
    if (number < 1 || number > static_cast<Index>(shown->clusterings.size()))
        throw BadRequest{400, fmt::format("clustering {}: there are {}", number, shown->clusterings.size())};
    const Partition& all = shown->clusterings[number - 1];
    const Dataset& data = app.desk.data();
    Partition partition{Scope::view, data.view(view).name(), all.n_clusters, {}, {}};
    for (Index row = 0; row < data.view(view).rows(); ++row) {
        const Index object = data.objects().of({view, row});
        partition.labels.push_back(all.labels[object]);
        partition.confidence.push_back(all.confidence[object]);
    }
    return partition;
}

/// The clusters of the session, all of one clustering, or of the last fit of the method.
Partition partition_of(App& app, const Query& query, int view) {
    if (const Index number = query.number_or("clustering", 0); number > 0) return clustering_of(app, number, view);
    if (query.text("from") != "fit") return app.desk.shown()->views[view];
    const auto fit = app.desk.refits().latest();
    Partition partition = fit ? fit->of_view(app.desk.data(), view) : Partition{};
    if (partition.labels.empty()) throw BadRequest{409, "the method has not fitted this view yet"};
    return partition;
}

/// One int32 label per row, then one byte of confidence.
Response labels(App& app, const Request&, const Query& query) {
    const int view = checked_view(app.desk.data(), query.number("view"));
    const Partition partition = partition_of(app, query, view);
    std::vector<std::uint8_t> confidence(partition.labels.size(), 255);
    for (std::size_t row = 0; row < partition.confidence.size() && row < confidence.size(); ++row) {
        confidence[row] = static_cast<std::uint8_t>(std::lround(255 * std::clamp(partition.confidence[row], 0.0, 1.0)));
    }
    Response response{200, "application/octet-stream", {}};
    append_bytes(response.body, partition.labels.data(), partition.labels.size());
    append_bytes(response.body, confidence.data(), confidence.size());
    return response;
}

Response clusters(App& app, const Request&, const Query& query) {
    const int view = checked_view(app.desk.data(), query.number("view"));
    const auto shown = app.desk.shown();
    nlohmann::json out =
        describe_clusters(app.desk.data(), view, partition_of(app, query, view), shown->constraints, app.items);
    out["version"] = shown->version;
    return json_response(out);
}

Response row(App& app, const Request&, const Query& query) {
    return json_response(
        app.items.reference(checked_instance(app.desk.data(), query.number("view"), query.number("row"))));
}

/// Which two rows to ask about to find out whether a cluster is two.
Response halves(App& app, const Request&, const Query& query) {
    const int view = checked_view(app.desk.data(), query.number("view"));
    const Partition partition = partition_of(app, query, view);
    const auto [a, b] =
        halves_of_cluster(app.desk.data().view(view), app.items.facts(view), partition, query.number("cluster"));
    if (a < 0) throw BadRequest{409, "a cluster of one row cannot be split"};
    return json_response({{"a", app.items.reference({view, a})}, {"b", app.items.reference({view, b})}});
}

Response attachment(std::string type, std::string body, std::string_view name) {
    return {200,
            std::move(type),
            std::move(body),
            {{"Content-Disposition", fmt::format("attachment; filename=\"{}\"", name)}}};
}

Response constraints_file(App& app, const Request&, const Query&) {
    return attachment("text/csv; charset=utf-8", constraints_csv(app.desk.data(), app.desk.shown()->constraints),
                      "constraints.csv");
}

std::string csv_cell(const std::string& cell) {
    if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
    std::string out = "\"";
    for (const char c : cell)
        out += c == '"' ? "\"\"" : std::string(1, c);
    return out + "\"";
}

/// What an object is called: by its first row, with the view where the number of a row alone would not tell.
std::string object_name(const App& app, Index object) {
    const Dataset& data = app.desk.data();
    for (int view = 0; view < data.n_views(); ++view) {
        const Index found = app.items.object_rows().row_of(object, view);
        if (found < 0) continue;
        const std::string name = data.view(view).row_name(found);
        const bool alone = data.objects().rows_are_objects() || data.view(view).has_ids();
        return alone ? name : fmt::format("{}:{}", data.view(view).name(), name);
    }
    return fmt::format("{}", object);
}

Response labels_file(App& app, const Request&, const Query& query) {
    const auto shown = app.desk.shown();
    const Index number = query.number_or("clustering", 1);
    if (number < 1 || number > static_cast<Index>(shown->clusterings.size()))
        throw BadRequest{400, fmt::format("clustering {}: there are {}", number, shown->clusterings.size())};
    const Partition& all = shown->clusterings[number - 1];
    std::string text = "id,label,confidence\n";
    for (Index object = 0; object < static_cast<Index>(all.labels.size()); ++object) {
        const double confidence = all.confidence.empty() ? 1 : all.confidence[object];
        text += fmt::format("{},{},{:.4f}\n", csv_cell(object_name(app, object)), all.labels[object], confidence);
    }
    return attachment("text/csv; charset=utf-8", std::move(text),
                      number == 1 ? "labels.csv" : fmt::format("labels_clustering{}.csv", number));
}

Response report_file(App& app, const Request&, const Query&) {
    const auto fit = app.desk.refits().latest();
    if (!fit) {
        const std::string error = app.desk.refits().status().error;
        throw BadRequest{409, error.empty() ? "the method is still fitting; try again in a moment"
                                            : fmt::format("there is no report: {}", error)};
    }
    Context context;
    return attachment("text/html; charset=utf-8", report_html(fit->run, context), "report.html");
}

constexpr std::array kReadingRoutes{
    Route{"GET", "/api/state", state},
    Route{"GET", "/api/pair", pair},
    Route{"GET", "/api/image", image},
    Route{"GET", "/api/answers", answers},
    Route{"GET", "/api/conflicts", conflicts},
    Route{"GET", "/api/map", map},
    Route{"GET", "/api/labels", labels},
    Route{"GET", "/api/clusters", clusters},
    Route{"GET", "/api/row", row},
    Route{"GET", "/api/halves", halves},
    Route{"GET", "/api/constraints.csv", constraints_file},
    Route{"GET", "/api/labels.csv", labels_file},
    Route{"GET", "/api/report.html", report_file},
};

}  // namespace

nlohmann::json state_json(App& app) {
    const auto standing = app.desk.standing();
    nlohmann::json people = nlohmann::json::array();
    for (const PersonReport& person : standing->people) {
        people.push_back({{"name", person.name}, {"answers", person.answers}, {"error_rate", person.error_rate}});
    }
    nlohmann::json out = {{"version", standing->version},
                          {"dataset", dataset_json(app)},
                          {"journal", app.desk.journal_file().string()},
                          {"person", app.desk.person()},
                          {"question", nullptr},
                          {"progress", progress_json(standing->progress)},
                          {"people", std::move(people)},
                          {"conflicts", standing->conflicts.size()},
                          {"respects", standing->respects},
                          {"can_undo", standing->can_undo},
                          {"can_redo", standing->can_redo},
                          {"refit", refit_json(app)}};
    if (standing->question) out["question"] = question_json(app, *standing->question);
    return out;
}

std::span<const Route> reading_routes() {
    return kReadingRoutes;
}

}  // namespace mvlink::serve
