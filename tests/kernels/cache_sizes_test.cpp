#include <Eigen/Dense>

#include <gtest/gtest.h>

namespace mvlink {
namespace {

Eigen::MatrixXd filled(Eigen::Index rows, Eigen::Index columns) {
    Eigen::MatrixXd filled(rows, columns);
    for (Eigen::Index i = 0; i < filled.size(); ++i)
        filled.data()[i] = 1.0 / static_cast<double>(1 + (i * 7919) % 1009);
    return filled;
}

Eigen::MatrixXd long_product() {
    const Eigen::MatrixXd A = filled(64, 3000);
    const Eigen::MatrixXd B = filled(3000, 64);
    return A * B;
}

TEST(CacheSizes, AreOursAndNotThoseOfTheProcessor) {
    int l1 = 0;
    int l2 = 0;
    int l3 = 0;
    Eigen::internal::queryCacheSizes(l1, l2, l3);
    EXPECT_LT(l1, 0) << "the processor was asked";
    EXPECT_EQ(Eigen::l1CacheSize(), 32 * 1024);
    EXPECT_EQ(Eigen::l2CacheSize(), 512 * 1024);
}

/// Why they are fixed: without that, these two would be two machines.
TEST(CacheSizes, DecideTheBitsOfAProduct) {
    const Eigen::MatrixXd ours = long_product();
    const auto l1 = Eigen::l1CacheSize();
    const auto l2 = Eigen::l2CacheSize();
    const auto l3 = Eigen::l3CacheSize();
    Eigen::setCpuCacheSizes(8 * 1024, 128 * 1024, 1024 * 1024);
    const Eigen::MatrixXd of_a_small_machine = long_product();
    Eigen::setCpuCacheSizes(l1, l2, l3);
    EXPECT_NE(of_a_small_machine, ours);
    EXPECT_TRUE(of_a_small_machine.isApprox(ours, 1e-12));
    EXPECT_EQ(long_product(), ours);
}

}  // namespace
}  // namespace mvlink
