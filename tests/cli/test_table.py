"""One csv of any columns: the plan, the judgements, the labelled table, new rows, standard input and output."""
import csv
import gzip
import io
import subprocess

import pytest

from conftest import BINARY, assert_refused, json_of, run_mvlink


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def table(tmp_path):
    """Two groups of twenty rows; ages with gaps, a category, a date, a class."""
    lines = ["ticket,age,channel,opened,class"]
    for i in range(40):
        old = i % 2
        age = "" if i in (4, 9) else 60 + i % 7 if old else 20 + i % 7
        lines.append(f"t{i:02d},{age},{'phone' if old else 'mail'},20{20 + 3 * old}-0{1 + i % 9}-11,{'b' if old else 'a'}")
    file = tmp_path / "tickets.csv"
    file.write_text("\n".join(lines) + "\n")
    (tmp_path / "pairs.csv").write_text("first;second;answer;who\nt00;t02;same;kim\nt00;t01;no;kim\nt03;t05;?;kim\n")
    return file


@pytest.mark.sanitized
def test_a_stranger_clusters_one_csv_with_one_command(table):
    out = table.parent / "labelled.csv"
    process = run_mvlink("cluster", table, "-k", "2", "--constraints", table.parent / "pairs.csv", "--join", out)
    assert process.returncode == 0, process.stderr
    said = " ".join(process.stdout.split())
    assert "2 gaps: filled with the mean and marked" in said and "true classes" in said and "accuracy 1.000" in said
    found = rows(out.read_text())
    assert list(found[0]) == ["ticket", "age", "channel", "opened", "class", "cluster", "confidence"]
    assert found[0]["cluster"] == found[2]["cluster"] != found[1]["cluster"]


def test_prediction_says_what_it_could_not_read(table, tmp_path):
    assert run_mvlink("cluster", table, "-k", "2", "-o", tmp_path / "out").returncode == 0
    new = tmp_path / "new.csv"
    new.write_text("ticket,age,channel,opened\nn1,old,fax,2023-05-11\nn2,61,phone,2023-05-11\n")
    process = run_mvlink("predict", tmp_path / "out", new)
    assert 'new.csv line 2, column "age": "old" is not a number; 1 such cell is taken as a gap' in process.stderr
    assert 'such as "fax" in column "channel"' in process.stderr
    assert len(process.stdout.splitlines()) == 3
    assert run_mvlink("predict", tmp_path / "out", new, "--quiet").stderr == ""
    assert 'Note' in run_mvlink("predict", tmp_path / "out", new, "-o", tmp_path / "again").stdout


@pytest.mark.sanitized
def test_new_rows_are_labelled_by_the_recipe_of_the_model(table, tmp_path):
    assert run_mvlink("cluster", table, "-k", "2", "-o", tmp_path / "out").returncode == 0
    labels = {row["id"]: row["label"] for row in rows((tmp_path / "out" / "labels_fields.csv").read_text())}
    new = tmp_path / "new.csv"
    new.write_text("channel,more,opened,age,ticket\nphone,x,2023-05-11,61,n1\nmail,y,2020-05-11,,n2\n")
    found = rows(run_mvlink("predict", tmp_path / "out", new).stdout)
    assert [(row["id"], row["label"]) for row in found] == [("n1", labels["t01"]), ("n2", labels["t00"])]
    joined = rows(run_mvlink("predict", tmp_path / "out", new, "--join", "-").stdout)
    assert [row["cluster"] for row in joined] == [labels["t01"], labels["t00"]]
    new.write_text("channel,opened\nphone,2023-05-11\n")
    assert_refused(run_mvlink("predict", tmp_path / "out", new), 3, 'new.csv: no column "age"')


@pytest.mark.sanitized
def test_standard_input_gzip_and_the_file_give_the_same_labels(table, tmp_path):
    plain = run_mvlink("cluster", table, "-k", "2", "-o", "-", "--quiet").stdout
    assert plain.startswith("id,label,confidence\nt00,")
    packed = tmp_path / "tickets.csv.gz"
    packed.write_bytes(gzip.compress(table.read_bytes()))
    assert run_mvlink("cluster", packed, "-k", "2", "-o", "-", "--quiet").stdout == plain
    for content in (table.read_bytes(), packed.read_bytes()):
        piped = subprocess.run([BINARY, "cluster", "-", "-k", "2", "-o", "-", "--quiet"], input=content, capture_output=True)
        assert piped.stdout.decode() == plain, piped.stderr
    assert not (tmp_path / "-").exists()


def test_separators_do_not_change_the_labels(table, tmp_path):
    plain = run_mvlink("cluster", table, "-k", "2", "-o", "-", "--quiet").stdout
    other = tmp_path / "other.csv"
    other.write_text(table.read_text().replace(",", ";"))
    assert run_mvlink("cluster", other, "-k", "2", "-o", "-", "--quiet").stdout == plain


