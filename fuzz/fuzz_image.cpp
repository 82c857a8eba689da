#include "target.hpp"

#include "io/image/read_image.hpp"

/// PNG and JPEG, and the features made of them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return mvlink::fuzz::run(data, size, "x.png", [](const mvlink::io::Bytes& bytes) {
        double features[mvlink::io::image::kImageFeatures];
        mvlink::io::image::describe(mvlink::io::image::read_image(bytes), features);
    });
}
