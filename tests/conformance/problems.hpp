#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/registry.hpp>

#include "support/random_problems.hpp"

#include <cstdint>
#include <vector>

/// Small problems that suit a method, from what the registry says that it needs.
namespace mvlink::conformance {

using support::Table;

/// One table per view, as many as the method takes (two where it takes any number), and the group of every row. Groups
/// lie far apart; values are exact in float, some are zero, none is negative where the method needs that.
struct Material {
    std::vector<Table> views;
    std::vector<std::int32_t> group;
};
Material material(const MethodInfo& method, Index rows = 60, Index cols = 9, std::uint64_t seed = 7);
/// The same tables in every view: for data that are strange in a given way.
Material of_table(const MethodInfo& method, const Table& table);

enum class Kind { dense64, dense32, columns64, sparse64, sparse32 };

/// The tables as views "a", "b", .. of this kind, mapped row by row where the method uses a mapping.
Dataset assembled(const MethodInfo& method, const std::vector<Table>& views, Kind kind = Kind::dense64);
/// Judgements that the groups confirm, of the kinds that the method uses: in one view, or between views too.
std::vector<Constraint> judgements(const MethodInfo& method, const Material& material, int count = 24);
Dataset constrained(const Dataset& data, const std::vector<Constraint>& constraints);

/// All of it: tables, mapping and judgements.
Dataset problem(const MethodInfo& method, Kind kind = Kind::dense64, Index rows = 60);
Dataset problem(const MethodInfo& method, const Material& material, Kind kind = Kind::dense64);

}  // namespace mvlink::conformance
