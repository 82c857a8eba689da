"""mtx."""
from malformed.cases import view_case


BANNER = "%%MatrixMarket matrix coordinate real general\n"
view_case("mtx", "empty file", "", "view_x.mtx")
view_case("mtx", "no banner", "3 3 1\n1 1 1\n", "view_x.mtx")
view_case("mtx", "complex numbers", BANNER.replace("real", "complex") + "3 3 1\n1 1 1 0\n", "view_x.mtx")
view_case("mtx", "no size line", BANNER + "% only a comment\n", "view_x.mtx")
view_case("mtx", "a negative size", BANNER + "-3 3 1\n1 1 1\n", "view_x.mtx")
view_case("mtx", "row 0 (rows count from 1)", BANNER + "3 3 1\n0 1 1\n", "view_x.mtx", "line 3")
view_case("mtx", "a row that does not exist", BANNER + "3 3 1\n4 1 1\n", "view_x.mtx", "line 3")
view_case("mtx", "a column that does not exist", BANNER + "3 3 1\n1 4 1\n", "view_x.mtx", "line 3")
view_case("mtx", "fewer entries than declared", BANNER + "3 3 5\n1 1 1\n2 2 1\n", "view_x.mtx")
view_case("mtx", "more entries than declared", BANNER + "3 3 1\n1 1 1\n2 2 1\n", "view_x.mtx")
view_case("mtx", "a word where a number belongs", BANNER + "3 3 1\n1 1 one\n", "view_x.mtx", "line 3")
view_case("mtx", "nan", BANNER + "3 3 1\n1 1 nan\n", "view_x.mtx")
view_case("mtx", "a trillion declared entries", BANNER + "1000000 1000000 1000000000000\n1 1 1\n", "view_x.mtx")
view_case("mtx", "a trillion declared rows", BANNER + "1000000000000 3 1\n1 1 1\n", "view_x.mtx")
