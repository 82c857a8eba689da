#include "experiments/questions_study.hpp"

#include "io/appended_lines.hpp"
#include "io/bytes.hpp"
#include "io/text.hpp"
#include "questions/cloud.hpp"

#include <mvlink/error.hpp>
#include <mvlink/io.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/measures.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <memory>
#include <set>
#include <tuple>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

constexpr std::array<std::string_view, 5> kContestants{"skeleton", "uncertain", "super-instances", "random",
                                                       "random pairs, pck-means"};
constexpr std::array<double, 4> kWrong{0, 0.05, 0.10, 0.15};
constexpr int kSeeds = 10;
constexpr int kQuickSeeds = 2;

/// Of processor time, which does not depend on what else the machine does.
double seconds_since(std::clock_t start) {
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

SessionSetup study_setup(const StudyProblem& data, const std::string& strategy) {
    SessionSetup setup;
    setup.options.strategy = strategy;
    setup.start.options = {{"n_clusters", std::to_string(data.n_classes)}};
    return setup;
}

/// What the person says of two objects; `number` tells apart the times it is asked.
bool says_same(const StudyProblem& data, Index a, Index b, double wrong, int seed, std::uint64_t number) {
    Random random(static_cast<std::uint64_t>(seed), "questions/person", number);
    return (data.truth[a] == data.truth[b]) != (random.uniform() < wrong);
}

std::string line_of(const StudyRun& run) {
    std::string line = fmt::format("{},{},{},{},{:.6f}", io::csv_field(run.data), io::csv_field(run.strategy),
                                   run.wrong, run.seed, run.seconds);
    for (const double value : run.ari)
        line += fmt::format(",{:.6f}", value);
    return line;
}

std::string header_line() {
    std::string line = "data,strategy,wrong,seed,seconds_per_question";
    for (const int answers : kCheckpoints)
        line += fmt::format(",ari_{}", answers);
    return line;
}

/// Names with a comma are quoted; numbers never are.
std::vector<std::string> fields_of(std::string_view line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            fields.emplace_back();
        } else {
            fields.back() += c;
        }
    }
    return fields;
}

std::vector<StudyRun> kept_runs(const std::string& text) {
    std::vector<StudyRun> runs;
    io::Lines lines(text);
    std::string_view line;
    lines.next(line);
    while (lines.next(line)) {
        const auto fields = fields_of(line);
        if (fields.size() != 5 + kCheckpoints.size()) continue;
        StudyRun run{fields[0],
                     fields[1],
                     io::parse_number(fields[2]).value_or(-1),
                     static_cast<int>(io::parse_integer(fields[3]).value_or(-1)),
                     io::parse_number(fields[4]).value_or(0),
                     {}};
        for (std::size_t i = 0; i < kCheckpoints.size(); ++i)
            run.ari[i] = io::parse_number(fields[5 + i]).value_or(0);
        runs.push_back(std::move(run));
    }
    return runs;
}

/// What bench/questions_peers.py measured of other programs; nothing if it was not run.
std::vector<StudyRun> peer_runs(const std::filesystem::path& file) {
    std::error_code missing;
    if (!std::filesystem::exists(file, missing)) return {};
    return kept_runs(std::string(io::open_bytes(file).text()));
}

struct Wanted {
    const StudyData* data;
    std::string strategy;
    double wrong;
    int seed;
};

/// Seed after seed, so that a study that is cut off has all methods with equally many seeds.
std::vector<Wanted> wanted_runs(const ReproduceRequest& request, const std::vector<StudyData>& all) {
    const int seeds = request.repetitions > 0 ? request.repetitions : request.quick ? kQuickSeeds : kSeeds;
    std::vector<Wanted> wanted;
    for (int seed = 0; seed < seeds; ++seed) {
        for (const StudyData& data : all) {
            if (request.experiment == "development" && data.held_out) continue;
            if (request.experiment == "held-out" && !data.held_out) continue;
            for (const std::string_view strategy : kContestants) {
                const auto& only = request.methods;
                if (!only.empty() && std::find(only.begin(), only.end(), strategy) == only.end()) continue;
                for (const double wrong : kWrong)
                    wanted.push_back({&data, std::string(strategy), wrong, seed});
            }
        }
    }
    return wanted;
}

}  // namespace

double area_under(const AriCurve& curve) {
    double sum = 0;
    for (std::size_t i = 1; i < kCheckpoints.size(); ++i)
        sum += (curve[i] + curve[i - 1]) / 2 * (kCheckpoints[i] - kCheckpoints[i - 1]);
    return sum / kCheckpoints.back();
}

double value_at(const AriCurve& curve, int answers) {
    const auto found = std::find(kCheckpoints.begin(), kCheckpoints.end(), answers);
    return curve[found - kCheckpoints.begin()];
}

StudySession::StudySession(const StudyProblem& data, const std::string& strategy, int seed, Context& context)
    : data_(data),
      strategy_(strategy),
      seed_(seed),
      context_(context.concurrent(static_cast<std::uint64_t>(seed))),
      session_(data.problem, study_setup(data, strategy), context_) {}

StudyRun StudySession::run(double wrong) {
    session_.replay({});
    StudyRun run{"", strategy_, wrong, seed_, 0, {}};
    std::size_t checkpoint = 0;
    int asked = 0;
    for (bool more = true; checkpoint < kCheckpoints.size();) {
        if (asked == kCheckpoints[checkpoint] || !more)
            run.ari[checkpoint++] = adjusted_rand_index(data_.truth, session_.partition().labels);
        if (checkpoint == kCheckpoints.size() || !more) continue;
        const std::clock_t start = std::clock();
        const auto questions = session_.next(1);
        more = !questions.empty();
        if (!more) continue;
        const Index a = data_.problem.data.objects().of(questions.front().a);
        const Index b = data_.problem.data.objects().of(questions.front().b);
        const bool same = says_same(data_, a, b, wrong, seed_, static_cast<std::uint64_t>(asked));
        session_.apply(answered(questions.front(), same ? Reply::same : Reply::different));
        run.seconds += seconds_since(start);
        ++asked;
    }
    run.seconds /= std::max(asked, 1);
    return run;
}

