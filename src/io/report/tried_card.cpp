#include "io/report/cards.hpp"
#include "io/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr double kCurveWidth = 600;
constexpr double kCurveHeight = 160;
constexpr std::size_t kMostSizesListed = 60;

/// "3", or "3 + 4" if clusterings have different numbers.
std::string size_text(const TriedSize& size) {
    std::string text;
    for (const int number : size.n_clusters) {
        text += (text.empty() ? "" : " + ") + count(number);
    }
    return text;
}

struct TriedCurve {
    double low = 0, high = 0;
    explicit TriedCurve(const std::vector<TriedSize>& tried) {
        const auto [least, most] = std::minmax_element(
            tried.begin(), tried.end(), [](const auto& a, const auto& b) { return a.objective < b.objective; });
        low = least->objective;
        high = most->objective;
    }
    /// 0 at the lowest, 1 at the highest.
    [[nodiscard]] double share(double value) const { return high > low ? (value - low) / (high - low) : 0.5; }
};

std::string chart(const std::vector<TriedSize>& tried, const TriedCurve& curve) {
    std::string path, dots;
    const auto last = static_cast<double>(std::max<std::size_t>(tried.size() - 1, 1));
    for (std::size_t i = 0; i < tried.size(); ++i) {
        const double x = static_cast<double>(i) / last * kCurveWidth,
                     y = (1 - curve.share(tried[i].objective)) * kCurveHeight;
        fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", i == 0 ? "M" : "L", x, y);
        fmt::format_to(std::back_inserter(dots), "M{:.1f} {:.1f}h0.01", x, y);
    }
    return fmt::format(
        "<figure class=\"curve\"><svg viewBox=\"-8 -12 616 184\" preserveAspectRatio=\"none\" role=\"img\" "
        "aria-label=\"What was reached by number of clusters\"><path d=\"{}\"/><path class=\"dots\" d=\"{}\"/></svg>"
        "<figcaption><span>{} clusters</span><span>{} clusters</span></figcaption></figure>\n",
        path, dots, size_text(tried.front()), size_text(tried.back()));
}

/// The position of the size that was chosen; the number of sizes if there is none.
std::size_t chosen(const Result& result) {
    std::vector<int> taken;
    for (const Partition& partition : result.partitions) {
        taken.push_back(partition.n_clusters);
    }
    const auto found = std::find_if(result.tried.begin(), result.tried.end(),
                                    [&](const TriedSize& size) { return size.n_clusters == taken; });
    return static_cast<std::size_t>(found - result.tried.begin());
}

}  // namespace

std::string tried_html(const Run& run) {
    const std::vector<TriedSize>& tried = run.result.tried;
    const bool finite =
        std::all_of(tried.begin(), tried.end(), [](const auto& t) { return std::isfinite(t.objective); });
    if (tried.empty() || !finite) return {};
    const TriedCurve curve(tried);
    const std::size_t taken = chosen(run.result);
    std::string body = chart(tried, curve) + "<table class=\"bars sizes\"><tbody>\n";
    for (std::size_t i = 0; i < std::min(tried.size(), kMostSizesListed); ++i) {
        body += fmt::format(
            "<tr{}><th scope=\"row\">{}</th><td class=\"wide\"><span class=\"bar\"><span "
            "style=\"width:{:.1f}%\"></span></span></td><td class=\"num\">{}</td></tr>\n",
            i == taken ? " class=\"taken\"" : "", size_text(tried[i]), 100 * curve.share(tried[i].objective),
            number(tried[i].objective));
    }
    return card("tried", "Numbers of clusters tried", body + "</tbody></table>\n");
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