def test_partly_known_classes_may_be_a_column_or_a_file(table, tmp_path):
    known = tmp_path / "known.csv"
    known.write_text("id,label\nt00,mail\nt02,mail\nt01,phone\n")
    answer = json_of(run_mvlink("constraints", "check", table, "--partial-labels", known, "--json"))
    assert (answer["must"]["given"], answer["cannot"]["given"]) == (1, 1)
    answer = json_of(run_mvlink("constraints", "check", table, "--partial-labels", "class", "--json"))
    assert (answer["must"]["given"], answer["cannot"]["given"]) == (38, 1)
    assert answer["clusters"] == {"least": 2, "enough": 2, "most": 2}
    made = run_mvlink("constraints", "from-labels", table, "--partial-labels", known).stdout
    assert "fields,t00,fields,t02,must-link" in made


def test_the_shortest_chain_proves_a_contradiction(table, tmp_path):
    pairs = tmp_path / "knot.csv"
    pairs.write_text("a,b,answer\nt00,t01,same\nt01,t02,same\nt02,t03,same\nt00,t04,same\nt04,t03,same\nt00,t03,different\n")
    text = run_mvlink("constraints", "check", table, "--constraints", pairs).stdout
    assert "t00 and t03 are said to be different, but the same: t00 and t04, t03 and t04" in " ".join(text.split())
    closed = run_mvlink("constraints", "close", table, "--constraints", pairs).stdout.splitlines()
    assert len(closed) == 1 + 10  # the pairs of five rows; the contradicted one stays as it was given


def test_json_and_labels_cannot_share_standard_output(table):
    assert_refused(run_mvlink("cluster", table, "-k", "2", "--json", "-o", "-"), 2, "standard output")
    process = run_mvlink("cluster", table, "-k", "2", "--json")
    assert json_of(process)["method"] == "kmeans" and "taken as" in process.stderr


def test_options_of_tables_need_a_table(blobs):
    assert_refused(run_mvlink("cluster", blobs, "-k", "2", "--text", "notes"), 2, "--text", "give the csv as DATA")
    assert_refused(run_mvlink("cluster", blobs, "-k", "2", "--join", "x.csv"), 2, "--join", "give the csv as DATA")


def test_judgements_tell_which_column_names_the_rows(tmp_path):
    (tmp_path / "birds.csv").write_text("size,island,Bird\n1.0,A,ada\n1.1,A,bob\n9.0,B,cem\n9.2,B,dan\n")
    (tmp_path / "pairs.csv").write_text("nr,Bird 1,Bird 2,same species?\n1,ada,bob,yes\n2,bob,dan,no\n")
    process = run_mvlink("cluster", tmp_path / "birds.csv", "-k", "2", "--constraints", tmp_path / "pairs.csv", "--join", "-")
    assert process.returncode == 0, process.stderr
    assert "named in the judgements" in " ".join(process.stderr.split())
    clusters = [line.split(",")[3] for line in process.stdout.splitlines()[1:]]
    assert clusters[0] == clusters[1] != clusters[2] == clusters[3]


def test_names_that_repeat_do_no_harm_where_no_judgement_means_them(tmp_path):
    (tmp_path / "birds.csv").write_text("size,Bird\n1.0,ada\n1.1,bob\n9.0,eve\n9.2,dan\n9.3,eve\n1.2,\n")
    (tmp_path / "pairs.csv").write_text("a,b,same\nada,bob,yes\nbob,dan,no\n")
    process = run_mvlink("cluster", tmp_path / "birds.csv", "-k", "2", "--constraints", tmp_path / "pairs.csv", "-o", "-")
    assert process.returncode == 0, process.stderr
    assert "named in the judgements; rows of 2 names are told apart by their lines" in " ".join(process.stderr.split())
    assert [line.split(",")[0] for line in process.stdout.splitlines()[1:]] == [
        "ada", "bob", "eve (line 4)", "dan", "eve (line 6)", "(line 7)"]
    (tmp_path / "pairs.csv").write_text("a,b,same\nada,bob,yes\neve (line 6),dan,yes\n")
    process = run_mvlink("cluster", tmp_path / "birds.csv", "-k", "2", "--constraints", tmp_path / "pairs.csv", "--quiet")
    assert process.returncode == 0, process.stderr


def test_names_of_judgements_that_occur_twice_are_refused(tmp_path):
    (tmp_path / "birds.csv").write_text("size,Bird\n1.0,ada\n1.1,bob\n9.0,ada\n9.2,dan\n")
    (tmp_path / "pairs.csv").write_text("a,b,same\nada,bob,yes\n")
    process = run_mvlink("cluster", tmp_path / "birds.csv", "-k", "2", "--constraints", tmp_path / "pairs.csv")
    assert process.returncode == 3
    assert 'birds.csv line 4, column "Bird": id "ada" is also on line 2; the judgements name rows by it; write "ada (line 2)" or "ada (line 4)" there' in process.stderr


