#include "io/report/plot.hpp"

#include "io/report/marks.hpp"
#include "io/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr double kWidth = 1000;
constexpr double kHeight = 700;
constexpr double kMargin = 34;
constexpr std::size_t kLongestId = 48;
constexpr std::size_t kManyLines = 60;  // drawn thinner

/// Maps the values of one axis to the plot. Long double: the difference of two doubles may overflow a double.
class Scale {
public:
    template <class Get>
    Scale(const std::vector<Point>& points, Get get, double first, double last) : first_(first), last_(last) {
        std::vector<long double> values;
        for (const Point& point : points) {
            if (std::isfinite(get(point))) values.push_back(get(point));
        }
        if (values.empty()) return;
        std::sort(values.begin(), values.end());
        low_ = values.front();
        high_ = values.back();
        leave_far_ones_out(values);
    }

    [[nodiscard]] double operator()(double value) const {
        if (!(high_ > low_) || !std::isfinite(value)) return (first_ + last_) / 2;
        const long double inside = std::clamp<long double>(value, low_, high_);
        return first_ + static_cast<double>((inside - low_) / (high_ - low_)) * (last_ - first_);
    }

    [[nodiscard]] bool is_beyond(double value) const { return value < low_ || value > high_; }

    /// Round values inside the range, about five.
    [[nodiscard]] std::vector<double> ticks() const {
        std::vector<double> values;
        const long double range = high_ - low_;
        if (!(range > 0) || range > 1e300L || range < 1e-290L) return values;
        const long double power = std::pow(10.0L, std::floor(std::log10(range / 5)));
        const long double ratio = range / 5 / power;
        const long double step = power * (ratio < 1.5L ? 1 : ratio < 3.5L ? 2 : ratio < 7.5L ? 5 : 10);
        for (long double tick = std::ceil(low_ / step); tick * step <= high_ && values.size() < 12; ++tick) {
            values.push_back(static_cast<double>(tick * step));
        }
        return values;
    }

private:
    /// Nine tenths of the rows keep at least a third of the axis: a few rows far away would squeeze them to a spot.
    void leave_far_ones_out(const std::vector<long double>& sorted) {
        const std::size_t tail = sorted.size() / 20;
        const long double low = sorted[tail], high = sorted[sorted.size() - 1 - tail], spread = high - low;
        if (!(spread > 0) || !std::isfinite(spread)) return;
        low_ = std::max(low_, low - spread);
        high_ = std::min(high_, high + spread);
    }

    double first_, last_;
    long double low_ = 0, high_ = 0;
};

struct Frame {
    Scale x, y;
    explicit Frame(const Picture& picture)
        : x(
              picture.points, [](const Point& p) { return p.x; }, kMargin, kWidth - kMargin),
          y(
              picture.points, [](const Point& p) { return p.y; }, kHeight - kMargin, kMargin) {}

    [[nodiscard]] bool is_beyond(const Point& point) const { return x.is_beyond(point.x) || y.is_beyond(point.y); }
};

void append_grid(std::string& out, const Picture& picture, const Frame& frame) {
    auto it = std::back_inserter(out);
    out += "<g class=\"grid\" aria-hidden=\"true\">";
    for (const double tick : picture.x.has_scale ? frame.x.ticks() : std::vector<double>{}) {
        const double at = frame.x(tick);
        fmt::format_to(it, "<path d=\"M{:.1f} 0V{}\"/><text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>", at,
                       kHeight, at, kHeight - 8, number(tick));
    }
    for (const double tick : picture.y.has_scale ? frame.y.ticks() : std::vector<double>{}) {
        const double at = frame.y(tick);
        fmt::format_to(it, "<path d=\"M0 {:.1f}H{}\"/><text x=\"8\" y=\"{:.1f}\">{}</text>", at, kWidth, at - 6,
                       number(tick));
    }
    out += "</g>\n";
}

std::size_t broken_lines(const Picture& picture) {
    return static_cast<std::size_t>(
        std::count_if(picture.lines.begin(), picture.lines.end(), [](const Line& line) { return line.violated; }));
}

