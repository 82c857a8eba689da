"""Rules about groups that cannot be kept."""
from malformed.cases import case


RECORDS = "id,price,source\nr1,1,web\nr2,2,web\nr3,9,web\nr4,10,shop\n"


def rule_case(mistake, arguments, *fragments, status=3, files=()):
    def make(folder):
        (folder / "records.csv").write_text(RECORDS)
        for name, content in files:
            (folder / name).write_text(content)
        return ["cluster", folder / "records.csv", "-k", "2",
                *(folder / argument if argument in dict(files) else argument for argument in arguments)]
    case("--at-most-one", mistake, status, *fragments)(make)


rule_case("a group larger than k", ("--at-most-one", "source"), '3 rows have "web"', "at least 3")
rule_case("a column that does not exist", ("--at-most-one", "sauce"), "sauce", "source", status=2)
rule_case("a method that cannot keep it", ("--at-most-one", "source", "--method", "kmeans"), "kmeans cannot keep",
          "pck-means", status=2)
rule_case("a file with too few lines", ("--at-most-one", "groups.txt"), "groups.txt", "2 values", "4 rows",
          files=[("groups.txt", "web\nshop\n")])
rule_case("a file that names a row that does not exist", ("--at-most-one", "groups.csv"), "groups.csv", "r9",
          files=[("groups.csv", "id,label\nr9,web\n")])