StudyRun simulate_random_pairs(const StudyProblem& data, double wrong, int seed, Context& context) {
    Context inner = context.concurrent(static_cast<std::uint64_t>(seed));
    const questions::Items items(data.problem.data);
    const questions::Cloud cloud = questions::make_cloud(data.problem.data, items, {}, inner);
    const Dataset points(View::borrow("points", cloud.spaces.front().features()));
    Random random = inner.stream("questions/pairs");
    std::vector<Constraint> constraints;
    std::set<std::pair<Index, Index>> drawn;
    StudyRun run{"", std::string(kContestants.back()), wrong, seed, 0, {}};
    PckMeansOptions options;
    options.n_clusters = data.n_classes;
    for (std::size_t i = 0; i < kCheckpoints.size(); ++i) {
        while (static_cast<int>(constraints.size()) < kCheckpoints[i]) {
            const Index a = random.below(items.count());
            const Index b = random.below(items.count());
            if (a == b || !drawn.insert(std::minmax(a, b)).second) continue;
            const bool same = says_same(data, a, b, wrong, seed, constraints.size());
            constraints.push_back({{0, a}, {0, b}, same ? Link::must : Link::cannot});
        }
        const std::clock_t start = std::clock();
        Context fit = inner.concurrent(static_cast<std::uint64_t>(seed));
        const Result result =
            pck_means(points.with_constraints(std::span<const Constraint>(constraints)), options, fit);
        run.ari[i] = adjusted_rand_index(data.truth, result.partitions.front().labels);
        run.seconds = std::max(run.seconds, seconds_since(start));
    }
    return run;
}

PaperInfo questions_info() {
    PaperInfo info{std::string(kQuestionsStudy),
                   "Which pair should a person judge next?",
                   "Simulated people answer the questions of every strategy on real data",
                   {}};
    for (const auto& [name, held_out] : {std::pair{"development", false}, {"held-out", true}}) {
        ExperimentInfo experiment{name,
                                  held_out ? "Data that nobody looked at while the strategies were made"
                                           : "Data that the strategies were made with",
                                  {},
                                  {kContestants.begin(), kContestants.end()},
                                  {},
                                  0};
        for (const StudyData& data : study_data()) {
            if (data.held_out == held_out) experiment.datasets.push_back(data.name);
        }
        experiment.runs = static_cast<Index>(experiment.datasets.size() * kContestants.size() * kWrong.size()) * kSeeds;
        info.experiments.push_back(std::move(experiment));
    }
    return info;
}

ReproduceOutcome reproduce_questions(const ReproduceRequest& request, Context& context) {
    if (!request.experiment.empty() && request.experiment != "development" && request.experiment != "held-out") {
        throw Error(ErrorCode::usage, fmt::format("experiment \"{}\" does not exist; expected development or held-out",
                                                  request.experiment));
    }
    const OutputFolder output(request.folder);
    using Earlier = io::AppendedLines::Earlier;
    io::AppendedLines log(request.folder / "runs.csv", header_line(),
                          request.resume ? Earlier::keep : Earlier::set_aside);
    std::vector<StudyRun> runs = kept_runs(log.kept());
    const std::vector<StudyData> own = study_data_of(request.datasets, request.views);
    const std::vector<Wanted> wanted = wanted_runs(request, own.empty() ? study_data() : own);
    ReproduceOutcome outcome;
    outcome.runs = static_cast<Index>(wanted.size());
    outcome.damaged = log.damaged();
    outcome.set_aside = log.set_aside();
    std::map<std::string, StudyProblem> problems;
    std::unique_ptr<StudySession> session;
    std::tuple<std::string, std::string, int> session_of;
    for (const Wanted& next : wanted) {
        const auto is_it = [&](const StudyRun& run) {
            return run.data == next.data->name && run.strategy == next.strategy && run.wrong == next.wrong &&
                   run.seed == next.seed;
        };
        ++outcome.done;
        if (std::any_of(runs.begin(), runs.end(), is_it)) {
            ++outcome.reused;
            continue;
        }
        if (context.cancelled({static_cast<int>(outcome.done), static_cast<int>(outcome.runs), 0})) {
            outcome.cancelled = true;
            return outcome;
        }
        if (!problems.contains(next.data->name))
            problems.emplace(next.data->name, read_study_data(*next.data, request.data_folders, context));
        const StudyProblem& problem = problems.at(next.data->name);
        const bool asks = next.strategy != kContestants.back();
        if (const auto key = std::tuple(next.data->name, next.strategy, next.seed); asks && key != session_of) {
            session = std::make_unique<StudySession>(problem, next.strategy, next.seed, context);
            session_of = key;
        }
        StudyRun run = asks ? session->run(next.wrong) : simulate_random_pairs(problem, next.wrong, next.seed, context);
        run.data = next.data->name;
        log.append(line_of(run));
        runs.push_back(std::move(run));
    }
    const std::vector<StudyRun> peers = peer_runs(request.folder / "peers.csv");
    runs.insert(runs.end(), peers.begin(), peers.end());
    outcome.tables = study_page(runs, request.command);
    write_text(request.folder / "README.md", outcome.tables);
    return outcome;
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
