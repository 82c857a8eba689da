#include "conformance/problems.hpp"
#include "conformance/suite.hpp"
#include "conformance/valid.hpp"

#include <algorithm>

namespace mvlink::conformance {
namespace {

/// Hears the reports of one run and cancels it at one of them.
struct Listener {
    explicit Listener(int cancel_at)
        : context({.seed = 1, .threads = 1, .on_progress = [this, cancel_at](const Progress& progress) {
                       ++reports;
                       sane = sane && progress.round >= 0 && progress.start >= 0 && progress.start < progress.starts;
                       if (reports == cancel_at) context.cancel();
                   }}) {}

    int reports = 0;
    bool sane = true;
    Context context;
};

constexpr int kNever = -1;
constexpr int kMostReports = 60;
constexpr int kWindingDown = 10;  // every view and stage may do the one round without which there is no answer

TEST_P(Conformance, CanBeCancelledAtEveryRound) {
    const Dataset data = problem(method);
    const Texts options = has_option("max_iter") ? Texts{{"max_iter", "7"}} : Texts{};
    Listener whole(kNever);
    const Result complete = run(data, options, whole.context);
    EXPECT_TRUE(whole.sane) << "a report of progress makes no sense";
    for (int at = 1; at <= std::min(whole.reports, kMostReports); ++at) {
        SCOPED_TRACE("cancelled at report " + std::to_string(at) + " of " + std::to_string(whole.reports));
        Listener listener(at);
        const Outcome outcome = attempt(data, options, listener.context);
        expect_result_or_error(outcome, data);
        EXPECT_LE(listener.reports, at + kWindingDown) << "goes on after it was cancelled";
        if (outcome.result && outcome.result->stop_reason != StopReason::cancelled) {
            EXPECT_TRUE(same_bits(complete, *outcome.result)) << "neither complete nor marked as cancelled";
        }
    }
}

TEST_P(Conformance, ARunThatIsCancelledBeforeItBeginsEndsAtOnce) {
    const Dataset data = problem(method);
    Listener listener(kNever);
    listener.context.cancel();
    expect_result_or_error(attempt(data, {}, listener.context), data);
    EXPECT_LE(listener.reports, 1 + kWindingDown);
}

TEST_P(Conformance, ACancelledResultPredicts) {
    if (!method.predicts) GTEST_SKIP() << "does not label new rows";
    const Dataset data = problem(method);
    Listener listener(1);
    const Outcome outcome = attempt(data, {}, listener.context);
    if (outcome.result) expect_valid(predicted(outcome.result->model, data), data);
}

TEST_P(Conformance, TooLittleMemoryIsRefusedBeforeAnyWork) {
    int reports = 0;
    Context context({.seed = 1, .threads = 1, .memory_limit = 64, .on_progress = [&](const Progress&) { ++reports; }});
    const Outcome outcome = attempt(problem(method), {}, context);
    ASSERT_TRUE(outcome.error) << "60 rows in 64 bytes";
    EXPECT_EQ(outcome.error->code(), ErrorCode::internal);
    expect_readable(*outcome.error);
    EXPECT_EQ(reports, 0);
}

}  // namespace
}  // namespace mvlink::conformance
