// Whole commands in a folder of their own: words from a list, files from the bytes of the input.
#include "../cli/failure.hpp"
#include "../cli/program.hpp"
#include "methods.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

namespace fs = std::filesystem;
using namespace mvlink;

const std::vector<std::string> kWords{"cluster",
                                      "predict",
                                      "evaluate",
                                      "constraints",
                                      "check",
                                      "sample",
                                      "close",
                                      "data",
                                      "out",
                                      "-k",
                                      "2",
                                      "3",
                                      "0",
                                      "99999999",
                                      "--method",
                                      "kmeans",
                                      "pck-means",
                                      "mpck-means",
                                      "cop-kmeans",
                                      "nmf",
                                      "smvc",
                                      "spectral",
                                      "auto",
                                      "--views",
                                      "x",
                                      "--view",
                                      "x=data/view_x.csv",
                                      "y=data/extra",
                                      "--seed",
                                      "7",
                                      "--threads",
                                      "1",
                                      "-o",
                                      "--force",
                                      "--json",
                                      "--quiet",
                                      "--set",
                                      "max_iter=2",
                                      "n_init=1",
                                      "tol=0",
                                      "--prep",
                                      "standardize",
                                      "pca=1",
                                      "x:l2",
                                      "--memory",
                                      "1M",
                                      "2G",
                                      "--warm-start",
                                      "--truth",
                                      "data/labels.txt",
                                      "--labels",
                                      "out/labels_x.csv",
                                      "--n",
                                      "methods",
                                      "help",
                                      "--unmapped",
                                      "--mapping",
                                      "data/extra",
                                      "--constraints",
                                      "data/constraints.csv",
                                      "--map",
                                      "pca",
                                      "--help",
                                      "--version"};

/// Everything is written below a temporary folder; standard output is not of interest.
void work_in_a_folder_of_our_own() {
    static const bool done = [] {
        std::string name = (fs::temp_directory_path() / "mvlink-fuzz-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr || ::chdir(name.c_str()) != 0) std::abort();
        static const fs::path folder = name;
        std::atexit([] {
            std::error_code ignored;
            fs::remove_all(folder, ignored);
        });
        ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
        return true;
    }();
    static_cast<void>(done);
}

std::string part(fuzz::Choices& choices) {
    std::string text;
    for (std::size_t length = choices.byte(); length > 0 && !choices.empty(); --length)
        text += static_cast<char>(choices.byte());
    return text;
}

void write_files(fuzz::Choices& choices) {
    fs::create_directories("data");
    const std::string table = part(choices), labels = part(choices), pairs = part(choices), extra = part(choices);
    std::ofstream("data/view_x.csv") << (table.empty() ? "0,0\n0,1\n9,9\n9,8\n5,5\n" : table);
    std::ofstream("data/labels.txt") << labels;
    std::ofstream("data/constraints.csv") << (pairs.empty() ? "a,b,type\n0,1,ml\n" : pairs);
    std::ofstream("data/extra") << extra;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    work_in_a_folder_of_our_own();
    fuzz::Choices choices(data, size);
    std::vector<std::string> words;
    for (std::size_t count = choices.byte() % 16; count > 0; --count)
        words.push_back(choices.of(kWords));
    write_files(choices);
    // A command that none of the limits below ends would be a finding of libFuzzer's own, by its time limit.
    fuzz::answered([&] { cli::run_program(words); });
    return 0;
}
