"""--partial-labels: classes that are known for some rows, as a column of the table or as a file."""
from malformed.cases import TABLE, case


def known_case(mistake, *fragments, content=None, given="known.csv", status=3):
    def make(folder):
        (folder / "records.csv").write_text(TABLE)
        if content is not None:
            (folder / "known.csv").write_bytes(content if isinstance(content, bytes) else content.encode())
        is_file = given.endswith(".csv")
        return ["cluster", folder / "records.csv", "-k", "2", "--partial-labels", folder / given if is_file else given]
    case("--partial-labels", mistake, status, *fragments)(make)


known_case("a column that does not exist", "cty", given="cty", status=2)
known_case("the file does not exist", "nowhere.csv", given="nowhere.csv", status=5)
known_case("empty file", "known.csv", content="")
known_case("a row that does not exist", "known.csv", "r9", content="id,label\nr1,a\nr9,b\n")
known_case("a row twice, with two classes", "known.csv", "r1", content="id,label\nr1,a\nr2,b\nr1,b\n")
known_case("ids in Latin-1", "known.csv", "UTF-8", content="id,label\nCafé,a\n".encode("latin-1"))
known_case("fewer lines than rows, without ids", "known.csv", "4", content="a\nb\n")
