#include "samples.hpp"
#include "tag_balance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace mvlink {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string page_of(const samples::Sample& sample, int threads = 1) {
    Context context({.threads = threads});
    return report_html(sample.run(), context);
}

std::size_t occurrences(const std::string& page, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = page.find(what); at != std::string::npos; at = page.find(what, at + what.size())) {
        ++found;
    }
    return found;
}

/// Everything but the style sheet and the script, which hold no data.
std::string without_assets(const std::string& page) {
    const std::size_t style = page.find("<style>"), body = page.find("</style>"), script = page.rfind("<script>\n");
    return page.substr(0, style) + page.substr(body, script - body);
}

TEST(Report, WideTablesScrollOnNarrowScreensInsteadOfWideningThePage) {
    Context context;
    const mvlink::Run run =
        cluster(samples::streaks().problem, {.method = "mvcsc", .options = {{"n_clusters", "3"}}}, context);
    const std::string page = without_assets(report_html(run, context));
    ASSERT_GT(occurrences(page, "<table"), 0U);
    const std::size_t scroll = occurrences(page, "<div class=\"scroll\"><table");
    std::size_t wrap = 0;  // their cells break anywhere, or are bars
    for (const char* kind : {"bars", "marks", "options"})
        wrap += occurrences(page, std::string("<table class=\"") + kind);
    EXPECT_EQ(occurrences(page, "<table"), scroll + wrap);
}

TEST(Report, SaysInWordsWhatCameOut) {
    const std::string page = page_of(samples::streaks());
    EXPECT_THAT(page, HasSubstr("<title>pck-means on streaks · mvlink</title>"));
    EXPECT_THAT(page, HasSubstr("240 rows of streaks grouped into 3 clusters. 18 of 20 constraints were satisfied."));
    EXPECT_THAT(page, HasSubstr("of the rows agree with the known classes."));
}

TEST(Report, ShowsEveryPartOfARunWithTruth) {
    const std::string page = page_of(samples::streaks());
    for (const char* part :
         {"The clusters", "Against the known classes", "Clusters against classes", "Constraints",
          "Violated, most expensive first", "How the run went", "Objective by iteration", "Settings", "Data", "Command",
          "<span>--set</span> <span>constraint_weight=2.5</span>", "Seed 0", "length (mm)", "north"}) {
        EXPECT_THAT(page, HasSubstr(part));
    }
}

TEST(Report, LeavesOutWhatIsNotKnown) {
    const std::string page = page_of(samples::many_clusters());
    EXPECT_THAT(page, Not(HasSubstr("Against the known classes")));
    EXPECT_THAT(page, Not(HasSubstr("value=\"class\"")));
    EXPECT_THAT(page, HasSubstr("Reached its limit of"));
    EXPECT_THAT(page, HasSubstr("not-settled"));
}

TEST(Report, OptionsThatWereChangedComeFirst) {
    const std::string page = page_of(samples::streaks());
    const std::size_t changed = page.find("<code>constraint_weight</code>");
    const std::size_t folded = page.find("at their defaults</summary>");
    const std::size_t unchanged = page.find("<code>max_iter</code>");
    ASSERT_NE(changed, std::string::npos);
    ASSERT_NE(folded, std::string::npos);
    EXPECT_LT(changed, folded);
    EXPECT_LT(folded, unchanged);
}

TEST(Report, DrawsEveryConstraintAndMarksTheBrokenOnes) {
    const std::string page = page_of(samples::streaks());
    EXPECT_EQ(occurrences(page, "data-a="), 20U);
    EXPECT_EQ(occurrences(page, " broken\" data-a="), 2U);
    EXPECT_EQ(occurrences(page, "<circle class=\"end\""), 4U);
}

