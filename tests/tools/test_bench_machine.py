import machine


def cpu(vendor, flags):
    return {"vendor_id": vendor, "flags": flags}


def test_openblas_is_told_the_kind_of_processor():
    v4 = "sse4_2 avx avx2 fma avx512f avx512bw avx512dq avx512vl"
    assert machine.core_type(cpu("AuthenticAMD", "sse4_2 avx avx2 fma")) == "Zen"
    assert machine.core_type(cpu("GenuineIntel", "sse4_2 avx avx2 fma")) == "Haswell"
    assert machine.core_type(cpu("GenuineIntel", v4)) == "SkylakeX"
    assert machine.core_type(cpu("AuthenticAMD", v4)) == "SkylakeX"
    assert machine.core_type(cpu("GenuineIntel", "sse4_2 avx")) == "Sandybridge"
    assert machine.core_type({}) is None


def test_what_the_caller_sets_for_openblas_stands(monkeypatch):
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Prescott")
    assert machine.blas_setting() == {"OPENBLAS_CORETYPE": "Prescott"}


def test_own_work_is_not_that_of_others(monkeypatch):
    busy, own = iter([100.0, 130.0]), iter([10.0, 30.0])
    clock = iter([0.0, 20.0])
    monkeypatch.setattr(machine, "busy_seconds", lambda: next(busy))
    monkeypatch.setattr(machine, "own_seconds", lambda: next(own))
    monkeypatch.setattr(machine.time, "monotonic", lambda: next(clock))
    assert machine.Watch().stop()["others"] == 0.5
