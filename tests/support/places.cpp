#include "support/places.hpp"

namespace mvlink::support {

std::filesystem::path source_folder() {
    return MVLINK_SOURCE_DIR;
}

}  // namespace mvlink::support
