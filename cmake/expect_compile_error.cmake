# SPDX-License-Identifier: GPL-2.0-or-later
# cmake -D COMPILER=... -D SOURCE=... -D INCLUDE=... -P expect_compile_error.cmake
#
# Succeeds if SOURCE does not compile, with an error that matches the regular expression on its line
# `// expect-error: REGEX`, and does compile with -DMAKE_IT_COMPILE. The second half shows that the error is the one
# meant and not a missing include.

# A FATAL_ERROR alone would break the compiler's lines anew.
macro(complain what)
    message(NOTICE "${SOURCE} ${what}")
    message(FATAL_ERROR)
endmacro()

file(READ "${SOURCE}" text)
if(NOT text MATCHES "// expect-error: ([^\n]+)")
    complain("has no line `// expect-error: REGEX`")
endif()
set(expected "${CMAKE_MATCH_1}")
set(compile "${COMPILER}" -std=c++20 -fsyntax-only -fdiagnostics-color=never "-I${INCLUDE}")

execute_process(COMMAND ${compile} "${SOURCE}" RESULT_VARIABLE result ERROR_VARIABLE errors)
if(result EQUAL 0)
    complain("compiles, but must not")
elseif(NOT "${errors}" MATCHES "${expected}")
    complain("fails for another reason than `${expected}`:\n${errors}")
endif()

execute_process(COMMAND ${compile} -DMAKE_IT_COMPILE "${SOURCE}" RESULT_VARIABLE result ERROR_VARIABLE errors)
if(NOT result EQUAL 0)
    complain("does not compile with -DMAKE_IT_COMPILE either:\n${errors}")
endif()
