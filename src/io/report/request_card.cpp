#include "io/report/cards.hpp"
#include "io/report/text.hpp"

#include <mvlink/preparation.hpp>
#include <mvlink/registry.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

/// The registry's entry, or null for a method that it does not list.
const MethodInfo* registered(const std::string& method) {
    const auto all = methods();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const MethodInfo& info) { return info.name == method; });
    return found != all.end() ? &*found : nullptr;
}

const OptionInfo* declared(const MethodInfo* method, const std::string& option) {
    if (method == nullptr) return nullptr;
    const auto found = std::find_if(method->options.begin(), method->options.end(),
                                    [&](const OptionInfo& info) { return info.name == option; });
    return found != method->options.end() ? &*found : nullptr;
}

std::string option_row(const OptionText& option, const OptionInfo* info, bool changed) {
    return fmt::format("<tr><th scope=\"row\"><code>{}</code>{}</th><td><code>{}</code>{}</td></tr>\n",
                       html(option.name), info != nullptr ? "<small>" + html(info->help) + "</small>" : "",
                       html(option.value),
                       changed && info != nullptr && !info->default_text.empty()
                           ? "<small>default " + html(info->default_text) + "</small>"
                           : "");
}

/// Options that were changed first; the others folded away.
std::string options_html(const Result& result) {
    const MethodInfo* method = registered(result.method);
    std::string changed, unchanged;
    Index defaults = 0;
    for (const OptionText& option : result.options) {
        const OptionInfo* info = declared(method, option.name);
        const bool differs = info == nullptr || info->default_text != option.value;
        (differs ? changed : unchanged) += option_row(option, info, differs);
        defaults += differs ? 0 : 1;
    }
    std::string out;
    if (!changed.empty()) out += "<table class=\"options\"><tbody>\n" + changed + "</tbody></table>\n";
    if (defaults > 0) {
        out += fmt::format(
            "<details><summary>{}</summary>\n<table "
            "class=\"options\"><tbody>\n{}</tbody></table></details>\n",
            defaults == 1 ? "1 option at its default" : count(defaults) + " options at their defaults", unchanged);
    }
    return out;
}

std::string views_html(const Run& run) {
    const bool weighted = run.result.view_weights.size() == static_cast<std::size_t>(run.problem.data.n_views());
    std::string out =
        "<div class=\"scroll\"><table class=\"rows\"><thead><tr><th>view</th><th class=\"num\">rows</th>"
        "<th class=\"num\">columns</th><th>kind</th>";
    out += weighted ? "<th class=\"num\">weight</th></tr></thead>\n<tbody>\n" : "</tr></thead>\n<tbody>\n";
    for (int index = 0; index < run.problem.data.n_views(); ++index) {
        const View& view = run.problem.data.view(index);
        out +=
            fmt::format("<tr><td>{}</td><td class=\"num\">{}</td><td class=\"num\">{}</td><td class=\"nowrap\">{}</td>",
                        html(view.name()), count(view.rows()), count(view.cols()), html(view.kind()));
        if (weighted) {
            out += "<td class=\"num\">" + number(run.result.view_weights[index]) + "</td>";
        }
        out += "</tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

std::string preparation_html(const Model& model) {
    std::string out;
    for (const ViewPreparation& preparation : model.preparation) {
        const auto view = std::find(model.views.begin(), model.views.end(), preparation.view) - model.views.begin();
        const Index after = static_cast<std::size_t>(view) < model.cols.size() ? model.cols[view] : preparation.cols;
        out += fmt::format("<p class=\"note\">View {} was prepared: {}{}.</p>\n", html(preparation.view),
                           html(steps_text(preparation)),
                           after == preparation.cols ? "" : ", which left " + plural(after, "column", "columns"));
    }
    return out;
}

/// What auto or select compared, the chosen one marked.
std::string candidates_html(const Run& run) {
    if (run.candidates.empty()) return {};
    std::string rows;
    for (const TriedCandidate& tried : run.candidates) {
        const bool measured = tried.agreement.must + tried.agreement.cannot > 0;
        rows += fmt::format("<tr><td>{0}{1}{2}</td><td class=\"num\">{3}</td></tr>\n", tried.chosen ? "<b>" : "",
                            html(describe(tried.candidate)), tried.chosen ? "</b>" : "",
                            measured ? percent(tried.agreement.kept) : html(to_string(tried.state)));
    }
    return fmt::format(
        "<details><summary>{} compared</summary>\n<div class=\"scroll\"><table class=\"rows\"><thead><tr>"
        "<th>candidate</th><th class=\"num\">held-out judgements kept</th></tr></thead>\n<tbody>\n{}</tbody></table>"
        "</div></details>\n",
        plural(static_cast<Index>(run.candidates.size()), "candidate", "candidates"), rows);
}

std::string choice_html(const Run& run) {
    if (run.choice.reason.empty()) return {};
    const std::string what = run.choice.is_named ? "Number of clusters chosen by auto: " : "Chosen by auto: ";
    return "<p class=\"note\">" + what + html(run.choice.reason) + ".</p>\n" + candidates_html(run);
}

}  // namespace

std::string request_html(const Run& run) {
    const MethodInfo* method = registered(run.result.method);
    std::string body = fmt::format("<p><b>{}</b>{}</p>\n", html(run.result.method),
                                   method != nullptr ? ": " + html(method->title) : "");
    body += choice_html(run) + options_html(run.result);
    body += fmt::format("<h3>Data</h3>\n<p class=\"source\"><bdi>{}</bdi></p>\n", html(run.problem.source));
    body += views_html(run) + preparation_html(run.result.model);
    body += fmt::format("<p class=\"note\">Seed {}</p>\n", run.result.seed);
    return card("request", "Settings", body);
}

std::string command_html(const Run& run) {
    if (run.command.empty()) return {};
    std::string words = "<span>";  // lines break between words, never at the hyphen of an option
    for (const char c : html(run.command)) {
        words += c == ' ' ? std::string("</span> <span>") : std::string(1, c);
    }
    return card("command", "Command",
                "<div class=\"copybox\"><pre><code>" + words +
                    "</span></code></pre><button type=\"button\" class=\"copy\">Copy</button></div>\n");
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
