"""Checks a trace against the published Trace Event Format (JSON object format), and prints what it holds.

Usage: check-trace.py TRACE [--marked]

Written from the description of the format, and knows nothing of the program that writes the trace. Viewers are
lenient: they drop slices that overlap and arrows that lead nowhere without a word, so each of that is a fault here.
With --marked, slices have to be nested.
"""

import json
import re
import sys

NUMBER = (int, float)


def fail(text, event=None):
    sys.exit(f"check-trace: {text}" + (f": {json.dumps(event)}" if event else ""))


def nanoseconds(event, key):
    value = event.get(key)
    if not isinstance(value, NUMBER) or isinstance(value, bool) or value < 0:
        fail(f"'{key}' is not a time", event)
    return round(value * 1000)


def main(path, *options):
    text = open(path, encoding="utf-8").read()
    # Whole nanoseconds: three decimals, and nothing in exponents.
    for key, number in re.findall(r'"(ts|dur)":([^,}]*)', text):
        if not re.fullmatch(r"\d+\.\d{3}", number):
            fail(f"'{key}' has {number}, not three decimals")
    trace = json.loads(text)
    if not isinstance(trace, dict) or not isinstance(trace.get("traceEvents"), list):
        fail("there is no list of trace events")
    if trace.get("displayTimeUnit") not in ("ms", "ns"):
        fail("'displayTimeUnit' is neither ms nor ns")

    named, slices, open_slices, flows, counters = {}, {}, {}, {}, {}
    counts, nested = {}, 0
    for event in trace["traceEvents"]:
        phase = event.get("ph")
        counts[phase] = counts.get(phase, 0) + 1
        if not isinstance(event.get("pid"), int) or not isinstance(event.get("name"), str):
            fail("an event has no process or no name", event)
        track = (event["pid"], event.get("tid"))
        if phase == "M":
            if event["name"] not in ("process_name", "thread_name"):
                fail("unknown metadata", event)
            if not isinstance(event.get("args", {}).get("name"), str):
                fail("metadata without a name", event)
            if event["name"] == "thread_name" and not isinstance(track[1], int):
                fail("a thread without a number", event)
            key = track if event["name"] == "thread_name" else event["pid"]
            if key in named:
                fail("a process or thread has two names", event)
            named[key] = event["args"]["name"]
            continue
        begin = nanoseconds(event, "ts")
        if phase != "C" and track not in named or event["pid"] not in named:
            fail("an event of a track without a name", event)
        if phase == "X":
            end = begin + nanoseconds(event, "dur")
            around = open_slices.setdefault(track, [])
            while around and around[-1][1] <= begin:
                around.pop()
            if around and (begin < around[-1][0] or end > around[-1][1]):
                fail("slices of a track overlap", event)
            earlier = slices.setdefault(track, [])
            if earlier and begin < earlier[-1][0]:
                fail("slices of a track are not in order", event)
            nested += bool(around)
            around.append((begin, end))
            earlier.append((begin, end))
        elif phase == "C":
            values = event.get("args", {})
            if not values or not all(isinstance(value, NUMBER) for value in values.values()):
                fail("a counter without numbers", event)
            key = (event["pid"], event["name"])
            if begin < counters.get(key, 0):
                fail("a counter goes back in time", event)
            counters[key] = begin
        elif phase == "i":
            if event.get("s") not in ("g", "p", "t"):
                fail("an instant without a scope", event)
        elif phase in ("s", "f"):
            if "id" not in event or "cat" not in event:
                fail("an arrow without an identifier or a category", event)
            flows.setdefault((event["cat"], event["name"], event["id"]), []).append((phase, track, begin))
            if phase == "f" and event.get("bp") != "e":
                fail("an arrow that would end at the next slice", event)
        else:
            fail("a phase that is not used here", event)
    for key, ends in flows.items():
        if [end[0] for end in ends] != ["s", "f"]:
            fail(f"the arrow {key} does not start once and end once")
        if ends[0][2] > ends[1][2]:
            fail(f"the arrow {key} leads back in time")
        for _, track, time in ends:
            if not any(begin <= time <= end for begin, end in slices.get(track, [])):
                fail(f"the arrow {key} has an end outside of every slice")
    if not counts.get("X"):
        fail("there are no slices")
    if "--marked" in options and not nested:
        fail("no slice is inside of another")
    print(f"{counts['X']} slices, {nested} of them nested, {len(flows)} arrows, {len(named)} names")


if __name__ == "__main__":
    main(*sys.argv[1:])
