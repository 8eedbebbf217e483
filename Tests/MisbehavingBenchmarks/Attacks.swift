import Foundation
import FramegateKit

/// Benchmarks that attack their own process, its descriptors, signals and limits; registered where
/// `ATTACK` is set.
///
/// Each must fail alone, or be measured, whatever it does.
enum Attacks {
  private actor Waiting {
    var continuation: CheckedContinuation<Void, Never>?

    /// Suspends for ever.
    func wait() async { await withCheckedContinuation { continuation = $0 } }
  }

  static func register(in registry: inout BenchmarkRegistry) {
    FileHandle.standardOutput.write(Data("Registering.\n".utf8))
    registerEnds(in: &registry)
    registerProcesses(in: &registry)
    registerSignals(in: &registry)
    registerDescriptors(in: &registry)
    registerFrames(in: &registry)
    registerRecording(in: &registry)
    registerScenes(in: &registry)
    let waiting = Waiting()
    registry.benchmark(
      "attack.neverResumes", work: .init(setup: { waiting }, body: { await $0.wait() }))
    registry.benchmark("attack.deadlock") {
      let lock = NSLock()
      lock.lock()
      lock.lock()
    }
    registry.benchmark("attack.chdir") {
      _ = FileManager.default.changeCurrentDirectoryPath("/")
    }
    registry.benchmark("attack.environment") {
      for name in ProcessInfo.processInfo.environment.keys { unsetenv(name) }
    }
  }

  private static let metric = CustomMetric("attacks")

  private static func registerRecording(in registry: inout BenchmarkRegistry) {
    for (name, value) in [("huge", 2e18), ("infinite", Double.infinity), ("negative", -1)] {
      registry.benchmark("attack.records.\(name)", options: .init(metrics: [metric])) {
        metric.record(value)
      }
    }
    registry.benchmark("attack.threads", options: .init(metrics: [metric])) {
      Thread.detachNewThread {
        while true {
          metric.record(1)
          usleep(1_000)
        }
      }
    }
    registry.benchmark(
      "attack.teardown",
      work: .init(setup: { 1 }, teardown: { _ in fatalError("no way down") }, body: { _ in }))
  }

  /// What ends the process, or makes two of it.
  private static func registerEnds(in registry: inout BenchmarkRegistry) {
    registry.benchmark("attack.exec") {
      var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
      execv("/bin/true", &arguments)
    }
    registry.benchmark("attack.fork") { blackHole(fork) }
    registry.benchmark("attack.quickExit") { _exit(0) }
    registry.benchmark("attack.stack") { blackHole(depth(below: 1)) }
    registry.benchmark("attack.cpuLimit") {
      limit(RLIMIT_CPU, to: 1)
      while true {}
    }
    registry.benchmark("attack.memoryLimit") {
      limit(RLIMIT_AS, to: 1 << 20)
      blackHole([UInt8](repeating: 1, count: 64 << 20))
    }
  }

