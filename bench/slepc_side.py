"""Eigenvectors of a graph by SLEPc, for eigenvectors.py: slepc_side.py FOLDER COUNT TOL. Runs in Debian's Python."""

import json
import sys
import time

import numpy as np
from petsc4py import PETSc
from slepc4py import SLEPc


def main():
    folder, count, tol = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    offsets = np.fromfile(f"{folder}/offsets.bin", np.int64)
    columns = np.fromfile(f"{folder}/columns.bin", np.int32)
    weights = np.fromfile(f"{folder}/weights.bin")
    n = len(offsets) - 1
    begin = time.perf_counter()
    root = np.sqrt(np.add.reduceat(weights, offsets[:-1]))
    weights /= root[np.repeat(np.arange(n), np.diff(offsets))] * root[columns]
    kind = PETSc.IntType
    S = PETSc.Mat().createAIJ((n, n), csr=(offsets.astype(kind), columns.astype(kind), weights))
    solver = SLEPc.EPS().create()
    solver.setOperators(S)
    solver.setProblemType(SLEPc.EPS.ProblemType.HEP)
    solver.setWhichEigenpairs(SLEPc.EPS.Which.LARGEST_REAL)
    solver.setDimensions(count)
    solver.setTolerances(tol=tol, max_it=10000)
    solver.solve()
    seconds = time.perf_counter() - begin
    found = min(count, solver.getConverged())
    residual = max(solver.computeError(i, SLEPc.EPS.ErrorType.ABSOLUTE) for i in range(found)) / 2
    values = [solver.getEigenvalue(i).real for i in range(found)]
    print(json.dumps({"seconds": seconds, "residual": residual, "values": values}))


main()
