import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults

extension KernelMeasurement {
  /// Instructions per operation.
  func instructions() async throws -> Recorded<MetricResult> {
    do {
      return try await pool.countedRegions(
        of: entry.name, .countInstructions(iterations: InstructionPass.iterations)
      ).perOperation(of: work.operations)
    } catch let unavailable as Unavailable {
      return .unavailable(unavailable.reason)
    }
  }
}

extension CountedRegions {
  /// Instructions per operation of a benchmark whose iterations have so many.
  func perOperation(of operations: Int) -> Recorded<MetricResult> {
    let operations = Double(InstructionPass.iterations) * Double(operations)
    return .samples(instructions.map { Double($0) / operations }, of: .instructions)
  }
}
