"""Prints what Package.swift should say and does not, a line for each target; called by scripts/check-imports.

Usage: swift package describe --type json | check-imports.py

Finds imports of our modules that a target does not declare, and products of other packages that users would link.
"""

import json
import os
import re
import sys

IMPORT = re.compile(r"\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)?import\s+(\w+)")


def imports(target):
    found = set()
    for source in target["sources"]:
        if source.endswith(".swift"):
            with open(os.path.join(target["path"], source), encoding="utf-8") as lines:
                found |= {match[1] for match in map(IMPORT.match, lines) if match}
    return found


def main():
    package = json.load(sys.stdin)
    targets = {target["name"]: target for target in package["targets"] if target["type"] != "plugin"}
    for name, target in targets.items():
        declared = {name, *target.get("target_dependencies", [])}
        missing = (imports(target) & targets.keys()) - declared
        if missing:
            print(name, "imports", ", ".join(sorted(missing)) + "; declare it in Package.swift")

    linked, rest = set(), [name for product in package["products"] if "library" in product["type"]
                           for name in product["targets"]]
    if not rest:
        print("no product is a library, so this finds nothing that users link; mend scripts/lib/check-imports.py")
    while rest:
        name = rest.pop()
        if name not in linked:
            linked.add(name)
            rest += targets[name].get("target_dependencies", [])
    for name in sorted(linked):
        for product in targets[name].get("product_dependencies", []):
            print(name, "needs", product + ", and users link it; move what needs it to the tool")


if __name__ == "__main__":
    main()
