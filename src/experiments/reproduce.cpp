#include "experiments/reproduce.hpp"

#include "experiments/choice.hpp"
#include "experiments/engine.hpp"
#include "experiments/figure.hpp"
#include "experiments/pages.hpp"
#include "experiments/papers.hpp"
#include "experiments/questions_study.hpp"
#include "experiments/text_tables.hpp"
#include "io/folder_change.hpp"

#include <mvlink/error.hpp>
#include <mvlink/io.hpp>
#include <mvlink/registry.hpp>
#include <mvlink/run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    ::gmtime_r(&now, &utc);
    return fmt::format("{:04}-{:02}-{:02}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday);
}

double sum_of_seconds(const std::vector<RunRecord>& records) {
    double sum = 0;
    for (const RunRecord& record : records)
        sum += record.seconds;
    return sum;
}

/// Names and contents.
std::vector<std::pair<std::string, std::string>> pages(const Report& report) {
    std::vector<std::pair<std::string, std::string>> files;
    files.emplace_back("table.md", tables_markdown(report));
    files.emplace_back("table.tex", tables_latex(report));
    for (const Analysis& analysis : report.analyses)
        files.emplace_back(figure_file(analysis), figure_svg(analysis));
    files.emplace_back("README.md", readme_markdown(report));
    files.emplace_back("index.html", index_html(report));
    return files;
}

/// In one step.
void write_files(const std::filesystem::path& folder, const Report& report) {
    io::FolderChange change(folder);
    for (const auto& [name, content] : pages(report))
        change.put(name, content);
    change.commit();
}

/// A folder without runs.csv is not one of ours, and a README.md or index.html in it is somebody's work.
void require_own_folder(const std::filesystem::path& folder) {
    if (std::filesystem::exists(folder / "runs.csv")) return;
    for (const char* name : {"README.md", "index.html", "table.md", "table.tex"}) {
        if (!std::filesystem::exists(std::filesystem::symlink_status(folder / name))) continue;
        throw Error(ErrorCode::file,
                    fmt::format("{}: a file that mvlink did not write would be replaced; expected another folder",
                                (folder / name).string()));
    }
}

std::vector<ClaimOutcome> claim_outcomes(const std::vector<Analysis>& analyses) {
    std::vector<ClaimOutcome> outcomes;
    for (const Analysis& analysis : analyses) {
        for (const JudgedClaim& judged : analysis.claims) {
            outcomes.push_back({analysis.experiment().name, judged.claim->text, judged.form, is_own(*judged.claim),
                                judged.verdict, detail_of(judged)});
        }
    }
    return outcomes;
}

bool is_registered(const std::string& name) {
    const auto known = methods();
    return std::any_of(known.begin(), known.end(), [&](const MethodInfo& method) { return method.name == name; });
}

ExperimentInfo info_of(const Experiment& experiment) {
    ExperimentInfo info{experiment.name, experiment.title, {}, {}, {}, 0};
    Index places = 0;
    for (const Panel& panel : experiment.panels) {
        info.datasets.push_back(panel.data.name);
        places += static_cast<Index>(panel.values.size());
    }
    for (const MethodSpec& method : experiment.methods) {
        info.methods.push_back(method.label);
        const auto& missing = info.missing_methods;
        if (method.method != kAuto && !is_registered(method.method) &&
            std::find(missing.begin(), missing.end(), method.method) == missing.end()) {
            info.missing_methods.push_back(method.method);
        }
    }
    info.runs =
        places * static_cast<Index>(experiment.methods.size()) * experiment.repetitions * std::max(experiment.folds, 1);
    return info;
}

}  // namespace

ReproduceOutcome reproduce_from(const std::vector<Paper>& papers, const ReproduceRequest& request, Context& context) {
    const Paper& paper = find_paper(papers, request.paper);
    std::vector<Experiment> chosen = chosen_experiments(paper, request);
    leave_out_missing_methods(chosen);
    require_methods(chosen);
    const OutputFolder output(request.folder);
    require_own_folder(request.folder);
    const Plan plan = make_plan(chosen, {request.quick, request.repetitions}, request.data_folders, context);
    RunLog log(request.folder / "runs.csv", request.resume);

    const Finished finished = run_all(plan, log, context);
    ReproduceOutcome outcome;
    outcome.cancelled = finished.cancelled;
    outcome.runs = static_cast<Index>(plan.runs.size());
    outcome.done = finished.done;
    outcome.reused = finished.reused;
    outcome.damaged = log.damaged();
    outcome.set_aside = log.set_aside();
    if (finished.cancelled) return outcome;

    std::vector<Analysis> analyses;
    for (const PlannedExperiment& planned : plan.experiments)
        analyses.push_back(analyse(plan, planned, finished.records));
    const Report report{paper,          plan,          analyses, request.command,
                        context.seed(), request.quick, today(),  sum_of_seconds(finished.records)};
    write_files(request.folder, report);
    outcome.claims = claim_outcomes(analyses);
    outcome.tables = tables_markdown(report);
    outcome.json = figures_json(report);
    return outcome;
}

}  // namespace experiments

std::string_view to_string(Verdict verdict) noexcept {
    switch (verdict) {
        case Verdict::reproduced:
            return "reproduced";
        case Verdict::mostly_reproduced:
            return "mostly reproduced";
        case Verdict::mixed:
            return "mixed";
        case Verdict::slight:
            return "slight";
        case Verdict::not_reproduced:
            return "not reproduced";
        case Verdict::inconclusive:
            return "inconclusive";
    }
    return "";
}

std::vector<PaperInfo> reproducible_papers() {
    std::vector<PaperInfo> infos;
    for (const experiments::Paper& paper : experiments::papers()) {
        infos.push_back({paper.name, paper.title, paper.citation, {}});
        for (const experiments::Experiment& experiment : paper.experiments)
            infos.back().experiments.push_back(experiments::info_of(experiment));
    }
    infos.push_back(experiments::questions_info());
    return infos;
}

ReproduceOutcome reproduce(const ReproduceRequest& request, Context& context) {
    if (request.paper == experiments::kQuestionsStudy) return experiments::reproduce_questions(request, context);
    return experiments::reproduce_from(experiments::papers(), request, context);
}

}  // namespace v1
}  // namespace mvlink
