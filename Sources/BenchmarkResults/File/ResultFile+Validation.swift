import FrameTiming
import SampleStatistics

extension ResultFile {
  /// Checks every value as if it came from a command line.
  ///
  /// - Parameter file: What messages call the file.
  /// - Throws: ``ResultsError/invalidValue(file:keyPath:problem:)`` for the first bad value.
  package func validate(file: String) throws(ResultsError) {
    let check = ValueCheck(file: file)
    try environment.validate(check, "environment")
    if let cost = harness.value {
      try cost.clockAlone.validate(check, "harness.clockAlone")
      try cost.allCounters.validate(check, "harness.allCounters")
    }
    var names: Set<String> = []
    for (index, benchmark) in benchmarks.enumerated() {
      let path = "benchmarks[\(index)]"
      try benchmark.validate(check, path)
      try check.require(
        names.insert(benchmark.name).inserted, "\(path).name",
        "'\(benchmark.name)' appears twice")
    }
  }
}

extension MeasuringEnvironment {
  func validate(_ check: ValueCheck, _ path: String) throws(ResultsError) {
    try check.require(
      machine.cores >= 1, "\(path).machine.cores", "\(machine.cores) is less than 1")
    if let memory = machine.memoryBytes.value {
      try check.require(memory > 0, "\(path).machine.memoryBytes", "\(memory) is not positive")
    }
    if let load = loadAtStart.value { try check.quantity(load, "\(path).loadAtStart") }
    if let load = loadAtEnd.value { try check.quantity(load, "\(path).loadAtEnd") }
    if let step = clockResolutionNs.value { try check.quantity(step, "\(path).clockResolutionNs") }
  }
}

extension HarnessCost.PerFrame {
  func validate(_ check: ValueCheck, _ path: String) throws(ResultsError) {
    try check.quantity(medianNs, "\(path).medianNs")
    try check.quantity(p99Ns, "\(path).p99Ns")
    if let bytes = bytes.value { try check.quantity(bytes, "\(path).bytes") }
  }
}

extension BenchmarkResult {
  func validate(_ check: ValueCheck, _ path: String) throws(ResultsError) {
    try check.require(!name.isEmpty, "\(path).name", "it is empty")
    try check.require(operations >= 1, "\(path).operations", "\(operations) is less than 1")
    if let bytesPerOperation { try check.count(bytesPerOperation, "\(path).bytesPerOperation") }
    if let flopsPerOperation { try check.count(flopsPerOperation, "\(path).flopsPerOperation") }
    if let parameters { try check.count(parameters.layers, "\(path).parameters.layers") }
    for (name, metric) in metrics {
      guard let metric = metric.value else { continue }
      try metric.validate(check, "\(path).metrics.\(name)")
    }
    for (index, text) in budgets.enumerated() {
      do {
        _ = try FrameBudget(parsing: text)
      } catch {
        throw check.fail("\(path).budgets[\(index)]", error.description)
      }
    }
    var rates: Set<Int> = []
    for (index, costs) in frames.enumerated() {
      try costs.validate(check, "\(path).frames[\(index)]")
      try check.require(
        rates.insert(costs.rateHz).inserted, "\(path).frames[\(index)].rateHz",
        "\(costs.rateHz) Hz appears twice")
    }
    for (index, run) in paced.enumerated() {
      try run.validate(check, "\(path).paced[\(index)]")
    }
    for (index, capacity) in capacity.enumerated() {
      try capacity.validate(check, "\(path).capacity[\(index)]")
    }
  }
}

extension MetricResult {
  func validate(_ check: ValueCheck, _ path: String) throws(ResultsError) {
    try check.quantity(median, "\(path).median")
    try check.quantity(minimum, "\(path).minimum")
    try check.require(
      minimum <= median, "\(path).minimum", "\(minimum) is above the median \(median)")
    if let interval = interval.value {
      try check.quantity(interval.low, "\(path).interval[0]")
      try check.quantity(interval.high, "\(path).interval[1]")
    }
    for (name, value) in percentiles { try check.quantity(value, "\(path).percentiles.\(name)") }
    try check.require(
      sampleCount >= samples.count, "\(path).sampleCount",
      "\(sampleCount) is less than the \(samples.count) samples stored")
    for (index, sample) in samples.enumerated() {
      try check.quantity(sample, "\(path).samples[\(index)]")
    }
  }
}
