#include "command.hpp"
#include "failure.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "output_folder.hpp"
#include "progress_bar.hpp"
#include "run_arguments.hpp"
#include "scatter.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/constraints.hpp>
#include <mvlink/generate.hpp>
#include <mvlink/io.hpp>
#include <mvlink/run.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fs = std::filesystem;

namespace mvlink::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kPairs = 30;
constexpr double kMustShare = 0.75;
constexpr int kSeenOfEach = 6;  // rows of each streak that the user has looked at
constexpr std::size_t kPairsShown = 4;
constexpr std::size_t kWideScreen = 100;
constexpr std::size_t kPanelHeight = 15;

struct DemoArguments {
    std::string folder = "mvlink-demo";
    RunArguments run;
};

/// The same data without and with a user's constraints on a few pairs.
struct Story {
    Run before;
    Run after;  ///< its problem has the constraints

    [[nodiscard]] const View& view() const { return after.problem.data.view(0); }
    [[nodiscard]] double f_before() const { return before.scores.front().measures.f_measure; }
    [[nodiscard]] double f_after() const { return after.scores.front().measures.f_measure; }
    [[nodiscard]] bool cancelled() const {
        return before.result.stop_reason == StopReason::cancelled || after.result.stop_reason == StopReason::cancelled;
    }
};

/// The classes of the few rows that the user has looked at; the others stay unknown.
std::vector<std::int32_t> seen_labels(std::vector<std::int32_t> labels) {
    std::map<std::int32_t, int> seen;
    for (std::int32_t& label : labels) {
        if (++seen[label] > kSeenOfEach) label = -1;
    }
    return labels;
}

Story live(Context& context, const fs::path& data_folder) {
    const StreaksOptions streaks;
    Generated made = generate_streaks(streaks, context.stream("demo/streaks"));
    SampleOptions answers;
    answers.count = kPairs;
    answers.must_share = kMustShare;
    const std::vector<Constraint> pairs =
        sample_constraints(seen_labels(made.truths.front().labels), 0, answers, context.stream("demo/pairs"));
    Problem problem{.data = made.data, .truths = std::move(made.truths), .source = data_folder.string()};
    const std::vector<OptionText> options{{"n_clusters", std::to_string(streaks.clusters)}};
    Run before = cluster(problem, {.method = "kmeans", .options = options}, context);
    problem.data = made.data.with_constraints(pairs);
    Run after = cluster(std::move(problem), {.method = "pck-means", .options = options}, context);
    return {std::move(before), std::move(after)};
}

struct Folders {
    fs::path top;
    fs::path data;
    fs::path before;
};

Folders folders_of(const DemoArguments& arguments) {
    const fs::path top(arguments.folder);
    return {top, top / "data", top / "kmeans"};
}

void write_story(OutputFolder& output, const Folders& folders, Story& story, Context& context) {
    const std::string clusters = std::to_string(story.after.result.partitions.front().n_clusters);
    const std::string command = "mvlink cluster " + shell_quoted(folders.data.string()) + " -k " + clusters;
    story.before.command = command + " --method kmeans";
    story.before.title = "Demo: K-Means alone";
    story.after.command = command + " --method pck-means";
    story.after.title = fmt::format("Demo: three streaks and {} constraints", kPairs);
    write_dataset(folders.data, story.after.problem.data, story.after.problem.truths);
    write_run(folders.before, story.before, context);
    write_run(output, story.after, context);
}

std::string paragraph(const std::string& text) {
    return wrap(text, text_width()) + "\n\n";
}

std::string tell_pairs(const Story& story, const Folders& folders) {
    const auto pairs = story.after.problem.data.constraints();
    Table table({{""}, {""}, {""}});
    // Of both kinds, so that the reader sees what the two words mean.
    for (const Link link : {Link::must, Link::cannot}) {
        std::size_t shown = 0;
        for (const Constraint& pair : pairs) {
            if (pair.link != link || shown == kPairsShown / 2) continue;
            table.add({fmt::format("{} and {}", story.view().row_name(pair.a.row), story.view().row_name(pair.b.row)),
                       link == Link::must ? "together" : "apart", fmt::format("({})", to_string(link))});
            ++shown;
        }
    }
    return table.text(4) + fmt::format("    and {} more, in {}\n\n", pairs.size() - kPairsShown,
                                       (folders.data / "constraints.csv").string());
}