/// The weight of what was inferred is its opacity.
std::string inferred_attributes(const Line& line) {
    if (line.round < 0) return {};
    return fmt::format(" data-round=\"{}\" style=\"stroke-opacity:{:.2f}\"", line.round,
                       std::clamp(line.weight, 0.1, 1.0));
}

/// Satisfied ones are drawn below the points, violated ones above.
void append_lines(std::string& out, const Picture& picture, const Frame& frame, bool broken) {
    auto it = std::back_inserter(out);
    fmt::format_to(it, "<g class=\"lines{}{}\">", picture.lines.size() > kManyLines ? " many" : "",
                   broken_lines(picture) > kManyLines ? " crowded" : "");
    for (const Line& line : picture.lines) {
        if (line.violated != broken) continue;
        const Point& a = picture.points[line.from];
        const Point& b = picture.points[line.to];
        fmt::format_to(it, "<path class=\"{}{}\"{} data-a=\"{}\" data-b=\"{}\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>",
                       line.link == Link::must ? "must" : "cannot", line.violated ? " broken" : "",
                       inferred_attributes(line), line.from, line.to, frame.x(a.x), frame.y(a.y), frame.x(b.x),
                       frame.y(b.y));
    }
    out += "</g>\n";
}

/// 0: hardly sure, 3: sure, or nothing is known.
int sureness(double confidence) {
    return confidence < 1 ? std::max(0, static_cast<int>(confidence * 4)) : 3;
}

void append_points(std::string& out, const Picture& picture, const Frame& frame) {
    auto it = std::back_inserter(out);
    out += "<g class=\"points\">";
    for (const Point& point : picture.points) {
        fmt::format_to(it, "<use href=\"#s{}\" class=\"k{} f{}\" x=\"{:.1f}\" y=\"{:.1f}\"/>", shape_of(point.label),
                       colour_of(point.label), sureness(point.confidence), frame.x(point.x), frame.y(point.y));
    }
    out += "</g>\n";
}

/// The ends of violated constraints.
void append_ends(std::string& out, const Picture& picture, const Frame& frame) {
    auto it = std::back_inserter(out);
    fmt::format_to(it, "<g class=\"ends{}\">", broken_lines(picture) > kManyLines ? " crowded" : "");
    std::vector<std::size_t> ends;
    for (const Line& line : picture.lines) {
        if (line.violated) ends.insert(ends.end(), {line.from, line.to});
    }
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    for (const std::size_t end : ends) {
        const Point& point = picture.points[end];
        fmt::format_to(it, "<circle class=\"end\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"9\"/>", frame.x(point.x),
                       frame.y(point.y));
    }
    out += "</g>\n";
}

/// Smaller dots where there are many.
double dot_size(std::size_t points) {
    return std::clamp(1.35 * std::pow(300.0 / static_cast<double>(points + 1), 0.28), 0.6, 1.35);
}

template <class Write>
void append_array(std::string& out, std::string_view name, const Picture& picture, Write write) {
    out += fmt::format("\"{}\":[", name);
    for (std::size_t i = 0; i < picture.points.size(); ++i) {
        if (i > 0) out += ',';
        out += write(picture.points[i]);
    }
    out += ']';
}

std::string confidence_json(double confidence) {
    return std::isfinite(confidence) ? fmt::format("{:.3g}", confidence) : "null";
}

/// What hovering shows, by point.
std::string point_data(const Run& run, const Panel& panel, const Picture& picture) {
    const auto text = [](const std::string& raw) { return json(shorten(clean_text(raw), kLongestId)); };
    std::string out = "<script type=\"application/json\" class=\"point-data\">{";
    append_array(out, "labels", picture, [](const Point& p) { return std::to_string(p.label); });
    out += ',';
    append_array(out, "confidence", picture, [](const Point& p) { return confidence_json(p.confidence); });
    out += ',';
    append_array(out, "ids", picture, [&](const Point& p) { return text(row_title(run.problem, p.instance)); });
    if (!run.problem.row_names.empty()) {
        out += ',';
        append_array(out, "names", picture, [&](const Point& p) { return text(extra_name(run.problem, p.instance)); });
    }
    if (picture.linked) {
        out += ',';
        append_array(out, "objects", picture,
                     [&](const Point& p) { return std::to_string(run.problem.data.objects().of(p.instance)); });
    }
    if (panel.has_truth()) {
        out += ',';
        append_array(out, "classes", picture, [](const Point& p) { return std::to_string(p.true_class); });
    }
    return out + "}</script>\n";
}

