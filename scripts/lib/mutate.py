"""What scripts/mutate does; that file describes it."""

import argparse
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

WORK = Path(".build/mutate")
TREE = WORK / "tree"
EQUIVALENT = Path("scripts/lib/equivalent-mutants")

# The folder that is mutated, and the test targets that can notice it: its own, then its users'.
MODULES = {
    "SampleStatistics": ("Sources/SampleStatistics", ["SampleStatistics", "BenchmarkVerdicts"]),
    "FrameModel": ("Sources/FrameModel",
                   ["FrameTiming", "FrameLogs", "FramegateKit", "HeadlessUI", "BenchmarkResults",
                    "BenchmarkVerdicts"]),
    "FrameTiming": ("Sources/FrameTiming",
                    ["FrameTiming", "FrameLogs", "FramegateKit", "BenchmarkResults",
                     "BenchmarkVerdicts", "BenchmarkReports"]),
    "BenchmarkResults": ("Sources/BenchmarkResults",
                         ["BenchmarkResults", "BenchmarkVerdicts", "BenchmarkReports",
                          "framegate"]),
    "BenchmarkVerdicts": ("Sources/BenchmarkVerdicts",
                          ["BenchmarkVerdicts", "BenchmarkReports", "framegate"]),
    "HeadlessUI": ("Sources/HeadlessUI/Animation",
                   ["HeadlessUI", "CustomTransition", "FramegateSuites"]),
    "BenchmarkRunner": ("Sources/BenchmarkRunner", ["BenchmarkRunner", "framegate"]),
}
# Folders of BenchmarkRunner whose tests start compilers, git and other programs, for minutes.
UNTRIED = ["Builds", "Programs", "Revisions"]
CHANGES = {
    "==": ["!="], "!=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="],
    ">=": [">", "<"], "&&": ["||"], "||": ["&&"], "min": ["max"], "max": ["min"],
}
PRECEDENCE = {"&&": "LogicalConjunctionPrecedence", "||": "LogicalDisjunctionPrecedence"}
SITE = re.compile(r"(?<=\s)(==|!=|<=|>=|<|>|&&|\|\|)(?=\s)|(?<![\w`])(min|max)(?=\(| \{)")
# Constraints and declarations, whose operators are no expressions.
NO_EXPRESSION = re.compile(r"^\s*(#|@|import\b|extension\b|infix\b|typealias\b|associatedtype\b)"
                           r"|\bfunc\s+\S+\s*\(\s*(left|lhs)|\bfunc\s+(min|max)\b")
# Of '#if', on Linux.
CONDITIONS = {"os(Linux)": True, "canImport(Glibc)": True, "os(macOS)": False,
              "canImport(Darwin)": False, "!canImport(Darwin)": True}


def say(text):
    print(f"mutate: {text}", file=sys.stderr, flush=True)


def die(text, code=1):
    say(text)
    sys.exit(code)


# Finding places to mutate


def masked(text):
    """The text with comments and the literal parts of strings blanked, at the same offsets."""
    out = list(text)

    def blank(start, end):
        for i in range(start, end):
            if out[i] != "\n":
                out[i] = " "

    def string(i):
        start = i
        while text[i] == "#":
            i += 1
        hashes = text[start:i]
        quote = '"""' if text.startswith('"""', i) else '"'
        i += len(quote)
        end = quote + hashes
        while not text.startswith(end, i):
            if text.startswith("\\" + hashes + "(", i):
                i += len(hashes) + 2
                blank(start, i)
                start = i = code(i, nested=True)
            elif text[i] == "\\" and not hashes:
                i += 2
            else:
                i += 1
        blank(start, i + len(end))
        return i + len(end)

    def code(i, nested=False):
        depth = 0
        while i < len(text):
            if text.startswith("//", i):
                end = text.find("\n", i)
                end = len(text) if end < 0 else end
                blank(i, end)
                i = end
            elif text.startswith("/*", i):
                end = text.index("*/", i) + 2
                blank(i, end)
                i = end
            elif re.compile(r'#*"').match(text, i):
                i = string(i)
            else:
                depth += {"(": 1, ")": -1}.get(text[i], 0)
                if nested and depth < 0:
                    return i
                i += 1
        return i

    code(0)
    return "".join(out)


