import Testing
import Workloads

/// The measured work is the same in every process.
@Suite("Workloads")
struct WorkloadTests {
  // In a debug build, the others take seconds.
  private static let short = TimedOperation.all.filter {
    $0.isSmall && !$0.name.hasPrefix("allocate.") && !$0.name.hasPrefix("touch.")
      && !$0.name.hasPrefix("wrap.book")
  }

  @Test("Building the same inputs again gives the same results", arguments: short.map(\.name))
  func repeatable(name: String) throws {
    let operation = try #require(TimedOperation.all.first { $0.name == name })
    let (first, second) = (operation.prepare(), operation.prepare())
    for _ in 0..<2 { #expect(first() == second()) }
    #expect(operation.count > 0)
  }

  @Test("Every frame is the same in every scene, and changes with time")
  func frames() throws {
    let animation = try #require(Animation.all.first)
    let count = animation.frameCount(hertz: 60)
    #expect(count == 24)
    let (first, second) = (animation.prepare(), animation.prepare())
    let sums = (0..<count).map { first($0, count) }
    #expect(sums == (0..<count).map { second($0, count) })
    #expect(Set(sums).count > 1)
  }

  @Test("Names are taken once")
  func names() {
    let names = TimedOperation.all.map(\.name) + Animation.all.map(\.name)
    #expect(Set(names).count == names.count)
  }
}
