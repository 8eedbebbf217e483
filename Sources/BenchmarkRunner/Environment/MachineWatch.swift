package import BenchmarkResults
import CMeasure
import Foundation

/// Watches what else uses the machine, from its creation on.
package struct MachineWatch: Sendable {
  private let start = ContinuousClock.now
  private let total = CoreTime.ofMachine()
  private let own = CoreTime.own

  package init() {}

  /// How much of the machine this process may use, and what others have used since the start.
  package var use: MachineUse {
    let seconds = start.duration(to: .now) / .seconds(1)
    var use = MachineUse(
      usableCores: ProcessLimits.usableCores, coreQuota: ProcessLimits.coreQuota,
      niceness: ProcessLimits.niceness)
    // Below that, the ticks of the system are too coarse.
    guard seconds >= 0.2, let before = total, let after = CoreTime.ofMachine() else { return use }
    let others = after.busy - before.busy - (CoreTime.own - own)
    use.otherCores = max(0, others / seconds)
    use.stolenCores = max(0, (after.stolen - before.stolen) / seconds)
    return use
  }
}

/// Time that cores have spent, in seconds.
private struct CoreTime {
  let busy: Double

  /// The time that a hypervisor gave to other machines.
  let stolen: Double

  /// The time of all cores since the system started; nil where it does not say.
  static func ofMachine() -> CoreTime? {
    #if os(Linux)
      guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
        let line = text.split(separator: "\n").first, line.hasPrefix("cpu ")
      else { return nil }
      // user, nice, system, idle, iowait, irq, softirq, steal; guests are part of user and nice.
      let ticks = line.split(separator: " ").dropFirst().compactMap { Double($0) }
      let perSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
      guard ticks.count >= 8, perSecond > 0 else { return nil }
      return CoreTime(
        busy: (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]) / perSecond,
        stolen: ticks[7] / perSecond)
    #else
      return nil
    #endif
  }

  /// The time of this process and of those that it has waited for.
  static var own: Double { framegate_own_cpu_seconds() }
}

/// What the system lets this process use.
private enum ProcessLimits {
  /// The cores that it may run on; nil where the system does not say.
  static var usableCores: Int? {
    let count = Int(framegate_allowed_cores())
    return count > 0 ? count : nil
  }

  static var niceness: Int { Int(framegate_niceness()) }

  /// The cores' worth of time that its control group may use; nil without a limit.
  static var coreQuota: Double? {
    #if os(Linux)
      ControlGroups.folders(of: "cpu").compactMap(quota).min()
    #else
      nil
    #endif
  }

  #if os(Linux)
    private static func quota(of group: ControlGroups.Folder) -> Double? {
      let files = group.isUnified ? ["cpu.max"] : ["cpu.cfs_quota_us", "cpu.cfs_period_us"]
      let numbers = files.flatMap { group.numbers(in: $0) }
      guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
      return numbers[0] / numbers[1]
    }
  #endif
}
