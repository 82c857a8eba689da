#include <mvlink/error.hpp>

namespace mvlink {
inline namespace v1 {

Error::~Error() =
    default;  // anchors the type's vtable in the library, so that it can be caught across the library boundary

}  // namespace v1
}  // namespace mvlink
