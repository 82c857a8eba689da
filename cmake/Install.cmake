# Library, headers, find_package(mvlink CONFIG) and pkg-config.
include(CMakePackageConfigHelpers)

set(public_headers ${PROJECT_SOURCE_DIR}/include/mvlink)
if(MVLINK_IO)
    install(DIRECTORY ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
else()
    install(DIRECTORY ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} PATTERN compare.hpp EXCLUDE PATTERN io.hpp EXCLUDE PATTERN journal.hpp EXCLUDE
            PATTERN experiments.hpp EXCLUDE PATTERN judgements.hpp EXCLUDE PATTERN large_files.hpp EXCLUDE PATTERN table.hpp EXCLUDE)
endif()
install(TARGETS mvlink EXPORT mvlinkTargets)
if(MVLINK_CLI AND NOT SKBUILD)
    install(TARGETS mvlink_cli)
    # The manual page and the completions, as the command itself prints them.
    install(CODE "set(command \"$<TARGET_FILE:mvlink_cli>\")")
    install(CODE "set(share \"${CMAKE_INSTALL_DATADIR}\")")
    install(CODE "set(manual \"${CMAKE_INSTALL_MANDIR}\")")
    install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/InstallManual.cmake)
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/mvlink)
install(EXPORT mvlinkTargets NAMESPACE mvlink:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/mvlinkConfig.cmake.in ${PROJECT_BINARY_DIR}/mvlinkConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mvlinkConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mvlinkConfig.cmake ${PROJECT_BINARY_DIR}/mvlinkConfigVersion.cmake
        DESTINATION ${package_dir})
# The prefix from where the file lies, so that it holds wherever the tree is installed or moved to.
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
    set(pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
    file(RELATIVE_PATH up_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
    string(REGEX REPLACE "/$" "" up_to_prefix ${up_to_prefix})
    set(pc_prefix "\${pcfiledir}/${up_to_prefix}")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/mvlink.pc.in ${PROJECT_BINARY_DIR}/mvlink.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mvlink.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
