# cmake -DFOLDER=<serve/page> -DOUT=<page.cpp> -P embed.cmake: the files of the page as one C++ file.
file(GLOB files ${FOLDER}/*.html ${FOLDER}/*.css ${FOLDER}/*.js ${FOLDER}/*.svg)
list(SORT files)
set(entries "")
foreach(file ${files})
    get_filename_component(name ${file} NAME)
    file(READ ${file} content)
    # A literal may have 64 KiB in standard C++: long files are cut into several that stand beside each other.
    string(LENGTH "${content}" length)
    set(literal "")
    set(at 0)
    while(at LESS length)
        string(SUBSTRING "${content}" ${at} 12000 part)
        string(APPEND literal "R\"~page~(${part})~page~\"\n")
        math(EXPR at "${at} + 12000")
    endwhile()
    string(APPEND entries "    PageFile{\"${name}\", ${literal}},\n")
endforeach()
file(WRITE ${OUT}.new "// Made by embed.cmake from serve/page.
#include \"serve/page.hpp\"

#include <array>

namespace mvlink::serve {
namespace {

constexpr auto kFiles = std::to_array<PageFile>({
${entries}});

}  // namespace

std::string_view page_file(std::string_view name) {
    for (const PageFile& file : kFiles) {
        if (file.name == name) return file.content;
    }
    return {};
}

}  // namespace mvlink::serve
")
file(COPY_FILE ${OUT}.new ${OUT} ONLY_IF_DIFFERENT)
