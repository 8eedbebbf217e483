"""Copies the benchmarks of a result under other names until the file is large; called by scripts/measure-report.

Usage: large-result.py RESULT LARGE COUNT MEGABYTES

Writes LARGE with COUNT benchmarks. How many of them are scenarios, which take more room, depends on MEGABYTES, the
size that it gets.
"""

import copy
import json
import sys


def size(value):
    return len(json.dumps(value, separators=(",", ":")))


def main(path, large_path, count, megabytes):
    count, megabytes = int(count), int(megabytes)
    with open(path, encoding="utf-8") as file:
        result = json.load(file)
    scenes = [entry for entry in result["benchmarks"] if entry.get("frames")]
    kernels = [entry for entry in result["benchmarks"] if not entry.get("frames")]
    assert scenes and kernels, "the result needs scenarios and kernels"
    large, small = (sum(map(size, entries)) / len(entries) for entries in (scenes, kernels))
    share = (megabytes * 1e6 / count - small) / (large - small)
    if not 0 <= share <= 1:
        sys.exit(f"measure-report: {count} benchmarks have {count * small / 1e6:.0f} to {count * large / 1e6:.0f} MB, "
                 f"not {megabytes}; choose other numbers")

    benchmarks, due = [], 0.0
    for index in range(count):
        due += share
        sources = scenes if due >= 1 else kernels
        due -= due >= 1
        entry = copy.deepcopy(sources[index % len(sources)])
        entry["name"] = f"copy{index:05}.{entry['name']}"
        if "reference" in entry:
            entry["reference"] = entry["name"]
        for frames in entry.get("frames", []):
            # One of fifty drops a frame.
            work = frames["coldNs"] if isinstance(frames["coldNs"], list) else frames["warmNs"]
            if index % 50 == 0 and len(work) > 3:
                work[2] = 40_000_000
        benchmarks.append(entry)
    result["benchmarks"] = benchmarks
    with open(large_path, "w", encoding="utf-8") as file:
        json.dump(result, file, separators=(",", ":"))


if __name__ == "__main__":
    main(*sys.argv[1:])
