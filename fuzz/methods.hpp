#pragma once

#include <mvlink/context.hpp>
#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include <cmath>
#include <cstdint>
#include <ctime>
#include <span>
#include <string>
#include <vector>

/// What the targets that run methods share.
namespace mvlink::fuzz {

/// Reads choices from the bytes of an input; zeros follow its end.
class Choices {
public:
    Choices(const std::uint8_t* data, std::size_t size) : bytes_(data, size) {}
    std::uint8_t byte() { return next_ < bytes_.size() ? bytes_[next_++] : std::uint8_t{0}; }
    std::size_t below(std::size_t count) { return count == 0 ? 0 : (byte() * 256U + byte()) % count; }
    template <class List>
    const auto& of(const List& list) {
        return list[below(std::size(list))];
    }
    [[nodiscard]] bool empty() const { return next_ >= bytes_.size(); }
    std::string text() {
        std::string text;
        for (std::size_t length = byte() % 24; length > 0; --length)
            text += static_cast<char>(byte());
        return text;
    }

private:
    std::span<const std::uint8_t> bytes_;
    std::size_t next_ = 0;
};

/// A context that ends a call after a moment of processor time: extreme options ask for endless runs, which are no
/// finding.
class BriefContext {
public:
    BriefContext()
        : context({.seed = 1,
                   .threads = 1,
                   .memory_limit = std::size_t{256} << 20,
                   .on_progress = [this](const Progress&) { stop_if_late(); },
                   .abandons = [this] { return is_late(); }}) {}
    Context context;

private:
    [[nodiscard]] bool is_late() const { return std::clock() - start_ > CLOCKS_PER_SEC * 3 / 10; }
    void stop_if_late() {
        if (is_late()) context.cancel();
    }
    std::clock_t start_ = std::clock();
};

/// Small views that suit any method, mapped by row, with a few constraints.
inline Dataset small_data(int views, Index rows = 18, Index cols = 4) {
    std::vector<View> made;
    for (int v = 0; v < views; ++v) {
        std::vector<double> values;
        for (Index i = 0; i < rows * cols; ++i) {
            const Index row = i / cols;
            values.push_back(5.0 * static_cast<double>(row % 3) + static_cast<double>((i * 37 + v * 11) % 17) / 17);
        }
        made.push_back(View::dense("v" + std::to_string(v), rows, cols, std::move(values)));
    }
    Dataset data(std::move(made));
    if (views > 1) data = data.with_row_mapping();
    std::vector<Constraint> links;
    if (rows > 6) links = {{{0, 0}, {0, 3}, Link::must, 1}, {{0, 1}, {0, 2}, Link::cannot, 1}};
    return data.with_constraints(links);
}

inline int views_for(const MethodInfo& method) {
    return std::max(method.needs.min_views, method.needs.max_views == 1 ? 1 : 2);
}

/// An Error is an answer, and so is a call that was too long.
template <class Call>
void answered(Call&& call) {
    try {
        call();
    } catch (const Error&) {
    } catch (const Abandoned&) {
    }
}

}  // namespace mvlink::fuzz
