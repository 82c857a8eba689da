import rows


def kernels(**milliseconds):
    return {"least": milliseconds, "flops": {}}


def rounds(took):
    """One round takes `took` milliseconds; a peak of 100 GFlop/s, reading in 10 ms."""
    figures = {"least": {}, "flops": {}}
    for scalar in ("float", "double"):
        for threads in (1, 2):
            figures["least"][f"peak<{scalar}>/{threads}"] = 1.0
            figures["flops"][f"peak<{scalar}>/{threads}"] = 1e8
            figures["least"][f"read_once<{scalar}>/{threads}"] = 10.0
            for k in (16, 256):
                figures["least"][f"one_round<{scalar}>/{k}/{threads}"] = took
    return figures


def test_a_round_is_judged_by_products_where_clusters_are_many_and_by_reading_where_few():
    made = {row[0]: row[1:] for row in rows.round_rows(rounds(took=400.0))}
    # 2 * 1e6 * 64 * 256 operations take 327.68 ms at 1e11 a second.
    assert made["n = 1e6, d = 64, f32, k = 256, 1 thread"] == [
        "<= 1.3 x products", "400 ms; products 328, reading 10; 1.22 x the larger, 40.0 x reading", "reached"]
    assert made["n = 1e6, d = 64, f32, k = 16, 2 threads"][::2] == [
        "<= 1.6 x reading", "missed: the products alone take longer"]
    assert made["n = 1e6, d = 64, f64, k = 256, 2 threads"][::2] == ["-", "-"]
    assert len(made) == 8


def test_pck_rounds_have_both_scalars_and_both_numbers_of_threads():
    least = {f"pck_round<{scalar}>/{k}/{share}/{threads}": 100.0 + 4 * share
             for scalar in ("float", "double") for k in (16, 256) for share in (0, 10) for threads in (1, 2)}
    made = list(rows.pck_rows({"least": least}))
    assert len(made) == 8
    assert made[0] == ["n = 1e6, d = 64, f32, k = 16, 1 thread", "<= 1.3 x without", "140 / 100 ms: 1.40 x", "missed"]


def call(method, threads, seconds, quality, good=True, **what):
    sizes = {"method": method, "scalar": "float32", "n": 1_000_000, "d": 64, "k": 16} | what
    return {"what": sizes, "missing": [], "rows": [
        {"threads": count, "seconds": seconds, "quality": quality, "good": good} for count in threads]}


def test_kmeans_beside_peers_has_an_aim_for_one_thread_of_scikit_learn_alone():
    seconds = {"ours": 0.5, "scikit-learn": 1.25, "faiss": 1.0}
    quality = {"ours": 9e7, "scikit-learn": 9e7, "faiss": 9e7}
    made = list(rows.peer_rows(call("kmeans", (1, 2), seconds, quality, rounds=10)))
    assert made[0] == [
        "K-Means, n = 1,000,000, d = 64, f32, k = 16, 10 iterations, 1 thread, against scikit-learn", ">= 2 x",
        "0.5 / 1.25 s: 2.50 x; sum of squares 9e+07 / 9e+07", "reached"]
    assert [row[1] for row in made] == [">= 2 x", "-", "-", "-"]
    assert made[2][0].endswith("2 threads, against scikit-learn")


def test_a_fast_answer_that_is_worse_is_a_miss():
    peer = "active-semi-supervised-clustering"
    case = call("mpck", (1,), {"ours": 0.1, peer: 200.0}, {"ours": 0.6, peer: 0.7}, good=False, n=2000, constraints=100)
    row = next(rows.peer_rows(case))
    assert row[1:] == [">= 1000 x", "0.1 / 200 s: 2000 x; F 0.6 / 0.7", "missed: quality"]


def test_a_peer_that_could_not_be_installed_is_named():
    case = call("kmeans", (1,), {"ours": 1.0}, {"ours": 1.0}, rounds=10) | {"missing": ["faiss-cpu"]}
    assert [row[2:] for row in rows.peer_rows(case)] == [["could not be installed", "missing"]]


