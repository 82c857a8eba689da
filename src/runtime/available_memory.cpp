#include <mvlink/context.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>

namespace mvlink {
inline namespace v1 {
namespace {

std::size_t physical_memory() noexcept {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && page > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page) : SIZE_MAX;
}

std::size_t process_limit(int resource) noexcept {
    rlimit limit{};
    if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return SIZE_MAX;
    }
    return static_cast<std::size_t>(limit.rlim_cur);
}

/// The beginning of a short file of the system; empty if it is not there.
std::string system_text(const std::string& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return {};
    std::array<char, 4096> text{};
    const ssize_t length = ::read(descriptor, text.data(), text.size());
    ::close(descriptor);
    return {text.data(), length > 0 ? static_cast<std::size_t>(length) : 0};
}

/// "max" and whatever else is not a number: no limit.
std::size_t limit_in(const std::string& file) {
    const std::string text = system_text(file);
    std::size_t bytes = SIZE_MAX;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    return error == std::errc() ? bytes : SIZE_MAX;
}

/// The path of this process's control group in /proc/self/cgroup, after "0::" (version 2) or ":memory:" (version 1).
std::string group_path(const std::string& groups, std::string_view mark) {
    const std::size_t found = groups.find(mark);
    if (found == std::string::npos) return {};
    const std::size_t begin = found + mark.size();
    return groups.substr(begin, groups.find('\n', begin) - begin);
}

/// A group may use no more than the groups around it.
std::size_t least_on_the_way(const std::string& root, std::string path, const char* file) {
    std::size_t least = limit_in(root + "/" + file);
    while (path.size() > 1) {
        least = std::min(least, limit_in(root + path + "/" + file));
        path.erase(path.rfind('/'));
    }
    return least;
}

std::size_t group_limit() {
    const std::string groups = system_text("/proc/self/cgroup");
    return std::min(least_on_the_way("/sys/fs/cgroup", group_path(groups, "0::"), "memory.max"),
                    least_on_the_way("/sys/fs/cgroup/memory", group_path(groups, ":memory:"), "memory.limit_in_bytes"));
}

}  // namespace

std::size_t available_memory() noexcept {
    const std::size_t least = std::min({physical_memory(), process_limit(RLIMIT_AS), process_limit(RLIMIT_DATA)});
    try {
        return std::min(least, group_limit());
    } catch (...) {  // no memory for a path: the other limits hold
        return least;
    }
}

}  // namespace v1
}  // namespace mvlink
