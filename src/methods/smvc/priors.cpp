#include "methods/smvc/priors.hpp"

#include <mvlink/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {
namespace {

/// ln of a probability of zero: any data speak for less, and 0 times it is 0.
constexpr double kImpossible = -1e12;

/// One entry of columns_of or pairs_of.
struct Entry {
    std::string_view what;
    Index clustering = 0;  // from 0
};

std::optional<Index> number_in(std::string_view text) {
    Index value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

int number_of_clusterings(const SmvcOptions& options, std::string_view option) {
    if (!options.n_clusterings.is_auto()) return *options.n_clusterings.value;
    if (options.n_clusters.values.size() > 1) return static_cast<int>(options.n_clusters.values.size());
    throw Error(ErrorCode::usage,
                fmt::format("{}: names clusterings by number, but n_clusterings is auto; give n_clusterings", option));
}

Entry entry_of(std::string_view text, std::string_view option, std::string_view example, int clusterings) {
    const std::size_t colon = text.rfind(':');
    const auto number = colon == std::string_view::npos ? std::nullopt : number_in(text.substr(colon + 1));
    if (!number || colon == 0) {
        throw Error(ErrorCode::usage,
                    fmt::format("{}: found \"{}\"; expected entries such as {}", option, text, example));
    }
    if (*number < 1 || *number > clusterings) {
        throw Error(ErrorCode::usage, fmt::format("{}: found clustering {} in \"{}\"; expected 1 to {}", option,
                                                  *number, text, clusterings));
    }
    return {text.substr(0, colon), *number - 1};
}

std::vector<Entry> entries_of(const std::string& text, std::string_view option, std::string_view example,
                              const SmvcOptions& options) {
    std::vector<Entry> entries;
    if (text.empty()) return entries;
    const int clusterings = number_of_clusterings(options, option);
    std::string_view rest = text;
    while (true) {
        const std::size_t comma = rest.find(',');
        entries.push_back(entry_of(rest.substr(0, comma), option, example, clusterings));
        if (comma == std::string_view::npos) return entries;
        rest.remove_prefix(comma + 1);
    }
}

Index column_of(std::string_view what, const View& view) {
    const auto names = view.column_names();
    const auto named = std::find(names.begin(), names.end(), what);
    if (named != names.end()) return named - names.begin();
    const auto number = number_in(what);
    if (number && *number >= 0 && *number < view.cols()) return *number;
    throw Error(ErrorCode::input, fmt::format("columns_of: column \"{}\" does not exist in view \"{}\" (it has {} "
                                              "columns)",
                                              what, view.name(), view.cols()));
}

Index row_of(std::string_view what, const Dataset& data) {
    const auto ref = parse_instance(data.view(0).name(), what);
    if (!ref) throw Error(ErrorCode::usage, fmt::format("pairs_of: \"{}\" is not a row", what));
    return data.find_instance(*ref, "pairs_of").row;
}

}  // namespace

std::vector<Index> known_columns(const SmvcOptions& options, const View& view, const Table& table) {
    std::vector<Index> known(table.dims(), -1);
    for (const Entry& entry : entries_of(options.columns_of, "columns_of", "colour:2 or 5:1", options)) {
        const Index column = column_of(entry.what, view);
        const auto found = std::lower_bound(table.X.columns.begin(), table.X.columns.end(), column);
        if (found == table.X.columns.end() || *found != column) {
            throw Error(ErrorCode::input, fmt::format("columns_of: column \"{}\" of view \"{}\" does not vary, so it "
                                                      "belongs to no clustering",
                                                      entry.what, view.name()));
        }
        known[found - table.X.columns.begin()] = entry.clustering;
    }
    return known;
}

void mark_known_pairs(const SmvcOptions& options, const Dataset& data, Links& links) {
    for (const Entry& entry : entries_of(options.pairs_of, "pairs_of", "3+17:2", options)) {
        const std::size_t plus = entry.what.find('+');
        if (plus == std::string_view::npos) {
            throw Error(ErrorCode::usage,
                        fmt::format("pairs_of: found \"{}\"; expected two rows, such as 3+17:2", entry.what));
        }
        const Index a = row_of(entry.what.substr(0, plus), data), b = row_of(entry.what.substr(plus + 1), data);
        const bool exists = std::any_of(data.constraints().begin(), data.constraints().end(), [&](const Constraint& c) {
            return std::minmax(c.a.row, c.b.row) == std::minmax(a, b);
        });
        if (!exists) {
            throw Error(ErrorCode::input, fmt::format("pairs_of: there is no constraint between rows {}", entry.what));
        }
        for (Links::Link& link : links.list) {
            const Index x = links.rows[link.a], y = links.rows[link.b];
            if (std::minmax(x, y) == std::minmax(a, b)) link.clustering = entry.clustering;
        }
    }
}

std::vector<Vector> believed(const Vector& prior, Index clusterings, double belief) {
    std::vector<Vector> priors;
    for (Index m = 0; m < clusterings; ++m) {
        const double rest = std::log1p(-std::exp(prior[m]));  // of the others
        const double share = belief < 1 ? std::log1p(-belief) - rest : kImpossible;
        Vector own = belief < 1 ? Vector(prior.array() + share) : Vector::Constant(prior.size(), kImpossible);
        own[m] = std::log(belief);
        priors.push_back(prior.size() > 1 ? std::move(own) : prior);
    }
    return priors;
}

const Vector& log_r_of(const Problem& problem, Index d) {
    const auto& known = problem.table.known;
    const Index m = known.empty() ? -1 : known[d];
    return m < 0 ? problem.form.log_r : problem.form.believed_r[m];
}

const Vector& log_h_of(const Problem& problem, Index e) {
    const Index m = problem.links.list[e].clustering;
    return m < 0 ? problem.form.log_h : problem.form.believed_h[m];
}

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
