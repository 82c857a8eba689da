#pragma once

#include <mvlink/export.hpp>
#include <mvlink/matrix.hpp>

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace mvlink {
inline namespace v1 {

enum class Link { must, cannot };

/// "must-link", "cannot-link".
MVLINK_API std::string_view to_string(Link link) noexcept;

/// One row of one view.
struct InstanceId {
    int view = 0;
    Index row = 0;
    auto operator<=>(const InstanceId&) const = default;
};

/// Where a constraint comes from, the most trusted first. The first two are judgements of a person; the others follow
/// from them.
enum class Origin {
    given,       ///< about these two instances
    on_objects,  ///< about two objects: a copy in every view that holds both, and all copies are one judgement
    implied,     ///< by the closure of other constraints, as certain as they are
    propagated   ///< carried over from similar instances, a guess: it costs its weight, and nothing follows from it
};
MVLINK_API std::string_view to_string(Origin origin) noexcept;

/// Two instances, of one view or of two, that belong together or do not. Weight 0 means absent.
struct Constraint {
    InstanceId a;
    InstanceId b;
    Link link = Link::must;
    double weight = 1;
    Origin origin = Origin::given;

    [[nodiscard]] bool is_judgement() const noexcept { return origin == Origin::given || origin == Origin::on_objects; }
    [[nodiscard]] bool is_soft() const noexcept { return origin == Origin::propagated; }
    bool operator==(const Constraint&) const = default;
};

/// An instance as a user names it: a row number or an id, in a named view; without a view, an object.
struct InstanceRef {
    std::string view;                      ///< empty: an object
    std::variant<Index, std::string> key;  ///< a row, or an id (a number in digits where there are no ids)
};

/// Reads the key of an instance as files write it: "row:17" is row 17, everything else an id (or a number in digits).
/// Nothing where "row:" is not followed by a number from 0.
MVLINK_API std::optional<InstanceRef> parse_instance(std::string view, std::string_view key);

/// A constraint as a user writes it. `where` opens the error message ("constraints.csv line 12").
struct ConstraintSpec {
    InstanceRef a;
    InstanceRef b;
    Link link = Link::must;
    double weight = 1;
    std::string where;
};

}  // namespace v1
}  // namespace mvlink
