import BenchmarkResults
import ReportText

extension MachineConditions: CustomStringConvertible {
  /// `processor (2 cores) · nice 19 · others used 0.25 cores`.
  package var description: String {
    [machine.summary, use.limitsText(on: machine), use.othersText].compactMap(\.self)
      .joined(separator: " · ")
  }
}

extension Machine {
  var memoryText: String {
    memoryBytes.text { "\(NumberText.format(Double($0) / 1_073_741_824)) GiB" }
  }

  var virtualizedText: String {
    switch virtualized {
    case .value(true): "virtual machine"
    case .value(false): "bare metal"
    case .unavailable(let reason): "virtual machine or not: n/a (\(reason))"
    }
  }
}

extension MachineUse {
  /// What limited the measurement's use of the machine: `1 core usable, quota 0.2 cores, nice 19`,
  /// or nil if nothing did.
  func limitsText(on machine: Machine) -> String? {
    var parts: [String] = []
    if let usableCores, usableCores != machine.cores {
      parts.append("\(Words.count(usableCores, "core")) usable")
    }
    if let coreQuota { parts.append("quota \(NumberText.format(coreQuota)) cores") }
    if niceness != 0 { parts.append("nice \(niceness)") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// What other processes used during the measurement, or nil if not known.
  var othersText: String? {
    guard let otherCores else { return nil }
    let stolen = stolenCores ?? 0
    let withheld = stolen >= 0.005 ? ", the hypervisor withheld \(NumberText.format(stolen))" : ""
    return "others used \(NumberText.format(otherCores)) cores\(withheld)"
  }
}
