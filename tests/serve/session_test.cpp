#include "serve/support.hpp"

#include "serve/halves.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

namespace mvlink::serve::test {
namespace {

nlohmann::json at(int row, int view = 0) {
    return {{"view", view}, {"row", row}};
}

nlohmann::json answer_to(const nlohmann::json& question, const std::string& answer) {
    return {{"answer", answer}, {"a", at(question["a"]["row"])}, {"b", at(question["b"]["row"])}};
}

/// Rows i and j are the same if i - j is a multiple of 3.
std::string truth(const nlohmann::json& question) {
    return (question["a"]["row"].get<int>() - question["b"]["row"].get<int>()) % 3 == 0 ? "same" : "different";
}

class SessionTest : public ::testing::Test {
protected:
    int answer_all(int most) {
        int given = 0;
        for (nlohmann::json state = app.json("/api/state"); given < most && !state["question"].is_null(); ++given) {
            state = app.change("/api/answer", answer_to(state["question"], truth(state["question"])));
        }
        return given;
    }
    std::size_t lines_of_journal() {
        std::ifstream in(app.folder / kJournalFile);
        std::size_t lines = 0;
        for (std::string line; std::getline(in, line);)
            ++lines;
        return lines;
    }
    TestApp app{"session"};
};

TEST_F(SessionTest, AnswersAreInTheJournalWhenTheResponseComes) {
    const std::size_t before = lines_of_journal();
    EXPECT_EQ(answer_all(5), 5);
    EXPECT_EQ(lines_of_journal(), before + 5);
    app.restart();
    EXPECT_EQ(app.json("/api/state")["progress"]["answers"], 5);
    EXPECT_EQ(app.json("/api/answers")["answers"][0]["person"], "anna");
}

TEST_F(SessionTest, UndoAndRedoOfAnyDepth) {
    answer_all(6);
    for (int left = 5; left >= 0; --left)
        EXPECT_EQ(app.change("/api/undo", {})["progress"]["answers"], left);
    EXPECT_FALSE(app.json("/api/state")["can_undo"]);
    for (int back = 1; back <= 6; ++back)
        EXPECT_EQ(app.change("/api/redo", {})["progress"]["answers"], back);
    EXPECT_FALSE(app.json("/api/state")["can_redo"]);
    const Response nothing = app->handle(app.post("/api/redo", {{"version", app.json("/api/state")["version"]}}));
    EXPECT_EQ(nothing.status, 409) << nothing.body;
}

TEST_F(SessionTest, AWindowThatIsBehindIsRefusedAndLosesNothing) {
    const nlohmann::json old = app.json("/api/state");
    answer_all(1);
    nlohmann::json late = answer_to(old["question"], "same");
    late["version"] = old["version"];
    const Response response = app->handle(app.post("/api/answer", late));
    EXPECT_EQ(response.status, 409);
    EXPECT_THAT(response.body, ::testing::HasSubstr("another window"));
    EXPECT_EQ(app.json("/api/state")["progress"]["answers"], 1);
    for (const std::string path : {"/api/undo", "/api/redo", "/api/change", "/api/group"}) {
        nlohmann::json body = good_body({"POST", path, nullptr}, old);
        EXPECT_EQ(app->handle(app.post(path, body)).status, 409) << path;
    }
}

TEST_F(SessionTest, AnAnswerCanBeFoundChangedAndTakenBack) {
    app.change("/api/answer", {{"answer", "different"}, {"a", at(0)}, {"b", at(3)}});
    app.change("/api/answer", {{"answer", "not-sure"}, {"a", at(7)}, {"b", at(3)}});
    const nlohmann::json found = app.json("/api/answers?find=%3Cb%3E7");
    ASSERT_EQ(found["found"], 1);
    EXPECT_EQ(found["answers"][0]["a"]["title"], "<b>7</b> & \"x\"");
    const nlohmann::json first = app.json("/api/answers?find=Different")["answers"][0];
    app.change("/api/change", {{"sequence", first["sequence"]}, {"answer", "same"}});
    EXPECT_EQ(app.json("/api/state")["progress"]["same"], 1);
    app.change("/api/change", {{"sequence", first["sequence"]}, {"answer", "withdraw"}});
    EXPECT_EQ(app.json("/api/state")["progress"]["answers"], 1);
    app.change("/api/undo", {});
    EXPECT_EQ(app.json("/api/state")["progress"]["same"], 1);
}

TEST_F(SessionTest, ContradictionsAreShownAsARing) {
    app.change("/api/answer", {{"answer", "same"}, {"a", at(0)}, {"b", at(3)}});
    app.change("/api/answer", {{"answer", "same"}, {"a", at(3)}, {"b", at(6)}});
    const nlohmann::json state = app.change("/api/answer", {{"answer", "different"}, {"a", at(0)}, {"b", at(6)}});
    EXPECT_EQ(state["conflicts"], 1);
    const nlohmann::json ring = app.json("/api/conflicts")["conflicts"][0];
    EXPECT_EQ(ring["answers"].size(), 3U);
    EXPECT_EQ(ring["answers"][0]["answer"], "different");
    app.change("/api/change", {{"sequence", 3}, {"answer", "same"}});
    EXPECT_EQ(app.json("/api/state")["conflicts"], 0);
}

TEST_F(SessionTest, AJudgementAboutGroupsIsOneStepOfUndo) {
    answer_all(1);
    app.change("/api/group", {{"view", 0}, {"relation", "two"}, {"groups", {{1, 4, 7}, {2, 5}}}});
    EXPECT_EQ(app.json("/api/state")["progress"]["answers"], 1 + 2 + 1 + 1);
    app.restart();
    EXPECT_EQ(app.change("/api/undo", {})["progress"]["answers"], 1);
    EXPECT_EQ(app.change("/api/redo", {})["progress"]["answers"], 5);
    app.change("/api/group", {{"view", 0}, {"relation", "same"}, {"groups", {{0}, {6}}}});
    EXPECT_EQ(app.change("/api/undo", {})["progress"]["answers"], 5);
}

TEST_F(SessionTest, GroupsAreChecked) {
    const auto refused = [&](nlohmann::json body) {
        body["version"] = app.json("/api/state")["version"];
        return app->handle(app.post("/api/group", body)).status;
    };
    EXPECT_EQ(refused({{"view", 0}, {"relation", "same"}, {"groups", {{1}}}}), 400);
    EXPECT_EQ(refused({{"view", 0}, {"relation", "same"}, {"groups", {{1, 1, 1}}}}), 400);
    EXPECT_EQ(refused({{"view", 0}, {"relation", "two"}, {"groups", {{1, 2}}}}), 400);
    EXPECT_EQ(refused({{"view", 0}, {"relation", "same"}, {"groups", {{1, 36}}}}), 404);
    EXPECT_EQ(refused({{"view", 1}, {"relation", "same"}, {"groups", {{1, 2}}}}), 404);
    EXPECT_EQ(refused({{"view", 0}, {"relation", "same"}, {"groups", {{1, -2}}}}), 400);
    EXPECT_EQ(refused({{"view", 0}, {"relation", "same"}, {"groups", {{1, 1e300}}}}), 400);
    EXPECT_EQ(refused({{"view", 0}, {"relation", "same"}, {"groups", {{1, "2"}}}}), 400);
    EXPECT_EQ(refused({{"view", 0}, {"relation", "same"}, {"groups", {std::vector<int>(301, 1)}}}), 400);
    EXPECT_EQ(app.json("/api/state")["version"], 0);
}

TEST_F(SessionTest, RowsAndViewsThatDoNotExistAreRefused) {
    for (const std::string target : {"/api/pair?va=0&a=0&vb=0&b=36", "/api/pair?va=1&a=0&vb=0&b=1",
                                     "/api/row?view=0&row=99999999999", "/api/map?view=3", "/api/labels?view=1",
                                     "/api/clusters?view=9", "/api/image?view=0&row=36", "/api/image?view=0&row=5"}) {
        EXPECT_EQ(app->handle(app.get(target)).status, 404) << target;
    }
    for (const std::string target :
         {"/api/pair", "/api/pair?va=0&a=-1&vb=0&b=1", "/api/row?view=0&row=1x",
          "/api/row?view=0&row=", "/api/answers?find=%", "/api/answers?find=%zz", "/api/row?view=0&view=0&row=1",
          "/api/row?view=0&row=99999999999999999999", "/api/state?a&b&c&d&e&f&g&h&i"}) {
        EXPECT_EQ(app->handle(app.get(target)).status, 400) << target;
    }
    EXPECT_EQ(
        app->handle(app.post("/api/answer", {{"version", 0}, {"answer", "same"}, {"a", at(1)}, {"b", at(1)}})).status,
        409)
        << "a row with itself";
}

TEST_F(SessionTest, ThePairShowsWhatDiffers) {
    const nlohmann::json pair = app.json("/api/pair?va=0&a=0&vb=0&b=7");
    EXPECT_EQ(pair["b"]["title"], "<b>7</b> & \"x\"");
    EXPECT_EQ(pair["a"]["images"].size(), 1U);
    EXPECT_EQ(pair["a"]["texts"][0], "a text with <script>alert(1)</script>");
    const nlohmann::json rows = pair["views"][0]["rows"];
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[1]["name"], "<i>two</i>");
    EXPECT_TRUE(rows[0]["differs"]);  // rows 0 and 7 are of groups 0 and 1
    EXPECT_TRUE(rows[1]["differs"]);
    EXPECT_FALSE(rows[2]["differs"]);
}

TEST_F(SessionTest, OnlyImagesAreServedAsImages) {
    const Response image = app->handle(app.get("/api/image?view=0&row=0"));
    EXPECT_EQ(image.status, 200);
    EXPECT_EQ(image.type, "image/png");
    const Response script = app->handle(app.get("/api/image?view=0&row=1"));
    EXPECT_EQ(script.status, 422) << "an SVG that calls itself r1.png";
    std::filesystem::remove(app.folder / "images" / "r0.png");
    EXPECT_EQ(app->handle(app.get("/api/image?view=0&row=0")).status, 422) << "gone since the start";
}

TEST_F(SessionTest, HugeImagesAreNamedNotSent) {
    std::filesystem::resize_file(app.folder / "images" / "r0.png", (20 << 20) + 1);
    const Response image = app->handle(app.get("/api/image?view=0&row=0"));
    EXPECT_EQ(image.status, 422);
    EXPECT_THAT(image.body, ::testing::HasSubstr("larger than 20 MB"));
}

TEST_F(SessionTest, MapAndLabelsHaveOnePointPerRow) {
    const Response map = app->handle(app.get("/api/map?view=0"));
    EXPECT_EQ(map.body.size(), 36U * 8);
    const Response labels = app->handle(app.get("/api/labels?view=0"));
    EXPECT_EQ(labels.body.size(), 36U * 5);
    const nlohmann::json clusters = app.json("/api/clusters?view=0");
    EXPECT_EQ(clusters["count"], 3);
    Index rows = 0;
    for (const nlohmann::json& cluster : clusters["clusters"])
        rows += cluster["size"].get<Index>();
    EXPECT_EQ(rows, 36);
    EXPECT_EQ(clusters["clusters"][0]["profile"].size(), 3U);
}

TEST_F(SessionTest, TheMethodIsFittedAgainBehindTheScenes) {
    answer_all(4);
    const Index version = app.json("/api/state")["version"];
    nlohmann::json refit;
    for (int wait = 0; wait < 500; ++wait) {
        refit = app.json("/api/state")["refit"];
        if (refit.value("version", Index{-1}) == version) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ASSERT_EQ(refit.value("version", Index{-1}), version) << refit;
    const std::string said = app->handle(app.get("/api/labels?view=0")).body;
    const std::string fitted = app->handle(app.get("/api/labels?view=0&from=fit")).body;
    EXPECT_EQ(said.substr(0, 36 * 4), fitted.substr(0, 36 * 4)) << "on easy data the numbers of clusters stay";
    const Response report = app->handle(app.get("/api/report.html"));
    EXPECT_EQ(report.status, 200);
    EXPECT_THAT(report.body, ::testing::HasSubstr("<!DOCTYPE html>"));
}

TEST_F(SessionTest, ExportsReadBack) {
    answer_all(3);
    const std::string constraints = app->handle(app.get("/api/constraints.csv")).body;
    EXPECT_THAT(constraints, ::testing::HasSubstr("view_a,a,view_b,b,type,weight"));
    const std::string labels = app->handle(app.get("/api/labels.csv")).body;
    EXPECT_EQ(std::count(labels.begin(), labels.end(), '\n'), 37);
    EXPECT_THAT(labels, ::testing::HasSubstr("\"<b>7</b> & \"\"x\"\"\","));
}

TEST_F(SessionTest, SessionEndsWhenNothingIsLeftToAsk) {
    EXPECT_LT(answer_all(500), 500);
    const nlohmann::json state = app.json("/api/state");
    EXPECT_TRUE(state["question"].is_null());
    EXPECT_EQ(state["progress"]["advice"], "finished");
    app.change("/api/undo", {});
    EXPECT_FALSE(app.json("/api/state")["question"].is_null());
}

TEST_F(SessionTest, ManyThreadsAnswerAtOnceAndEveryAcceptedAnswerCounts) {
    std::atomic<int> accepted{0};
    std::vector<std::thread> windows;
    for (int window = 0; window < 4; ++window) {
        windows.emplace_back([&] {
            for (int i = 0; i < 8; ++i) {
                const auto state = nlohmann::json::parse(app->handle(app.get("/api/state")).body);
                if (state["question"].is_null()) return;
                nlohmann::json body = answer_to(state["question"], truth(state["question"]));
                body["version"] = state["version"];
                accepted += app->handle(app.post("/api/answer", body)).status == 200;
            }
        });
    }
    for (std::thread& window : windows)
        window.join();
    EXPECT_EQ(app.json("/api/state")["progress"]["answers"], accepted.load());
    EXPECT_GT(accepted.load(), 0);
}

TEST(Views, AllViewsOfAnObjectAreShown) {
    TestApp app("views", true);
    const nlohmann::json pair = app.json("/api/pair?va=0&a=0&vb=1&b=7");
    EXPECT_EQ(pair["views"].size(), 2U);
    EXPECT_EQ(app.json("/api/state")["dataset"]["objects"], 36);
    EXPECT_EQ(app->handle(app.get("/api/map?view=1")).status, 200);
}

TEST(Halves, OfALongClusterStandForItsEnds) {
    std::vector<double> values;
    for (int row = 0; row < 20; ++row)
        values.insert(values.end(), {row < 10 ? -5.0 + 0.1 * row : 5.0 + 0.1 * row, 0.1 * (row % 4)});
    const View view = View::dense("x", 20, 2, std::move(values));
    const Partition partition{Scope::view, "x", 1, std::vector<std::int32_t>(20, 0), {}};
    const auto [a, b] = halves_of_cluster(view, facts_of(view), partition, 0);
    EXPECT_NE(a < 10, b < 10);
    EXPECT_EQ(halves_of_cluster(view, facts_of(view), partition, 1), std::pair(Index{-1}, Index{-1}));
}

TEST(ViewFacts, OfSparseAndDenseRowsAgree) {
    const View dense = View::dense("x", 3, 2, std::vector<double>{0, 2, 3, 0, 0, 4});
    const View sparse = View::sparse("x", 3, 2, {0, 1, 2, 3}, {1, 0, 1}, std::vector<double>{2, 3, 4});
    EXPECT_EQ(facts_of(dense).mean, facts_of(sparse).mean);
    for (int column : {0, 1})
        EXPECT_NEAR(facts_of(dense).deviation[column], facts_of(sparse).deviation[column], 1e-12);
    EXPECT_NEAR(facts_of(dense).deviation[0], std::sqrt(2.0), 1e-12);  // 0, 3, 0 around 1
}

}  // namespace
}  // namespace mvlink::serve::test
