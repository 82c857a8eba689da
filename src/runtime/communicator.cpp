#include <mvlink/communicator.hpp>

namespace mvlink {
inline namespace v1 {

Communicator::~Communicator() = default;  // anchors the vtable in the library

}  // namespace v1
}  // namespace mvlink