std::string spoken_summary(const Panel& panel, const Picture& picture) {
    return fmt::format("Scatter plot of {} in {}, coloured by cluster, with {}, of which {} violated",
                       plural(static_cast<Index>(picture.points.size()), picture.of_objects ? "object" : "row",
                              picture.of_objects ? "objects" : "rows"),
                       plural(panel.partition->n_clusters, "cluster", "clusters"),
                       plural(static_cast<Index>(picture.lines.size()), "constraint", "constraints"),
                       broken_lines(picture));
}

std::string caption(const Picture& picture, const Frame& frame) {
    const auto points = static_cast<Index>(picture.points.size());
    const auto lines = static_cast<Index>(picture.lines.size());
    const std::string one = picture.of_objects ? "object" : "row";
    std::string out = html(picture.map_words) + " ";
    out += points < picture.rows
               ? fmt::format("{0} of {1} {2}s are drawn: constrained {2}s first, then a random choice of the others.",
                             count(points), count(picture.rows), one)
           : points == 1 ? fmt::format("The only {} is drawn.", one)
                         : fmt::format("All {} {}s are drawn.", count(points), one);
    if (lines < picture.constraints) {
        out += fmt::format(" {} of {} constraints are drawn, violated ones first.", count(lines),
                           count(picture.constraints));
    }
    const Index beyond = std::count_if(picture.points.begin(), picture.points.end(),
                                       [&](const Point& point) { return frame.is_beyond(point); });
    if (beyond > 0) {
        out += fmt::format(" {} far from the others, at the edge.",
                           beyond == 1 ? "1 " + one + " lies" : count(beyond) + " " + one + "s lie");
    }
    const bool graded = std::any_of(picture.points.begin(), picture.points.end(),
                                    [](const Point& point) { return sureness(point.confidence) < 3; });
    return graded ? out + " Fainter points are less certain." : out;
}

}  // namespace

std::string class_data(const Panel& panel) {
    if (!panel.has_truth()) return {};
    std::string slots, names;
    for (std::size_t c = 0; c < panel.classes.slots.size(); ++c) {
        slots += (c == 0 ? "" : ",") + std::to_string(panel.classes.slots[c]);
        names += (c == 0 ? "" : ",") + json(shorten(clean_text(panel.classes.class_names[c]), 60));
    }
    return "<script type=\"application/json\" class=\"class-data\">{\"slots\":[" + slots + "],\"names\":[" + names +
           "]}</script>\n";
}

std::string plot_html(const Run& run, const Panel& panel, const Picture& picture) {
    const Frame frame(picture);
    std::string out = fmt::format(
        "<figure class=\"plot\">\n<p class=\"axis\"><span aria-hidden=\"true\">↑</span> {}</p>\n<div class=\"stage\">"
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" tabindex=\"0\" aria-label=\"{}\" style=\"--dot:{:.2f}\">\n",
        html(picture.y.title), kWidth, kHeight, html(spoken_summary(panel, picture)), dot_size(picture.points.size()));
    append_grid(out, picture, frame);
    append_lines(out, picture, frame, false);
    append_points(out, picture, frame);
    append_lines(out, picture, frame, true);
    append_ends(out, picture, frame);
    out += fmt::format(
        "</svg><div class=\"tip\" role=\"status\" hidden></div></div>\n"
        "<p class=\"axis right\">{} <span aria-hidden=\"true\">→</span></p>\n<figcaption>{}</figcaption>\n",
        html(picture.x.title), caption(picture, frame));
    out += point_data(run, panel, picture);
    return out + "</figure>\n";
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