TEST(Report, HostileTextStaysText) {
    const std::string page = page_of(samples::hostile_text());
    const std::string data = without_assets(page);
    EXPECT_THAT(data, Not(HasSubstr("<script>")));
    EXPECT_THAT(data, Not(HasSubstr("<img")));
    EXPECT_THAT(data, Not(HasSubstr("<i>")));
    EXPECT_THAT(data, Not(HasSubstr("</ScRiPt>")));
    EXPECT_THAT(data, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
    EXPECT_THAT(data, HasSubstr("\\u003cscript\\u003ealert(1)"));
    EXPECT_EQ(page.find('\xff'), std::string::npos);
    EXPECT_EQ(page.find('\x01'), std::string::npos);
    EXPECT_THAT(page, HasSubstr("\xEF\xBF\xBD"));
}

TEST(Report, AsksTheNetworkForNothing) {
    for (const samples::Sample& sample : {samples::streaks(), samples::two_views(), samples::two_clusterings()}) {
        const std::string page = page_of(sample);
        for (const char* address : {"http", "src=", "url(", "@import", "<link", "fetch("}) {
            EXPECT_THAT(page, Not(HasSubstr(address)));
        }
    }
}

TEST(Report, TagsAreBalanced) {
    for (const samples::Sample& sample :
         {samples::streaks(), samples::many_clusters(), samples::hostile_text(), samples::two_views(),
          samples::learnt_metrics(), samples::smallest(), samples::two_clusterings(), samples::plain_clusterings()}) {
        EXPECT_EQ(samples::unbalanced_tag(page_of(sample)), "");
    }
    EXPECT_NE(samples::unbalanced_tag("<p><b></p>"), "");
    EXPECT_NE(samples::unbalanced_tag("<p>"), "");
}

TEST(Report, EveryPartitionHasItsTab) {
    const std::string page = page_of(samples::two_views());
    EXPECT_EQ(occurrences(page, "role=\"tab\""), 3U);
    EXPECT_EQ(occurrences(page, "role=\"tabpanel\""), 3U);
    EXPECT_EQ(occurrences(page, "<figure class=\"plot\">"), 4U);  // the objects are seen in both views
    EXPECT_THAT(page, HasSubstr("600 rows in 2 views of pages grouped into 4 clusters."));
    EXPECT_THAT(page, HasSubstr("1 of them joins two views; the plots leave it out."));
    EXPECT_THAT(page_of(samples::streaks()), Not(HasSubstr("role=\"tab\"")));
}

TEST(Report, ALargeRunGivesASmallPageWithEveryConstrainedRow) {
    const samples::Sample sample = samples::large(100000);
    const std::string page = page_of(sample);
    EXPECT_LT(page.size(), 1000000U);
    EXPECT_THAT(page, HasSubstr("4,000 of 100,000 rows are drawn"));
    EXPECT_EQ(occurrences(page, "<use ") - occurrences(page, "class=\"swatch\""), 4000U);
    std::set<Index> constrained;
    for (const Constraint& constraint : sample.problem.data.constraints()) {
        constrained.insert({constraint.a.row, constraint.b.row});
    }
    const std::size_t first = page.find("\"ids\":[");
    const std::string ids = page.substr(first, page.find(']', first) - first);
    for (const Index row : constrained) {
        EXPECT_NE(ids.find("\"row " + std::to_string(row) + "\""), std::string::npos) << row;
    }
    EXPECT_EQ(occurrences(page, "data-a="), sample.problem.data.constraints().size());
}

TEST(Report, BrokenConstraintsAreListedUpToFifty) {
    const samples::Sample sample = samples::large(100000);
    const std::size_t broken = sample.result.constraints.violations.size();
    ASSERT_GT(broken, 50U);
    const std::string page = page_of(sample);
    EXPECT_THAT(page, HasSubstr("and " + std::to_string(broken - 50) + " more"));
    EXPECT_EQ(occurrences(page, "<tr><td><bdi>"), 50U);
}

TEST(Report, TheSameRunGivesTheSameBytesForAnyNumberOfThreads) {
    for (const samples::Sample& sample : {samples::many_clusters(), samples::two_views(), samples::two_clusterings()}) {
        const std::string page = page_of(sample, 1);
        EXPECT_EQ(page, page_of(sample, 1));
        EXPECT_EQ(page, page_of(sample, 4));
    }
}

TEST(Report, TheSmallestRunHasAPage) {
    const std::string page = page_of(samples::smallest());
    EXPECT_THAT(page, HasSubstr("1 row grouped into 1 cluster."));
    EXPECT_THAT(page, HasSubstr("None were given."));
    EXPECT_THAT(page, Not(HasSubstr("nan")));
}

TEST(Report, DrawsThePreparedFeaturesAndSaysSo) {
    samples::Sample sample = samples::streaks();
    const std::string& view = sample.problem.data.view(0).name();
    sample.result.model.views = {view};
    sample.result.model.cols = {1};
    sample.result.model.preparation = {{view, 2, {{"standardize", {}}, {"pca=1", {}}}}};
    const Index n = sample.problem.data.view(0).rows();
    const View line = View::dense(view, n, 1, std::vector<double>(static_cast<std::size_t>(n), 7.0));
    const Dataset prepared = sample.problem.data.with_views({line.with_column_names({"pc1"})});
    Context context;
    const mvlink::Run run = scored_run(sample.problem, sample.result, prepared);
    const std::string page = report_html(run, context);
    EXPECT_THAT(page, HasSubstr("pc1, after standardize, pca=1"));
    EXPECT_THAT(page, HasSubstr("was prepared: standardize, pca=1, which left 1 column."));
    EXPECT_THAT(page_of(samples::streaks()), Not(HasSubstr("after standardize")));
}

TEST(Report, ShowsTheTenFeaturesThatCountMostInEachCluster) {
    const samples::Sample sample = samples::learnt_metrics();
    const std::string page = page_of(sample);
    EXPECT_EQ(occurrences(page, "<table class=\"bars weights\">"), 3U);
    EXPECT_EQ(occurrences(page, "and 14 features that count less"), 3U);
    const std::vector<double>& weights = sample.result.metrics[0].weights;
    const auto strongest = std::max_element(weights.begin(), weights.end()) - weights.begin();
    const std::size_t table = page.find("<table class=\"bars weights\">");
    const std::string first = page.substr(table, page.find("</tr>", table) - table);
    EXPECT_THAT(first, HasSubstr("band " + std::to_string(strongest + 1)));
    EXPECT_THAT(first, HasSubstr("width:100.0%"));
    EXPECT_THAT(page_of(samples::streaks()), Not(HasSubstr("Learnt feature weights")));
}

TEST(Report, NamesTheFeaturesOfDirectionsWithTheirSigns) {
    const std::string page = page_of(samples::learnt_metrics());
    EXPECT_EQ(occurrences(page, "<table class=\"bars directions\">"), 3U);
    EXPECT_THAT(page, HasSubstr("0.80 <bdi>petal length (cm)</bdi> − 0.60 <bdi>reflectance at band 4</bdi>"));
    EXPECT_THAT(page, HasSubstr("the &lt;b&gt;width&lt;/b&gt;"));
}

TEST(Report, ShowsWhatMarksEachClusterInEachView) {
    samples::Sample sample = samples::two_views();
    const Dataset& data = sample.problem.data;
    sample.result.topics = {{data.view(0).name(), 0, {{0, 0.8}, {1, 0.2}}}, {data.view(1).name(), 0, {{1, 0.5}}}};
    const std::string page = page_of(sample);
    EXPECT_THAT(page, HasSubstr("Top features of the clusters"));
    EXPECT_EQ(occurrences(page, "<table class=\"bars topic\">"), 2U);
    EXPECT_THAT(page, HasSubstr("Cluster 0 in " + data.view(1).name()));
    EXPECT_THAT(page_of(samples::two_views()), Not(HasSubstr("Top features of the clusters")));
}

TEST(Report, TheViewsOfAClusterStandInOneRow) {
    samples::Sample sample = samples::two_views();
    const std::string a = sample.problem.data.view(0).name(), b = sample.problem.data.view(1).name();
    sample.result.topics = {{a, 0, {{0, 0.8}}}, {b, 0, {{1, 0.5}}}, {a, 1, {{0, 0.8}}}, {b, 1, {{1, 0.5}}}};
    const std::string page = page_of(sample);
    EXPECT_EQ(occurrences(page, "<div class=\"views\">"), 2U);
    EXPECT_EQ(samples::unbalanced_tag(page), "");
}

TEST(Report, BrokenConstraintsAreDrawnAboveThePoints) {
    const std::string page = page_of(samples::streaks());
    const std::size_t points = page.find("<g class=\"points\">");
    const std::size_t broken = page.find("class=\"must broken\""), other = page.find("class=\"cannot broken\"");
    EXPECT_GT(std::min(broken, other), points);
    EXPECT_LT(page.find("<path class=\"must\""), points);
}

TEST(Report, AFewFarRowsDoNotSqueezeTheOthers) {
    samples::Sample sample = samples::streaks();
    EXPECT_THAT(page_of(sample), Not(HasSubstr("far from the others")));
    const Index n = sample.problem.data.view(0).rows();
    std::vector<double> values;
    for (Index row = 0; row < n; ++row) {
        values.insert(values.end(), {row == 7 ? 1e6 : static_cast<double>(row % 20), static_cast<double>(row % 7)});
    }
    sample.problem.data = sample.problem.data.with_views({View::dense("points", n, 2, values)});
    EXPECT_THAT(page_of(sample), HasSubstr("1 row lies far from the others, at the edge."));
}

TEST(Report, AnObjectiveThatHardlyMovesIsALineOfText) {
    samples::Sample sample = samples::streaks();
    sample.result.objective = {640.0, 632.7};
    EXPECT_THAT(page_of(sample), HasSubstr("<p>Objective: 640, then 632.7.</p>"));
    sample.result.objective = {632.7, 632.7, 632.7};
    const std::string page = page_of(sample);
    EXPECT_THAT(page, HasSubstr("<p>Objective: 632.7.</p>"));
    EXPECT_THAT(page, Not(HasSubstr("<figure class=\"curve\">")));
}

TEST(Report, ATableTooLargeForThePageIsSaidToBe) {
    samples::Sample sample = samples::streaks();
    Truth& truth = sample.problem.truths.front();
    truth.class_names.clear();
    for (std::size_t row = 0; row < truth.labels.size(); ++row) {
        truth.labels[row] = static_cast<std::int32_t>(row % 41);
    }
    const std::string page = page_of(sample);
    EXPECT_THAT(page, HasSubstr("3 clusters by 41 classes: too many for a table here"));
    EXPECT_THAT(page, Not(HasSubstr("class=\"confusion\"")));
}

TEST(Report, ListsConstraintsThatDisagreeWithTheFeatures) {
    const std::string page = page_of(samples::learnt_metrics());
    const std::size_t list = page.find("Disagree with the features");
    ASSERT_NE(list, std::string::npos);
    EXPECT_THAT(page.substr(list, page.find("</table>", list) - list), HasSubstr("80.0\u00a0%"));
    EXPECT_THAT(page_of(samples::streaks()), Not(HasSubstr("Disagree with the features")));
}

TEST(Report, SeveralClusteringsStandSideBySideWithTheMeansOfTheirClusters) {
    const samples::Sample sample = samples::two_clusterings();
    const std::string page = page_of(sample);
    EXPECT_THAT(page, HasSubstr("grouped into 3 clusters, in 2 different ways."));
    EXPECT_THAT(page, testing::ContainsRegex(
                          "Rows agree with the known classes: 9[0-9.]+.+ with upper and 9[0-9.]+.+ with lower\\."));
    EXPECT_EQ(occurrences(page, "<div class=\"clustering\">"), 2U);
    EXPECT_EQ(occurrences(page, "aria-label=\"Mean image of cluster"), 6U);
    EXPECT_EQ(occurrences(page, "aria-label=\"Pixels that it is based on\""), 2U);
    const auto dimensions = std::to_string(sample.result.clusterings[0].dimensions.size());
    EXPECT_THAT(page, HasSubstr("<b>" + dimensions + "</b> of 400 dimensions"));
    EXPECT_THAT(page, HasSubstr("<b>20</b> constraints"));
    EXPECT_THAT(page, HasSubstr("<b>3.25</b> nats per row explained"));
    EXPECT_THAT(page, HasSubstr("NMI with <bdi>upper</bdi>"));
    EXPECT_THAT(page, HasSubstr("E4FC 0.9"));
    EXPECT_THAT(page, HasSubstr("E4SC 0.9"));
}

TEST(Report, EveryClusteringIsDrawnInItsOwnDimensionsWithItsOwnConstraints) {
    const samples::Sample sample = samples::two_clusterings();
    const std::string page = page_of(sample);
    EXPECT_EQ(occurrences(page, "data-a="), 40U);
    EXPECT_EQ(occurrences(page, "Constraints that are about it"), 2U);
    EXPECT_EQ(occurrences(page, "<td class=\"num\">97.0\u00a0%</td>"), 40U);
    const std::size_t first = page.find("id=\"panel-0\""), second = page.find("id=\"panel-1\"");
    ASSERT_NE(second, std::string::npos);
    // Arms are pixels of the upper half, legs of the lower.
    const auto axis = [&](std::size_t from) { return page.substr(page.find("most of it from", from), 60); };
    EXPECT_THAT(axis(first), testing::ContainsRegex("from r[0-9]c"));
    EXPECT_THAT(axis(second), testing::ContainsRegex("from r1[0-9]c"));
    EXPECT_THAT(page.substr(first, second - first), HasSubstr("62.0\u00a0%"));
}

TEST(Report, NumbersOfClustersThatWereTriedAreACurve) {
    const std::string page = page_of(samples::two_clusterings());
    EXPECT_THAT(page, HasSubstr("Numbers of clusters tried"));
    EXPECT_THAT(page, HasSubstr("<tr class=\"taken\"><th scope=\"row\">3 + 3</th>"));
    EXPECT_THAT(page_of(samples::streaks()), Not(HasSubstr("Numbers of clusters tried")));
}

TEST(Report, ClusteringsOfWhichNothingIsKnownHaveTheirPanelsAllTheSame) {
    const std::string page = page_of(samples::plain_clusterings());
    EXPECT_EQ(occurrences(page, "role=\"tabpanel\""), 2U);
    EXPECT_EQ(occurrences(page, "Against the known classes"), 1U);  // there is one truth, matched with one clustering
    EXPECT_THAT(page, Not(HasSubstr("What it is based on")));
    EXPECT_THAT(page, Not(HasSubstr("Mean image")));
    EXPECT_THAT(page, HasSubstr("E4FC"));
    EXPECT_THAT(page, Not(HasSubstr("E4SC")));
}

TEST(Report, AnImageSizeThatDoesNotFitDrawsNoImages) {
    samples::Sample sample = samples::two_clusterings();
    for (const char* size : {"20x21", "0x0", "x", "-20x-20", "99999999999x99999999999", "none"}) {
        sample.result.options.back().value = size;
        EXPECT_THAT(page_of(sample), Not(HasSubstr("Mean image"))) << size;
    }
}

TEST(Report, ATitleThatIsGivenIsTaken) {
    const samples::Sample sample = samples::smallest();
    Context context;
    mvlink::Run run = scored_run(sample.problem, sample.result);
    run.title = "Flowers & bees";
    EXPECT_THAT(report_html(run, context), HasSubstr("Flowers &amp; bees"));
}

}  // namespace
}  // namespace mvlink
