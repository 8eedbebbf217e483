import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults

extension KernelMeasurement {
  /// Instructions per operation.
  func instructions() async throws -> Recorded<MetricResult> {
    do {
      let iterations = InstructionPass.iterations
      let counted = try await pool.countedRegions(
        of: entry.name, .countInstructions(iterations: iterations))
      let operations = Double(iterations) * Double(work.operations)
      return .samples(counted.instructions.map { Double($0) / operations }, of: .instructions)
    } catch let unavailable as Unavailable {
      return .unavailable(unavailable.reason)
    }
  }
}
