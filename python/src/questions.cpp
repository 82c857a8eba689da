#include "arrays.hpp"
#include "bindings.hpp"
#include "unlocked.hpp"

#include <mvlink/error.hpp>
#include <mvlink/journal.hpp>
#include <mvlink/questions.hpp>

#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace py = pybind11;
using mvlink::Answer;
using mvlink::EventType;
using mvlink::Index;
using mvlink::InstanceId;
using mvlink::Question;
using mvlink::QuestionSession;
using mvlink::Reply;
using mvlink::SessionEvent;

namespace {

using Place = std::pair<int, Index>;

Place place_of(InstanceId instance) {
    return {instance.view, instance.row};
}

void set_verdict(SessionEvent& event, const std::string& text) {
    const auto verdict = mvlink::parse_ruling(text);
    if (!verdict) {
        throw mvlink::Error(mvlink::ErrorCode::usage,
                            "answer \"" + text +
                                "\"; expected \"same\", \"different\" or \"not-sure\", of several clusterings also "
                                "\"same in 1\"");
    }
    event.verdict = verdict->reply;
    event.same_in = verdict->same_in;
}

/// A session, with or without a journal, and the context that it needs.
class PythonSession {
public:
    PythonSession(const mvlink::Dataset& data, mvlink::SessionSetup setup, std::uint64_t seed, int threads,
                  const std::string& journal)
        : context_(std::make_unique<mvlink::Context>(mvlink::Context::Settings{.seed = seed, .threads = threads})) {
        const Unlocked unlocked;
        if (journal.empty()) {
            alone_.emplace(mvlink::Problem{data}, std::move(setup), *context_);
        } else {
            kept_.emplace(mvlink::Problem{data}, std::move(setup), journal, *context_);
        }
    }

    QuestionSession& session() { return kept_ ? kept_->session() : *alone_; }
    Index submit(SessionEvent event) {
        const Unlocked unlocked;
        if (kept_) return kept_->submit(std::move(event)).sequence;
        event = alone_->checked(std::move(event));
        alone_->apply(event);
        return event.sequence;
    }

private:
    std::unique_ptr<mvlink::Context> context_;
    std::optional<QuestionSession> alone_;
    std::optional<mvlink::JournaledSession> kept_;
};

/// Python owns it. Not a std::unique_ptr: pybind11 frees what such a pointer holds twice if memory runs out.
PythonSession* make_session(const mvlink::Dataset& data, const std::string& strategy, int check_every,
                            double error_rate, const std::string& method,
                            const std::vector<std::pair<std::string, std::string>>& options,
                            const std::vector<std::string>& preparation, std::uint64_t seed, int threads,
                            const std::string& journal) {
    mvlink::SessionSetup setup;
    setup.options.strategy = strategy;
    setup.options.check_every = check_every;
    setup.options.error_rate = error_rate;
    setup.start.method = method;
    for (const auto& [name, value] : options)
        setup.start.options.push_back({name, value});
    for (const std::string& text : preparation)
        setup.start.preparation.push_back(mvlink::parse_preparation(text));
    return std::make_unique<PythonSession>(data, std::move(setup), seed, threads, journal).release();
}

py::tuple question_tuple(const Question& question) {
    return py::make_tuple(place_of(question.a), place_of(question.b), std::string(to_string(question.kind)),
                          question.why, question.p_same, question.gain);
}

py::list next_questions(PythonSession& self, int count) {
    const std::vector<Question> questions = [&] {
        const Unlocked unlocked;
        return self.session().next(count);
    }();
    py::list list;
    for (const Question& question : questions)
        list.append(question_tuple(question));
    return list;
}

Index tell(PythonSession& self, Place a, Place b, const std::string& answer, const std::string& person, double weight,
           const std::string& kind, double p_same, const std::string& why) {
    SessionEvent event;
    event.a = {a.first, a.second};
    event.b = {b.first, b.second};
    set_verdict(event, answer);
    event.person = person;
    event.weight = weight;
    event.kind = mvlink::parse_question_kind(kind).value_or(mvlink::QuestionKind::strategy);
    event.p_same = p_same;
    event.why = why;
    return self.submit(std::move(event));
}

void change(PythonSession& self, EventType type, Index target, const std::string& answer, const std::string& person) {
    SessionEvent event;
    event.type = type;
    event.target = target;
    event.person = person;
    if (type == EventType::correct) set_verdict(event, answer);
    self.submit(std::move(event));
}

py::tuple labels_tuple(PythonSession& self) {
    std::vector<mvlink::Partition> views;
    mvlink::Partition objects;
    {
        const Unlocked unlocked;
        objects = self.session().partition();
        views = self.session().view_partitions();
    }
    py::list labels;
    for (mvlink::Partition& view : views)
        labels.append(moved_array(std::move(view.labels)));
    return py::make_tuple(labels, moved_array(std::move(objects.labels)), moved_array(std::move(objects.confidence)),
                          objects.n_clusters);
}

py::list clustering_list(PythonSession& self) {
    std::vector<mvlink::Partition> clusterings;
    {
        const Unlocked unlocked;
        clusterings = self.session().clusterings();
    }
    py::list list;
    for (mvlink::Partition& clustering : clusterings)
        list.append(moved_array(std::move(clustering.labels)));
    return list;
}

py::list answer_list(PythonSession& self) {
    py::list list;
    for (const Answer& answer : self.session().answers()) {
        py::dict dict;
        dict["number"] = answer.sequence;
        dict["a"] = place_of(answer.a);
        dict["b"] = place_of(answer.b);
        dict["answer"] = to_string(mvlink::Ruling{answer.verdict, answer.same_in});
        dict["weight"] = answer.weight;
        dict["person"] = answer.person;
        dict["kind"] = std::string(to_string(answer.kind));
        dict["corrected"] = answer.corrected;
        dict["refuted"] = answer.refuted;
        dict["suspicion"] = answer.suspicion;
        list.append(dict);
    }
    return list;
}

py::list conflict_list(PythonSession& self) {
    py::list list;
    for (const mvlink::Conflict& conflict : self.session().conflicts())
        list.append(py::make_tuple(conflict.answers, question_tuple(conflict.resolve)));
    return list;
}

py::dict progress_dict(PythonSession& self) {
    const mvlink::SessionProgress progress = self.session().progress();
    py::dict dict;
    dict["answers"] = progress.answers;
    dict["same"] = progress.same;
    dict["different"] = progress.different;
    dict["not_sure"] = progress.not_sure;
    dict["audits"] = progress.audits;
    dict["audits_agreed"] = progress.audits_agreed;
    dict["agreement"] = py::make_tuple(progress.agreement_low, progress.agreement_high);
    dict["may_move"] = progress.may_move;
    dict["next_twenty"] = progress.next_twenty;
    dict["moved"] = progress.moved;
    dict["conflicts"] = progress.conflicts;
    dict["recommendation"] = progress.recommendation;
    return dict;
}

py::list constraint_list(PythonSession& self) {
    py::list list;
    for (const mvlink::Constraint& c : self.session().constraints())
        list.append(py::make_tuple(place_of(c.a), place_of(c.b), std::string(to_string(c.link)), c.weight));
    return list;
}

py::list people_list(PythonSession& self) {
    py::list list;
    for (const mvlink::PersonReport& person : self.session().people()) {
        py::dict dict;
        dict["name"] = person.name;
        dict["answers"] = person.answers;
        dict["repeats"] = person.repeats;
        dict["contradicted"] = person.contradicted;
        dict["error_rate"] = person.error_rate;
        list.append(dict);
    }
    return list;
}

}  // namespace

