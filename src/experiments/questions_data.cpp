#include "experiments/questions_study.hpp"
#include "experiments/select_rows.hpp"
#include "io/data_folders.hpp"

#include <mvlink/error.hpp>
#include <mvlink/io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

/// The classes of the objects: of the file itself where it lists objects, else of the first row of each.
std::vector<std::int32_t> truth_of_objects(const Problem& problem, const Truth& truth) {
    const Dataset& data = problem.data;
    std::vector<std::int32_t> labels(data.objects().count(), -1);
    if (data.objects().rows_are_objects()) return truth.labels;
    std::map<std::string, std::int32_t> by_id;
    for (std::size_t i = 0; i < problem.object_ids.size() && i < truth.labels.size(); ++i)
        by_id[problem.object_ids[i]] = truth.labels[i];
    for (int view = 0; view < data.n_views(); ++view) {
        for (Index row = 0; row < data.view(view).rows(); ++row) {
            const auto found = by_id.find(data.view(view).row_name(row));
            if (found != by_id.end()) labels[data.objects().of({view, row})] = found->second;
        }
    }
    return labels;
}

std::vector<Index> chosen_rows(const StudyData& data, const std::vector<std::int32_t>& labels) {
    std::vector<Index> rows;
    Index seen = 0;
    for (std::size_t row = 0; row < labels.size(); ++row) {
        const bool wanted = data.classes.empty() ||
                            std::find(data.classes.begin(), data.classes.end(), labels[row]) != data.classes.end();
        if (wanted && seen++ % data.step == 0) rows.push_back(static_cast<Index>(row));
    }
    return rows;
}

}  // namespace

const std::vector<StudyData>& study_data() {
    static const std::vector<StudyData> all{
        {"iris", "iris", {}, "labels", {}, 1, false},
        {"ionosphere", "ionosphere", {}, "labels", {}, 1, false},
        {"protein", "protein", {}, "labels", {}, 1, false},
        {"letters {I,J,L}", "letters", {}, "labels", {8, 9, 11}, 10, false},
        {"mfeat fou", "mfeat", {"fou"}, "labels", {}, 4, false},
        {"20newsgroups", "20newsgroups", {}, "labels", {}, 1, false},
        {"webkb course", "webkb_course", {}, "labels", {}, 2, false},
        {"wine", "wine", {}, "labels", {}, 1, true},
        {"pendigits {3,8,9}", "pendigits", {}, "labels", {3, 8, 9}, 10, true},
        {"pendigits", "pendigits", {}, "labels", {}, 20, true},
        {"mfeat, six views", "mfeat", {}, "labels", {}, 4, true},
        {"stick figures, upper", "stickfigures", {}, "upper", {}, 2, true},
        {"3sources", "3sources", {}, "labels", {}, 1, true},
        {"reuters600", "reuters600", {}, "labels", {}, 1, true},
    };
    return all;
}

std::vector<StudyData> study_data_of(std::span<const std::filesystem::path> folders,
                                     const std::vector<std::string>& views) {
    std::vector<StudyData> all;
    for (const std::filesystem::path& folder : folders) {
        const std::filesystem::path last = folder.has_filename() ? folder.filename() : folder.parent_path().filename();
        all.push_back({last.string(), last.string(), views, "labels", {}, 1, true, folder});
    }
    return all;
}

StudyProblem read_study_data(const StudyData& data, std::span<const std::filesystem::path> folders, Context& context) {
    ReadRequest request;
    request.folder = data.path.empty() ? io::find_dataset_folder(data.folder, folders, "--data") : data.path;
    request.select = data.views;
    Problem problem = read_problem(request, context);
    const auto truth = std::find_if(problem.truths.begin(), problem.truths.end(),
                                    [&](const Truth& t) { return t.name == data.truth && t.view.empty(); });
    if (truth == problem.truths.end())
        throw Error(ErrorCode::input, fmt::format("{}: no true classes named {}", data.folder, data.truth));
    StudyProblem study{problem, truth_of_objects(problem, *truth), 0};
    if (data.step > 1 || !data.classes.empty()) {
        const std::vector<Index> rows = chosen_rows(data, study.truth);
        study.problem.data = select_rows(problem.data, rows);
        if (study.problem.data.n_views() > 1) study.problem.data = study.problem.data.with_row_mapping();
        study.truth = select_labels(study.truth, rows);
    }
    study.problem.truths.clear();
    study.problem.data = study.problem.data.with_constraints(std::span<const Constraint>{});
    std::vector<std::int32_t> classes = study.truth;
    std::sort(classes.begin(), classes.end());
    study.n_classes = static_cast<int>(std::unique(classes.begin(), classes.end()) - classes.begin());
    return study;
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
