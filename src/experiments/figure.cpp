#include "experiments/figure.hpp"

#include "experiments/axis_scale.hpp"
#include "experiments/text_tables.hpp"
#include "io/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

constexpr int kColours = 7;
constexpr double kLabelHeight = 17;
constexpr double kTitleHeight = 44;
constexpr std::size_t kPanelsInARow = 3;
constexpr double kSpread = 50;

/// The report's colours; they apply inside this picture only, wherever it is pasted.
constexpr std::string_view kStyle = R"css(<style>
.mvf { --ground: #ffffff; --ink: #1b2230; --muted: #596273; --line: #e2e6ec;
  --c0: #2468b4; --c1: #e08a00; --c2: #0c9a76; --c3: #c46aa8; --c4: #4db2ea; --c5: #7a4a26; --c6: #2e2370; }
@media (prefers-color-scheme: dark) {
  .mvf { --ground: #191e27; --ink: #e9ecf2; --muted: #a0aaba; --line: #2b323e;
    --c0: #4f93ea; --c1: #f2a93b; --c2: #1fb58c; --c3: #e88fcb; --c4: #9bdcfb; --c5: #a06a3f; --c6: #efe96a; }
}
.mvf text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; fill: var(--muted); }
.mvf .title { font-size: 15px; font-weight: 650; fill: var(--ink); }
.mvf .grid { stroke: var(--line); stroke-width: 1; fill: none; }
.mvf .curve { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.mvf .again { stroke-dasharray: 6 4; }
.mvf .band { stroke: none; opacity: 0.16; }
.mvf .lead { fill: none; stroke-width: 1; opacity: 0.6; }
</style>)css";

/// The position of a panel's plot on the page.
struct Box {
    double left = 0, top = 0, width = 0, height = 0;
    [[nodiscard]] double right() const { return left + width; }
    [[nodiscard]] double bottom() const { return top + height; }
};

std::string stroke(std::size_t method) {
    return fmt::format("style=\"stroke:var(--c{0})\" class=\"curve{1}\"", method % kColours,
                       method >= kColours ? " again" : "");
}

/// One dataset's curves.
class PanelDrawing {
public:
    PanelDrawing(const Analysis& analysis, std::size_t panel, std::size_t measure, Box box)
        : curves_(means_of(analysis.curves[panel], measure)),
          values_(analysis.planned->panels[panel].values),
          box_(box),
          most_(is_count(analysis.experiment().measures[measure]) ? INFINITY : 1.0),
          spread_(values_.front() > 0 && values_.back() >= kSpread * values_.front()),
          x_(x_scale()),
          y_(y_scale()) {}

    [[nodiscard]] std::string axes(const std::string& title, const std::string& x_name) const {
        std::string out = fmt::format("<text class=\"title\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", box_.left,
                                      box_.top - 10, io::report::html(title));
        for (const double tick : y_.ticks()) {
            out += fmt::format(
                "<path class=\"grid\" d=\"M{0:.1f} {1:.1f}H{2:.1f}\"/><text x=\"{3:.1f}\" y=\"{4:.1f}\" "
                "text-anchor=\"end\">{5:.4g}</text>\n",
                box_.left, y_(tick), box_.right(), box_.left - 8, y_(tick) + 4, rounded(tick));
        }
        for (const double tick : spread_ ? values_ : x_.ticks()) {
            out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:.4g}</text>\n", x_of(tick),
                               box_.bottom() + 20, rounded(tick));
        }
        return out + fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                                 box_.left + box_.width / 2, box_.bottom() + 40, io::report::html(x_name));
    }

    [[nodiscard]] std::string curves() const {
        std::string bands, lines;
        for (std::size_t method = 0; method < curves_.size(); ++method) {
            bands += band(method);
            lines += line(method);
        }
        return bands + lines;
    }

    /// Names next to the last points, moved apart if they would overlap.
    [[nodiscard]] std::string labels(const std::vector<MethodSpec>& methods) const {
        std::vector<std::size_t> order(curves_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto end = [&](std::size_t method) {
            const double mean = curves_[method].back().mean;
            return std::isnan(mean) ? box_.bottom() : y_(mean);
        };
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return end(a) < end(b); });
        std::vector<double> places;
        for (const std::size_t method : order) {
            places.push_back(places.empty() ? end(method) : std::max(end(method), places.back() + kLabelHeight));
        }
        double limit = box_.bottom();
        for (std::size_t i = places.size(); i-- > 0; limit = places[i] - kLabelHeight)
            places[i] = std::min(places[i], limit);
        std::string out;
        for (std::size_t i = 0; i < order.size(); ++i) {
            out += fmt::format(
                "<path class=\"lead\" style=\"stroke:var(--c{0})\" d=\"M{1:.1f} {2:.1f}L{3:.1f} {4:.1f}\"/>"
                "<text x=\"{5:.1f}\" y=\"{6:.1f}\" style=\"fill:var(--ink)\">{7}</text>\n",
                order[i] % kColours, box_.right() + 4, end(order[i]), box_.right() + 20, places[i], box_.right() + 24,
                places[i] + 4, io::report::html(methods[order[i]].label));
        }
        return out;
    }

