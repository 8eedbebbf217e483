import BenchmarkModel
package import BenchmarkResults
import CMeasure
import Foundation
import WorkerClient

/// Watches what else uses the machine, from its creation on.
package struct MachineWatch: Sendable {
  private let start = SteadyClock.now
  private let total = CoreTime.ofMachine()
  private let own = Self.ownCPUSeconds

  package init() {}

  /// How much of the machine this process may use, and what others have used since the start.
  package var use: MachineUse {
    let seconds = start.duration(to: SteadyClock.now) / .seconds(1)
    var use = MachineUse()
    let cores = Int(framegate_allowed_cores())
    use.usableCores = cores > 0 ? cores : nil
    // The niceness of the first thread: 0 would mean the calling one, whose niceness a thread pool
    // may have changed.
    use.niceness = Int(getpriority(Self.ofProcess, id_t(getpid())))
    #if os(Linux)
      use.coreQuota = ControlGroups.coreQuota(in: ControlGroups.folders(of: "cpu"))
    #endif
    if let total, let after = CoreTime.ofMachine() {
      use.count(from: total, to: after, own: Self.ownCPUSeconds - own, seconds: seconds)
    }
    return use
  }

  #if canImport(Darwin)
    private static let ofProcess = PRIO_PROCESS
  #else
    private static let ofProcess = __priority_which_t(PRIO_PROCESS.rawValue)
  #endif

  /// CPU time of this process and of those that it has waited for.
  private static var ownCPUSeconds: Double {
    #if canImport(Darwin)
      let owners = [RUSAGE_SELF, RUSAGE_CHILDREN]
    #else
      let owners = [RUSAGE_SELF, RUSAGE_CHILDREN].map { __rusage_who_t($0.rawValue) }
    #endif
    return owners.reduce(0) { sum, owner in
      var usage = rusage()
      guard getrusage(owner, &usage) == 0 else { return sum }
      return sum + seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}

extension MachineUse {
  /// Computes what others used in `seconds`, without the `own` seconds of this process.
  mutating func count(from before: CoreTime, to after: CoreTime, own: Double, seconds: Double) {
    // For shorter times, the ticks of the system are too coarse.
    guard seconds >= 0.2 else { return }
    otherCores = max(0, (after.busy - before.busy - own) / seconds)
    stolenCores = max(0, (after.stolen - before.stolen) / seconds)
  }
}

/// Time that cores have spent, in seconds.
struct CoreTime: Hashable {
  let busy: Double

  /// The time that a hypervisor gave to other machines.
  let stolen: Double

  /// The time of all cores since the system started, or nil if it does not report it.
  static func ofMachine() -> CoreTime? {
    #if os(Linux)
      (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)).flatMap {
        read($0, perSecond: Double(sysconf(Int32(_SC_CLK_TCK))))
      }
    #else
      nil
    #endif
  }

  /// Reads `/proc/stat`, or nil for another text.
  static func read(_ text: String, perSecond: Double) -> CoreTime? {
    guard let line = text.split(separator: "\n").first, line.hasPrefix("cpu ") else { return nil }
    // user, nice, system, idle, iowait, irq, softirq, steal; guests are part of user and nice.
    let ticks = line.split(separator: " ").dropFirst().compactMap { Double($0) }
    guard ticks.count >= 8, perSecond > 0 else { return nil }
    return CoreTime(
      busy: (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]) / perSecond,
      stolen: ticks[7] / perSecond)
  }
}