def active_lines(lines):
    """Whether this system compiles each line, as far as its #if conditions are known."""
    stack, active = [], []
    for line in lines:
        if match := re.match(r"\s*#(if|elseif)\s+(.*?)\s*$", line):
            taken = match[1] == "elseif" and stack.pop()[1]
            known = CONDITIONS.get(match[2])
            stack.append((not taken and known is not False, taken or known is True))
        elif re.match(r"\s*#else\b", line):
            taken = stack.pop()[1]
            stack.append((not taken, True))
        elif re.match(r"\s*#endif\b", line):
            stack.pop()
        active.append(all(on for on, _ in stack))
    return active


def find_sites():
    """All places, in order, as dictionaries; 'ids' numbers their mutants over all modules."""
    sites, number = [], 1
    for module, (folder, _) in MODULES.items():
        for path in sorted(Path(folder).rglob("*.swift")):
            if module == "BenchmarkRunner" and path.parent.name in UNTRIED:
                continue
            text = path.read_text()
            lines, code = text.split("\n"), masked(text).split("\n")
            active, inlinable = active_lines(lines), False
            for row, line in enumerate(code):
                inlinable = "@inlinable" in line or inlinable and line.strip() not in ("}", "")
                if inlinable or not active[row] or NO_EXPRESSION.search(line):
                    continue
                seen = {}
                for match in SITE.finditer(line):
                    old = match[0]
                    seen[old] = seen.get(old, 0) + 1
                    sites.append({
                        "module": module, "path": str(path), "row": row, "column": match.start(),
                        "old": old, "nth": seen[old], "line": lines[row].strip(),
                        "nil": bool(re.match(r"\s*nil\b", line[match.end():])),
                        "method": bool(re.search(r"(?<!\.)(?<!Swift)\.$", line[:match.start()])),
                        "ids": list(range(number, number + len(CHANGES[old]))),
                    })
                    number += len(CHANGES[old])
    return sites


def mutants(sites):
    for site in sites:
        for number, new in zip(site["ids"], CHANGES[site["old"]]):
            yield {"id": number, "new": new, **site}


def change_text(mutant):
    nth = f" (number {mutant['nth']})" if mutant["nth"] > 1 else ""
    return f"{mutant['old']} → {mutant['new']}{nth}"


def label(mutant):
    return f"{mutant['id']} {mutant['path']}:{mutant['row'] + 1} {change_text(mutant)}"


def key(item):
    return [item["path"].removeprefix("Sources/"), item["line"], item["old"], item["nth"]]


def name(mutant):
    """What finds a mutant again after other lines have changed."""
    return [*key(mutant), mutant["new"]]


def reason(mutant, reasons):
    """Why no test can kill the mutant, or None."""
    return reasons.get((key(mutant)[0], mutant["line"], change_text(mutant)))


def equivalents():
    """Reasons by file, line and change."""
    found = {}
    for stanza in re.split(r"\n\s*\n", EQUIVALENT.read_text() if EQUIVALENT.exists() else ""):
        fields = {}
        for line in stanza.splitlines():
            if match := re.match(r"(file|line|change|because): (.*)", line):
                name = match[1]
                fields[name] = match[2].strip()
            elif not line.startswith("#"):
                fields[name] += " " + line.strip()
        if fields:
            found[(fields["file"], fields["line"], fields["change"])] = fields["because"]
    return found


# Building them

