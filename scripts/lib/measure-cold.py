"""Compares warm, cold and paced frames of several rounds; called by scripts/measure-cold.

Usage: measure-cold.py ROUND...

Each ROUND is a result of 'framegate run --paced --format json' named round-NUMBER-LAYERS.json. Exits with 1 if the cold
median is more than 20 % from the paced one for more than two scenes.
"""

import json
import os
import statistics
import sys

SCENES = 16


def main(*rounds):
    scenes = {}
    for path in rounds:
        layers = int(os.path.basename(path).split("-")[2].split(".")[0])
        with open(path, encoding="utf-8") as file:
            benchmarks = json.load(file)["benchmarks"]
        for benchmark in benchmarks:
            frames, paced = benchmark["frames"][0], benchmark["paced"][0]
            rows = scenes.setdefault((benchmark["name"], layers), ([], [], []))
            for row, times in zip(rows, (frames["warmNs"], frames["coldNs"], paced["cpuNs"])):
                if isinstance(times, dict):
                    sys.exit(f"measure-cold: {times['unavailable']}")
                row.extend(times)
    if len(scenes) != SCENES:
        sys.exit(f"measure-cold: measured {len(scenes)} of {SCENES} scenes; correct the names in scripts/measure-cold")
    count = len({os.path.basename(path).split("-")[1] for path in rounds})
    print(f"rounds: {count}, load: {os.getloadavg()[0]:.2f}")
    print(f"{'scenario':42}{'layers':>7}{'warm µs':>10}{'cold µs':>10}{'paced µs':>10}{'cold/paced':>12}")
    near = 0
    for (name, layers), rows in sorted(scenes.items()):
        warm, cold, paced = (statistics.median(row) / 1000 for row in rows)
        near += abs(cold / paced - 1) <= 0.2
        print(f"{name:42}{layers:7}{warm:10.1f}{cold:10.1f}{paced:10.1f}{cold / paced:12.2f}")
    print(f"Within 20 %: {near} of {SCENES}.")
    sys.exit(0 if near >= SCENES - 2 else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
