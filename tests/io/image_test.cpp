#include "io/image/read_image.hpp"
#include "io/support.hpp"
#include "support/places.hpp"

#include <mvlink/io.hpp>
#include <mvlink/random.hpp>

#include <array>
#include <cmath>

namespace mvlink::test {
namespace {

using io::image::kColourFeatures;
using io::image::kEdgeFeatures;
using io::image::kImageFeatures;
using io::image::kLightFeatures;
using io::image::Sketch;
using testing::HasSubstr;

using Features = std::array<double, kImageFeatures>;

io::Bytes image_file(const std::string& name) {
    return io::open_bytes(support::source_folder() / "tests/fixtures/images" / name);
}

Features features_of(const Sketch& sketch) {
    Features features;
    io::image::describe(sketch, features.data());
    return features;
}

double distance(const Features& a, const Features& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum);
}

/// Red left half, blue right half, as high as wide.
Sketch halves(Index side) {
    Sketch sketch(side, side);
    std::vector<std::uint8_t> row;
    for (Index col = 0; col < side; ++col) {
        const bool left = 2 * col < side;
        row.insert(row.end(),
                   {static_cast<std::uint8_t>(left ? 255 : 0), 0, static_cast<std::uint8_t>(left ? 0 : 255)});
    }
    for (Index i = 0; i < side; ++i)
        sketch.add_row(row.data());
    return sketch;
}

TEST(Images, TwoHalvesHaveTwoColoursOneEdgeAndTwoShades) {
    const Features found = features_of(halves(64));
    constexpr Index red = 3 * 16, blue = 3;  // of 4 levels per colour
    EXPECT_NEAR(found[red], std::sqrt(0.5), 1e-12);
    EXPECT_NEAR(found[blue], std::sqrt(0.5), 1e-12);
    // Red (.299) is lighter than blue (.114): the left is above the mean by as much as the right is below.
    EXPECT_NEAR(found[kColourFeatures], 1.0 / 8, 1e-12);
    EXPECT_NEAR(found[kColourFeatures + 7], -1.0 / 8, 1e-12);
    double upright = 0, others = 0;
    for (Index i = 0; i < kEdgeFeatures; ++i) {
        const double value = found[static_cast<std::size_t>(kColourFeatures + kLightFeatures + i)];
        (i % io::image::kDirections == 0 ? upright : others) += value * value;
    }
    EXPECT_NEAR(upright, 1, 1e-12);
    EXPECT_NEAR(others, 0, 1e-12);
}

TEST(Images, SizeDoesNotMatter) {
    EXPECT_LT(distance(features_of(halves(64)), features_of(halves(256))), 1e-9);
    EXPECT_LT(distance(features_of(halves(64)), features_of(halves(2))), 0.5);  // stretched
}

TEST(Images, EveryPartHasLengthOneOrNothingToSay) {
    Sketch grey(5, 3);
    const std::vector<std::uint8_t> row(15, 77);
    for (int i = 0; i < 3; ++i)
        grey.add_row(row.data());
    const Features found = features_of(grey);
    double colours = 0, rest = 0;
    for (Index i = 0; i < kImageFeatures; ++i)
        (i < kColourFeatures ? colours : rest) +=
            found[static_cast<std::size_t>(i)] * found[static_cast<std::size_t>(i)];
    EXPECT_NEAR(colours, 1, 1e-12);
    EXPECT_EQ(rest, 0);
    EXPECT_EQ(io::image::feature_names("photo").size(), static_cast<std::size_t>(kImageFeatures));
}

TEST(Images, FormatsOfOnePictureAgree) {
    const Features png = features_of(io::image::read_image(image_file("gradient.png")));
    for (const char* name : {"gradient.jpg", "progressive.jpg"})
        EXPECT_LT(distance(png, features_of(io::image::read_image(image_file(name)))), 0.25) << name;
    const Features grey = features_of(io::image::read_image(image_file("grey.png")));
    EXPECT_LT(distance(grey, features_of(io::image::read_image(image_file("grey.jpg")))), 0.25);
    for (const char* name : {"palette.png", "alpha.png", "deep.png", "one.png"})
        EXPECT_NO_THROW(io::image::read_image(image_file(name))) << name;
}

TEST(Images, WhatIsNotReadIsNamed) {
    const auto message = [](const io::Bytes& bytes) {
        try {
            io::image::read_image(bytes);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    EXPECT_THAT(message(io::bytes_of("", "a.png")), HasSubstr("a.png: empty"));
    EXPECT_THAT(message(io::bytes_of("GIF89a..", "a.png")), HasSubstr("a GIF; expected a PNG or JPEG"));
    EXPECT_THAT(message(io::bytes_of("hello", "a.png")), HasSubstr("not a picture"));
    EXPECT_THAT(message(image_file("cmyk.jpg")), HasSubstr("CMYK"));
    const std::string png(image_file("gradient.png").text());
    EXPECT_THAT(message(io::bytes_of(png.substr(0, 90), "a.png")), HasSubstr("a.png: a damaged PNG"));
    std::string huge = png;
    huge.replace(16, 8, std::string("\0\x0f\0\0\0\x0f\0\0", 8));  // 983,040 x 983,040; the checksum is wrong too
    EXPECT_THAT(message(io::bytes_of(huge, "a.png")), HasSubstr("a.png: "));
    const std::string jpg(image_file("gradient.jpg").text());
    EXPECT_THAT(message(io::bytes_of(jpg.substr(0, 700), "a.jpg")), HasSubstr("a.jpg: a damaged JPEG"));
}

TEST(Images, AnyByteMayBeWrong) {
    Random random(2);
    for (const char* name : {"gradient.png", "palette.png", "alpha.png", "gradient.jpg", "progressive.jpg"}) {
        const std::string whole(image_file(name).text());
        for (int i = 0; i < 200; ++i) {
            std::string text = whole;
            for (int wrong = 0; wrong < 2; ++wrong)
                text[static_cast<std::size_t>(random.below(static_cast<Index>(text.size())))] =
                    static_cast<char>(random.below(256));
            try {
                io::image::read_image(io::bytes_of(text, name));
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ErrorCode::input) << error.what();
            }
        }
    }
}

}  // namespace
}  // namespace mvlink::test
