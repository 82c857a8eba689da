#include <mvlink/version.hpp>

#include <fmt/core.h>

int main() {
    fmt::print("mvlink {}\n", mvlink::version());
}