private:
    static std::vector<std::vector<Estimate>> means_of(const std::vector<Curve>& curves, std::size_t measure) {
        std::vector<std::vector<Estimate>> means;
        for (const Curve& curve : curves)
            means.push_back(curve.mean(measure));
        return means;
    }

    static bool is_count(const std::string& measure) { return measure == "seconds" || measure == "inferred"; }

    /// Avoids labels such as -0 and 0.30000000000000004.
    static double rounded(double tick) { return std::round(tick * 1e9) / 1e9 + 0.0; }

    /// Values over orders of magnitude lie on a logarithmic axis, with a tick each.
    [[nodiscard]] AxisScale x_scale() const {
        const auto [low, high] = std::minmax_element(values_.begin(), values_.end());
        if (spread_) return {std::log(*low), std::log(*high), box_.left, box_.right()};
        return {*low, *high, box_.left, box_.right()};
    }
    [[nodiscard]] double x_of(double value) const { return x_(spread_ ? std::log(value) : value); }

    [[nodiscard]] AxisScale y_scale() const {
        double low = INFINITY, high = -INFINITY;
        for (const auto& curve : curves_) {
            for (const Estimate& point : curve) {
                if (std::isnan(point.mean)) continue;
                low = std::min({low, point.mean, std::isnan(point.low) ? point.mean : std::max(point.low, 0.0)});
                high = std::max({high, point.mean, std::isnan(point.high) ? point.mean : std::min(point.high, most_)});
            }
        }
        if (low > high) low = 0, high = 1;  // no curve has a point
        return AxisScale::rounded(low, high, box_.bottom(), box_.top);
    }

    [[nodiscard]] std::string band(std::size_t method) const {
        std::string there, back;
        const auto& points = curves_[method];
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (std::isnan(points[i].low)) return {};
            there += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", x_of(values_[i]),
                                 y_(std::min(points[i].high, most_)));
            back = fmt::format("L{:.1f} {:.1f}", x_of(values_[i]), y_(std::max(points[i].low, 0.0))) + back;
        }
        return fmt::format("<path class=\"band\" style=\"fill:var(--c{})\" d=\"{}{}Z\"/>\n", method % kColours, there,
                           back);
    }

    [[nodiscard]] std::string line(std::size_t method) const {
        std::string path, dots;
        const auto& points = curves_[method];
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (std::isnan(points[i].mean)) continue;
            const double x = x_of(values_[i]), y = y_(points[i].mean);
            path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, y);
            dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.6\" style=\"fill:var(--c{})\"/>", x, y,
                                method % kColours);
            // A single point has no band: its interval is drawn as a bar.
            if (points.size() == 1 && !std::isnan(points[i].low)) {
                dots += fmt::format("<path {} d=\"M{:.1f} {:.1f}V{:.1f}\"/>", stroke(method), x, y_(points[i].low),
                                    y_(points[i].high));
            }
        }
        if (path.empty()) return {};
        return fmt::format("<path {} d=\"{}\"/>{}\n", stroke(method), path, dots);
    }

    std::vector<std::vector<Estimate>> curves_;
    const std::vector<double>& values_;
    Box box_;
    double most_ = 1;      // the largest possible value
    bool spread_ = false;  // over orders of magnitude
    AxisScale x_;
    AxisScale y_;
};