  /// What ends threads and children of the process, or leaves children.
  private static func registerProcesses(in registry: inout BenchmarkRegistry) {
    registry.benchmark("attack.mainEnds") {
      Thread.detachNewThread { while true { sleep(60) } }
      pthread_exit(nil)
    }
    registry.benchmark("attack.daemon") { blackHole(daemon) }
    registry.benchmark("attack.waitsForChildren") { while waitpid(-1, nil, 0) > 0 {} }
    registry.benchmark("attack.killsChildren") {
      let me = getpid()
      for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
        guard let process = pid_t(name),
          let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
          let parent = state.split(separator: ")").last?.split(separator: " ").dropFirst().first,
          pid_t(parent) == me
        else { continue }
        kill(process, SIGKILL)
      }
    }
  }

  /// A process in a session of its own, whose parent has ended, which keeps all descriptors.
  private static let daemon: Int32 = {
    typealias Fork = @convention(c) () -> Int32
    guard let fork = dlsym(nil, "fork").map({ unsafeBitCast($0, to: Fork.self) }) else { return -1 }
    let child = fork()
    if child == 0 {
      setsid()
      if fork() == 0 { sleep(30) }
      _exit(0)
    }
    return waitpid(child, nil, 0)
  }()

  /// Two processes go on from the first use; a copy in each iteration would take the machine down.
  private static let fork: Int32 = {
    typealias Fork = @convention(c) () -> Int32
    return dlsym(nil, "fork").map { unsafeBitCast($0, to: Fork.self)() } ?? -1
  }()

  private static func registerSignals(in registry: inout BenchmarkRegistry) {
    for (name, signal) in [("TERM", SIGTERM), ("PIPE", SIGPIPE), ("KILL", SIGKILL)] {
      registry.benchmark("attack.raise\(name)") { raise(signal) }
    }
    registry.benchmark("attack.stop") { raise(SIGSTOP) }
    registry.benchmark("attack.alarm") {
      alarm(1)
      while true {}
    }
    registry.benchmark("attack.maskSignals") {
      var all = sigset_t()
      sigfillset(&all)
      sigprocmask(SIG_BLOCK, &all, nil)
    }
  }

  private static func registerDescriptors(in registry: inout BenchmarkRegistry) {
    registry.benchmark("attack.closeDescriptors") { for number in Int32(0)..<64 { close(number) } }
    registry.benchmark("attack.replaceDescriptors") {
      let null = open("/dev/null", O_RDWR)
      for number in Int32(0)..<32 { dup2(null, number) }
    }
    registry.benchmark("attack.noDescriptors") { limit(RLIMIT_NOFILE, to: 0) }
    // Answers of the right shape, to whatever is asked next.
    for (name, answer) in [
      ("number", "1125899906842624"), ("done", #""done""#),
      ("samples", #"[{"wallNs":1e308,"cpuNs":-1}]"#),
    ] {
      registry.benchmark("attack.answers.\(name)") {
        MisbehavingBenchmarks.writeToEveryDescriptor("{\"answer\":\(answer)}\n")
      }
    }
    registry.benchmark("attack.flood") {
      let text = String(repeating: "x", count: 65_536)
      while true { MisbehavingBenchmarks.writeToEveryDescriptor(text) }
    }
  }

  /// Scenarios that handle the faults by which caches are emptied, or block their signals.
  private static func registerFrames(in registry: inout BenchmarkRegistry) {
    registry.scenario("attack.handler", duration: .milliseconds(50)) { _ in
      signal(SIGSEGV) { _ in _exit(9) }
      signal(SIGBUS, SIG_IGN)
      return Scenario { _ in FirstProcess.work(forMilliseconds: 1) }
    }
    registry.scenario("attack.mask", duration: .milliseconds(50)) { _ in
      Scenario { _ in
        var faults = sigset_t()
        sigemptyset(&faults)
        sigaddset(&faults, SIGSEGV)
        sigaddset(&faults, SIGBUS)
        pthread_sigmask(SIG_BLOCK, &faults, nil)
        FirstProcess.work(forMilliseconds: 1)
      }
    }
  }

  /// Scenes that go wrong, or change their mind, once they have many layers.
  private static func registerScenes(in registry: inout BenchmarkRegistry) {
    let endings: [(String, @Sendable (Int) throws -> Void)] = [
      ("crashes", { precondition($0 < 4_000, "too many layers") }),
      ("hangs", { layers in while layers >= 4_000 { sleep(1) } }),
      ("throws", { if $0 >= 4_000 { throw Unavailable("it holds fewer layers") } }),
      ("varies", { _ in }),
    ]
    for (name, end) in endings {
      registry.scenario("attack.layers.\(name)", duration: .milliseconds(20)) { parameters in
        try end(parameters.layers)
        let count = name == "varies" ? .random(in: 0...parameters.layers) : parameters.layers
        return Scenario { _ in for _ in 0..<(50 * count) { blackHole(1) } }
      }
    }
  }

  #if canImport(Darwin)
    private static func limit(_ resource: Int32, to value: rlim_t) {
      var limit = rlimit(rlim_cur: value, rlim_max: value)
      setrlimit(resource, &limit)
    }
  #else
    private static func limit(_ resource: __rlimit_resource, to value: rlim_t) {
      var limit = rlimit(rlim_cur: value, rlim_max: value)
      setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
  #endif

  private static func depth(below depth: Int) -> Int {
    blackHole(depth)
    // Without an end in sight, the compiler would warn.
    return depth == .max ? 0 : 1 + self.depth(below: depth + 1)
  }
}
