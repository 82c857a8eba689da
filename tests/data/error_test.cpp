#include <mvlink/error.hpp>

#include <gtest/gtest.h>

namespace mvlink {
namespace {

TEST(Advice, IsAListOfOptionsThatAnyFrontEndCanSpell) {
    const std::vector<OptionText> advice{{"prep", "tfidf,l2"}, {"max_iter", "200"}};
    EXPECT_EQ(with_advice("too few", {}), "too few");
    EXPECT_EQ(with_advice("too few", advice), "too few; try prep=tfidf,l2 or max_iter=200");
    const auto as_flag = [](const OptionText& option) { return "--" + option.name + " " + option.value; };
    EXPECT_EQ(with_advice("too few", advice, as_flag), "too few; try --prep tfidf,l2 or --max_iter 200");
}

TEST(Error, KeepsMessageAndAdviceApartAndSpellsBothPlainly) {
    const Error error(ErrorCode::input, "view \"x\" is sparse", {{"prep", "x:pca=5"}});
    EXPECT_STREQ(error.what(), "view \"x\" is sparse; try prep=x:pca=5");
    EXPECT_EQ(error.message(), "view \"x\" is sparse");
    ASSERT_EQ(error.advice().size(), 1U);
    EXPECT_EQ(error.advice()[0].name, "prep");
    EXPECT_TRUE(Error(ErrorCode::usage, "no").advice().empty());
}

TEST(Error, CanBeToldWhereItHappened) {
    const Error error = Error(ErrorCode::input, "view \"x\" is sparse", {{"prep", "x:pca=5"}}).at("run 3");
    EXPECT_EQ(error.code(), ErrorCode::input);
    EXPECT_EQ(error.message(), "run 3: view \"x\" is sparse");
    EXPECT_STREQ(error.what(), "run 3: view \"x\" is sparse; try prep=x:pca=5");
}

}  // namespace
}  // namespace mvlink
