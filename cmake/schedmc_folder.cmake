# SPDX-License-Identifier: GPL-2.0-or-later
# One target a folder.

# schedmc_folder(NAME [USES TARGET...] [DEFINES DEFINITION...])
#
# Makes the library schedmc_NAME, alias schedmc::NAME, of all sources below the calling folder; it is an INTERFACE
# library while the folder has headers only. main.cpp is left to the program.
function(schedmc_folder name)
    cmake_parse_arguments(PARSE_ARGV 1 folder "" "" "USES;DEFINES")
    set(target schedmc_${name})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
    list(REMOVE_ITEM sources "${CMAKE_CURRENT_SOURCE_DIR}/main.cpp")
    if(sources)
        add_library(${target} STATIC ${sources})
        schedmc_warnings(${target})
        set(scope PUBLIC)
    else()
        add_library(${target} INTERFACE)
        set(scope INTERFACE)
    endif()
    add_library(schedmc::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    target_compile_features(${target} ${scope} cxx_std_20)
    target_compile_definitions(${target} ${scope} ${folder_DEFINES})
    target_link_libraries(${target} ${scope} ${folder_USES})
    target_include_directories(
        ${target}
        ${scope}
        "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>"
        "$<INSTALL_INTERFACE:include/schedmc>"
    )
endfunction()
