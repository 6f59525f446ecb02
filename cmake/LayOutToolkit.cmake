# cmake -DBUILD_FOLDER=<folder> -P LayOutToolkit.cmake
# Lays out toolkit/ in a build folder as `cmake --install` would, while others may be using it: what has not changed is not touched,
# what has is replaced in one step, what is gone is removed. Two at once wait for one another.
file(LOCK ${BUILD_FOLDER}/toolkit.lock GUARD PROCESS TIMEOUT 600)
set(stage ${BUILD_FOLDER}/toolkit.stage)
set(toolkit ${BUILD_FOLDER}/toolkit)

file(REMOVE_RECURSE ${stage}/include ${stage}/share) # headers that are gone must not linger
set(ENV{CMAKE_INSTALL_MODE} COPY)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_FOLDER} --prefix ${stage} OUTPUT_FILE ${BUILD_FOLDER}/toolkit.log
                RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "the toolkit cannot be laid out in ${stage} (${result})")
endif()

file(GLOB_RECURSE staged LIST_DIRECTORIES TRUE RELATIVE ${stage} ${stage}/*)
foreach(entry IN LISTS staged)
    if(IS_DIRECTORY ${stage}/${entry})
        file(MAKE_DIRECTORY ${toolkit}/${entry})
        continue()
    endif()
    if(EXISTS ${toolkit}/${entry})
        file(SHA256 ${stage}/${entry} wanted)
        file(SHA256 ${toolkit}/${entry} found)
        if(wanted STREQUAL found)
            continue()
        endif()
    endif()
    # Its time is that of the change: what was built on the old one is older.
    file(COPY_FILE ${stage}/${entry} ${toolkit}/${entry}.part)
    file(TOUCH ${toolkit}/${entry}.part)
    file(RENAME ${toolkit}/${entry}.part ${toolkit}/${entry})
endforeach()

# The packages that a user may have put into opp/ are not ours.
file(GLOB_RECURSE present LIST_DIRECTORIES TRUE RELATIVE ${toolkit} ${toolkit}/bin/* ${toolkit}/include/* ${toolkit}/lib64/* ${toolkit}/share/*)
list(REMOVE_ITEM present ${staged})
foreach(entry IN LISTS present)
    file(REMOVE_RECURSE ${toolkit}/${entry})
endforeach()
