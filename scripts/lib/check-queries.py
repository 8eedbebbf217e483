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
TRENDS = 20
SHARDS = 4
SHARD_SCHEMA = 5
START = datetime.datetime(2026, 1, 1)
UNAVAILABLE = {"unavailable": "not measured in this run"}
POLICY = ["inconclusive", "improved", "pass"]


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
        "baseline": label, "candidate": label, "severity": "inconclusive", "passed": True, "warnings": [], "entries": [
            entry("kernel.flapping", "improved" if number % 2 else "regressed"), entry("kernel.steady", "unchanged"),
            entry("kernel.once", "regressed" if number == 7 else "unchanged"),
            entry("kernel.noisy", "inconclusive", reason="too few pairs", power={"seconds": 30, "threshold": 0.02}),
            {"benchmark": "kernel.gone", "unit": "", "verdict": "missing", "missingFrom": "candidate",
             "reason": "removed"}]}
    # What 'check' writes has the comparison inside.
    return content if number % 2 else {"severity": "inconclusive", "passed": True, "budgets": [], "comparison": content}


def trend(number):
    commits = [f"{100 * number + index:040x}" for index in range(20)]
    step = {"commit": commits[7], "since": commits[6], "subject": "step", "benchmark": "kernel.step", "course": "kernel.step",
            "metric": "cpuTotal", "ratio": 1.2 if number == 3 else 1.1, "interval": [1.0, 1.3], "verdict": "regressed",
            "functions": [{"name": "slow()", "change": 40, "status": "changed"}]}
    counted = {"commit": commits[9], "since": commits[8], "subject": "count", "benchmark": "kernel.step",
               "course": "kernel.step mallocCountTotal", "metric": "mallocCountTotal", "verdict": "regressed", "functions": []}
    def levels(index):
        return {"kernel.step": {"value": 1.1 if index >= 7 else 1, "interval": [0.99, 1.2]},
                "kernel.step mallocCountTotal": {"value": 1, "interval": [1, 1]}}
    return {"range": "main~19..main", "interrupted": False, "misfit": {"chiSquare": 0, "loops": 0, "fits": True, "repeated": 0},
            "steps": [step] + ([counted] if number == 4 else []), "commits": [
                {"commit": commit, "subject": "text", "state": "notMeasured", "reason": "it does not build", "index": {},
                 "time": "2026-09-21T14:13:20Z"} if index == 2 else
                {"commit": commit, "subject": "text", "state": "measured", "index": levels(index),
                 "time": "2026-09-21T14:13:20Z"} for index, commit in enumerate(commits)]}


def shard(number):
    index, kind = number % SHARDS + 1, number // SHARDS
    division = {"digest": f"{kind:016x}", "count": 8, "names": ["a", "b"], "positions": [2 * index - 2, 2 * index - 1]}
    machine = {"cpuModel": f"CPU {index % 2}", "cores": 2}
    parts = [
        {"command": "run", "display": {"scale": {"cold": 1, "warm": 1}},
         "run": {"division": division, "result": {"environment": {"commit": f"{kind:040x}", "machine": machine}}}},
        {"command": "check", "budgets": {"scale": {"cold": 1, "warm": 1}}, "isPaced": False,
         "policy": POLICY, "run": {"division": division, "result": {"environment": {
             "commit": UNAVAILABLE, "machine": {"cpuModel": UNAVAILABLE, "cores": 2}}}}},
        {"command": "compare", "policy": POLICY, "compared": {
            "division": division, "candidate": {"name": "main", "commit": f"{kind:040x}"},
            "comparison": {"entries": [], "warnings": [], "locations": {}, "conditions": {"machine": machine}}}},
        {"command": "compare", "policy": POLICY, "compared": {
            "division": division, "candidate": {"name": "main", "commit": f"{kind:040x}"},
            "comparison": {"entries": [], "warnings": [], "locations": {}}}},
        {"command": "trend", "range": "main~1..main", "failsOnStep": False, "history": {
            "division": division, "toolchain": "Swift 6.3", "processors": ["CPU"],
            "trend": {"seconds": 5, "others": 6, "repeated": [], "comparisons": [], "points": [
                {"commit": "a", "subject": "", "time": "2026-09-21T14:13:20Z", "state": {"gap": {"reason": "no"}}},
                {"commit": f"{kind:040x}", "subject": "", "time": "2026-09-21T14:13:20Z",
                 "state": {"built": {"digest": "a", "names": ["a", "b"]}}}]}}},
    ]
    return {"shardSchemaVersion": SHARD_SCHEMA, "shard": {"index": index, "total": SHARDS}, "plan": {},
            "tool": {"name": "framegate", "version": "0.1.0"}, "time": "2026-09-21T14:13:20Z",
            "seconds": 100.0 if (kind, index) == (3, 2) else 20.0,
            "measured": {"ending": {"isInterrupted": False, "failures": []}, **parts[kind % len(parts)]}}


def generate(package):
    random.seed(7)
    for kind, count, make in (("runs", RUNS, lambda n: run(n, lambda: random.uniform(0.99, 1.01))),
                              ("comparisons", COMPARISONS, comparison), ("trends", TRENDS, trend),
                              ("shards", 10 * SHARDS, shard)):
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
    "steps": {"course": "kernel.step mallocCountTotal", "ratio": None, "function": None},
    "uneven-shards": {"command": "compare", "selection": f"{3:016x}", "longest": 100, "ratio": 2.5, "machines": 0},
    "cost-of-ci": {"benchmark": "kernel.steady"},
}


LOADS = {"load": "runs", "load-comparisons": "comparisons", "load-trends": "trends", "load-shards": "shards",
         "load-files": "runs"}


