#include "conformance/suite.hpp"

#include "conformance/valid.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace mvlink::conformance {
namespace {

// Of one check, also with a sanitizer on a busy machine; each takes well under one without.
constexpr unsigned kMostSeconds = 600;

char running_check[256];

/// A check that hangs ends the program, and says which one it was.
extern "C" void give_up(int) {
    constexpr char kText[] = "\nstill running after ten minutes: ";
    [[maybe_unused]] auto written = write(STDERR_FILENO, kText, sizeof(kText) - 1);
    written = write(STDERR_FILENO, running_check, std::strlen(running_check));
    _exit(1);
}

std::vector<std::string> method_names() {
    std::vector<std::string> names;
    for (const MethodInfo& method : methods()) {
        names.push_back(method.name);
    }
    return names;
}

bool is_option_of(const MethodInfo& method, std::string_view name) {
    return std::any_of(method.options.begin(), method.options.end(),
                       [&](const OptionInfo& option) { return option.name == name; });
}

}  // namespace

void Conformance::SetUp() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    std::snprintf(running_check, sizeof(running_check), "%s.%s\n", test->test_suite_name(), test->name());
    signal(SIGALRM, give_up);
    alarm(kMostSeconds);
}

void Conformance::TearDown() {
    alarm(0);
}

Context::Settings alone(std::uint64_t seed) {
    return {.seed = seed, .threads = 1};
}

Texts modest(const MethodInfo& method, const Texts& changes) {
    Texts options{{"n_clusters", "3"}, {"n_clusterings", "2"}, {"n_init", "2"}, {"max_iter", "30"}};
    for (const OptionText& change : changes) {
        std::erase_if(options, [&](const OptionText& option) { return option.name == change.name; });
    }
    std::erase_if(options, [&](const OptionText& option) { return !is_option_of(method, option.name); });
    options.insert(options.end(), changes.begin(), changes.end());
    return options;
}

Result Conformance::run(const Dataset& data, const Texts& options, Context& context, const Start& start) const {
    return run_method(method.name, data, modest(method, options), context, start);
}

Result Conformance::run(const Dataset& data, const Texts& options, const Start& start) const {
    Context context(alone());
    return run(data, options, context, start);
}

Outcome Conformance::attempt(const Dataset& data, const Texts& options, Context& context, const Start& start) const {
    try {
        return {run(data, options, context, start), std::nullopt};
    } catch (const Error& error) {
        return {std::nullopt, error};
    }
}

Outcome Conformance::attempt(const Dataset& data, const Texts& options, const Start& start) const {
    Context context(alone());
    return attempt(data, options, context, start);
}

std::vector<Partition> Conformance::predicted(const Model& model, const Dataset& data) {
    Context context(alone());
    return predict(model, data, context);
}

void Conformance::expect_result_or_error(const Outcome& outcome, const Dataset& data) const {
    if (outcome.result) {
        expect_valid(*outcome.result, data, method);
    } else {
        expect_readable(*outcome.error);
    }
}

void Conformance::expect_result_or_error(const Dataset& data, const Texts& options, const Start& start) const {
    expect_result_or_error(attempt(data, options, start), data);
}

bool Conformance::has_option(std::string_view name) const {
    return is_option_of(method, name);
}

INSTANTIATE_TEST_SUITE_P(Methods, Conformance, testing::ValuesIn(method_names()), [](const auto& tested) {
    std::string name = tested.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace mvlink::conformance
