#include "evidence.hpp"

#include "bindings.hpp"
#include "listener.hpp"
#include "mapped.hpp"
#include "unlocked.hpp"

#include <mvlink/select.hpp>

#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>

namespace py = pybind11;
using mvlink::Context;
using mvlink::Dataset;

namespace {

py::dict agreement_dict(const mvlink::Agreement& agreement) {
    py::dict dict;
    dict["kept"] = agreement.kept;
    dict["low"] = agreement.low;
    dict["high"] = agreement.high;
    dict["must"] = agreement.must;
    dict["must_kept"] = agreement.must_kept;
    dict["cannot"] = agreement.cannot;
    dict["cannot_kept"] = agreement.cannot_kept;
    return dict;
}

std::vector<std::string> preparation_texts(const std::vector<mvlink::PreparationRequest>& requests) {
    std::vector<std::string> texts;
    for (const mvlink::PreparationRequest& request : requests) {
        texts.push_back(mvlink::preparation_text(request));
    }
    return texts;
}

py::dict option_dict(const std::vector<mvlink::OptionText>& options) {
    py::dict dict;
    for (const auto& [name, value] : options) {
        dict[py::str(name)] = value;
    }
    return dict;
}

py::dict decision_dict(const mvlink::Decision& decision) {
    py::dict dict;
    dict["method"] = decision.request.method;
    dict["options"] = option_dict(decision.request.options);
    dict["preparation"] = preparation_texts(decision.request.preparation);
    dict["views"] = decision.views;
    dict["reason"] = decision.choice.reason;
    dict["held_out"] = held_out_dict(decision.held_out);
    dict["candidates"] = candidate_list(decision.candidates);
    dict["decision"] = py::cast(decision, py::return_value_policy::copy);
    return dict;
}

mvlink::RunRequest request_of(const std::string& method,
                              const std::vector<std::pair<std::string, std::string>>& options,
                              const std::vector<int>& sizes, const std::vector<std::string>& preparation,
                              int validate) {
    mvlink::RunRequest request{.method = method};
    for (const auto& [name, value] : options) {
        request.options.push_back({name, value});
    }
    for (const std::string& text : preparation) {
        request.preparation.push_back(mvlink::parse_preparation(text));
    }
    request.sizes = sizes;
    request.validate = validate;
    check_request(request);
    return request;
}

py::dict decide(const Dataset& data, const std::string& method,
                const std::vector<std::pair<std::string, std::string>>& options, const std::vector<int>& sizes,
                const std::vector<std::string>& preparation, std::uint64_t seed, int threads, int validate) {
    const mvlink::RunRequest request = request_of(method, options, sizes, preparation, validate);
    Listener listener(py::none{});
    Context context({.seed = seed, .threads = threads, .on_progress = listener.on_progress()});
    listener.watch(context);
    const mvlink::Decision decision = [&] {
        const Unlocked unlocked;
        return on_unchanged_files(data, [&] { return mvlink::decide(data, request, context); });
    }();
    py::dict dict = decision_dict(decision);
    dict["raised"] = listener.raised();
    return dict;
}

py::dict search(const Dataset& data, const std::string& method,
                const std::vector<std::pair<std::string, std::string>>& options, const std::vector<int>& sizes,
                const std::vector<std::string>& preparation, std::uint64_t seed, int threads, int validate,
                double seconds, bool leave_out_views, const py::object& callback) {
    const mvlink::SelectRequest request{request_of(method, options, sizes, preparation, validate), seconds,
                                        leave_out_views};
    Listener listener(callback);
    Context context({.seed = seed, .threads = threads, .on_progress = listener.on_progress()});
    listener.watch(context);
    const mvlink::Selection found = [&] {
        const Unlocked unlocked;
        return on_unchanged_files(data, [&] { return mvlink::select_candidate(data, request, context); });
    }();
    py::dict dict = decision_dict(found.decision);
    dict["sentence"] = found.sentence;
    dict["interrupted"] = found.interrupted;
    dict["seconds"] = found.seconds;
    dict["raised"] = listener.raised();
    return dict;
}

}  // namespace

py::object held_out_dict(const mvlink::HeldOut& found) {
    if (found.judgements == 0) return py::none();
    py::dict dict = found.measured() ? agreement_dict(found.guided) : py::dict();
    dict["folds"] = found.folds;
    dict["judgements"] = found.judgements;
    dict["reason"] = found.reason.empty() ? py::object(py::none()) : py::object(py::str(found.reason));
    dict["uses_judgements"] = found.uses_judgements;
    dict["tried"] = found.tried;
    dict["sampled_rows"] = found.rows;
    if (found.measured() && !found.without.empty()) {
        dict["without"] = found.without;
        dict["unguided"] = agreement_dict(found.unguided);
    }
    return dict;
}

py::list candidate_list(const std::vector<mvlink::TriedCandidate>& candidates) {
    py::list list;
    for (const mvlink::TriedCandidate& tried : candidates) {
        py::dict dict;
        dict["description"] = mvlink::describe(tried.candidate);
        dict["method"] = tried.candidate.method;
        dict["options"] = option_dict(tried.candidate.options);
        dict["preparation"] = preparation_texts(tried.candidate.preparation);
        dict["views"] = tried.candidate.views;
        dict["state"] = std::string(to_string(tried.state));
        dict["guided"] = tried.guided;
        dict["chosen"] = tried.chosen;
        dict["agreement"] = agreement_dict(tried.agreement);
        dict["quality"] = tried.quality;
        dict["seconds"] = tried.seconds;
        dict["note"] = tried.note;
        list.append(dict);
    }
    return list;
}

void bind_evidence(py::module_& module) {
    module.def("decide", &decide, py::arg("data"), py::arg("method"), py::arg("options"), py::arg("sizes"),
               py::arg("preparation"), py::arg("seed"), py::arg("threads"), py::arg("validate"));
    module.def("select", &search, py::arg("data"), py::arg("method"), py::arg("options"), py::arg("sizes"),
               py::arg("preparation"), py::arg("seed"), py::arg("threads"), py::arg("validate"), py::arg("seconds"),
               py::arg("leave_out_views"), py::arg("callback"));
}