def clustered_birds(tmp_path, table, pairs):
    """Labels on standard output, everything for people on standard error."""
    (tmp_path / "birds.csv").write_text(table)
    (tmp_path / "pairs.csv").write_text(pairs)
    return run_mvlink("cluster", tmp_path / "birds.csv", "-k", "2", "--constraints", tmp_path / "pairs.csv", "-o", "-")


def ids_of(process):
    assert process.returncode == 0, process.stderr
    return [line.split(",")[0] for line in process.stdout.splitlines()[1:]]


def test_numbers_in_judgements_count_the_rows_where_no_column_holds_them(tmp_path):
    process = clustered_birds(tmp_path, "size,age,city\n1.0,3,A\n1.1,2,A\n9.0,3,B\n9.2,5,B\n", "a,b,same\n0,1,yes\n0,3,no\n")
    assert ids_of(process) == ["0", "1", "2", "3"]
    assert "the judgements name rows by number, counted from 0" in " ".join(process.stderr.split())


def test_numbers_in_judgements_that_a_column_holds_name_its_rows(tmp_path):
    beyond = clustered_birds(tmp_path, "size,ring\n1.0,7001\n1.1,7003\n9.0,7002\n9.2,7009\n",
                             "a,b,same\n7001,7003,yes\n7001,7009,no\n")
    assert ids_of(beyond) == ["7001", "7003", "7002", "7009"]
    assert "counted from 0" not in beyond.stderr


def test_numbers_in_judgements_that_could_be_either_are_refused(tmp_path):
    birds = "size,rank\n1.0,3\n1.1,2\n9.0,1\n9.2,0\n"
    either = clustered_birds(tmp_path, birds, "a,b,same\n0,1,yes\n0,3,no\n")
    assert_refused(either, 3, 'values of column "rank" or count the rows from 0', "--id rank", "row:17")
    assert ids_of(clustered_birds(tmp_path, birds, "a,b,same\nrow:0,row:1,yes\nrow:0,row:3,no\n")) == ["0", "1", "2", "3"]
    named = run_mvlink("cluster", tmp_path / "birds.csv", "-k", "2", "--id", "rank", "-o", "-", "--quiet")
    assert ids_of(named) == ["3", "2", "1", "0"]


def test_what_people_should_know_is_told_beside_data_on_standard_output(table):
    pairs = table.parent / "pairs.csv"
    for more in (("-o", "-"), ("--join", "-")):
        process = run_mvlink("cluster", table, "-k", "2", "--constraints", pairs, *more)
        said = " ".join(process.stderr.split())
        assert "Constraints 1 of 1 must-links satisfied" in said and "Written" not in said
        assert len(process.stdout.splitlines()) == 41
    assert run_mvlink("cluster", table, "-k", "2", "--constraints", pairs, "--join", "-", "--quiet").stderr == ""


def test_judgements_none_of_which_counts_are_told(tmp_path):
    process = clustered_birds(tmp_path, "size,Bird\n1.0,ada\n1.1,bob\n9.0,cem\n9.2,dan\n", "a,b,answer\nada,bob,not sure\n")
    assert process.returncode == 0
    assert "pairs.csv: no judgement in it counts" in " ".join(process.stderr.split())


def test_a_column_of_the_table_is_never_taken_for_a_result_or_replaced_by_one(tmp_path):
    file = tmp_path / "stars.csv"
    file.write_text("star,size,cluster\na,1,M4\nb,2,M4\nc,8,M13\nd,9,M13\n")
    assert run_mvlink("cluster", file, "-k", "2", "--quiet").returncode == 0
    assert_refused(run_mvlink("cluster", file, "-k", "2", "--join", tmp_path / "out.csv", "--quiet"), 3,
                   'stars.csv: has a column "cluster" of its own', "rename it")
    assert not (tmp_path / "out.csv").exists()


def test_methods_that_need_other_features_take_a_table_with_a_preparation(table):
    """Numbers of a table are standardized, so some are negative; the words of texts are sparse."""
    for more in (["--method", "nmf", "--prep", "minmax"], ["--method", "nmf", "--prep", "fields:minmax"]):
        process = run_mvlink("cluster", table, "-k", "2", *more)
        assert process.returncode == 0, process.stderr
    assert_refused(run_mvlink("cluster", table, "-k", "2", "--method", "nmf"), 3, "--prep fields:minmax")


