#include "experiments/questions_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

constexpr std::array<int, 6> kShown{0, 10, 20, 30, 50, 100};

/// Names in the order of their first run.
template <class Name>
std::vector<std::string> study_names(std::span<const StudyRun> runs, Name name) {
    std::vector<std::string> names;
    for (const StudyRun& run : runs) {
        if (std::find(names.begin(), names.end(), name(run)) == names.end()) names.push_back(name(run));
    }
    return names;
}

std::vector<const StudyRun*> matching(std::span<const StudyRun> runs, const std::string& data,
                                      const std::string& strategy, double wrong) {
    std::vector<const StudyRun*> found;
    for (const StudyRun& run : runs) {
        if (run.data == data && run.strategy == strategy && run.wrong == wrong) found.push_back(&run);
    }
    return found;
}

template <class Value>
double study_mean(const std::vector<const StudyRun*>& runs, Value value) {
    double sum = 0;
    for (const StudyRun* run : runs)
        sum += value(*run);
    return runs.empty() ? std::nan("") : sum / static_cast<double>(runs.size());
}

std::string study_number(double value) {
    return std::isfinite(value) ? fmt::format("{:.3f}", value) : "";
}

std::string study_curves(std::span<const StudyRun> runs, const std::string& data, double wrong) {
    std::string out = "| strategy |";
    for (const int answers : kShown)
        out += fmt::format(" {} |", answers);
    out += " area | ms per question | seeds |\n|---|";
    for (std::size_t i = 0; i < kShown.size() + 3; ++i)
        out += "---:|";
    out += "\n";
    for (const std::string& strategy : study_names(runs, [](const StudyRun& run) { return run.strategy; })) {
        const auto found = matching(runs, data, strategy, wrong);
        if (found.empty()) continue;
        out += fmt::format("| {} |", strategy);
        for (const int answers : kShown)
            out += fmt::format(" {} |", study_number(study_mean(
                                            found, [&](const StudyRun& run) { return value_at(run.ari, answers); })));
        const double area = study_mean(found, [](const StudyRun& run) { return area_under(run.ari); });
        const double ms = 1000 * study_mean(found, [](const StudyRun& run) { return run.seconds; });
        out += fmt::format(" {} | {:.1f} | {} |\n", study_number(area), ms, found.size());
    }
    return out;
}

std::string study_areas(std::span<const StudyRun> runs, double wrong) {
    const auto strategies = study_names(runs, [](const StudyRun& run) { return run.strategy; });
    std::string out = "| data |";
    for (const std::string& strategy : strategies)
        out += fmt::format(" {} |", strategy);
    out += "\n|---|";
    for (std::size_t i = 0; i < strategies.size(); ++i)
        out += "---:|";
    out += "\n";
    for (const std::string& data : study_names(runs, [](const StudyRun& run) { return run.data; })) {
        const auto declared = std::find_if(study_data().begin(), study_data().end(),
                                           [&](const StudyData& known) { return known.name == data; });
        out += fmt::format("| {}{} |", data, declared != study_data().end() && declared->held_out ? " (held out)" : "");
        for (const std::string& strategy : strategies) {
            const auto found = matching(runs, data, strategy, wrong);
            out += fmt::format(
                " {} |", study_number(study_mean(found, [](const StudyRun& run) { return area_under(run.ari); })));
        }
        out += "\n";
    }
    return out;
}

/// "skeleton 10, random 1 to 3": of how many runs the cells are means.
std::string seeds_of_strategies(std::span<const StudyRun> runs) {
    std::string out;
    for (const std::string& strategy : study_names(runs, [](const StudyRun& run) { return run.strategy; })) {
        std::size_t least = runs.size(), most = 0;
        for (const StudyRun& run : runs) {
            if (run.strategy != strategy) continue;
            const std::size_t found = matching(runs, run.data, strategy, run.wrong).size();
            least = std::min(least, found);
            most = std::max(most, found);
        }
        out += fmt::format("{}{} {}", out.empty() ? "" : "; ", strategy, least);
        if (most > least) out += fmt::format(" to {}", most);
    }
    return out;
}

/// The largest loss against the start within the first ten answers, and what wrong answers cost.
std::string promise_table(std::span<const StudyRun> runs) {
    std::string out =
        "| data | at 0 answers | least at 5 to 10 | perfect person at 60 | 10 % wrong at 100 | difference |\n"
        "|---|---:|---:|---:|---:|---:|\n";
    for (const std::string& data : study_names(runs, [](const StudyRun& run) { return run.data; })) {
        const auto perfect = matching(runs, data, "skeleton", 0);
        const auto wrong = matching(runs, data, "skeleton", 0.10);
        const auto at = [](int answers) { return [=](const StudyRun& run) { return value_at(run.ari, answers); }; };
        const double first = study_mean(perfect, at(0));
        const double least = std::min(study_mean(perfect, at(5)), study_mean(perfect, at(10)));
        const double sixty = study_mean(perfect, at(60));
        const double hundred = study_mean(wrong, at(100));
        out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", data, study_number(first), study_number(least),
                           study_number(sixty), study_number(hundred), study_number(hundred - sixty));
    }
    return out;
}

}  // namespace

std::string study_page(std::span<const StudyRun> runs, const std::string& command) {
    std::string out = fmt::format(
        "# Which pair should a person judge next?\n\nWritten by `{}`. Every number is the mean over seeds (start, "
        "person and pairs change with the seed) of the adjusted Rand index between the clusters of a session and the "
        "true classes. The person is simulated: the true answer, wrong with the given probability, independently each "
        "time. Sessions use their default options, so one question in 12 is a check. The number of clusters to begin "
        "with is that of the classes. Held-out data were not looked at while the strategies were made. Time is "
        "processor "
        "time of one thread. Seeds: {}.\n\n## Area under the curve, 0 to 100 answers\n\n",
        command, seeds_of_strategies(runs));
    for (const double wrong : {0.0, 0.05, 0.10, 0.15})
        out += fmt::format("{:.0f} % wrong answers:\n\n{}\n", 100 * wrong, study_areas(runs, wrong));
    out +=
        "## What skeleton aims at\n\nNot below the start by more than 0.01 in the first ten answers; 10 % wrong "
        "answers "
        "at 100 questions within 0.05 of a perfect person at 60:\n\n" +
        promise_table(runs) + "\n## After 0 to 100 answers\n";
    for (const std::string& data : study_names(runs, [](const StudyRun& run) { return run.data; })) {
        for (const double wrong : {0.0, 0.10})
            out += fmt::format("\n### {}, {:.0f} % wrong\n\n{}", data, 100 * wrong, study_curves(runs, data, wrong));
    }
    return out;
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
