import BenchmarkResults
import Testing

@testable import BenchmarkVerdicts

@Suite("Use of the machine by others")
struct MachineUseTests {
  @Test(
    "Others that use more than a quarter of the cores are a warning",
    arguments: [(1.0, 0, false), (1.01, 0, true), (0.5, 0.5, false), (0.5, 0.51, true)])
  func busy(otherCores: Double, stolenCores: Double, isBusy: Bool) {
    var use = MachineUse()
    (use.otherCores, use.stolenCores) = (otherCores, stolenCores)

    #expect((use.warning(cores: 4) != nil) == isBusy)
  }
}
