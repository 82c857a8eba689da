#include "target.hpp"

#include "io/table/recipe.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return mvlink::fuzz::run(data, size, "model.npz", [](const mvlink::io::Bytes& bytes) {
        const auto recipe = mvlink::io::table::parse_recipe(bytes.text(), bytes.name);
        mvlink::io::table::parse_recipe(mvlink::io::table::recipe_json(recipe), bytes.name);
    });
}
