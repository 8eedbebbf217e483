import BenchmarkHarness
import BenchmarkModel
import Foundation
import TestSupport
import Testing

@testable import KernelSuites

/// Names are keys of result files, and a changed size or cost changes what a number means.
@Suite("Registration of the kernels")
struct RegistrationTests {
  private static var entries: [RegistryEntry] {
    var registry = BenchmarkRegistry()
    registry.addKernelSuites()
    return registry.entries
  }

  @Test("Names, sizes and costs are those that stored results have")
  func golden() throws {
    let lines = Self.entries.map { entry in
      guard case .benchmark(let work) = entry.work else { return "\(entry.name): a scenario" }
      return "\(entry.name): \(work.operations) operations, \(work.bytesPerOperation) bytes, "
        + "\(work.flopsPerOperation) flops" + (entry.runsByDefault ? ", by default" : "")
    }
    try expectGolden(lines.sorted().joined(separator: "\n") + "\n", "registration.txt")
  }
}
