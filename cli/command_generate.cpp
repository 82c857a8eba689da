#include "command.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "output_folder.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"
#include "text.hpp"

#include <mvlink/error.hpp>
#include <mvlink/generate.hpp>
#include <mvlink/generate_clusterings.hpp>
#include <mvlink/io.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fs = std::filesystem;

namespace mvlink::cli {
namespace {

struct GenerateArguments {
    std::string folder;
    std::string hint;            ///< options that suit the data, for the suggested command
    bool for_all_views = false;  // the hint is about all views, not the first
    bool force = false;
    RunArguments run;
    BlobsOptions blobs;
    FourQuadrantsOptions four_quadrants;
    MvcscSyntheticOptions mvcsc_synthetic;
    CurvesOptions curves;
    SuperInstancesOptions super_instances;
    StreaksOptions streaks;
    SmvcSyntheticOptions smvc_synthetic;
    StickFiguresOptions stick_figures;
};
using Arguments = std::shared_ptr<GenerateArguments>;
using Generator = std::function<Generated(const GenerateArguments&, Random)>;

/// Whether generate (or another of our writers) made the dataset in this folder.
bool is_ours(const fs::path& folder) {
    std::ifstream file(folder / "dataset.json");
    const auto json = nlohmann::json::parse(file, nullptr, false);
    return json.is_object() && json.value("made_by", nlohmann::json()) == "mvlink";
}

/// Does not write into a folder with files that mvlink did not make.
void require_ours(const fs::path& folder, bool force) {
    std::error_code error;
    if (force || !fs::is_directory(folder, error) || fs::is_empty(folder, error)) return;
    if (is_ours(folder)) return;
    throw Error(ErrorCode::file,
                fmt::format("{}: the folder holds files that mvlink did not make; use --force to write into it anyway",
                            folder.string()));
}

std::size_t classes_of(const Generated& made) {
    const auto& labels = made.truths.front().labels;
    return static_cast<std::size_t>(*std::max_element(labels.begin(), labels.end())) + 1;
}

/// Several truths of one table are for the method that finds several clusterings.
std::string proposed_method(const Generated& made) {
    if (made.data.n_views() > 1 || made.truths.size() < 2) return "";
    return made.truths.size() == 2 ? " --method smvc"
                                   : fmt::format(" --method smvc --set n_clusterings={}", made.truths.size());
}

std::string describe(const Generated& made, const std::string& folder, const GenerateArguments& arguments) {
    std::string out = fmt::format("Written to {}:\n", shell_quoted(folder));
    for (const View& view : made.data.views()) {
        out += fmt::format("  view {}: {} x {}\n", view.name(), counted(view.rows(), "row"),
                           counted(view.cols(), "column"));
    }
    return out + fmt::format(
                     "\nTry: mvlink cluster {} -k {}{}{}{}\n", shell_quoted(folder), classes_of(made),
                     made.data.n_views() > 1 && !arguments.for_all_views ? " --views " + made.data.view(0).name() : "",
                     proposed_method(made), arguments.hint);
}

int run_generate(const std::string& name, const GenerateArguments& arguments, const Generator& generator) {
    const std::string folder = arguments.folder.empty() ? name : arguments.folder;
    require_folder(folder);
    OutputFolder output(folder, arguments.force);
    require_ours(folder, arguments.force);
    const RemoveOnInterrupt removes(&output.made());
    ProgressBar bar(false);
    Context context(settings_of(arguments.run, bar));
    const Generated made = generator(arguments, context.stream("generate/" + name));
    const CancelOnInterrupt finish_writing(context);
    write_dataset(output, made.data, made.truths);
    if (!arguments.run.quiet) print_out(describe(made, folder, arguments));
    return kDone;
}

CLI::App* add_generator(CLI::App& parent, Commands& commands, const Arguments& arguments, const CommandText& text,
                        const Generator& generator) {
    CLI::App* app = add_command(parent, text);
    add_seed_argument(*app, arguments->run);
    app->add_option("-o", arguments->folder, "Folder to write. Default: ./" + text.name + ".")
        ->option_text("DIR")
        ->group("Output");
    app->add_flag("--force", arguments->force, "Write into a folder that holds other files.")->group("Output");
    add_quiet_argument(*app, arguments->run);
    commands.push_back({app, [arguments, generator, name = text.name](const Invocation&) {
                            return run_generate(name, *arguments, generator);
                        }});
    return app;
}

void add_blobs_arguments(CLI::App& app, BlobsOptions& blobs) {
    app.add_option("--rows", blobs.rows, "Rows of a view. Default: 300.")->option_text("N")->group("Data");
    app.add_option("--clusters", blobs.clusters, "Blobs. Default: 3.")->option_text("K")->group("Data");
    app.add_option("--cols", blobs.cols, "Columns. Default: 2.")->option_text("D")->group("Data");
    app.add_option("--spread", blobs.spread, "Standard deviation inside a blob. Default: 1.")
        ->option_text("X")
        ->group("Data");
    app.add_option("--separation", blobs.separation, "Side of the cube that centres are drawn from. Default: 10.")
        ->option_text("X")
        ->group("Data");
}

void add_blobs(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<GenerateArguments>();
    CLI::App* app = add_generator(
        parent, commands, arguments,
        {.name = "blobs",
         .title = "Round Gaussian blobs in one view.",
         .description = "Makes round Gaussian blobs around centres drawn from a cube: easy data to try things on.",
         .usage = "[options]",
         .examples = {"generate blobs", "generate blobs --clusters 5 --cols 10 --spread 2 -o hard"}},
        [](const GenerateArguments& a, Random random) { return generate_blobs(a.blobs, random); });
    add_blobs_arguments(*app, arguments->blobs);
}

void add_curves(CLI::App& parent, Commands& commands, const CommandText& text,
                Generated (*generate)(const CurvesOptions&, Random)) {
    auto arguments = std::make_shared<GenerateArguments>();
    CLI::App* app =
        add_generator(parent, commands, arguments, text,
                      [generate](const GenerateArguments& a, Random random) { return generate(a.curves, random); });
    arguments->hint = " --method spectral";
    arguments->for_all_views = true;
    CurvesOptions& curves = arguments->curves;
    app->add_option("--rows", curves.rows, "Rows. Default: 200.")->option_text("N")->group("Data");
    app->add_option("--noise", curves.noise, "Standard deviation around the curve. Default: 0.1.")
        ->option_text("X")
        ->group("Data");
    app->add_option("--views", curves.views, "Views of the same objects, each drawn by itself. Default: 1.")
        ->option_text("V")
        ->group("Data");
}

void add_moons(CLI::App& parent, Commands& commands) {
    add_curves(parent, commands,
               {.name = "moons",
                .title = "Two interlocking half-moons, which K-Means cuts across.",
                .description = "Makes two interlocking half-moons: classes that are connected but not compact, so that "
                               "K-Means cuts across them.",
                .usage = "[options]",
                .examples = {"generate moons", "generate moons --views 2 --noise 0.2 -o two"}},
               generate_moons);
}

void add_rings(CLI::App& parent, Commands& commands) {
    add_curves(parent, commands,
               {.name = "rings",
                .title = "A ring inside another, which have the same centre.",
                .description = "Makes a ring inside another. Both classes have the same centre, so that no method that "
                               "describes a cluster by its centre can tell them apart.",
                .usage = "[options]",
                .examples = {"generate rings", "generate rings --rows 1000 --noise 0.05 -o thin"}},
               generate_rings);
}

void add_super_instances(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<GenerateArguments>();
    CLI::App* app = add_generator(
        parent, commands, arguments,
        {.name = "super-instances",
         .title = "Two views of different things whose classes are paired, partly mapped.",
         .description =
             "Makes two views of different things, as the constraint propagation paper does: rows of class i "
             "of one view are mapped to rows of class i of the other, one to one. Rows that are left over, "
             "since classes have different sizes in the two views, are not mapped. The classes are Gaussian "
             "blobs; each view has its own (labels_a.txt, labels_b.txt).",
         .usage = "[options]",
         .examples = {"generate super-instances", "generate super-instances --mapped 0.3 --spread 2 -o sparse"}},
        [](const GenerateArguments& a, Random random) { return generate_super_instances(a.super_instances, random); });
    add_blobs_arguments(*app, arguments->super_instances.view);
    app->add_option("--mapped", arguments->super_instances.mapped,
                    "Share of the super-instances that the mapping lists. Default: 1.")
        ->option_text("X")
        ->group("Data");
}

void add_four_quadrants(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<GenerateArguments>();
    CLI::App* app = add_generator(
        parent, commands, arguments,
        {.name = "four-quadrants",
         .title = "Two mapped views in which K-Means alone goes wrong.",
         .description =
             "Makes the Four Quadrants data: two views, two classes, every row of one view mapped to a row of "
             "the other; a class fills quadrants or halves so that K-Means alone goes wrong.",
         .usage = "[options]",
         .examples = {"generate four-quadrants", "generate four-quadrants --rows 1000 --seed 3 -o big"}},
        [](const GenerateArguments& a, Random random) { return generate_four_quadrants(a.four_quadrants, random); });
    app->add_option("--rows", arguments->four_quadrants.rows_per_view, "Rows of each view. Default: 200.")
        ->option_text("N")
        ->group("Data");
}

void add_mvcsc_synthetic(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<GenerateArguments>();
    CLI::App* app = add_generator(
        parent, commands, arguments,
        {.name = "mvcsc-synthetic",
         .title = "Six mapped views: two clean, two noisy, two irrelevant.",
         .description = "Makes the synthetic data of the MVCSC paper: three classes and six views of two columns. Two "
                        "views are Gaussian mixtures, two are these with noise added, and two are these in random "
                        "order, so that they say nothing about the classes.",
         .usage = "[options]",
         .examples = {"generate mvcsc-synthetic", "generate mvcsc-synthetic --rows 900 --noise 1 -o noisy"}},
        [](const GenerateArguments& a, Random random) { return generate_mvcsc_synthetic(a.mvcsc_synthetic, random); });
    arguments->hint = " --method mvcsc";
    arguments->for_all_views = true;
    MvcscSyntheticOptions& made = arguments->mvcsc_synthetic;
    app->add_option("--rows", made.rows, "Rows of each view. Default: 300.")->option_text("N")->group("Data");
    app->add_option("--noise", made.noise, "Standard deviation of the noise in the noisy views. Default: 0.3.")
        ->option_text("X")
        ->group("Data");
}

void add_streaks(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<GenerateArguments>();
    CLI::App* app = add_generator(
        parent, commands, arguments,
        {.name = "streaks",
         .title = "Parallel streaks that K-Means cuts across: the data of the demo.",
         .description = "Makes parallel streaks, the data of mvlink demo. K-Means cuts across them; a few "
                        "constraints put it right.",
         .usage = "[options]",
         .examples = {"generate streaks", "generate streaks --rows 600 --clusters 4"}},
        [](const GenerateArguments& a, Random random) { return generate_streaks(a.streaks, random); });
    app->add_option("--rows", arguments->streaks.rows, "Rows. Default: 240.")->option_text("N")->group("Data");
    app->add_option("--clusters", arguments->streaks.clusters, "Streaks. Default: 3.")->option_text("K")->group("Data");
}

void add_smvc_synthetic(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<GenerateArguments>();
    CLI::App* app = add_generator(
        parent, commands, arguments,
        {.name = "smvc-synthetic",
         .title = "One table with several independent clusterings, each on its own columns.",
         .description = "Makes one table that can be clustered in several ways: every clustering has its own columns, "
                        "in which its clusters are round. Its classes are written to labels_t1.txt, labels_t2.txt, ..",
         .usage = "[options]",
         .examples = {"generate smvc-synthetic", "generate smvc-synthetic --separation 0.5 --seed 3 -o medium",
                      "generate smvc-synthetic --clusterings 4 --cols 20 --noise-cols 10"}},
        [](const GenerateArguments& a, Random random) { return generate_smvc_synthetic(a.smvc_synthetic, random); });
    SmvcSyntheticOptions& made = arguments->smvc_synthetic;
    app->add_option("--rows", made.rows, "Rows. Default: 5000.")->option_text("N")->group("Data");
    app->add_option("--clusterings", made.clusterings, "Clusterings. Default: 2.")->option_text("M")->group("Data");
    app->add_option("--clusters", made.clusters, "Clusters of each. Default: 4.")->option_text("K")->group("Data");
    app->add_option("--cols", made.cols, "Columns, divided among the clusterings. Default: 20.")
        ->option_text("D")
        ->group("Data");
    app->add_option("--separation", made.separation,
                    "Standard deviation of the cluster means; inside a cluster it is 1. Default: 2.")
        ->option_text("X")
        ->group("Data");
    app->add_option("--noise-cols", made.noise_cols, "Additional noise columns. Default: 0.")
        ->option_text("D")
        ->group("Data");
}

void add_stick_figures(CLI::App& parent, Commands& commands) {
    auto arguments = std::make_shared<GenerateArguments>();
    CLI::App* app = add_generator(
        parent, commands, arguments,
        {.name = "stick-figures",
         .title = "Images of dancing stick figures: arms and legs are two clusterings.",
         .description =
             "Draws stick figures of 20 x 20 pixels. The position of the arms (labels_upper.txt) and that of the "
             "legs (labels_lower.txt) are independent of each other: two clusterings of one table.",
         .usage = "[options]",
         .examples = {"generate stick-figures", "generate stick-figures --noise 0.5 --jitter 1 -o dancing"}},
        [](const GenerateArguments& a, Random random) { return generate_stick_figures(a.stick_figures, random); });
    StickFiguresOptions& made = arguments->stick_figures;
    arguments->hint = " --set image=20x20";
    app->add_option("--rows", made.rows, "Figures. Default: 900.")->option_text("N")->group("Data");
    app->add_option("--noise", made.noise, "Standard deviation of a pixel; ink is 1. Default: 0.3.")
        ->option_text("X")
        ->group("Data");
    app->add_option("--jitter", made.jitter, "Maximum shift of a figure in pixels. Default: 0.")
        ->option_text("P")
        ->group("Data");
}

}  // namespace

void add_generate(CLI::App& parent, Commands& commands) {
    CLI::App* app = add_command(
        parent,
        {.name = "generate",
         .title = "Make data with known classes.",
         .description =
             "Makes a dataset folder with known classes (labels.txt, or labels_<x>.txt if there are several).",
         .usage = "NAME [-o DIR] [options]",
         .examples = {"generate blobs", "generate four-quadrants -o quadrants --seed 1", "generate blobs --help"}});
    add_blobs(*app, commands);
    add_four_quadrants(*app, commands);
    add_mvcsc_synthetic(*app, commands);
    add_streaks(*app, commands);
    add_smvc_synthetic(*app, commands);
    add_stick_figures(*app, commands);
    add_moons(*app, commands);
    add_rings(*app, commands);
    add_super_instances(*app, commands);
    app->require_subcommand(1);
}

}  // namespace mvlink::cli
