"""Arguments of the command and options of the methods."""
import numpy as np

from malformed.cases import GOOD, case, cluster, option_case


option_case("no number of clusters", [], "-k")
option_case("no clusters", ["-k", "0"], "0")
option_case("a negative number of clusters", ["-k", "-3"], "-3")
option_case("a number of clusters that is not a number", ["-k", "three"], "three")
option_case("half a cluster", ["-k", "2.5"], "2.5")
option_case("a number of clusters that 32 bits cannot hold", ["-k", "99999999999999999999"], "99999999999999999999",
            "out of range", "32 bits")
option_case("more clusters than rows", ["-k", "9"], "9", "8", status=3)
option_case("several numbers of clusters", ["-k", "3,4", "--method", "kmeans"], "3,4")
option_case("several numbers of clusters when auto makes one clustering", ["-k", "3,4"], "auto chose kmeans", "3,4",
            "smvc")
option_case("an unknown method", ["-k", "2", "--method", "kmean"], "kmean", "kmeans")
option_case("an unknown option of the method", ["-k", "2", "--method", "kmeans", "--set", "maxiter=5"], "maxiter",
            "max_iter")
option_case("an option that no method has", ["-k", "2", "--set", "tolx=5"], "tolx", "any method", "did you mean tol?")
option_case("an option of a method that auto does not choose", ["-k", "2", "--set", "constraint_weight=5"],
            "auto chose kmeans (one view and no constraints)", "constraint_weight", "max_iter")
option_case("a value that no method takes", ["-k", "2", "--set", "tol=nan"], "tol: nan is out of range")
option_case("a value of the wrong kind", ["-k", "2", "--method", "kmeans", "--set", "max_iter=many"], "max_iter",
            "many")
option_case("a value out of range", ["-k", "2", "--method", "kmeans", "--set", "max_iter=0"], "max_iter")
option_case("a choice that does not exist", ["-k", "2", "--method", "kmeans", "--set", "init=rnadom"], "init", "random")
option_case("--set without a value", ["-k", "2", "--set", "max_iter"], "name=value")
option_case("an unknown flag", ["-k", "2", "--sede", "3"], "--sede", "--seed")
option_case("a seed that is not a number", ["-k", "2", "--seed", "x"], "--seed")
option_case("a negative number of threads", ["-k", "2", "--threads=-1"], "--threads")
option_case("--map with nothing that the method could show", ["-k", "2", "--method", "kmeans", "--map", "metric"],
            "kmeans learns no metric", "auto, pca or spectral")
option_case("an unknown map", ["-k", "2", "--map", "tsne"], "--map", "tsne", "pca")
option_case("--mapping with --unmapped", ["-k", "2", "--mapping", "m.csv", "--unmapped"], "--mapping", "--unmapped")

PREP = ["-k", "2", "--prep"]
option_case("a misspelt step of --prep", [*PREP, "standardise"], "standardise", "did you mean standardize")
option_case("an empty step of --prep", [*PREP, "l2,"], "empty step")
option_case("a step of --prep twice", [*PREP, "l2,minmax,l2"], "l2", "twice")
option_case("none and other steps of --prep", [*PREP, "none,l2"], "none")
option_case("--prep for a view that does not exist", [*PREP, "y:l2"], '"y"', "the views are x")
option_case("--prep twice for one view", [*PREP, "x:l2", "--prep", "x:minmax"], '"x"', "twice")
option_case("--prep without a view before the colon", [*PREP, ":l2"], "without a name")
option_case("pca without a number", [*PREP, "pca"], "pca=10")
option_case("pca with something that is not a number", [*PREP, "pca=two"], '"two"')
option_case("pca with more dimensions than columns", [*PREP, "pca=4"], "8 rows and 3 columns", "pca=3", status=3)


option_case("spectral without a number", [*PREP, "spectral"], "spectral=10")
option_case("spectral with as many dimensions as rows", [*PREP, "spectral=8"], "8 rows", "spectral=7", status=3)


@case("options", "spectral on rows that are all equal", 3, "all equal")
def _(folder):
    np.save(folder / "view_x.npy", np.ones((8, 3)))
    return cluster(folder, "--prep", "spectral=2")


@case("options", "pca on one column", 3, "one column")
def _(folder):
    np.save(folder / "view_x.npy", GOOD[:, :1])
    return cluster(folder, "--prep", "pca=1")


@case("options", "tfidf on a negative value", 3, 'view "x": row 2, column 1', "-3")
def _(folder):
    counts = GOOD.copy()
    counts[2, 1] = -3
    np.save(folder / "view_x.npy", counts)
    return cluster(folder, "--prep", "tfidf")


@case("options", "standardize on a large sparse view", 3, "standardize", '"x"', "256 MB", "pca=D")
def _(folder):
    entries = "".join(f"1 {column} 2.5\n" for column in range(1, 1001))
    (folder / "view_x.mtx").write_text(f"%%MatrixMarket matrix coordinate real general\n40000 1000 1000\n{entries}")
    return cluster(folder, "--prep", "standardize")


@case("options", "a one-view method on two views", 2, "x", "y", "--views")
def _(folder):
    np.save(folder / "view_x.npy", GOOD)
    np.save(folder / "view_y.npy", GOOD)
    return cluster(folder, "--method", "kmeans")
