#pragma once

#include "experiments/analysis.hpp"

#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace experiments {

/// Everything that the pages show.
struct Report {
    const Paper& paper;
    const Plan& plan;
    const std::vector<Analysis>& analyses;
    std::string command;
    std::uint64_t seed = 0;
    bool quick = false;
    std::string date;
    double run_seconds = 0;  ///< of all runs together
};

/// table.md, table.tex: the same numbers give the same bytes, no matter who measured them and when.
std::string tables_markdown(const Report& report);
std::string tables_latex(const Report& report);

std::string readme_markdown(const Report& report);
std::string index_html(const Report& report);
std::string figures_json(const Report& report);

/// "figure2.svg"
std::string figure_file(const Analysis& analysis);

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
