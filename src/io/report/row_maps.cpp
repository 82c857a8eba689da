#include "io/report/scene.hpp"

#include <mvlink/io.hpp>

namespace mvlink {
inline namespace v1 {
namespace {

RowMap row_map(const Run& run, const io::report::Panel& panel, const io::report::Picture& picture) {
    RowMap map;
    map.scope = panel.partition->scope;
    map.partition = panel.partition->name;
    if (!picture.of_objects) map.view = run.problem.data.view(picture.view).name();
    map.axes = {picture.x.title, picture.y.title};
    map.words = picture.map_words;
    for (const io::report::Point& point : picture.points) {
        map.instances.push_back(point.instance);
        map.labels.push_back(point.label);
        map.coordinates.insert(map.coordinates.end(), {point.x, point.y});
    }
    for (const io::report::Line& line : picture.lines) {
        map.links.push_back({line.from, line.to, line.link, line.violated});
    }
    return map;
}

}  // namespace

std::vector<RowMap> row_maps(const Run& run, Context& context, const ReportOptions& options) {
    std::vector<RowMap> maps;
    for (const io::report::Panel& panel : io::report::make_panels(run, run.scores, options, context)) {
        for (const io::report::Picture& picture : panel.pictures) {
            maps.push_back(row_map(run, panel, picture));
        }
    }
    return maps;
}

}  // namespace v1
}  // namespace mvlink
