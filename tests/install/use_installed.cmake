# SPDX-License-Identifier: GPL-2.0-or-later
# Installs BUILD below WORK, then configures, builds and runs CONSUMER against what was installed.

file(REMOVE_RECURSE "${WORK}")
set(prefix "${WORK}/prefix")
foreach(
    step
    IN ITEMS
        "--install;${BUILD};--prefix;${prefix}"
        "-G;Ninja;-S;${CONSUMER};-B;${WORK}/build;-DCMAKE_PREFIX_PATH=${prefix};-DCMAKE_CXX_COMPILER=${COMPILER};-DCMAKE_CXX_FLAGS=${FLAGS}"
        "--build;${WORK}/build"
)
    execute_process(COMMAND "${CMAKE_COMMAND}" ${step} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND "${WORK}/build/consumer" COMMAND_ERROR_IS_FATAL ANY)
