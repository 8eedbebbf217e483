import FrameTiming
import Testing

@testable import Trials

@Suite("Late scenarios")
struct LateScenarioTests {
  @Test("Every cause but a mixture has a scenario")
  func causes() {
    let made = Set(LateScenario.all.compactMap(\.cause))

    #expect(Set(FrameCause.allCases).subtracting(made) == [.mixed])
    #expect(LateScenario.all.filter { $0.cause == nil }.count == 1)
  }
}