def test_predict_refuses_what_the_model_has_settled(table, tmp_path):
    assert run_mvlink("cluster", table, "-k", "2", "-o", tmp_path / "out").returncode == 0
    for option in ("--drop", "--text", "--columns", "--category"):
        assert_refused(run_mvlink("predict", tmp_path / "out", table, option, "age"), 2, option, "leave the option out")
    assert_refused(run_mvlink("predict", tmp_path / "out", table, "--id", "tickt"), 2, 'did you mean "ticket"?')
    assert_refused(run_mvlink("predict", tmp_path / "out", table, "--truth-column", "clas"), 2, 'did you mean "class"?')


def test_new_rows_write_numbers_as_the_rows_of_the_model_did(tmp_path):
    (tmp_path / "a.csv").write_text("id;price\na;1.200,50\nb;1.300,25\nc;3,25\nd;4,5\n")
    assert run_mvlink("cluster", tmp_path / "a.csv", "-k", "2", "-o", tmp_path / "out").returncode == 0
    labels = [row["label"] for row in rows((tmp_path / "out" / "labels_fields.csv").read_text())]
    (tmp_path / "b.csv").write_text("id;price\nx;1.234\ny;5\n")
    found = [row["label"] for row in rows(run_mvlink("predict", tmp_path / "out", tmp_path / "b.csv").stdout)]
    assert found == [labels[0], labels[2]]


def test_ids_that_a_spreadsheet_changed_are_recognised_in_the_message(tmp_path):
    for given, meant in (("4", "0004"), ("2.0", "0002"), ("'0003'", "0003")):
        process = clustered_birds(tmp_path, "id,size\n0001,1\n0002,2\n0003,8\n0004,9\n", f"a,b,same\n0001,{given},yes\n")
        assert_refused(process, 3, f'did you mean "{meant}"?')


def test_labels_of_a_model_of_numbers_are_not_joined(tmp_path):
    (tmp_path / "x.csv").write_text("a,b\n1,2\n3,4\n9,8\n8,9\n")
    assert run_mvlink("cluster", "--view", f"x={tmp_path / 'x.csv'}", "-k", "2", "-o", tmp_path / "out").returncode == 0
    for join in (tmp_path / "joined.csv", "-"):
        assert_refused(run_mvlink("predict", tmp_path / "out", tmp_path / "x.csv", "--join", join), 2,
                       "--join: the model was fitted on numbers", "leave --join out")
    assert not (tmp_path / "joined.csv").exists()


def test_columns_of_an_earlier_run_are_replaced(table, tmp_path):
    once, twice = tmp_path / "once.csv", tmp_path / "twice.csv"
    assert run_mvlink("cluster", table, "-k", "2", "--join", once, "--quiet").returncode == 0
    assert run_mvlink("cluster", once, "-k", "2", "--join", twice, "--quiet").returncode == 0
    assert twice.read_text() == once.read_text()


def test_a_spreadsheet_in_latin_1_is_read_with_a_note(tmp_path):
    (tmp_path / "cars.csv").write_bytes("car;price\nCitroën;1,5\nVolvo;2,5\nSeat;9,0\n".encode("latin-1"))
    process = run_mvlink("cluster", tmp_path / "cars.csv", "-k", "2", "--join", tmp_path / "out.csv")
    assert process.returncode == 0, process.stderr
    assert "read as Windows-1252" in process.stdout
    assert "Citroën;" in (tmp_path / "out.csv").read_text(encoding="utf-8")


def test_a_column_without_a_name_stays_without_one(tmp_path):
    (tmp_path / "r.csv").write_text('"","x"\n"1",1\n"2",2\n"3",9\n"4",10\n')  # as R writes row names
    process = run_mvlink("cluster", tmp_path / "r.csv", "-k", "2", "--join", "-", "--quiet")
    assert process.returncode == 0, process.stderr
    assert process.stdout.splitlines()[0] == '"","x",cluster,confidence', "quotes stay as they are"
    (tmp_path / "bare.csv").write_text("1,1\n2,2\n3,9\n4,10\n")
    process = run_mvlink("cluster", tmp_path / "bare.csv", "-k", "2", "--join", "-", "--quiet")
    assert process.stdout.splitlines()[0] == "column 1,column 2,cluster,confidence", "what had no names gets them"


def test_codes_of_which_some_look_like_numbers_name_the_rows(tmp_path):
    (tmp_path / "airports.csv").write_text("code,latitude\n00M,31.9\n1E4,30.7\n507,45.1\nABQ,44.8\n")
    process = run_mvlink("cluster", tmp_path / "airports.csv", "-k", "2", "-o", "-", "--quiet")
    assert process.returncode == 0, process.stderr
    assert [line.split(",")[0] for line in process.stdout.splitlines()[1:]] == ["00M", "1E4", "507", "ABQ"]
