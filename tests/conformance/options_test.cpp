#include "conformance/problems.hpp"
#include "conformance/suite.hpp"
#include "conformance/valid.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>

namespace mvlink::conformance {
namespace {

using testing::HasSubstr;

bool starts_with(const std::string& text, std::string_view with) {
    return text.rfind(with, 0) == 0;
}

std::string text_of(double value) {
    return fmt::format("{}", value);
}

/// The ends of an option's range: what is allowed, and as far out as possible.
std::vector<std::string> extremes(const OptionInfo& option) {
    std::vector<std::string> values = option.choices;
    const Range& range = option.range;
    constexpr int kMost = std::numeric_limits<int>::max();
    if (starts_with(option.kind, "int")) {
        const double least = std::isfinite(range.least) ? range.least : -kMost - 1.0;
        const double most = std::isfinite(range.most) ? range.most : kMost;
        for (const double value : {least, least + 1, most})
            values.push_back(std::to_string(static_cast<long long>(value)));
    } else if (starts_with(option.kind, "float")) {
        constexpr double kLargest = std::numeric_limits<double>::max();
        const double least = std::isfinite(range.least) ? range.least : -kLargest;
        const double most = std::isfinite(range.most) ? range.most : kLargest;
        values.push_back(text_of(range.least_excluded ? std::nextafter(least, most) : least));
        values.push_back(text_of(range.most_excluded ? std::nextafter(most, least) : most));
        if (!std::isfinite(range.most)) values.push_back("1e100");
    } else if (option.kind == "bool") {
        values.insert(values.end(), {"true", "false"});
    } else if (option.kind == "text") {
        values.insert(values.end(), {"", "x", "-1x-1", "99999999999x1", "0x0", "3x3"});
    }
    if (option.kind.find("auto") != std::string::npos) values.push_back("auto");
    return values;
}

/// A context that ends the run after a few reports, or from another thread where it reports none for long, so that a
/// billion iterations are none.
struct Brief {
    Brief()
        : context({.seed = 1, .threads = 1, .on_progress = [this](const Progress&) {
                       if (++reports == 12) context.cancel();
                   }}) {}
    int reports = 0;
    Context context;
    std::jthread clock{[this](const std::stop_token& ended) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any().wait_for(lock, ended, std::chrono::milliseconds(500), [] { return false; });
        context.cancel();
    }};
};

}  // namespace

TEST_P(Conformance, OptionsAtTheEndsOfTheirRangesWorkOrAreRefused) {
    const Dataset data = problem(method, Kind::dense64, 24);
    for (const OptionInfo& option : method.options) {
        for (const std::string& value : extremes(option)) {
            SCOPED_TRACE(option.name + "=" + value);
            Brief brief;
            expect_result_or_error(attempt(data, {{option.name, value}}, brief.context), data);
        }
    }
}

TEST_P(Conformance, EveryChoiceGivesAValidAnswerForAnyNumberOfThreads) {
    const Dataset data = problem(method, Kind::dense64, 300);
    for (const OptionInfo& option : method.options) {
        if (option.choices.empty() && option.kind != "bool") continue;
        for (const std::string& value : extremes(option)) {
            SCOPED_TRACE(option.name + "=" + value);
            const Texts options = modest(method, {{option.name, value}, {"max_iter", "5"}});
            Texts known;
            for (const OptionText& text : options) {
                if (has_option(text.name)) known.push_back(text);
            }
            const Outcome one = attempt(data, known);
            expect_result_or_error(one, data);
            Context three({.seed = 1, .threads = 3});
            const Outcome many = attempt(data, known, three);
            ASSERT_EQ(one.result.has_value(), many.result.has_value());
            EXPECT_TRUE(!one.result || same_bits(*one.result, *many.result));
        }
    }
}

TEST_P(Conformance, ValuesOutsideARangeAreRefused) {
    const Dataset data = problem(method, Kind::dense64, 24);
    for (const OptionInfo& option : method.options) {
        std::vector<std::string> bad;
        const bool number = starts_with(option.kind, "int") || starts_with(option.kind, "float");
        if (number) bad = {"", "x", "nan", "inf", "-inf", "1e400", "0x10", "3 ", ",", "3,,4"};
        if (number && std::isfinite(option.range.least)) bad.push_back(text_of(option.range.least - 1));
        if (number && std::isfinite(option.range.most)) bad.push_back(text_of(option.range.most + 1));
        if (starts_with(option.kind, "int")) bad.insert(bad.end(), {"2147483648", "99999999999999999999", "1.5"});
        if (!option.choices.empty() || option.kind == "bool") bad = {"", "x", "1e9"};
        for (const std::string& value : bad) {
            SCOPED_TRACE(option.name + "=" + value);
            const Outcome outcome = attempt(data, {{option.name, value}});
            ASSERT_TRUE(outcome.error);
            EXPECT_EQ(outcome.error->code(), ErrorCode::usage);
            EXPECT_THAT(outcome.error->what(), HasSubstr(option.name));
        }
    }
}

TEST_P(Conformance, UnknownOptionsAreRefusedWithTheNearestName) {
    const Outcome outcome = attempt(problem(method), {{"n_cluster", "3"}});
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->code(), ErrorCode::usage);
    EXPECT_THAT(outcome.error->what(), HasSubstr("did you mean n_cluster"));
}

TEST_P(Conformance, MoreClustersThanRowsAreRefused) {
    for (const char* k : {"61", "1000000", "2147483647"}) {
        SCOPED_TRACE(k);
        const Outcome outcome = attempt(problem(method), {{"n_clusters", k}});
        ASSERT_TRUE(outcome.error);
        EXPECT_EQ(outcome.error->code(), ErrorCode::input) << outcome.error->what();
        EXPECT_THAT(outcome.error->what(), HasSubstr("n_clusters"));
    }
}

TEST_P(Conformance, OptionsAreListedWithDefaultsThatReadBack) {
    Texts defaults;
    for (const OptionInfo& option : method.options) {
        EXPECT_FALSE(option.help.empty());
        EXPECT_EQ(option.help.back(), '.') << option.name;
        defaults.push_back({option.name, option.default_text});
    }
    EXPECT_NO_THROW(check_options(method.name, defaults));
    EXPECT_THAT(methods_json(), HasSubstr("\"name\": \"" + method.name + "\""));
}

}  // namespace mvlink::conformance
