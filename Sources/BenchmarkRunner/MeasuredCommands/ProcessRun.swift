import CMeasure
import Foundation
import WorkerClient

/// How a process ended, and what it took.
struct ProcessRun {
  let status: ChildProcess.ExitStatus

  /// The time from before it was started until after it ended, in nanoseconds.
  let wallNs: Double

  /// The CPU time of the process and of those that it waited for, in nanoseconds.
  let cpuNs: Double

  /// The time in which it wanted a core and had none, in nanoseconds, or nil if the system does
  /// not say.
  let queuedNs: Double?
}

extension ProcessRun {
  /// The ratio of CPU time to wall time above which a command counts as running on several cores.
  private static let parallelRatio = 1.05

  /// The time in which it waited for anything but a core, or nil if unknown.
  ///
  /// For a command on several cores, it is the whole wall time. So wall times are compared, which
  /// say more than its CPU times.
  var waitedNs: Double? {
    if cpuNs > Self.parallelRatio * wallNs { return wallNs }
    return awayNs.map { max(0, $0 - Self.startingNs) }
  }

  /// The time in which it neither ran nor waited for a core, or nil if that is unknown.
  private var awayNs: Double? { queuedNs.map { max(0, wallNs - cpuNs - $0) } }

  /// The part of ``awayNs`` that it takes to start a process and to notice its end.
  ///
  /// It is the minimum over a few processes that do nothing.
  private static let startingNs: Double = {
    let nothing = MeasuredCommand("true")
    return (0..<5).compactMap { _ in try? nothing.run().awayNs }.min() ?? 0
  }()
}

/// A process that has not been waited for.
struct StartedProcess {
  let identifier: pid_t
  let startNs: Int64

  func wait() throws -> ProcessRun {
    while true {
      if let run = try ended(waiting: true) { return run }
    }
  }

  /// Waits until it has ended, while `read` takes its output.
  ///
  /// Processes that it leaves behind may print more after its end. That output is lost.
  func wait(_ read: () -> Void) throws -> ProcessRun {
    while true {
      let run = try ended(waiting: false)
      read()
      if let run { return run }
      usleep(500)
    }
  }

  private func ended(waiting: Bool) throws -> ProcessRun? {
    // Does not reap the process yet: after that, the system no longer tells how long it waited for
    // a core.
    var information = siginfo_t()
    let options = WEXITED | WNOWAIT | (waiting ? 0 : WNOHANG)
    while waitid(P_PID, id_t(identifier), &information, options) != 0 {
      guard errno == EINTR else {
        throw MeasuredCommand.Failure(description: "A process was lost. Measure again.")
      }
    }
    let endedNs = framegate_wall_ns()
    guard information.si_signo == SIGCHLD else { return nil }
    let queuedNs = queuedNs
    var status: Int32 = 0
    var usage = rusage()
    let found = wait4(identifier, &status, waiting ? 0 : WNOHANG, &usage)
    guard found == identifier else {
      guard found == 0 || errno == EINTR else {
        throw MeasuredCommand.Failure(description: "A process was lost. Measure again.")
      }
      return nil
    }
    let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    let microseconds = Double(usage.ru_utime.tv_usec) + Double(usage.ru_stime.tv_usec)
    return ProcessRun(
      status: ChildProcess.ExitStatus(waitStatus: status),
      wallNs: Double(max(0, endedNs - startNs)), cpuNs: seconds * 1e9 + microseconds * 1e3,
      queuedNs: queuedNs)
  }

  /// The time in which the process waited for a core: the second number of `/proc/PID/schedstat`.
  private var queuedNs: Double? {
    let text = try? String(contentsOfFile: "/proc/\(identifier)/schedstat", encoding: .utf8)
    let numbers = text?.split(separator: " ") ?? []
    return numbers.count > 1 ? Double(numbers[1]) : nil
  }
}
