import xml.etree.ElementTree

import growth
import growth_page
import growth_plot


def grown(points):
    return [{"what": what, "method": method, "kind": kind, "n": n, "d": d, "k": k, "round": 1e-9 * n * k, "total": 1.0,
             "data": n * d * 4 / 2**20, "extra": n * 12 / 2**20} for what, method, kind, n, d, k in points]


def test_points_cover_both_methods_and_kinds_over_the_whole_ranges():
    points = growth.points("kmeans", quick=False)
    for method in ("kmeans", "pck-means"):
        for kind in ("dense", "sparse"):
            for what, place, low, high in (("n", 3, 10_000, 10_000_000), ("k", 5, 2, 1000), ("d", 4, 2, 2000)):
                sizes = [point[place] for point in points if point[:3] == (what, method, kind)]
                assert max(sizes) == high
                assert min(sizes) == (growth.ENTRIES if (what, kind) == ("d", "sparse") else low)


def test_a_point_without_time_is_named_in_table_and_text_and_the_others_drawn():
    rows = grown(growth.points("kmeans", quick=False))
    late = next(row for row in rows if [row[key] for key in ("what", "method", "kind", "n")] ==
                ["n", "pck-means", "sparse", 10_000_000])
    for figure in ("round", "total", "data", "extra"):
        del late[figure]
    late["failed"] = "not done in 75 s"
    text = growth_page.section("kmeans", rows, "growth.svg")
    assert "Not measured: `pck-means`, sparse, n = 10,000,000, d = 1000, k = 10: not done in 75 s." in text
    assert "| 10,000,000 rows (k = 10) | 100 ms, 114 MB | 100 ms, 114 MB | 100 ms, 114 MB | not measured |" in text
    svg = growth_plot.plot("kmeans", rows)
    xml.etree.ElementTree.fromstring(svg)
    drawn = sum(row["what"] != "large" for row in rows) - 1
    assert svg.count("<circle") == 2 * drawn  # time and memory


def test_every_point_of_the_graph_methods_is_drawn_and_tabled():
    rows = grown(growth.points("graphs", quick=False))
    assert {row["method"] for row in rows} == set(growth.GRAPHS)
    assert "| 1,000,000 rows (k = 10) |" in growth_page.section("graphs", rows, "graph-growth.svg")
    svg = growth_plot.plot("graphs", rows)
    xml.etree.ElementTree.fromstring(svg)
    assert svg.count("<circle") == 2 * len(rows)


def test_growth_stops_at_its_limit_and_says_so():
    found = growth.measured(("kmeans", "dense", 10, 2, 2), left=0)
    assert found == {"failed": f"no time was left of the {growth.ALL_LIMIT} s of all"}


def test_labels_keep_their_order_and_distance_within_the_panel():
    assert growth_plot.apart([50, 52, 10], 13, 0, 100) == [50, 63, 10]
    assert growth_plot.apart([99, 98, 97], 13, 0, 100) == [100, 87, 74]


def test_units_of_axes_are_readable():
    assert [growth_plot.time_text(power) for power in (1e-5, 1e-3, 0.1, 10.0)] == ["10 µs", "1 ms", "100 ms", "10 s"]
    assert [growth_plot.count_text(count) for count in (2, 1000, 10_000, 10_000_000)] == ["2", "1000", "10k", "10M"]
    assert [growth_plot.memory_text(size) for size in (0.1, 100.0, 1000.0)] == ["0.1 MB", "100 MB", "1 GB"]
