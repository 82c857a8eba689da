#include <mvlink/error.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/registry.hpp>

#include "methods/options/visitors.hpp"
#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

using Texts = std::vector<OptionText>;

TEST(Registry, UnknownMethodsAreRefusedWithTheNearestName) {
    EXPECT_THAT([] { find_method("pck-mean"); }, ThrowsMessage<Error>(HasSubstr("did you mean pck-means?")));
    EXPECT_THAT([] { find_method("zzz"); }, ThrowsMessage<Error>(HasSubstr("expected one of kmeans, pck-means")));
}

TEST(Registry, UnknownOptionsAndBadValuesAreRefused) {
    const auto refusal = [](const char* name, const char* value) {
        try {
            check_options("pck-means", Texts{{name, value}});
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::usage);
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_THAT(refusal("max_itr", "3"), HasSubstr("option \"max_itr\" does not exist (did you mean max_iter?)"));
    EXPECT_THAT(refusal("n_clusters", "0"), HasSubstr("n_clusters: 0 is out of range; expected a number >= 1"));
    EXPECT_THAT(refusal("n_clusters", "three"), HasSubstr("\"three\" is not a whole number"));
    EXPECT_THAT(refusal("n_clusters", "3.5"), HasSubstr("not a whole number"));
    EXPECT_THAT(refusal("n_clusters", "99999999999"), HasSubstr("out of range"));
    EXPECT_THAT(refusal("tol", "nan"), HasSubstr("out of range"));
    EXPECT_THAT(refusal("constraint_weight", "inf"), HasSubstr("out of range"));
    EXPECT_THAT(refusal("closure", "yes"), HasSubstr("neither true nor false"));
    EXPECT_THAT(refusal("order", "randm"), HasSubstr("did you mean random?"));
    EXPECT_EQ(refusal("order", "index"), "");
}

TEST(Registry, RunningByNameIsRunningTheFunction) {
    Random random(1);
    const Dataset data = support::constrained(support::dense_view<double>(support::random_clusters(120, 3, 3, random)),
                                              support::random_constraints(120, 30, true, random));
    Context context;
    const Result by_name =
        run_method("pck-means", data, Texts{{"n_clusters", "3"}, {"constraint_weight", "2.5"}}, context);
    const Result direct = pck_means(data, {.n_clusters = 3, .constraint_weight = 2.5}, context);
    EXPECT_EQ(by_name.partitions[0].labels, direct.partitions[0].labels);
    EXPECT_EQ(by_name.objective, direct.objective);
}

TEST(Registry, AutoChoosesByWhatTheDataHave) {
    Random random(1);
    const View view = support::dense_view<double>(support::random_table(10, 2, random));
    EXPECT_EQ(choose_method(Dataset(view)).method, "kmeans");
    EXPECT_EQ(choose_method(support::constrained(view, {{{0, 0}, {0, 1}, Link::must, 1}})).method, "mpck-means");
    const Dataset two({view, support::dense_view<double>(support::random_table(10, 2, random), "y")});
    const Choice apart = choose_method(two);
    EXPECT_EQ(apart.method, "cmvnmf");
    EXPECT_THAT(apart.reason, HasSubstr("2 views (x, y), nothing joins them"));
    EXPECT_THAT(choose_method(two.with_row_mapping()).reason, HasSubstr("mapped, 0 constraints"));
    const std::vector<Constraint> between{{{0, 0}, {1, 1}, Link::must, 1}};
    EXPECT_THAT(choose_method(two.with_constraints(std::span<const Constraint>(between))).reason,
                HasSubstr("unmapped, 1 constraint between them"));
    Context context;
    EXPECT_THAT([&] { run_method("kmeans", two, {}, context); },
                ThrowsMessage<Error>(
                    testing::StrEq("method kmeans clusters one view, but the data has 2 (x, y); try views=x")));
}

TEST(NearestName, ForgivesSlipsButDoesNotGuess) {
    const std::vector<std::string> names{"kmeans", "pck-means", "propagation"};
    EXPECT_EQ(nearest_name("kmenas", names), "kmeans");
    EXPECT_EQ(nearest_name("pckmeans", names), "pck-means");
    EXPECT_EQ(nearest_name("prop", names), "propagation");
    EXPECT_EQ(nearest_name("x", names), "");
    EXPECT_EQ(nearest_name("spectral", names), "");
    EXPECT_EQ(nearest_name("z", std::vector<std::string>{"x", "y"}), "");
}

enum class Colour { red, green };

}  // namespace

template <>
struct EnumNames<Colour> {
    static constexpr std::array<std::string_view, 2> values{"red", "green"};
};

namespace {

struct EveryKind {
    int whole = 3;
    double real = 0.1;
    bool flag = true;
    Colour colour = Colour::green;
    OrAuto<double> beta = {};
    OneOrEach<int> sizes = 3;
    OneOrEach<double> shares = std::vector<double>{0.5, 2};
    std::string shape = {};

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("whole", self.whole, at_least(1), "A.");
        field("real", self.real, above(0), "B.");
        field("flag", self.flag, any_value, "C.");
        field("colour", self.colour, any_of_enum, "D.");
        field("beta", self.beta, between(0, 1), "E.");
        field("sizes", self.sizes, at_least(1), "F.");
        field("shares", self.shares, above(0), "G.");
        field("shape", self.shape, any_value, "H.");
    }
};

TEST(Options, EveryKindIsReadAndWritten) {
    const auto given = Texts{{"whole", "7"}, {"real", "1e-3"}, {"flag", "false"}, {"colour", "red"}, {"beta", "0.25"}};
    const auto options = options::parsed<EveryKind>(given);
    EXPECT_EQ(options.whole, 7);
    EXPECT_EQ(options.real, 1e-3);
    EXPECT_FALSE(options.flag);
    EXPECT_EQ(options.colour, Colour::red);
    EXPECT_EQ(options.beta, OrAuto<double>(0.25));
    const auto again = options::parsed<EveryKind>(options::texts(options));
    EXPECT_EQ(again.real, options.real);
    EXPECT_EQ(options::infos<EveryKind>()[4].kind, "float or auto");
    EXPECT_EQ(options::infos<EveryKind>()[4].default_text, "auto");
    EXPECT_TRUE(options::parsed<EveryKind>(Texts{{"beta", "auto"}}).beta.is_auto());
    EXPECT_EQ(options::parsed<EveryKind>(Texts{{"sizes", "3,4"}}).sizes.values, (std::vector<int>{3, 4}));
    EXPECT_EQ(options::parsed<EveryKind>(Texts{{"shares", "0.25"}}).shares.of(7), 0.25);
    EXPECT_EQ(options::parsed<EveryKind>(Texts{{"shape", "20x20"}}).shape, "20x20");
    EXPECT_EQ(options::infos<EveryKind>()[5].kind, "int list");
    EXPECT_EQ(options::infos<EveryKind>()[6].default_text, "0.5,2");
    EXPECT_EQ(options::infos<EveryKind>()[7].kind, "text");
    for (const char* bad : {"", "3,", "3,0", "3;4", "a"}) {
        EXPECT_THROW(options::parsed<EveryKind>(Texts{{"sizes", bad}}), Error) << bad;
    }
    EXPECT_THROW(options::parsed<EveryKind>(Texts{{"real", "0"}}), Error);
    EXPECT_THROW(options::parsed<EveryKind>(Texts{{"beta", "1.5"}}), Error);
}

}  // namespace
}  // namespace mvlink
