// Clusters six points in memory. Two pairs say that height does not matter: what is left belongs together, and so does
// what is right.
#include <mvlink/mvlink.hpp>

#include <iostream>
#include <vector>

int main() {
    const std::vector<double> points{0, 0, 0, 5, 0, 10,   // left
                                     4, 0, 4, 5, 4, 10};  // right
    const std::vector<mvlink::Constraint> pairs{
        {.a = {.row = 0}, .b = {.row = 2}, .link = mvlink::Link::must, .weight = 100},
        {.a = {.row = 3}, .b = {.row = 5}, .link = mvlink::Link::must, .weight = 100},
        {.a = {.row = 0}, .b = {.row = 3}, .link = mvlink::Link::cannot, .weight = 100},
    };
    try {
        const mvlink::Dataset data =
            mvlink::Dataset(mvlink::View::dense("points", 6, 2, points)).with_constraints(pairs);
        mvlink::PckMeansOptions options;
        options.n_clusters = 2;
        mvlink::Context context({.seed = 1, .threads = 1});

        const mvlink::Result result = mvlink::pck_means(data, options, context);

        for (const auto label : result.partitions.front().labels) {
            std::cout << label << ' ';
        }
        std::cout << '\n' << to_string(result.stop_reason) << " after " << result.iterations << " rounds\n";
    } catch (const mvlink::Error& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.code());
    }
}
