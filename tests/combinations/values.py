"""Values of options: usual ones first, then odd ones. Files are those of data.py."""

ODD = ["", "-", "x", "0", "-1", "nan", "1e308", " ", "a=", "é\u200e"]  # for every option, now and then
FILES = ["nosuch.csv", "data/one", "bin.dat", "empty.txt"]
VALUES = {
    "--view": ["a=data/x.csv", "b=data/m.npy", "a=-", "=x", "a", "objects=data/x.csv"],
    "--views": ["a", "a,b", "b,a", "fields", "a,,b", "nosuch"],
    "--id-column": ["id", "note", "nosuch"],
    "--constraints": ["data/pairs.csv", "data/tp.csv", "data/header.csv", *FILES],
    "--partial-labels": ["known", "data/part.txt", "data/partid.csv", "nosuch", "empty.txt"],
    "--at-most-one": ["src", "data/src.txt", "nosuch", "empty.txt"],
    "--mapping": ["data/map.csv", "data/header.csv", *FILES],
    "--id": ["id", "note", "colour", "nosuch"],
    "--text": ["note", "note,colour", "size", ","],
    "--category": ["colour", "src", "size", "nosuch"],
    "--drop": ["note", "size", "id", "id,size,colour,note,known,src,class"],
    "--columns": ["size", "note,size", "id", "class"],
    "--truth-column": ["class", "known", "size", "nosuch"],
    "--layout": ["kinds", "joined", "both"],
    "-k": ["3", "1", "12", "13", "auto", "2..4", "3,2", "0", "2.5", "99999999999", "4..2"],
    "--method": ["kmeans", "mpck-means", "cop-kmeans", "propagation", "cmvnmf", "mvcsc", "smvc", "orthogonal",
                 "alternative", "proclus", "ml-components", "nmf", "auto", "nosuch"],
    "--set": ["max_iter=3", "constraint_weight=2", "n_init=0", "n_clusters=2", "nosuch=1", "tol=", "=1"],
    "--prep": ["none", "standardize", "minmax,pca=2", "tfidf,l2", "spectral=2", "a:pca=1", "pca=99", "pca=", ":", "x"],
    "--validate": ["off", "2", "5", "1", "1001"],
    "--warm-start": ["runs/one", "runs/t", "runs/two", "data/labels.txt", "runs/one/model.npz", "nosuch", "empty.txt"],
    "--seed": ["7", "18446744073709551615", "18446744073709551616", "1.5"],
    "--threads": ["1", "2", "1.5", "4097"],
    "--memory": ["1G", "1", "10M", "2X"],
    "-o": ["out", "out/deep/er", "-", "bin.dat", "nosuch/out.csv", "/proc/x"],
    "--join": ["joined.csv", "-", "nosuch/j.csv", "data", "bin.dat"],
    "--map": ["pca", "metric", "embedding", "spectral", "auto", "nosuch"],
    "--truth": ["data/labels.txt", "data/part.txt", "runs/t/labels_text.csv", "labels", "class", *FILES],
    "--labels": ["data/labels.txt", "runs/t/labels_text.csv", "runs/one/labels_a.csv", "lab.csv", *FILES],
    "--pairs": ["within", "between", "mixed", "nosuch"],
    "--between": ["a,b", "b,a", "a", "a,a", "a,nosuch"],
    "--n": ["4", "0", "67", "9223372036854775807", "1e3"],
    "--percent": ["10", "0", "100", "101"],
    "--per-row": ["0.5", "0", "1000", "1e300"],
    "--must-share": ["0.5", "0", "1", "2"],
    "--wrong": ["0.5", "0", "1", "2"],
    "--wrong-must": ["0.5", "1", "2"],
    "--folds": ["2", "5", "1000000", "1"],
    "--only": ["1", "2", "1000000", "0"],
    "--without": ["1", "2", "0"],
    "--journal": ["own.jsonl", "nosuch/j.jsonl", "bin.dat"],
    "--strategy": ["skeleton", "uncertain", "random", "nosuch"],
    "--check-every": ["0", "1", "12", "1e6"],
    "--person": ["anna", "a,b\"c"],
    "--next": ["2", "1", "1000000", "0"],
    "--answers": ["data/answers.csv", "data/answers_t.csv", "data/header.csv", *FILES],
    "--budget": ["1s", "0.001", "off", "2 m"],
    "--port": ["0", "65536", "1.5"],
    "--idle-stop": ["0", "1", "100001"],
    "--data": ["data", "nosuch"],
    "--rows": ["20", "0", "1", "3"],
    "--clusters": ["2", "0", "1", "2147483647"],
    "--cols": ["2", "0", "1", "5"],
    "--spread": ["2", "0", "inf"],
    "--separation": ["2", "0"],
    "--noise": ["0.2", "0", "inf"],
    "--jitter": ["1", "2147483647"],
    "--clusterings": ["2", "0", "99"],
    "--noise-cols": ["2", "2147483647"],
    "--mapped": ["0.5", "0", "2"],
    "--jobs": ["1", "0", "1.5"],
    "--dataset": ["data/one", "data", "nosuch"],
    "--sweep": ["0,4", "4", "4,0", "a"],
    "--repetitions": ["1", "0", "2147483648"],
}
OF_COMMAND = {("ask", "--labels"): ["lab.csv", "-", "nosuch/lab.csv", "data", "bin.dat"]}  # a file that it writes
WITHOUT_VALUE = ("--unmapped", "--stop-words", "--force", "--json", "--quiet", "--all-views", "--list", "--quick",
                 "--resume")
ANY_OF_THEM = ("--method", "-k", "--set", "--prep")  # all their values are as interesting
OF_METHODS = ["0", "-1", "1", "2", "1e308", "1e-308", "2147483647", "2147483648", "nan", "inf", "", "auto", "1,2",
              "0.5", "true", "x"]  # for every option of every method


def with_value(command, option, chance):
    """The option with one of its own values, mostly; now and then with an odd one."""
    if option in WITHOUT_VALUE:
        return [option]
    if option not in VALUES or chance.random() < 0.12:
        return [option, chance.choice(ODD)]
    values = OF_COMMAND.get((command, option), VALUES[option])
    usual = option not in ANY_OF_THEM and chance.random() < 0.5
    return [option, chance.choice(values[:2] if usual else values)]
