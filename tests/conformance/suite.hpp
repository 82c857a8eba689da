#pragma once

#include <mvlink/context.hpp>
#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

/// What is asked of every method of the registry. A check is a TEST_P(Conformance, ..): it knows the method by its
/// registry entry alone, never by its name, so that a new method is checked without a line here. Run one method with
/// --gtest_filter='*/pck_means', one check with --gtest_filter='*.ThreadsDoNotChangeABit/*'.
namespace mvlink::conformance {

using Texts = std::vector<OptionText>;

/// A run that ended as a call may: with a result, or with a typed error. Any other exception fails the check.
struct Outcome {
    std::optional<Result> result;
    std::optional<Error> error;
};

class Conformance : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override;
    void TearDown() override;

    /// A run with small limits (see `modest`), these options on top, seed 1 and one thread.
    [[nodiscard]] Result run(const Dataset& data, const Texts& options = {}, const Start& start = {}) const;
    [[nodiscard]] Result run(const Dataset& data, const Texts& options, Context& context,
                             const Start& start = {}) const;
    [[nodiscard]] Outcome attempt(const Dataset& data, const Texts& options = {}, const Start& start = {}) const;
    [[nodiscard]] Outcome attempt(const Dataset& data, const Texts& options, Context& context,
                                  const Start& start = {}) const;
    /// Labels for these rows by this model, with one thread.
    [[nodiscard]] static std::vector<Partition> predicted(const Model& model, const Dataset& data);

    /// Runs, and expects a valid result or an error that a person can read.
    void expect_result_or_error(const Dataset& data, const Texts& options = {}, const Start& start = {}) const;
    void expect_result_or_error(const Outcome& outcome, const Dataset& data) const;

    [[nodiscard]] bool has_option(std::string_view name) const;

    const MethodInfo& method = find_method(GetParam());
};

/// Settings of a context with one thread.
Context::Settings alone(std::uint64_t seed = 1);

/// Three clusters, few restarts and iterations, with these changes; options that the method does not have are left out.
Texts modest(const MethodInfo& method, const Texts& changes = {});

}  // namespace mvlink::conformance
