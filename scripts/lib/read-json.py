"""Prints fields of the entries of a list in JSON, which is read from standard input; a line per entry.

Usage: read-json.py LIST FIELD...

LIST and each FIELD are keys with dots between them, as in metrics.wallClock.median; an empty LIST is the whole
text. An entry without one of the fields is left out.
"""

import json
import sys


def find(value, path):
    for key in filter(None, path.split(".")):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def main(path, *fields):
    for entry in find(json.load(sys.stdin), path) or []:
        values = [find(entry, field) for field in fields]
        if None not in values:
            print(*values)


if __name__ == "__main__":
    main(*sys.argv[1:])
