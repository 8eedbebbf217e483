extension ResultFile {
  /// The same result with the warm work of frames alone, as if `--warm` had been given.
  package var warm: ResultFile {
    var file = self
    file.benchmarks = benchmarks.map(\.warm)
    return file
  }
}

extension BenchmarkResult {
  fileprivate var warm: BenchmarkResult {
    guard var scenario, let frames = scenario.frames.value else { return self }
    scenario.frames = .value(frames.map(\.warm))
    var result = self
    result.body = .scenario(scenario)
    return result
  }
}
