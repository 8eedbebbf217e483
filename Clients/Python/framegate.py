"""A client of Framegate for Python: registers benchmarks and scenarios, and answers the tool.

It follows Sources/WorkerProtocol/PROTOCOL.md, and needs Python 3.8 or later and nothing else.
"""

import hashlib
import json
import os
import platform
import shutil
import sys
import time

_BLOCK = 256
_benchmarks = {}


class _Benchmark:
    def __init__(self, body, description):
        self.body = body
        self.description = description

    @property
    def is_scenario(self):
        return "scenario" in self.description


def benchmark(name, operations=1, tolerance=0):
    """Registers the decorated function; a call of it is one iteration of `operations` operations.

    What it returns is its answer: a number, a text, or a list of them. Its numbers may differ
    between two revisions by `tolerance`, absolute or as a share.
    """

    def register(body):
        _add(name, body, {"benchmark": {"operations": operations, "answerTolerance": tolerance}})
        return body

    return register


def scenario(name, milliseconds, budgets=(), tolerance=0):
    """Registers the decorated function, which builds a new scene and returns the function that
    advances it. That function gets the seconds since the start at which its frame is shown, and
    returns what it computed, whose numbers may differ by `tolerance` as those of a benchmark.
    """

    def register(body):
        traits = {
            "durationNs": round(milliseconds * 1_000_000),
            "budgets": list(budgets),
            "answerTolerance": tolerance,
        }
        _add(name, body, {"scenario": traits})
        return body

    return register


def _add(name, body, kind):
    if name in _benchmarks:
        raise ValueError(f"'{name}' is registered twice. Rename one.")
    code = body.__code__
    location = {"file": code.co_filename, "line": code.co_firstlineno}
    _benchmarks[name] = _Benchmark(body, {"name": name, "location": location, **kind})


def main():
    """Answers the tool when it started this program, and else hands over to the tool."""
    if sys.argv[1:] == ["worker"]:
        _serve()
    else:
        _hand_over()


def _hand_over():
    tool = os.environ.get("FRAMEGATE_TOOL") or shutil.which("framegate")
    if not tool:
        sys.exit("framegate is not installed. Run scripts/install in Framegate's repository.")
    program = os.path.abspath(sys.argv[0])
    try:
        os.execvp(tool, [tool, "--worker", program] + sys.argv[1:])
    except OSError as error:
        sys.exit(f"'{tool}' could not start: {error.strerror}. Set FRAMEGATE_TOOL to the tool.")


