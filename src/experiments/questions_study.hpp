#pragma once

#include <mvlink/experiments.hpp>
#include <mvlink/problem.hpp>
#include <mvlink/questions.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Simulated people answer the questions of every strategy on real data: how good are the clusters after how many
/// answers, with how many of them wrong?
namespace mvlink {
inline namespace v1 {
namespace experiments {

constexpr std::string_view kQuestionsStudy = "questions";

/// After how many answers the clusters are compared with the truth.
constexpr std::array<int, 12> kCheckpoints{0, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100};
using AriCurve = std::array<double, kCheckpoints.size()>;
/// Mean height of a curve from 0 to 100 answers.
double area_under(const AriCurve& curve);
/// The value at one of the checkpoints.
double value_at(const AriCurve& curve, int answers);

/// One dataset of the study.
struct StudyData {
    std::string name;
    std::string folder;
    std::vector<std::string> views;   ///< empty: all
    std::string truth;                ///< labels_<truth>.txt; "labels": labels.txt
    std::vector<int> classes;         ///< only rows of these; empty: all
    Index step = 1;                   ///< every step-th of them
    bool held_out = false;            ///< not looked at while the strategies were made
    std::filesystem::path path = {};  ///< where it is, if the user names it; else the folder is searched
};
const std::vector<StudyData>& study_data();
/// Dataset folders of the user, each with a labels.txt.
std::vector<StudyData> study_data_of(std::span<const std::filesystem::path> folders,
                                     const std::vector<std::string>& views);

/// Objects with their true classes.
struct StudyProblem {
    Problem problem;
    std::vector<std::int32_t> truth;  ///< of the objects
    int n_classes = 0;
};
StudyProblem read_study_data(const StudyData& data, std::span<const std::filesystem::path> folders, Context& context);

struct StudyRun {
    std::string data, strategy;
    double wrong = 0;  ///< share of wrong answers
    int seed = 0;
    double seconds = 0;  ///< of processor time per question
    AriCurve ari{};
};

/// A session that people are simulated with, one after another: what no answer changes is made once.
class StudySession {
public:
    StudySession(const StudyProblem& data, const std::string& strategy, int seed, Context& context);

    /// Answers are wrong independently of each other, also when a pair is asked again.
    StudyRun run(double wrong);

private:
    const StudyProblem& data_;
    std::string strategy_;
    int seed_;
    Context context_;
    QuestionSession session_;
};
/// PCK-Means with pairs drawn at random, on the features that sessions see.
StudyRun simulate_random_pairs(const StudyProblem& data, double wrong, int seed, Context& context);

/// README.md of the study.
std::string study_page(std::span<const StudyRun> runs, const std::string& command);

ReproduceOutcome reproduce_questions(const ReproduceRequest& request, Context& context);
PaperInfo questions_info();

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
