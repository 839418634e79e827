# SPDX-License-Identifier: GPL-2.0-or-later
# What `cmake --install` leaves behind: the program, the libraries, their headers, and what find_package(schedmc) reads.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(SCHEDMC_CONFIG_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/schedmc")

if(TARGET schedmc)
    install(TARGETS schedmc RUNTIME)
    install(FILES "${PROJECT_SOURCE_DIR}/docs/schedmc.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
endif()

install(
    TARGETS schedmc_model schedmc_properties schedmc_counterexamples schedmc_solver schedmc_files
    EXPORT schedmcTargets
    ARCHIVE
)
install(EXPORT schedmcTargets NAMESPACE schedmc:: DESTINATION "${SCHEDMC_CONFIG_DIR}")
install(
    DIRECTORY model properties counterexamples solver files
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/schedmc"
    FILES_MATCHING
    PATTERN "*.hpp"
)

configure_package_config_file(
    cmake/schedmcConfig.cmake.in "${PROJECT_BINARY_DIR}/schedmcConfig.cmake"
    INSTALL_DESTINATION "${SCHEDMC_CONFIG_DIR}"
)
write_basic_package_version_file(
    "${PROJECT_BINARY_DIR}/schedmcConfigVersion.cmake" COMPATIBILITY SameMinorVersion
)
install(
    FILES "${PROJECT_BINARY_DIR}/schedmcConfig.cmake" "${PROJECT_BINARY_DIR}/schedmcConfigVersion.cmake"
    DESTINATION "${SCHEDMC_CONFIG_DIR}"
)
