"""Prints which budgets trials exceeded, and which scenarios were not caught; called by scripts/check-budgets.

Usage: check-budgets.py SLOW TRIAL...

Each file is a report of 'framegate check --format json': SLOW of slowed frames, every TRIAL of the code as it is. Exits
with 1 unless every trial keeps all budgets and every scenario of SLOW exceeds one.
"""

import collections
import json
import sys


def budgets(path):
    with open(path, encoding="utf-8") as file:
        found = json.load(file)["budgets"]
    if not found:
        sys.exit("check-budgets: no budget was judged; choose scenarios that have budgets")
    return found


def main(slow_path, *trials):
    exceeded = collections.Counter()
    failed = 0
    for path in trials:
        broken = [budget for budget in budgets(path) if budget["judgement"] != "kept"]
        failed += bool(broken)
        exceeded.update((budget["scenario"], budget["budget"]) for budget in broken)
    print(f"As it is, the code passed {len(trials) - failed} of {len(trials)} times.")
    for (scenario, budget), count in exceeded.most_common():
        print(f"  {scenario} {budget}: {count} times")

    slow = budgets(slow_path)
    scenarios = {budget["scenario"] for budget in slow}
    broken = [budget for budget in slow if budget["judgement"] == "exceeded"]
    caught = {budget["scenario"] for budget in broken}
    print(f"Three times as slow, {len(caught)} of {len(scenarios)} scenarios failed.")
    for scenario in sorted(scenarios - caught):
        print(f"  not caught: {scenario}")
    kinds = collections.Counter(budget["budget"].split("=")[0] for budget in broken if "Work" in budget["budget"])
    print("  " + ", ".join(f"{kind} in {count}" for kind, count in kinds.most_common()))
    sys.exit(0 if failed == 0 and caught == scenarios else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
