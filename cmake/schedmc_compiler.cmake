# SPDX-License-Identifier: GPL-2.0-or-later
# How everything here is compiled: the language, the warnings, the cache.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif()

find_program(SCHEDMC_CCACHE ccache)
mark_as_advanced(SCHEDMC_CCACHE)
if(SCHEDMC_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${SCHEDMC_CCACHE}")
endif()

# Warnings are errors for our own targets. A compiler newer than those we know may warn about more:
# `cmake --compile-no-warning-as-error` builds all the same. g++ 12's two warnings about memory go wrong inside the
# standard library once it inlines (string concatenation, JSON's maps); the sanitizers look for the same at run time.
function(schedmc_warnings target)
    target_compile_options(
        ${target}
        PRIVATE -Wall -Wextra -Wconversion -Wshadow "$<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-restrict>"
    )
    set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR ON)
endfunction()