std::string draw(const Story& story) {
    const auto screen = static_cast<std::size_t>(screen_width());
    const std::size_t width = screen >= kWideScreen ? 46 : std::min<std::size_t>(screen - 2, 60);
    const auto panel = [&](const Run& run, const std::string& title) {
        return draw_scatter(story.view(), run.result.partitions.front().labels, title, width, kPanelHeight);
    };
    return arrange({panel(story.before, fmt::format("K-Means alone: F = {:.2f}", story.f_before())),
                    panel(story.after, fmt::format("with {} constraints: F = {:.2f}", kPairs, story.f_after()))},
                   screen) +
           "\n";
}

std::string tell_next(const Folders& folders) {
    const std::string data = shell_quoted(folders.data.string());
    return fmt::format(
        "Open {} in a browser to see the result.\n\nThree things to try next:\n"
        "  mvlink cluster {} -k 3 --method pck-means     the same from your own command line\n"
        "  mvlink cluster {} -k 3 --method kmeans        what happens without constraints\n"
        "  mvlink constraints check {}                   a summary of the constraints\n",
        (folders.top / "report.html").string(), data, data, data);
}

std::string tell(const Story& story, const Folders& folders) {
    const ConstraintReport& report = story.after.result.constraints;
    const Index kept = report.must.satisfied + report.cannot.satisfied;
    std::string out =
        paragraph(fmt::format("The data: {} in three streaks, two short ones side by side and a long one "
                              "apart. The program is told that there are three clusters, not where they are.",
                              counted(story.view().rows(), "point")));
    out +=
        paragraph(fmt::format("1. K-Means alone prefers round clusters: it cuts the long streak in two and merges the "
                              "short ones. Compared with the true classes, F = {:.2f} (1 is perfect).",
                              story.f_before()));
    out += fmt::format("2. A user looks at {} points and says for {} pairs whether they belong together:\n",
                       3 * kSeenOfEach, kPairs);
    out += tell_pairs(story, folders);
    out += paragraph(fmt::format("3. PCK-Means uses these constraints: F = {:.2f}, {} of {} satisfied, {}.",
                                 story.f_after(), kept, report.must.given + report.cannot.given,
                                 counted(story.after.result.iterations, "iteration")));
    return out + draw(story) + tell_next(folders);
}

std::string as_json(const Story& story, const Folders& folders) {
    const ConstraintReport& report = story.after.result.constraints;
    const Json json{
        {"schema", 1},
        {"rows", story.view().rows()},
        {"pairs", report.must.given + report.cannot.given},
        {"kmeans", {{"f_measure", story.f_before()}}},
        {"pck_means", {{"f_measure", story.f_after()}, {"satisfied", report.must.satisfied + report.cannot.satisfied}}},
        {"report", (folders.top / "report.html").string()}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

int run_demo(const DemoArguments& arguments) {
    const Folders folders = folders_of(arguments);
    require_folder(folders.top.string());
    OutputFolder output(folders.top);
    output.require_no_foreign_results();
    const RemoveOnInterrupt removes(&output.made());
    ProgressBar bar(!arguments.run.quiet);
    Context context(settings_of(arguments.run, bar));
    const CancelOnInterrupt guard(context);
    Story story = live(context, folders.data);
    write_story(output, folders, story, context);
    bar.erase();
    if (arguments.run.json) {
        print_data(as_json(story, folders));
    } else if (!arguments.run.quiet) {
        print_colored(tell(story, folders));
    }
    if (!story.cancelled()) return kDone;
    print_error("interrupted: the numbers are not final");
    return kInterrupted;
}

}  // namespace

void add_demo(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<DemoArguments>();
    CLI::App* app = add_command(
        parent,
        {.name = "demo",
         .title = "See what mvlink does, on built-in data.",
         .description = "Shows the main task on built-in data: K-Means alone goes wrong; a user says for a dozen "
                        "pairs whether they belong together; with these constraints the clusters are right. "
                        "Writes the data, both results and a report to open.",
         .usage = "[options]",
         .examples = {"demo", "demo -o /tmp/demo --seed 5"}});
    app->add_option("-o", arguments->folder, "Folder for everything. Default: ./mvlink-demo.")
        ->option_text("DIR")
        ->group("Output");
    add_json_argument(*app, arguments->run, "Print the numbers as JSON instead of the text.");
    add_quiet_argument(*app, arguments->run);
    add_seed_argument(*app, arguments->run);
    add_threads_argument(*app, arguments->run);
    commands.push_back({app, [arguments](const Invocation&) { return run_demo(*arguments); }});
}

}  // namespace mvlink::cli