COMMON = """
import func Glibc.getenv
import func Glibc.open
import func Glibc.write
import func Glibc.strlen
import var Glibc.O_APPEND
import var Glibc.O_CREAT
import var Glibc.O_WRONLY

/// -1 for none, 0 to record, else the active one.
nonisolated private let mutant: Int = getenv("FRAMEGATE_MUTANT").flatMap {{
  Int(String(cString: $0))
}} ?? -1
nonisolated private let mutantLog: Int32 = getenv("FRAMEGATE_MUTANT_LOG").map {{
  open($0, O_APPEND | O_CREAT | O_WRONLY, 0o644)
}} ?? -1
nonisolated(unsafe) private let mutantSeen: UnsafeMutablePointer<Bool> = {{
  let seen = UnsafeMutablePointer<Bool>.allocate(capacity: {capacity})
  seen.initialize(repeating: false, count: {capacity})
  return seen
}}()
nonisolated private func noticed(_ id: Int) {{
  if mutantSeen[id] {{ return }}
  mutantSeen[id] = true
  let line = "\\(id)\\n"
  _ = line.withCString {{ write(mutantLog, $0, strlen($0)) }}
}}
nonisolated private func chosen(
  _ id: Int, _ old: Bool, _ new: () -> Bool, _ other: (() -> Bool)? = nil
) -> Bool {{
  if mutant < 0 {{ return old }}
  if mutant == 0 {{
    if new() != old {{ noticed(id) }}
    if let other, other() != old {{ noticed(id + 1) }}
    return old
  }}
  if mutant == id {{ return new() }}
  if let other, mutant == id + 1 {{ return other() }}
  return old
}}
nonisolated private func chosen<T>(
  _ id: Int, _ old: () throws -> T, _ new: () throws -> T, differ: (T, T) -> Bool
) rethrows -> T {{
  if mutant == id {{ return try new() }}
  let value = try old()
  if mutant == 0, differ(value, try new()) {{ noticed(id) }}
  return value
}}
nonisolated private func chosenAnd(
  _ id: Int, _ left: Bool, _ right: () throws -> Bool
) rethrows -> Bool {{
  if mutant == id {{ return try left || right() }}
  if !left {{ if mutant == 0 {{ noticed(id) }}; return false }}
  let value = try right()
  if mutant == 0, !value {{ noticed(id) }}
  return value
}}
nonisolated private func chosenOr(
  _ id: Int, _ left: Bool, _ right: () throws -> Bool
) rethrows -> Bool {{
  if mutant == id {{ return try left && right() }}
  if left {{ if mutant == 0 {{ noticed(id) }}; return true }}
  let value = try right()
  if mutant == 0, value {{ noticed(id) }}
  return value
}}
"""


def mutated_name(site):
    """A unique operator or function: two mathematical symbols number it."""
    first = site["ids"][0]
    if site["old"] in ("min", "max"):
        return f"{site['old']}Mutant{first}"
    return site["old"] + chr(0x2200 + first // 256) + chr(0x2200 + first % 256)


def declaration(site):
    old, first, this = site["old"], site["ids"][0], mutated_name(site)
    if old in ("&&", "||"):
        which = "chosenAnd" if old == "&&" else "chosenOr"
        return (f"infix operator {this}: {PRECEDENCE[old]}\n"
                f"nonisolated func {this} (l: Bool, r: @autoclosure () throws -> Bool) rethrows -> Bool"
                f" {{ try {which}({first}, l, r) }}\n")
    if old in ("min", "max"):
        new = CHANGES[old][0]
        if site["method"]:
            return (f"extension Sequence {{\n nonisolated func {this}(by f: (Element, Element) throws -> Bool)"
                    f" rethrows -> Element? {{ try chosen({first}, {{ try self.{old}(by: f) }},"
                    f" {{ try self.{new}(by: f) }}, differ: {{ _, _ in true }}) }}\n}}\n"
                    f"extension Sequence where Element: Comparable {{\n nonisolated func {this}() -> Element?"
                    f" {{ chosen({first}, {{ self.{old}() }}, {{ self.{new}() }}, differ: !=) }}\n}}\n")
        return (f"nonisolated func {this}<T: Comparable>(_ a: T, _ b: T) -> T"
                f" {{ chosen({first}, {{ Swift.{old}(a, b) }}, {{ Swift.{new}(a, b) }}, differ: !=) }}\n"
                f"nonisolated func {this}<T: Comparable>(_ a: T, _ b: T, _ c: T, _ rest: T...) -> T"
                f" {{ chosen({first}, {{ rest.reduce(Swift.{old}(a, b, c), Swift.{old}) }},"
                f" {{ rest.reduce(Swift.{new}(a, b, c), Swift.{new}) }}, differ: !=) }}\n")
    calls = ", ".join(f"{{ l {new} r }}" for new in CHANGES[old])
    body = f"-> Bool {{ chosen({first}, l {old} r, {calls}) }}\n"
    kind = "Equatable" if old in ("==", "!=") else "Comparable"
    text = f"infix operator {this}: ComparisonPrecedence\n"
    if site["nil"]:
        return text + f"nonisolated func {this} <T>(l: T?, r: _OptionalNilComparisonType) {body}"
    text += f"nonisolated func {this} <T: {kind}>(l: T, r: T) {body}"
    for generics, left, right in (
            ("A: BinaryInteger, B: BinaryInteger", "A", "B"),
            ("A: StringProtocol, B: StringProtocol", "A", "B"),
            (f"A: {kind}, B: {kind}", "(A, B)", "(A, B)")):
        text += (f"@_disfavoredOverload nonisolated func {this} <{generics}>(l: {left}, r: {right})"
                 f" {body}")
    return text


def write_changed(path, data):
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def write_tree(sites, broken):
    """Copies the package with all mutants in it, except those that do not compile."""
    tracked = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                             check=True, capture_output=True, text=True).stdout
    wanted = {path for path in tracked.split("\0") if path and os.path.isfile(path)}
    by_path = {}
    for site in sites:
        if key(site) not in broken:
            by_path.setdefault(site["path"], []).append(site)
    for path in wanted:
        data = Path(path).read_bytes()
        if path in by_path:
            lines = data.decode().split("\n")
            for site in reversed(by_path[path]):
                row, start = site["row"], site["column"]
                line, end = lines[row], start + len(site["old"])
                # A mutated function is no member of the standard library.
                start = start - 6 if line[:start].endswith("Swift.") else start
                lines[row] = line[:start] + mutated_name(site) + line[end:]
            data = "\n".join(lines).encode()
        if path == "Package.swift":
            tests = sorted({f"{test}Tests" for _, tests in MODULES.values() for test in tests})
            data += (f"\nlet wantedTests = {json.dumps(tests)}\npackage.targets.removeAll {{"
                     " $0.type == .test && !wantedTests.contains($0.name) }\n").encode()
        write_changed(TREE / path, data)
        shutil.copymode(path, TREE / path)
    for module, (folder, _) in MODULES.items():
        used = [site for site in sites if site["module"] == module and key(site) not in broken]
        text = COMMON.format(capacity=sites[-1]["ids"][-1] + 2)
        text += "".join(declaration(site) for site in used)
        generated = f"{folder}/Mutants.swift"
        wanted.add(generated)
        write_changed(TREE / generated, text.encode())
    for top in ("Sources", "Tests", "Benchmarks", "Plugins"):
        for path in (TREE / top).rglob("*"):
            if path.is_file() and str(path.relative_to(TREE)) not in wanted:
                path.unlink()
        for path in sorted((TREE / top).rglob("*"), reverse=True):
            if path.is_dir() and not any(path.iterdir()):
                path.rmdir()


