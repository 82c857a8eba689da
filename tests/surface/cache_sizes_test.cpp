#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/nmf.hpp>
#include <mvlink/view.hpp>

#include <Eigen/Dense>

#include <gtest/gtest.h>

#include <vector>

namespace mvlink {
namespace {

/// Wide enough for the caches to decide how products are divided.
std::vector<double> features(int rows, int columns) {
    std::vector<double> values;
    for (int i = 0; i < rows * columns; ++i)
        values.push_back(1.0 / (1 + (i * 7919) % 1009));
    return values;
}

std::vector<double> objectives_of_runs() {
    const Dataset data(View::dense("x", 60, 3000, features(60, 3000)));
    Context context;
    std::vector<double> objectives = nmf(data, {.n_clusters = 5, .max_iter = 5}, context).objective;
    const std::vector<double> more = kmeans(data, {.n_clusters = 5, .max_iter = 5}, context).objective;
    objectives.insert(objectives.end(), more.begin(), more.end());
    return objectives;
}

Eigen::MatrixXd own_product() {
    std::vector<double> values = features(60, 3000);
    const Eigen::Map<const Eigen::MatrixXd> X(values.data(), 60, 3000);
    return X * X.transpose().eval();
}

/// The program has an Eigen of its own, which may believe in other caches than the library's.
TEST(CacheSizes, OfTheCallerDoNotReachTheLibrary) {
    Eigen::setCpuCacheSizes(32 * 1024, 512 * 1024, 4 * 1024 * 1024);
    const Eigen::MatrixXd product = own_product();
    const std::vector<double> objectives = objectives_of_runs();
    Eigen::setCpuCacheSizes(8 * 1024, 128 * 1024, 1024 * 1024);
    EXPECT_NE(own_product(), product);
    EXPECT_EQ(objectives_of_runs(), objectives);
}

}  // namespace
}  // namespace mvlink
