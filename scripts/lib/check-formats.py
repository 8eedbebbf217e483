"""Reads reports in other programs' formats with Python's modules and those of PyPI; called by scripts/check-formats.

Usage: check-formats.py FOLDER

FOLDER has report.csv, report.json and so on, and report.benchstat if jq made it.
"""

import csv
import json
import math
import os
import re
import sys


def say(text):
    print(f"check-formats: {text}", file=sys.stderr)


def require(condition, text):
    if not condition:
        say(text)
        sys.exit(1)


def main(folder):
    def read(name):
        with open(f"{folder}/report.{name}", encoding="utf-8", newline="") as file:
            return file.read()

    rows = list(csv.DictReader(read("csv").splitlines(keepends=True), strict=True))
    require(rows and all(None not in row and None not in row.values() for row in rows), "CSV has uneven rows")
    for row in rows:
        for key in ("value", "low", "high", "ratio"):
            require(row[key] == "" or math.isfinite(float(row[key])), f"CSV has a {key} that is no number: {row}")
        require(row["status"] == "measured" or row["value"] == "", f"CSV has a value of what was not measured: {row}")

    values = sum(len(side["values"]) for side in json.loads(read("json"))["results"])
    require(values == sum(1 for row in rows if row["frame"] == ""), "JSON and CSV differ")

    entries = json.loads(read("github-action-benchmark"))
    require(entries, "no entry for github-action-benchmark")
    for entry in entries:
        require(isinstance(entry["name"], str) and isinstance(entry["value"], (int, float)),
                f"github-action-benchmark cannot read {entry}")

    benchmarks = json.loads(read("bmf"))
    require(benchmarks, "no benchmark in Bencher's format")
    for name, measures in benchmarks.items():
        for measure in measures.values():
            require(set(measure) <= {"value", "lower_value", "upper_value"} and "value" in measure,
                    f"Bencher cannot read {name}: {measure}")

    # The grammar of Go's proposal 14313.
    if os.path.exists(f"{folder}/report.benchstat"):
        lines = read("benchstat").splitlines()
        line = re.compile(r"Benchmark[^\sa-z]\S* \d+ [\d.e+-]+ ns/op")
        require(lines and all(map(line.fullmatch, lines)), f"benchstat cannot read {lines[:3]}")

    try:
        from prometheus_client.openmetrics.parser import text_string_to_metric_families
    except ImportError:
        say("no prometheus_client, so it does not read the OpenMetrics report")
    else:
        require(len(list(text_string_to_metric_families(read("openmetrics")))) > 1, "no OpenMetrics")

    try:
        from junitparser import JUnitXml
    except ImportError:
        say("no junitparser, so it does not read the JUnit report")
    else:
        require(any(True for suite in JUnitXml.fromfile(f"{folder}/report.junit") for _ in suite), "no test in JUnit")


if __name__ == "__main__":
    main(*sys.argv[1:])
