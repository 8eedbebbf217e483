"""Generates results with known answers, and checks those of the queries; called by scripts/check-queries."""

import datetime
import json
import os
import pathlib
import random
import sys
import time

import duckdb

RUNS = 2_000
COMPARISONS = 200
START = datetime.datetime(2026, 1, 1)
UNAVAILABLE = {"unavailable": "not measured in this run"}


def metric(value):
    return {"unit": "ns/op", "median": value, "interval": [value * 0.99, value * 1.01], "minimum": value * 0.98,
            "percentiles": {"p50": value}, "sampleCount": 30, "samples": [value] * 30}


def benchmark(name, value, allocations=0, seconds=2.0):
    return {"name": name, "kind": "benchmark", "operations": 1, "status": "measured", "measuringSeconds": seconds,
            "metrics": {"wallClock": metric(value), "cpuTotal": metric(value), "mallocCountTotal": metric(allocations),
                        "instructions": UNAVAILABLE}}


def scenario(name, first, work, cold, slots):
    rates = [{"rateHz": hertz, "warmNs": [first] + [work] * 9, "repetitions": 20, "reference": {"warmNs": 1},
              "coldNs": [2 * first] + [2 * work] * 9 if cold else UNAVAILABLE, "intervalNs": UNAVAILABLE,
              "mallocCountTotal": [1] * 10, "mallocBytesCount": UNAVAILABLE} for hertz in (60, 120)]
    paced = [{"rateHz": 60, "frameCount": 10, "causes": {"drops": [], "droppedSlots": slots,
                                                         "costs": {"faultNs": 1, "allocationNs": 1}}}]
    return {"name": name, "kind": "scenario", "operations": 1, "status": "measured", "metrics": {}, "frames": rates,
            "paced": paced, "measuringSeconds": 4.0, "variant": "struct"}


def run(number, noise):
    share = number / RUNS
    machine = number % 2
    other = [1.0, 1.5] if machine else [1.5, 1.0]
    benchmarks = [
        # Only the last 30 days count, which are the last 300 runs.
        benchmark("kernel.slower", 100 * noise() * (1 if number < 1_850 else 1.5)),
        benchmark("kernel.faster", 100 * noise() * (1 if number < 1_850 else 0.5)),
        benchmark("kernel.creeping", 100 * noise(), allocations=3 + int(3 * share)),
        benchmark("kernel.steady", 100 * noise(), allocations=number % 3, seconds=60.0),
        benchmark("pair.one", 100 * other[0] * noise()), benchmark("pair.other", 100 * other[1] * noise()),
        scenario("scene.near", 1_000_000, 3_900_000, True, {"work": 1}),
        scenario("scene.first", int(1_000_000 * (1 + share)), 1_000, False, {"wake": 2, "work": 0}),
        {"name": "kernel.broken", "kind": "benchmark", "operations": 1, "status": "failed", "failure": "it crashed",
         "metrics": {}},
    ]
    commit = f"{number:040x}" if number % 10 else {"unavailable": "not in a git repository with a commit"}
    return {
        "schemaVersion": 1, "tool": {"name": "framegate", "version": "0.1.0"}, "harness": UNAVAILABLE,
        "time": (START + datetime.timedelta(hours=2.4 * number)).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "environment": {
            "commit": commit, "dirty": False if number % 10 else UNAVAILABLE, "branch": "main", "toolchain": "Swift 6.3",
            "machine": {"cpuModel": f"CPU {machine}", "cores": 2}, "variables": {"LEVEL": str(number)}},
        "benchmarks": benchmarks}


def comparison(number):
    def entry(name, verdict, **more):
        return {"benchmark": name, "metric": "wallClock", "unit": "ns/op", "baseline": 100, "candidate": 101,
                "ratio": 1.01, "interval": [1.0, 1.02], "verdict": verdict, "threshold": 0.01, "pairs": 40, **more}

    label = {"name": "main", "commit": f"{number:040x}",
             "time": (START + datetime.timedelta(days=number)).strftime("%Y-%m-%dT%H:%M:%SZ")}
    content = {
        "baseline": label, "candidate": label, "verdict": "inconclusive", "passed": True, "warnings": [], "entries": [
            entry("kernel.flapping", "improved" if number % 2 else "regressed"), entry("kernel.steady", "unchanged"),
            entry("kernel.once", "regressed" if number == 7 else "unchanged"),
            entry("kernel.noisy", "inconclusive", reason="too few pairs", power={"seconds": 30, "threshold": 0.02}),
            {"benchmark": "kernel.gone", "unit": "", "verdict": "missing", "missingFrom": "candidate",
             "reason": "removed"}]}
    # What 'check' writes has the comparison inside.
    return content if number % 2 else {"verdict": "inconclusive", "passed": True, "budgets": [], "comparison": content}