def build(sites):
    """Builds the tests; leaves out what does not compile, and returns that."""
    store = WORK / "not-compiled.json"
    places = [key(site) for site in sites]
    # What has changed since may compile.
    broken = [place for place in (json.loads(store.read_text()) if store.exists() else []) if place in places]
    builds_alone = False
    # Modules first: an error there shows before everything else is compiled.
    steps = [["--target", module] for module in MODULES] + [["--build-tests"]]

    def swift_build(step):
        command = ["swift", "build", "--package-path", str(TREE), *step]
        say(" ".join(command))
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        (WORK / "build.log").write_text(result.stdout)
        return result

    while steps:
        write_tree(sites, broken)
        result = swift_build(steps[0])
        if result.returncode == 0:
            steps.pop(0)
            continue
        if not builds_alone:
            # An error of the package itself is none of the mutants near it.
            say("does not build; trying once without any mutant")
            write_tree(sites, places)
            if swift_build(steps[-1]).returncode != 0:
                die(f"the package does not build without a mutant either; see {WORK}/build.log")
            builds_alone = True
            (WORK / "build.log").write_text(result.stdout)
        errors = {(match[1], int(match[2]) - 1) for match in re.finditer(
            r"tree/(Sources/[^:\n]+\.swift):(\d+):\d+: error:", result.stdout)}
        found = [site for site in sites if key(site) not in broken
                 and (site["path"], site["row"]) in errors]
        if not found:
            # The error is where a long expression starts or ends.
            found = [site for site in sites if key(site) not in broken and any(
                site["path"] == path and abs(site["row"] - row) <= 6 for path, row in errors)]
        if not found:
            die(f"the mutated package does not build; see {WORK}/build.log")
        say(f"{len(found)} places do not compile")
        broken += [key(site) for site in found]
        store.write_text(json.dumps(broken))
    return broken


