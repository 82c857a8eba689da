#pragma once

#include <mvlink/kmeans.hpp>
#include <mvlink/questions.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace mvlink::test {

/// Points on a plane in `k` round groups, `per` each, with their groups as truth.
struct Groups {
    Problem problem;
    std::vector<std::int32_t> truth;
};

inline Groups make_groups(int k, int per, double distance, std::uint64_t seed, int cols = 2) {
    Random random(seed);
    std::vector<double> values;
    std::vector<std::int32_t> truth;
    for (int c = 0; c < k; ++c) {
        for (int i = 0; i < per; ++i) {
            for (int col = 0; col < cols; ++col)
                values.push_back(random.normal() + distance * static_cast<double>((c >> (col % 4)) & 1));
            truth.push_back(c);
        }
    }
    return {Problem{Dataset(View::dense("x", k * per, cols, std::move(values)))}, std::move(truth)};
}

inline SessionSetup setup_for(int k, const std::string& strategy = "skeleton", int check_every = 12) {
    SessionSetup setup;
    setup.options.strategy = strategy;
    setup.options.check_every = check_every;
    setup.start.options = {{"n_clusters", std::to_string(k)}};
    return setup;
}

/// What a person who is wrong in some cases says.
inline Reply reply_of(const Groups& groups, const Question& question, double wrong = 0, std::uint64_t number = 0) {
    const bool same = groups.truth[static_cast<std::size_t>(question.a.row)] ==
                      groups.truth[static_cast<std::size_t>(question.b.row)];
    Random random(7, "person", number);
    return same != (random.uniform() < wrong) ? Reply::same : Reply::different;
}

/// Asks and answers up to `count` questions; returns what was asked.
inline std::vector<Question> answer_questions(QuestionSession& session, const Groups& groups, int count,
                                              double wrong = 0) {
    std::vector<Question> asked;
    for (int i = 0; i < count; ++i) {
        const auto questions = session.next(1);
        if (questions.empty()) break;
        asked.push_back(questions.front());
        session.apply(answered(asked.back(), reply_of(groups, asked.back(), wrong, static_cast<std::uint64_t>(i))));
    }
    return asked;
}

inline SessionEvent judge(Index a, Index b, Reply reply, std::string person = {}) {
    SessionEvent event;
    event.a = {0, a};
    event.b = {0, b};
    event.verdict = reply;
    event.person = std::move(person);
    return event;
}

inline SessionEvent act(EventType type, Index target = 0, Reply reply = Reply::not_sure) {
    SessionEvent event;
    event.type = type;
    event.target = target;
    event.verdict = reply;
    return event;
}

}  // namespace mvlink::test
