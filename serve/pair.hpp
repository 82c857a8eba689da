#pragma once

#include "serve/attachments.hpp"
#include "serve/view_facts.hpp"

#include <mvlink/problem.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace mvlink::serve {

/// What a person sees of a row and of two rows beside each other.
class Items {
public:
    Items(const Problem& problem, const std::filesystem::path& folder);

    /// Its name where names.txt has one, else its id or number.
    [[nodiscard]] std::string title(InstanceId instance) const;
    /// {"view", "row", "id", "title"}
    [[nodiscard]] nlohmann::json reference(InstanceId instance) const;
    /// Two items: texts, images, and every view that holds both, with what differs most first.
    [[nodiscard]] nlohmann::json pair(InstanceId a, InstanceId b) const;

    [[nodiscard]] const Attachments& attachments() const noexcept { return attachments_; }
    [[nodiscard]] const ViewFacts& facts(int view) const { return facts_[view]; }
    [[nodiscard]] const ObjectRows& object_rows() const noexcept { return object_rows_; }

private:
    [[nodiscard]] nlohmann::json item(InstanceId instance) const;
    [[nodiscard]] std::vector<InstanceId> rows_of_object(InstanceId instance) const;
    [[nodiscard]] nlohmann::json features(int view, Index a, Index b) const;
    [[nodiscard]] nlohmann::json dense_features(int view, Index a, Index b) const;
    [[nodiscard]] nlohmann::json cells(Index a, Index b) const;
    [[nodiscard]] nlohmann::json sparse_features(int view, Index a, Index b) const;

    const Problem& problem_;
    Attachments attachments_;
    std::vector<ViewFacts> facts_;
    ObjectRows object_rows_;
};

}  // namespace mvlink::serve
