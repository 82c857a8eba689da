# mvlink_fmt: what to link for fmt. Its library part is compiled here (fmt.cpp says why) where we know that part; for
# other versions of fmt it is headers only.
find_package(fmt REQUIRED)
if(fmt_VERSION VERSION_GREATER_EQUAL 9 AND fmt_VERSION VERSION_LESS 10)
    add_library(mvlink_fmt STATIC ${PROJECT_SOURCE_DIR}/cmake/fmt.cpp)
    target_include_directories(mvlink_fmt SYSTEM PUBLIC $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
else()
    add_library(mvlink_fmt INTERFACE)
    target_link_libraries(mvlink_fmt INTERFACE fmt::fmt-header-only)
endif()
