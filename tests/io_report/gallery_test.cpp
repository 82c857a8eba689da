#include "samples.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace mvlink {
namespace {

/// For looking at: MVLINK_GALLERY=folder build/bin/test_io_report --gtest_filter='Gallery.*', then tools/screenshot.sh.
TEST(Gallery, PagesAreWrittenToTheFolderThatWasNamed) {
    const char* folder = std::getenv("MVLINK_GALLERY");
    if (folder == nullptr) GTEST_SKIP() << "MVLINK_GALLERY names no folder";
    const std::vector<std::pair<std::string, samples::Sample>> all = {
        {"streaks", samples::streaks()},
        {"many_clusters", samples::many_clusters()},
        {"hostile_text", samples::hostile_text()},
        {"two_views", samples::two_views()},
        {"large", samples::large(100000)},
        {"smallest", samples::smallest()},
        {"learnt_metrics", samples::learnt_metrics()},
        {"two_clusterings", samples::two_clusterings()},
        {"plain_clusterings", samples::plain_clusterings()}};
    for (const auto& [name, sample] : all) {
        Context context;
        std::ofstream file(std::string(folder) + "/" + name + ".html", std::ios::binary);
        file << report_html(sample.run(), context);
        EXPECT_TRUE(file.good()) << name;
    }
}

}  // namespace
}  // namespace mvlink