def test_many_constraints_have_a_limit_of_seconds_at_23000_rows_only():
    quality = {"ours": 0.97, "kmeans": 0.97}
    more = {"rounds": 16, "data": 9.0, "extra": 21.4}
    small = call("mpck", (2,), {"ours": 12.0}, quality, n=23_000, d=50, k=10, constraints=5_000, metric="full",
                 per_cluster=True)
    assert list(rows.large_rows(small | more)) == [[
        "MPCK-Means full, one per cluster, 23,000 x 50, f32, k = 10, 5,000 constraints, 2 threads", "<= 10 s",
        "12.00 s, 16 iterations; F 0.970, K-Means 0.970; memory 9 MB of data + 21 MB", "missed"]]
    large = call("pck", (1, 2), {"ours": 12.0}, quality, constraints=100_000)
    assert [row[1::2] for row in rows.large_rows(large | more)] == [["-", "-"]] * 2


def test_memory_counts_what_is_beyond_data_and_answer():
    point = {"what": "large", "method": "kmeans", "kind": "dense", "n": 10_000_000, "d": 16, "k": 100, "round": 1.5,
             "data": 610.0, "extra": 12e7 / 2**20 + 61}
    row = next(rows.memory_rows({"points": [point]}))
    assert row[2].endswith("beyond them 61 MB: 10 %")
    other = point | {"what": "n", "method": "pck-means", "k": 10}
    shown = [row[0] for row in rows.memory_rows({"points": [point, point | {"what": "n"}, other | {"n": 1000}, other]})]
    assert shown == ["kmeans, n = 10,000,000, d = 16, k = 100, f32, all threads",
                     "pck-means, n = 10,000,000, d = 16, k = 10, f32, 1,000,000 constraints, all threads"]
    late = {key: point[key] for key in ("what", "method", "kind", "n", "d", "k")} | {"failed": "not done in 75 s"}
    assert next(rows.memory_rows({"points": [late]}))[2:] == ["not done in 75 s", "missing"]


def test_levels_that_the_machine_lacks_are_said_so():
    levels = {"what": "K-Means", "load": 0.2, "milliseconds": {"x86-64-v3": 12.4, "x86-64-v4": None}}
    assert [row[2] for row in rows.level_rows(levels)] == ["12 ms per iteration; load 0.2", "this machine cannot run it"]


def test_sparse_products_are_judged_beside_reading_and_eigen():
    figures = kernels(**{"sparse_times/16/1": 20.0, "sparse_times/16/2": 11.0, "sparse_times_eigen/16": 40.0,
                         "sparse_read": 6.0, "sparse_transposed_times/16/1": 50.0, "sparse_times_kept/16/1": 60.0})
    assert [row[3] for row in rows.sparse_rows(figures)] == ["reached", "missed", "-", "-"]


def test_neighbours_that_depend_on_threads_are_missed():
    case = {"rows": [["a", "-", "b", "-"]], "threads": ["1e4 d=32, ours, exact: the same for any number of threads",
                                                        "1e5 d=32, ours, exact: NOT the same for any number of threads"]}
    made = list(rows.neighbour_rows(case))
    assert made[0] == ["a", "-", "b", "-"]
    assert [row[3] for row in made[1:]] == ["reached", "missed"]


def test_eigenvectors_are_judged_by_the_time_of_one_thread():
    side = {"seconds": 1.0, "residual": 1e-9, "products": 50, "megabytes": 80.0, "difference": 0.0}
    case = {"n": 1000, "d": 4, "edges": 5000, "failed": {"SLEPc": "not there"},
            "sides": {"ours, 1 thread": side, "SciPy (ARPACK)": side | {"seconds": 1.5}}}
    alone, beside, missing = rows.eigen_rows({"cases": [case]})
    assert alone[3] == "-"
    assert beside[1] == ">= 2 x" and beside[3] == "missed"
    assert missing[2:] == ["not there", rows.MISSING]
