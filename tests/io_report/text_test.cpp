#include "io/report/text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace mvlink::io::report {
namespace {

TEST(ReportText, MarkupIsEscaped) {
    EXPECT_EQ(html("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
}

TEST(ReportText, JsonCannotEndAScript) {
    EXPECT_EQ(json("</script>\"\\"), "\"\\u003c/script\\u003e\\\"\\\\\"");
}

TEST(ReportText, BytesThatAreNotUtf8AreReplaced) {
    EXPECT_EQ(clean_text("a\xff"
                         "b"),
              "a\xEF\xBF\xBD"
              "b");
    EXPECT_EQ(clean_text("\xc3"), "\xEF\xBF\xBD");                              // cut short
    EXPECT_EQ(clean_text("\xc0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD");              // overlong
    EXPECT_EQ(clean_text("\xed\xa0\x80").find('\xed'), std::string::npos);      // a surrogate
    EXPECT_EQ(clean_text("\xf4\x90\x80\x80").find('\xf4'), std::string::npos);  // beyond U+10FFFF
}

TEST(ReportText, GoodTextStaysAsItIs) {
    EXPECT_EQ(clean_text("Grüße, 数据 🙂"), "Grüße, 数据 🙂");
}

TEST(ReportText, ControlCharactersDoNotReachThePage) {
    EXPECT_EQ(clean_text(std::string_view("a\0b\x1b", 4)),
              "a\xEF\xBF\xBD"
              "b\xEF\xBF\xBD");
    EXPECT_EQ(clean_text("one\ntwo\tthree"), "one two three");
    EXPECT_EQ(clean_text("\xc2\x85"), "\xEF\xBF\xBD");
}

TEST(ReportText, LongTextIsCutBetweenCharacters) {
    EXPECT_EQ(shorten("größer", 6), "größer");
    EXPECT_EQ(shorten("größer", 4), "grö…");
    EXPECT_EQ(shorten("", 4), "");
}

TEST(ReportText, NumbersHaveFourSignificantDigits) {
    EXPECT_EQ(number(0), "0");
    EXPECT_EQ(number(0.0123456), "0.01235");
    EXPECT_EQ(number(-12.3456), "-12.35");
    EXPECT_EQ(number(999.96), "1,000");
    EXPECT_EQ(number(1234567.8), "1,234,568");
    EXPECT_EQ(number(1.2345e9), "1.234×10⁹");
    EXPECT_EQ(number(-5e-7), "-5.000×10⁻⁷");
    EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN()), "–");
    EXPECT_EQ(number(-std::numeric_limits<double>::infinity()), "−∞");
}

TEST(ReportText, CountsHaveThousandsSeparators) {
    EXPECT_EQ(count(0), "0");
    EXPECT_EQ(count(999), "999");
    EXPECT_EQ(count(1000), "1,000");
    EXPECT_EQ(count(-1234567), "-1,234,567");
    EXPECT_EQ(plural(1, "row", "rows"), "1 row");
    EXPECT_EQ(plural(12000, "row", "rows"), "12,000 rows");
}

TEST(ReportText, SharesReachNothingAndAllOnlyWhenTheyAre) {
    EXPECT_EQ(percent(1), "100\u00a0%");
    EXPECT_EQ(percent(0.99999), "99.9\u00a0%");
    EXPECT_EQ(percent(0.00001), "0.1\u00a0%");
    EXPECT_EQ(percent(0), "0\u00a0%");
    EXPECT_EQ(percent(0.9667), "96.7\u00a0%");
}

TEST(ReportText, DurationsChooseTheirUnit) {
    EXPECT_EQ(duration(2.5e-5), "25\u00a0µs");
    EXPECT_EQ(duration(0.0412), "41.2\u00a0ms");
    EXPECT_EQ(duration(3.14159), "3.14\u00a0s");
    EXPECT_EQ(duration(125), "2\u00a0min 5\u00a0s");
}

}  // namespace
}  // namespace mvlink::io::report
