"""csv, tsv, one table as DATA, csv.gz."""
import gzip

from malformed.cases import TABLE, case, cluster, table_case, view_case


# --- csv, tsv -------------------------------------------------------------------------------------------------------
view_case("csv", "empty file", "", "view_x.csv")
view_case("csv", "header and no rows", "a,b\n", "view_x.csv")
view_case("csv", "a row with too few cells", "a,b\n1,2\n3\n4,5\n", "view_x.csv", "line 3")
view_case("csv", "a row with too many cells", "a,b\n1,2\n3,4,5\n", "view_x.csv", "line 3")
view_case("csv", "a word where a number belongs", "a,b\n1,2\n3,four\n", "view_x.csv", "line 3", "four")
view_case("csv", "an empty cell", "a,b\n1,2\n3,\n", "view_x.csv", "line 3")
view_case("csv", "nan", "a,b\n1,2\nnan,4\n", "view_x.csv")
view_case("csv", "infinity", "a,b\n1,2\n3,inf\n", "view_x.csv")
view_case("csv", "a number too large", "a,b\n1,2\n3,1e999\n", "view_x.csv", "line 3")
view_case("csv", "a gap in the first row", "1,?\n2,3\n4,5\n", "view_x.csv line 1", '"1"', '"?"')
view_case("csv", "row numbers as pandas writes them", ",a,b\n0,2,1\n1,5,6\n", "view_x.csv line 1", "to_csv(index=False)")
view_case("csv", "semicolons instead of commas", "a;b\n1;2\n3;4\n", "view_x.csv line 2", "1;2", "commas")
view_case("csv", "a quote that is not closed", 'id,a\n"r0,1\nr1,2\n', "view_x.csv")
view_case("csv", "an id twice", "id,a\nr0,1\nr1,2\nr0,3\n", "view_x.csv", "r0")
view_case("csv", "an empty id", "id,a\nr0,1\n,2\n", "view_x.csv")
view_case("csv", "ids and no features", "id\nr0\nr1\n", "view_x.csv")
view_case("csv", "zero bytes", b"a,b\n1,2\n3,\0\0\n", "view_x.csv")
view_case("csv", "UTF-16", "a,b\n1,2\n".encode("utf-16"), "view_x.csv line 1", "UTF-8")
view_case("csv", "ids in Latin-1", "id,a\nr0,1\nCafé,2\n".encode("latin-1"), "view_x.csv line 3", "UTF-8")
view_case("tsv", "commas instead of tabs", "a,b\n1,2\n3,4\n", "view_x.tsv", "tabs")
view_case("tsv", "a row with too few cells", "a\tb\n1\t2\n3\n", "view_x.tsv", "line 3")
view_case("tsv", "empty file", "", "view_x.tsv")
view_case("tsv", "a word where a number belongs", "a\tb\n1\t2\n3\tfour\n", "view_x.tsv", "line 3", "four")
view_case("tsv", "an empty cell", "a\tb\n1\t\n3\t4\n", "view_x.tsv", "line 2")
view_case("tsv", "an id twice", "id\ta\nr0\t1\nr0\t2\n", "view_x.tsv", "r0")


@case("csv", "the id column does not exist", 3, "name")
def _(folder):
    (folder / "view_x.csv").write_text("a,b\n1,2\n3,4\n")
    return cluster(folder, "--id-column", "name")


# --- one table as DATA ----------------------------------------------------------------------------------------------
table_case("empty file", "", "records.csv: empty")
table_case("column names and no rows", "id,age\n", "records.csv: column names and no rows")
table_case("a row with too few cells", "id,age\nr1,20\nr2\n", "records.csv line 3")
table_case("a column name twice", "id,age,age\nr1,1,2\n", "records.csv line 1", "age")
table_case("a quote that is not closed", 'id,age\nr1,"20\n', "records.csv line 2")
table_case("lines that end with a carriage return alone", "id,age\rr1,20\rr2,30\r", "records.csv: its lines end", "CSV UTF-8")
table_case("fields parted by blanks", "id x y\nr1 11.5 1\nr2 3 2\n", "records.csv: its fields", "parted by blanks")
table_case("an Excel workbook", b"PK\x03\x04\x14\0\6\0\x08\0\xfe\xd9", "records.csv: an Excel workbook", "save it as CSV")
table_case("two encodings in one file", "id,age\nré,20\n".encode() + b"r\xe4,30\n", "records.csv line 3", "UTF-8")
table_case("half a character of UTF-16", b"\xff\xfei\0d\0,\0x\0\n", "records.csv", "UTF-16")
table_case("ids and nothing else", "id\nr1\nr2\nr3\n", "no column becomes a feature")
table_case("a column of ids that repeats", "name,age\nr1,20\nr1,30\n", "records.csv line 3", "r1", more=("--id", "name"))
table_case("a column that does not exist", TABLE, "nage", "age", status=2, more=("--drop", "nage"))
table_case("a column said to be two things", TABLE, "city", status=2, more=("--text", "city", "--category", "city"))
table_case("numbers too large to be squared", "id,x\nr1,1e300\nr2,-1e300\nr3,2\n", "x", "too large")


# --- csv.gz ---------------------------------------------------------------------------------------------------------
PACKED = gzip.compress(TABLE.encode(), mtime=0)
for mistake, content, fragments in [
        ("not a gzip file", TABLE, ["1F 8B"]),
        ("cut in the middle", PACKED[:30], ["cut"]),
        ("damaged in the middle", PACKED[:20] + b"\xff" * 8 + PACKED[28:], ["damaged"]),
        ("a wrong checksum", PACKED[:-8] + b"\0" * 4 + PACKED[-4:], ["damaged"]),
        ("something after the end", PACKED + b"more", ["damaged"]),
        ("a bomb", gzip.compress(b"0," * (1 << 26), mtime=0), ["unpacks to more than"])]:
    table_case(mistake, content, "records.csv.gz", *fragments, name="records.csv.gz", format="csv.gz")
