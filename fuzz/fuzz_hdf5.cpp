#include "target.hpp"

#include "io/mat/read_mat.hpp"

/// MATLAB 7.3 and other HDF5 files.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return mvlink::fuzz::run(data, size, "x.h5",
                             [](const mvlink::io::Bytes& bytes) { mvlink::io::mat::read_mat("x", bytes); });
}
