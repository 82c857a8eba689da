# Language, warnings, sanitizers, ccache: the same for every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wimplicit-fallthrough)
# Eigen and the standard library are right; gcc 12 says otherwise when it inlines them.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options(-Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow -Wno-restrict)
endif()
# Where vectors of four doubles take two registers, gcc notes that it passes them as it always did.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT MVLINK_MACHINE_LEVEL MATCHES "v[34]$")
    add_compile_options(-Wno-psabi)
endif()

# gcc before 13 warns of its own AVX-512 headers, which leave a register undefined on purpose.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13 AND MVLINK_MACHINE_LEVEL MATCHES "v4$")
    add_compile_options(-Wno-uninitialized)
endif()

# Targets of text and input ask for this. The numbers do not: inlined across files, other products would be contracted
# to fused ones, and the bits of a result would depend on which files are compiled together.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 8)

# What reads input is compiled with MVLINK_INPUT_OPTIONS as well: with MVLINK_SANITIZE_INPUT nothing else is sanitized, and
# the numbers may come from the release build (MVLINK_NUMBERS_FROM).
set(MVLINK_INPUT_OPTIONS)
if(MVLINK_SANITIZE)
    set(sanitize_options -fsanitize=${MVLINK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    if(MVLINK_SANITIZE_INPUT)
        set(MVLINK_INPUT_OPTIONS -O0 -g1 -UNDEBUG -D_GLIBCXX_ASSERTIONS ${sanitize_options})
    else()
        add_compile_options(${sanitize_options})
    endif()
    add_link_options(-fsanitize=${MVLINK_SANITIZE})
endif()
# gcc says of every fence that the thread sanitizer does not see it. Boost.Asio has them, and guards nothing of ours by them.
if(MVLINK_SANITIZE STREQUAL thread AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options(-Wno-tsan)
endif()
if(MVLINK_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(MVLINK_CCACHE ccache)
if(MVLINK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Without these two ccache does not look at files that use a precompiled header.
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        add_compile_options(-fpch-preprocess)
    endif()
    # Paths inside the build folder count as relative, so that two build folders of this tree share what they compile alike.
    execute_process(COMMAND ${MVLINK_CCACHE} --get-config base_dir OUTPUT_VARIABLE base_dir OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT base_dir)
        set(base_dir ${PROJECT_BINARY_DIR})
    endif()
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
                                    CCACHE_BASEDIR=${base_dir} ${MVLINK_CCACHE})
endif()