# Running the tests


class Tests:
    def __init__(self, sites):
        shown = subprocess.run(["swift", "build", "--package-path", str(TREE), "--show-bin-path"],
                               check=True, capture_output=True, text=True).stdout.strip()
        self.bundle = next(Path(shown).glob("*.xctest"))
        self.stamp = [str(self.bundle.stat().st_mtime), len(sites)]

    def run(self, pattern, limit, **environment):
        """Whether the tests pass, and what failed first."""

        def prepare():
            os.setsid()
            resource.setrlimit(resource.RLIMIT_AS, (16 << 30, 16 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        process = subprocess.Popen(
            [self.bundle.absolute(), "--testing-library", "swift-testing", "--filter", pattern],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", cwd=TREE,
            env={**os.environ, "NO_COLOR": "1", "SWIFT_BACKTRACE": "enable=no", **environment}, preexec_fn=prepare)
        late = []

        def stop():
            late.append(True)
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(limit, stop)
        timer.start()
        failure, code = None, None
        try:
            for line in process.stdout:
                # One failure is enough.
                if line.startswith("✘") and " Test " in line:
                    failure = line[2:].strip()
                    break
            else:
                code = process.wait()
        finally:
            timer.cancel()
            # Also after Ctrl-C, which does not reach a group of its own.
            if code is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            process.stdout.close()
        if late:
            failure = f"no end after {limit:.0f} s"
        elif code != 0 and not failure:
            failure = f"exit code {code}"
        return failure

    def suites(self, target):
        listed = subprocess.run(
            [self.bundle.absolute(), "--testing-library", "swift-testing", "--list-tests"],
            check=True, capture_output=True, text=True, cwd=TREE).stdout
        untried = {f"{target}Tests.{path.stem}" for folder in UNTRIED
                   for path in Path(f"Tests/{target}Tests", folder).glob("*.swift")}
        return sorted({line.split("/")[0] for line in listed.splitlines()
                       if line.startswith(f"{target}Tests.")} - untried)

    def record(self, targets):
        """By suite: its target, how long it takes, and the mutants that it may notice."""
        store = WORK / "recorded.json"
        known = json.loads(store.read_text()) if store.exists() else {}
        if known.get("stamp") != self.stamp:
            known = {"stamp": self.stamp, "suites": {}}
        failures = []
        for target in targets:
            for suite in self.suites(target):
                if suite in known["suites"]:
                    continue
                log = (WORK / "noticed").absolute()
                log.unlink(missing_ok=True)
                start = time.monotonic()
                failure = self.run(f"^{re.escape(suite)}/", 1200, FRAMEGATE_MUTANT="0",
                                   FRAMEGATE_MUTANT_LOG=str(log))
                seconds = time.monotonic() - start
                if failure:
                    say(f"{suite} fails without a mutant: {failure}")
                    failures.append(suite)
                    continue
                ids = sorted(set(map(int, log.read_text().split()))) if log.exists() else []
                say(f"{suite} may notice {len(ids)} ({seconds:.1f} s)")
                known["suites"][suite] = {"target": target, "seconds": seconds, "ids": ids}
                store.write_text(json.dumps(known))
        if failures:
            die("tests have to pass without a mutant first")
        return {suite: facts for suite, facts in known["suites"].items()
                if facts["target"] in targets}

    def kill(self, mutant, recorded, targets):
        """Who noticed the mutant, or None."""
        for target in targets:
            able = [(facts["seconds"], suite) for suite, facts in recorded.items()
                    if facts["target"] == target and mutant["id"] in facts["ids"]]
            for seconds, suite in sorted(able):
                failure = self.run(f"^{re.escape(suite)}/", 10 + 10 * seconds,
                                   FRAMEGATE_MUTANT=str(mutant["id"]))
                if failure:
                    return suite, failure
        return None


def main():
    parser = argparse.ArgumentParser(prog="scripts/mutate")
    parser.add_argument("--count", default="100")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--survivors", action="store_true")
    parser.add_argument("--unnoticed", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("modules", nargs="*")
    try:
        options = parser.parse_args()
    except SystemExit as error:
        sys.exit(64 if error.code else 0)
    modules = options.modules or list(MODULES)
    if unknown := [module for module in modules if module not in MODULES]:
        die(f"no module {unknown[0]}; there are {', '.join(MODULES)}", 64)
    if sys.platform != "linux" and not options.list:
        die("this runs on Linux only, where the tests are a plain program")
    if options.count != "all" and not re.fullmatch(r"[1-9]\d*", options.count):
        die("--count takes a number above 0, or all", 64)
    sites, reasons = find_sites(), equivalents()
    places = {(key(mutant)[0], mutant["line"], change_text(mutant)) for mutant in mutants(sites)}
    for file, line, change in sorted(reasons.keys() - places):
        say(f"{EQUIVALENT} lists what is not there, {change} in {file}: {line}")
    if reasons.keys() - places:
        die(f"correct these entries of {EQUIVALENT}, or remove them")
    chosen = [mutant for mutant in mutants(sites) if mutant["module"] in modules]
    WORK.mkdir(parents=True, exist_ok=True)
    survivors_file = WORK / "survivors.json"
    # Survivors of the last time that are not tried yet, also those of other modules.
    untried = []
    if options.survivors:
        last = json.loads(survivors_file.read_text()) if survivors_file.exists() else []
        untried = [name(mutant) for mutant in mutants(sites) if name(mutant) in last]
        chosen = [mutant for mutant in chosen if name(mutant) in last]
    elif options.count != "all" and not options.unnoticed:
        count = min(int(options.count), len(chosen))
        chosen = sorted(random.Random(options.seed).sample(chosen, count), key=lambda m: m["id"])
    if options.list:
        for mutant in chosen:
            print(f"{mutant['path']}:{mutant['row'] + 1} {change_text(mutant)}: {mutant['line']}")
        return
    broken = build(sites)
    tests = Tests(sites)
    if options.unnoticed:
        for module in modules:
            recorded = tests.record(MODULES[module][1])
            noticed = {number for facts in recorded.values() for number in facts["ids"]}
            for mutant in chosen:
                if (mutant["module"] == module and mutant["id"] not in noticed
                        and key(mutant) not in broken and not reason(mutant, reasons)):
                    print(f"{label(mutant)}: {mutant['line']}", flush=True)
        return
    survivors, counts = [], {"killed": 0, "survived": 0, "equivalent": 0, "not compiled": 0}
    for module in modules:
        targets = MODULES[module][1]
        mine = [mutant for mutant in chosen if mutant["module"] == module]
        recorded = tests.record(targets[:1]) if mine else {}
        for mutant in mine:
            if name(mutant) in untried:
                untried.remove(name(mutant))
            if key(mutant) in broken:
                counts["not compiled"] += 1
                print(f"{label(mutant)}: not compiled", flush=True)
                continue
            if because := reason(mutant, reasons):
                counts["equivalent"] += 1
                print(f"{label(mutant)}: equivalent ({because})", flush=True)
                continue
            killer = tests.kill(mutant, recorded, targets[:1])
            if not killer and len(targets) > 1:
                recorded = tests.record(targets)
                killer = tests.kill(mutant, recorded, targets[1:])
            if killer:
                counts["killed"] += 1
                print(f"{label(mutant)}: killed by {killer[0]} ({killer[1][:100]})", flush=True)
            else:
                counts["survived"] += 1
                reached = any(mutant["id"] in facts["ids"] for facts in recorded.values())
                why = "" if reached else ", no test gets another value"
                print(f"{label(mutant)}: SURVIVED{why}: {mutant['line']}", flush=True)
                survivors.append(name(mutant))
            survivors_file.write_text(json.dumps(survivors + untried))
    judged = counts["killed"] + counts["survived"]
    if not judged:
        die(f"no mutant was judged: {counts['equivalent']} equivalent, {counts['not compiled']} not compiled,"
            f" of {len(chosen)} chosen")
    rate = counts["killed"] / judged
    print(f"{counts['killed']} of {judged} killed ({100 * rate:.1f} %), {counts['survived']} survived,"
          f" {counts['equivalent']} equivalent, {counts['not compiled']} not compiled;"
          f" seed {options.seed}, {sum(len(site['ids']) for site in sites)} mutants in all")
    sys.exit(0 if rate >= 0.95 else 1)


# Ended as by Ctrl-C, so that no test stays.
signal.signal(signal.SIGTERM, signal.default_int_handler)
try:
    main()
except KeyboardInterrupt:
    sys.exit(130)