def load(queries, database):
    """Loads what the folder has; a statement that finds no file at all is an error of DuckDB."""
    for name, folder in LOADS.items():
        if not any(pathlib.Path("results", folder).glob("*.json")):
            continue
        database.execute((queries / f"{name}.sql").read_text())


# Columns of the tables that every file of the tool has a value for, in some row.
WRITTEN = {
    "measured": ["time", "toolchain", "machine", "benchmark", "metric", "unit", "value", "low", "high"],
    "compared": ["time", "baselineCommit", "commit", "benchmark", "metric", "unit", "baseline", "candidate", "ratio",
                 "low", "high", "threshold", "verdict"],
    "courses": ["range", "commit", "time", "subject", "course", "value", "low", "high", "verdict", "ratio"],
    "shards": ["time", "tool", "index", "total", "command", "selection", "interrupted", "seconds", "machine",
               "benchmarks", "failures"],
}


def missing(queries, package):
    """The columns for which the queries find no value in what the tool itself has written."""
    os.chdir(package)
    database = duckdb.connect()
    load(queries, database)
    counts = {(table, column): database.execute(f'SELECT count("{column}") FROM {table}').fetchone()[0]
              for table, columns in WRITTEN.items() for column in columns}
    return [f"{table}.{column}: no value in the files of the tool" for (table, column), count in counts.items()
            if not count]


def differences(package):
    """How the generated shards differ from those that the tool has written, in their schema and their keys."""
    files = sorted((package / "results/shards").glob("*.json"))
    assert files, "the tool has written no shard"
    generated, found = shard(0), []
    for file in files:
        written = json.loads(file.read_text())
        if written["shardSchemaVersion"] != SHARD_SCHEMA:
            found.append(f"{file.name} has schema {written['shardSchemaVersion']}, generated shards {SHARD_SCHEMA}")
        for name in sorted(generated.keys() ^ written.keys()):
            found.append(f"only {'generated shards have' if name in generated else f'{file.name} has'} '{name}'")
    return found


def main(queries, package, written, *others):
    queries, package, written = (pathlib.Path(path).resolve() for path in (queries, package, written))
    # Before the folder is changed, to which the paths are relative.
    others = [pathlib.Path(other).resolve() for other in others]
    generate(package)
    os.chdir(package)
    begin, used = time.monotonic(), time.process_time()
    database = duckdb.connect()
    load(queries, database)
    loaded, parsing = time.monotonic(), time.process_time() - used
    assert {file.stem for file in queries.glob("*.sql")} == ANSWERS.keys() | LOADS.keys()
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
    end = time.monotonic()
    # What could not be measured is absent with its reason; numbers have one type.
    types = dict(database.execute("SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = 'measured'")
                 .fetchall())
    assert types["value"] == "DOUBLE" and types["time"] == "TIMESTAMP" and types["dirty"] == "BOOLEAN", types
    commits = database.execute("SELECT DISTINCT commit FROM measured WHERE contains(commit, '{')").fetchall()
    assert not commits, commits
    assert database.execute("SELECT count(*) FROM measured WHERE value IS NULL AND reason IS NULL").fetchone() == (0,)
    assert database.execute("SELECT count(*) FROM compared").fetchone() == (5 * COMPARISONS,)
    assert database.execute("SELECT count(*), count(verdict) FROM courses").fetchone() == (2 * 19 * TRENDS, TRENDS + 1)
    kinds = dict(database.execute("SELECT kind, count(*) FROM files GROUP BY ALL").fetchall())
    assert kinds == {"run": RUNS, "check": COMPARISONS // 2, "comparison": COMPARISONS // 2, "trend": TRENDS,
                     "shard": 10 * SHARDS}, kinds
    found = database.execute("SELECT count(*), count(\"commit\"), count(machine), sum(benchmarks) FROM shards").fetchone()
    assert found == (10 * SHARDS, 8 * SHARDS, 6 * SHARDS, 20 * SHARDS), found
    database.execute("COPY measured TO 'measured.parquet' (FORMAT parquet)")
    database.execute("COPY measured TO 'measured.ndjson' (FORMAT json)")
    database.execute("COPY (PIVOT (SELECT time, \"commit\", course, value FROM courses) ON course "
                     "USING any_value(value) ORDER BY time) TO 'otava.csv'")
    with open("otava.csv") as table:
        lines = table.read().splitlines()
    courses = {name for name, in database.execute("SELECT DISTINCT course FROM courses").fetchall()}
    commits = database.execute("SELECT count(*) FROM (SELECT DISTINCT time, \"commit\" FROM courses)").fetchone()[0]
    assert set(lines[0].split(",")) == {"time", "commit"} | courses and len(lines) == 1 + commits, lines[:2]
    copied = database.execute("SELECT count(*) FROM 'measured.parquet'").fetchone()
    assert copied == database.execute("SELECT count(*) FROM measured").fetchone()
    wrong += missing(queries, written) + differences(written)
    for other in others:
        os.chdir(other)
        if not any(any(pathlib.Path("results", folder).glob("*.json")) for folder in LOADS.values()):
            wrong.append(f"{other} has no results")
        load(queries, duckdb.connect())
    for line in wrong:
        print(f"check-queries: {line}", file=sys.stderr)
    print(f"check-queries: {RUNS} runs, {COMPARISONS} comparisons, {TRENDS} trends and "
          f"{10 * SHARDS} shards: loaded in {loaded - begin:.1f} s "
          f"({parsing:.1f} s of processor time), {len(ANSWERS)} queries in {end - loaded:.1f} s", file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main(*sys.argv[1:]))