void bind_questions(py::module_& module) {
    py::class_<PythonSession>(module, "QuestionSession", "Asks which rows belong together.")
        .def_static("begin", &make_session, py::arg("data"), py::arg("strategy"), py::arg("check_every"),
                    py::arg("error_rate"), py::arg("method"), py::arg("options"), py::arg("preparation"),
                    py::arg("seed"), py::arg("threads"), py::arg("journal"))  // see Dataset.of
        .def("next", &next_questions, py::arg("count"))
        .def("tell", &tell, py::arg("a"), py::arg("b"), py::arg("answer"), py::arg("person"), py::arg("weight"),
             py::arg("kind"), py::arg("p_same"), py::arg("why"))
        .def("undo",
             [](PythonSession& self, const std::string& person) { change(self, EventType::undo, 0, "", person); })
        .def("redo",
             [](PythonSession& self, const std::string& person) { change(self, EventType::redo, 0, "", person); })
        .def("correct", [](PythonSession& self, Index number, const std::string& answer,
                           const std::string& person) { change(self, EventType::correct, number, answer, person); })
        .def("withdraw", [](PythonSession& self, Index number,
                            const std::string& person) { change(self, EventType::withdraw, number, "", person); })
        .def("labels", &labels_tuple)
        .def("clusterings", &clustering_list)
        .def("respects", [](PythonSession& self) { return self.session().respects(); })
        .def("answers", &answer_list)
        .def("conflicts", &conflict_list)
        .def("progress", &progress_dict)
        .def("constraints", &constraint_list)
        .def("people", &people_list);
    module.def("strategies", [] {
        std::vector<std::tuple<std::string, std::string, std::string>> all;
        for (const mvlink::StrategyInfo& info : mvlink::strategies())
            all.emplace_back(info.name, info.title, info.description);
        return all;
    });
}