def _serve():
    # What a benchmark prints must not reach the tool, so it goes to standard error.
    questions = os.fdopen(os.dup(0), "r", encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    def write(line):
        replies.write(json.dumps(line) + "\n")
        replies.flush()

    resolution = time.get_clock_info("perf_counter").resolution
    write({
        "hello": {
            "protocol": 1,
            "library": "0.1.0",
            "compiler": f"{platform.python_implementation()} {platform.python_version()}",
            "build": "release",
            "allocator": "system",
            "clockResolutionNs": max(1, round(resolution * 1_000_000_000)),
        }
    })
    worker = _Worker()
    for line in questions:
        if line.strip() == "+":
            write({"failed": "this worker does not copy itself"})
        elif line.strip() and line.strip() != "-":
            write(worker.reply(json.loads(line)))


def _clock_cost():
    """The least time between two reads of the clock of frames, which is no work of theirs."""
    reads = [time.thread_time_ns() for _ in range(200)]
    return min(later - earlier for earlier, later in zip(reads, reads[1:]))


class _Unavailable(Exception):
    pass


class _Worker:
    def __init__(self):
        self.prepared = None
        self.most_frames = None
        self.scene = None
        self.values = []
        self.clock_cost = _clock_cost()
        self.answers = {
            "describe": self._describe,
            "prepare": self._prepare,
            "sample times": self._sample_times,
            "sample scene": self._start_scene,
            "sample next": self._sample_next,
            "inspect answer": self._record_answer,
            "inspect values": self._answer_values,
        }

    def reply(self, question):
        subject = " ".join(filter(None, [question.get("ask"), question.get("what")]))
        answer = self.answers.get(subject)
        if not answer:
            return {"unknown": subject}
        try:
            return {"answer": answer(question)}
        except _Unavailable as reason:
            return {"unavailable": str(reason)}
        except Exception as error:
            return {"failed": f"{type(error).__name__}: {error}"}

    def _describe(self, _):
        return {"benchmarks": [each.description for each in _benchmarks.values()]}

    def _prepare(self, question):
        if question["name"] not in _benchmarks:
            raise KeyError(f"no benchmark is called {question['name']}")
        self.prepared = _benchmarks[question["name"]]
        self.most_frames = question.get("mostFrames")
        return "done"

    def _sample_times(self, question):
        iterations = question["iterations"]
        samples = []
        for _ in range(question["count"]):
            empty_cpu, empty_wall = time.thread_time_ns(), time.perf_counter_ns()
            for _ in range(iterations):
                pass
            wall, cpu = time.perf_counter_ns(), time.thread_time_ns()
            self._loop(iterations)
            if question.get("share"):
                self._wait(question["share"], time.perf_counter_ns() - wall)
            end_wall, end_cpu = time.perf_counter_ns(), time.thread_time_ns()
            samples.append({
                "wallNs": max(0, end_wall - wall - (wall - empty_wall)),
                "cpuNs": max(0, end_cpu - cpu - (cpu - empty_cpu)),
            })
        return samples

    def _loop(self, iterations):
        body = self.prepared.body
        for _ in range(iterations):
            body()

    @staticmethod
    def _wait(share, nanoseconds):
        end = time.thread_time_ns() + nanoseconds * share
        while time.thread_time_ns() < end:
            pass

    def _new_scene(self, rate):
        duration = self.prepared.description["scenario"]["durationNs"]
        frames = -(-duration * rate // 1_000_000_000)
        if self.most_frames is not None:
            frames = min(frames, self.most_frames)
        advance = self.prepared.body()
        # Frame i starts at vsync i and is shown at vsync i + 1.
        return ((advance, (index + 1) / rate) for index in range(frames))

    def _time(self, frame, question):
        advance, shown = frame
        start = time.thread_time_ns()
        advance(shown)
        if question.get("share"):
            self._wait(question["share"], time.thread_time_ns() - start)
        return max(0, time.thread_time_ns() - start - self.clock_cost)

    def _require_warm(self, question):
        if question["state"] != "warm":
            raise _Unavailable("this worker does not empty the caches")

    def _start_scene(self, question):
        self._require_warm(question)
        self.scene = self._new_scene(question["rate"])
        return "done"

    def _sample_next(self, question):
        # `zip` asks its first argument first, so it takes no frame too many.
        return [self._time(frame, question) for _, frame in zip(range(question["count"]), self.scene)]

    def _results(self, question):
        if self.prepared.is_scenario:
            return [
                (f"frame {index}", index, advance(shown))
                for index, (advance, shown) in enumerate(self._new_scene(question["rate"]))
            ]
        iterations = range(question.get("iterations") or 1)
        return [(f"iteration {each + 1}", None, self.prepared.body()) for each in iterations]

    def _record_answer(self, question):
        self.values = []
        for path, frame, value in self._results(question):
            parts = value if isinstance(value, (list, tuple)) else [value]
            self.values += [(f"{path}[{i}]", frame, repr(part)) for i, part in enumerate(parts)]
        blocks = [
            hashlib.sha256(repr(self.values[at:at + _BLOCK]).encode()).hexdigest()[:16]
            for at in range(0, len(self.values), _BLOCK)
        ]
        iterations = 0 if self.prepared.is_scenario else question.get("iterations") or 1
        return {"iterations": iterations, "count": len(self.values), "blocks": blocks}

    def _answer_values(self, question):
        return [
            [
                {"path": path, "text": text, "frame": frame}
                for path, frame, text in self.values[block * _BLOCK:(block + 1) * _BLOCK]
            ]
            for block in question["blocks"]
        ]