std::string document(double width, double height, const std::string& title, const std::string& body) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"mvf\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
        "width=\"{0:.0f}\" height=\"{1:.0f}\" role=\"img\" aria-label=\"{2}\">\n{3}\n"
        "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" style=\"fill:var(--ground)\"/>\n{4}</svg>\n",
        width, height, io::report::html(title), kStyle, body);
}

std::string legend(const std::vector<MethodSpec>& methods, double left, double top) {
    constexpr std::size_t kInARow = 4;
    constexpr double kEntryWidth = 250;
    std::string out;
    for (std::size_t method = 0; method < methods.size(); ++method) {
        const double x = left + static_cast<double>(method % kInARow) * kEntryWidth;
        const double y = top + static_cast<double>(method / kInARow) * 22;
        out += fmt::format("<path {} d=\"M{:.1f} {:.1f}h26\"/><text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                           stroke(method), x, y, x + 34, y + 4, io::report::html(methods[method].label));
    }
    return out;
}

std::string one_panel(const Analysis& analysis) {
    const Experiment& experiment = analysis.experiment();
    const Box box{60, kTitleHeight, 520, 340};
    const PanelDrawing drawing(analysis, 0, 0, box);
    const std::string title =
        fmt::format("{}: {}", analysis.planned->panels[0].name, measure_name(experiment.measures.front()));
    return document(800, 440, experiment.title,
                    drawing.axes(title, axis_name(experiment)) + drawing.curves() + drawing.labels(experiment.methods));
}

/// One plot per dataset and measure.
std::string many_panels(const Analysis& analysis) {
    constexpr double kWidth = 350, kHeight = 300;
    const Experiment& experiment = analysis.experiment();
    const std::size_t measures = experiment.measures.size(), plots = analysis.curves.size() * measures;
    std::string body;
    for (std::size_t plot = 0; plot < plots; ++plot) {
        const Box box{60 + static_cast<double>(plot % kPanelsInARow) * kWidth,
                      kTitleHeight + static_cast<double>(plot / kPanelsInARow) * kHeight, 270, 200};
        const PanelDrawing drawing(analysis, plot / measures, plot % measures, box);
        const std::string& name = analysis.planned->panels[plot / measures].name;
        const std::string measured = measure_name(experiment.measures[plot % measures]);
        body += drawing.axes(measures == 1 ? name : fmt::format("{}: {}", name, measured), axis_name(experiment)) +
                drawing.curves();
    }
    const double rows = static_cast<double>((plots + kPanelsInARow - 1) / kPanelsInARow);
    const double top = kTitleHeight + rows * kHeight - 20;
    const double legend_rows = std::ceil(static_cast<double>(experiment.methods.size()) / 4);
    const std::string what = fmt::format(
        "<text x=\"60\" y=\"{:.1f}\">{} with 95 % intervals</text>\n", top + 22 * legend_rows + 6,
        measures == 1 ? measure_name(experiment.measures.front()) + "," : std::string("Means over all views"));
    return document(1070, top + 22 * legend_rows + 22, experiment.title,
                    body + legend(experiment.methods, 60, top) + what);
}

}  // namespace

std::string figure_svg(const Analysis& analysis) {
    const bool one = analysis.curves.size() * analysis.experiment().measures.size() == 1;
    return one ? one_panel(analysis) : many_panels(analysis);
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
