"""What the numbers were measured on: processor, libraries, and how much of the machine was busy with other things."""

import os
import platform
import resource
import subprocess
import time


def cpu_info():
    """The fields of the first processor of /proc/cpuinfo; none elsewhere."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            lines = file.read().split("\n\n")[0].splitlines()
    except OSError:
        return {}
    return {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}


def describe_machine():
    listed = subprocess.run(["lscpu"], capture_output=True, text=True, check=False).stdout.splitlines()
    l3 = next((line.split(":")[1].strip() for line in listed if line.startswith("L3")), "unknown")
    return f"{cpu_info().get('model name', platform.processor())}, {os.cpu_count()} processors, L3 {l3}"


def core_type(cpu):
    """The name that OpenBLAS has for a processor's kind; it takes new ones for old ones. None: let it choose."""
    flags = set(cpu.get("flags", "").split())
    if {"avx512f", "avx512bw", "avx512dq", "avx512vl"} <= flags:
        return "SkylakeX"
    if {"avx2", "fma"} <= flags:
        return "Zen" if cpu.get("vendor_id") == "AuthenticAMD" else "Haswell"
    if "avx" in flags:
        return "Sandybridge"
    return "Nehalem" if "sse4_2" in flags else None


def blas_setting():
    """OPENBLAS_CORETYPE for the other libraries: what the caller set, otherwise what this processor is."""
    kind = os.environ.get("OPENBLAS_CORETYPE") or core_type(cpu_info())
    return {"OPENBLAS_CORETYPE": kind} if kind else {}


def busy_seconds():
    """Of all processors together, stolen time included; None where that is not to be had."""
    try:
        with open("/proc/stat", encoding="ascii") as file:
            user, nice, system, _, _, irq, softirq, steal = map(int, file.readline().split()[1:9])
    except (OSError, ValueError):
        return None
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def own_seconds():
    """Of this process and the children it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


class Watch:
    """Seconds, own seconds of processors, load at both ends, and the processors that others kept busy meanwhile."""

    def __init__(self):
        self.begin, self.busy, self.own, self.load = time.monotonic(), busy_seconds(), own_seconds(), os.getloadavg()[0]

    def stop(self):
        seconds, own, others = time.monotonic() - self.begin, own_seconds() - self.own, None
        if self.busy is not None:
            others = max(0.0, busy_seconds() - self.busy - own) / max(seconds, 1e-9)
        return {"seconds": seconds, "own": own, "load": [self.load, os.getloadavg()[0]], "others": others}
