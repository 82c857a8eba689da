# Writes what the command prints below the prefix: the manual page, and a completion for each shell. `command`, `share` and
# `manual` are set by the script that includes this.
function(write_printed file)
    set(target "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${file}")
    get_filename_component(folder "${target}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    execute_process(COMMAND "${command}" ${ARGN} OUTPUT_FILE "${target}" RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        # A command for another machine cannot print its own manual.
        file(REMOVE "${target}")
        message(STATUS "Left out: ${target} (${command} ${ARGN} ended with ${status})")
        return()
    endif()
    message(STATUS "Installing: ${target}")
endfunction()

write_printed(${manual}/man1/mvlink.1 help --man)
write_printed(${share}/bash-completion/completions/mvlink completion bash)
write_printed(${share}/zsh/site-functions/_mvlink completion zsh)
write_printed(${share}/fish/vendor_completions.d/mvlink.fish completion fish)
