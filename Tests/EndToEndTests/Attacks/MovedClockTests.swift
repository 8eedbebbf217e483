import Foundation
import SampleStatistics
import TestSupport
import Testing

/// Clocks that are set, and machines that sleep, while the tool measures.
///
/// A library that is preloaded adds to the clocks what a file says, from one moment to the next.
@Suite("Moved clocks, end to end", .enabled(if: Interrupted.isPossible))
struct MovedClockTests {
  /// Adds the first number of the file to the time of day, and the second to the clock that goes on
  /// while a machine sleeps, in seconds.
  private static let library = """
    #define _GNU_SOURCE
    #include <fcntl.h>
    #include <semaphore.h>
    #include <stdint.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <sys/syscall.h>
    #include <sys/time.h>
    #include <time.h>
    #include <unistd.h>

    static const volatile int64_t *moved(void) {
      static const volatile int64_t *place;
      static int looked;
      if (looked) return place;
      looked = 1;
      const char *path = getenv("MOVED_CLOCKS");
      int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
      if (file < 0) return place;
      void *mapped = mmap(NULL, 16, PROT_READ, MAP_SHARED, file, 0);
      close(file);
      if (mapped != MAP_FAILED) place = mapped;
      return place;
    }

    int clock_gettime(clockid_t clock, struct timespec *time) {
      int result = (int)syscall(SYS_clock_gettime, clock, time);
      if (result == 0 && moved()) {
        if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) time->tv_sec += moved()[0];
        if (clock == CLOCK_BOOTTIME) time->tv_sec += moved()[1];
      }
      return result;
    }

    int gettimeofday(struct timeval *restrict value, void *restrict zone) {
      struct timespec time;
      clock_gettime(CLOCK_REALTIME, &time);
      value->tv_sec = time.tv_sec;
      value->tv_usec = time.tv_nsec / 1000;
      return 0;
    }

    time_t time(time_t *place) {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      if (place) *place = now.tv_sec;
      return now.tv_sec;
    }

    // What waits until a time of day would wait for that of the system.
    int sem_timedwait(sem_t *semaphore, const struct timespec *end) {
      struct timespec until = *end;
      if (moved()) until.tv_sec -= moved()[0];
      return sem_clockwait(semaphore, CLOCK_REALTIME, &until);
    }

    """

  /// Shell commands that make the library and a function that sets both numbers.
  private static let setUp = """
    cc -O1 -shared -fPIC -o moved.so moved.c || exit 99
    head -c 16 /dev/zero >clocks
    move() {
      local number text=
      for number in $1 $2; do
        for byte in 0 1 2 3 4 5 6 7; do
          text+=$(printf '\\\\x%02x' $((number >> 8 * byte & 255)))
        done
      done
      printf "$text" | dd of=clocks conv=notrunc status=none
    }
    moving() { LD_PRELOAD=$PWD/moved.so MOVED_CLOCKS=$PWD/clocks "$@"; }

    """

  private static let brief = "--quick --allow-debug-build --filter '^good.(empty|scenario)$'"

  /// Commands of each kind, which end by themselves.
  private static let commands = [
    "run \(brief)", "check \(brief)", "run --metric wallClock \(brief)",
    "run --paced --seconds 1 --rate 60 \(brief)", "list", "profile good.scenario 1",
  ]

  @Test(
    "Commands end as usual, and store readable results",
    arguments: commands, seeds(short: 1, long: 33))
  func anyInstant(command: String, seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed, row: command)
    var script = ""
    var slept = 0
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let delay = Double.random(in: 0...1, using: &generator)
      let day =
        [-1_000_000, -86_400, -3_600, -2, 0, 2, 70, 3_600, 86_400, 1_000_000_000]
        .randomElement(using: &generator) ?? 0
      // What sleeps wakes up later.
      slept += Bool.random(using: &generator) ? max(0, day) : 0
      script += "sleep \(delay); move \(day) \(slept)\n"
    }
    let package = try TemporaryPackage()
    try package.write(Self.library, to: "moved.c")

    let run = try await Tool.shell(
      """
      \(Self.setUp)
      \(Interrupted.mark)
      MARK=$mark moving timeout 60 '\(Tool.misbehaving.path)' \(command) &
      tool=$!
      \(script)
      wait $tool; code=$?
      \(Interrupted.expectNothingLeft)
      exit $code
      """, in: package.folder)

    #expect(run.code == 0, "\(command): \(script)\(run.output)\(run.error)")
    let isStored = command.hasPrefix("run") || command.hasPrefix("check")
    #expect(package.runs.count == (isStored ? 1 : 0), "\(command): \(package.runs)")
    for name in package.runs {
      let file = package.folder.appending(path: "results/runs/\(name)")
      #expect(throws: Never.self, "\(name)") {
        try JSONSerialization.jsonObject(with: Data(contentsOf: file))
      }
    }
  }

  @Test("An answer is waited for after a machine has slept for longer than the time limit")
  func slept() async throws {
    let package = try TemporaryPackage()
    try package.write(Self.library, to: "moved.c")

    let run = try await Tool.shell(
      """
      \(Self.setUp)
      moving '\(Tool.misbehaving.path)' run --quick --allow-debug-build --metric wallClock \
        --timeout 10 --filter '^wait.forFile$' &
      tool=$!
      \(Tool.waiting(for: "[ -e go.awaited ]"))
      sleep 0.2; move 3600 3600; sleep 0.3; touch go
      wait $tool
      """, in: package.folder)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(!run.output.contains("did not answer"), "\(run.output)")
  }

  @Test("A run after the clock was set back replaces no other, and a history shows all")
  func setBack() async throws {
    let package = try TemporaryPackage()
    try package.write(Self.library, to: "moved.c")

    let run = try await Tool.shell(
      """
      \(Self.setUp)
      for seconds in 86400 0 0 -1000000000; do
        move $seconds 0
        moving '\(Tool.misbehaving.path)' run --metric wallClock --quiet \
          --quick --allow-debug-build --filter '^good.empty$' >/dev/null || exit
      done
      '\(Tool.misbehaving.path)' history --format csv
      """, in: package.folder)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(package.runs.count == 4, "\(package.runs)")
    let rows = run.output.split(whereSeparator: \.isNewline)
      .filter { $0.contains(#""good.empty""#) }
    #expect(rows.count == 4, "\(run.output)")
  }
}