def generate(package):
    random.seed(7)
    for kind, count, make in (("runs", RUNS, lambda n: run(n, lambda: random.uniform(0.99, 1.01))),
                              ("comparisons", COMPARISONS, comparison)):
        folder = package / "results" / kind
        folder.mkdir(parents=True)
        for number in range(count):
            (folder / f"{number:05}.json").write_text(json.dumps(make(number)))


# The first row of each query: the values of some of its columns.
ANSWERS = {
    "slowest-growth": {"benchmark": "kernel.slower", "ratio": 1.5},
    "most-improved": {"benchmark": "kernel.faster", "ratio": 0.5},
    "flapping": {"benchmark": "kernel.flapping", "turns": COMPARISONS - 1},
    "disagreeing-machines": {"one": "pair.one", "other": "pair.other", "ratioOnMachine": 1.5, "ratioOnOther": 1 / 1.5},
    "allocation-creep": {"benchmark": "kernel.creeping", "first": 3, "last": 5, "steps": 2},
    "nearest-budget": {"benchmark": "scene.near", "rateHz": 120, "share": 7_800_000 * 120 / 1e9},
    "drops-by-cause": {"benchmark": "scene.first", "cause": "wake", "slots": 2 * RUNS},
    "first-frame-growth": {"benchmark": "scene.first", "ratio": 1.81},
    "inconclusive": {"benchmark": "kernel.noisy", "undecided": COMPARISONS, "seconds": 30, "reason": "too few pairs"},
    "cost-of-ci": {"benchmark": "kernel.steady"},
}


def load(queries, database):
    for name in ("load", "load-comparisons"):
        database.execute((queries / f"{name}.sql").read_text())


def main(queries, package, *others):
    queries, package = pathlib.Path(queries).resolve(), pathlib.Path(package)
    generate(package)
    os.chdir(package)
    begin, used = time.monotonic(), time.process_time()
    database = duckdb.connect()
    load(queries, database)
    loaded = time.monotonic()
    assert {file.stem for file in queries.glob("*.sql")} == ANSWERS.keys() | {"load", "load-comparisons"}
    wrong = []
    for name, expected in ANSWERS.items():
        answer = database.execute((queries / f"{name}.sql").read_text())
        columns = [column[0] for column in answer.description]
        row = dict(zip(columns, answer.fetchone() or [None] * len(columns)))
        for column, value in expected.items():
            found = row[column]
            if (abs(found - value) > 0.03 * abs(value)) if isinstance(value, float) and found else found != value:
                wrong.append(f"{name}: {column} is {found}, not {value}")
    creeping = database.execute((queries / "allocation-creep.sql").read_text()).fetchall()
    if len(creeping) != 1:
        wrong.append(f"allocation-creep: {len(creeping)} rows, not 1: counts that fall again are no creep")
    end, processor = time.monotonic(), time.process_time() - used
    # What could not be measured is absent with its reason; numbers have one type.
    types = dict(database.execute("SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = 'measured'")
                 .fetchall())
    assert types["value"] == "DOUBLE" and types["time"] == "TIMESTAMP" and types["dirty"] == "BOOLEAN", types
    commits = database.execute("SELECT DISTINCT commit FROM measured WHERE contains(commit, '{')").fetchall()
    assert not commits, commits
    assert database.execute("SELECT count(*) FROM measured WHERE value IS NULL AND reason IS NULL").fetchone() == (0,)
    assert database.execute("SELECT count(*) FROM compared").fetchone() == (5 * COMPARISONS,)
    database.execute("COPY measured TO 'measured.parquet' (FORMAT parquet)")
    database.execute("COPY measured TO 'measured.ndjson' (FORMAT json)")
    copied = database.execute("SELECT count(*) FROM 'measured.parquet'").fetchone()
    assert copied == database.execute("SELECT count(*) FROM measured").fetchone()
    for other in others:
        os.chdir(other)
        load(queries, duckdb.connect())
    for line in wrong:
        print(f"check-queries: {line}", file=sys.stderr)
    print(f"check-queries: {RUNS} runs and {COMPARISONS} comparisons: loaded in {loaded - begin:.1f} s, "
          f"{len(ANSWERS)} queries in {end - loaded:.1f} s; {processor:.1f} s of processor time", file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main(*sys.argv[1:]))
