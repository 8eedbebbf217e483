import Foundation
import FramegateTesting
import Testing

/// Whether this build is measured at all.
private let isMeasured: Bool = {
  #if DEBUG
    false
  #else
    true
  #endif
}()

/// Expectations as a user writes them, each of which starts this program again.
@Suite("Expectations in tests", .enabled(if: isMeasured, "a debug build is not measured"))
struct ExpectationTests {
  /// Expects one issue that says all of this.
  private func expectIssue(
    _ words: String..., body: () async throws -> Void
  ) async throws {
    try await withKnownIssue {
      try await body()
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      let missing = words.filter { !text.contains($0) }
      if !missing.isEmpty { print("'\(text)' does not say \(missing)") }
      return missing.isEmpty
    }
  }

  /// Uses the processor for a while.
  private func work(_ milliseconds: Int) {
    let end = clock() + Int(CLOCKS_PER_SEC) * milliseconds / 1_000
    while clock() < end {}
  }

  @Test("Frames without work keep budgets of every kind")
  func kept() async throws {
    try await expectFrames(
      "empty", duration: .milliseconds(100),
      keep: [.noDroppedFrames(at: .hz60), .noDroppedFrames(at: .hz120), .allocationsPerFrame(0)]
    ) { _ in Scenario { _ in } }
  }

  @Test("A frame that is late in both measurements is named")
  func late() async throws {
    try await expectIssue(
      "'late' exceeds 'noDroppedFrames@60'", "late frame 3", "twice"
    ) {
      try await expectFrames(
        "late", duration: .milliseconds(100), keep: [.noDroppedFrames(at: .hz60)]
      ) { _ in Scenario { frame in if frame.index == 3 { work(40) } } }
    }
  }

  @Test("Allocations of frames are counted where a budget limits them")
  func allocationsOfFrames() async throws {
    try await expectIssue("'boxes' exceeds 'allocationsPerFrame=1'", "allocates most, 2 times") {
      try await expectFrames(
        "boxes", duration: .milliseconds(50), keep: [.allocationsPerFrame(1)]
      ) { _ in
        Scenario { frame in
          for _ in 0..<frame.index { blackHole([UInt8](repeating: 1, count: 100)) }
        }
      }
    }
  }

  @Test("Code that allocates too often is counted exactly")
  func allocations() async throws {
    try await expectAllocations("two", atMost: 2) {
      for size in 1...2 { blackHole([UInt8](repeating: 1, count: 50 * size)) }
    }
    try await expectIssue("'three' allocates 3 times, but at most 2 are allowed") {
      try await expectAllocations("three", atMost: 2) {
        for size in 1...3 { blackHole([UInt8](repeating: 1, count: 50 * size)) }
      }
    }
  }

  @Test("A scenario that crashes, exits, hangs or throws is an issue that says so")
  func failures() async throws {
    func frames(_ name: String, _ frame: @escaping () -> Void) async throws {
      try await expectFrames(
        name, duration: .milliseconds(50), keep: [.noDroppedFrames(at: .hz60)],
        timeout: .seconds(20)
      ) { _ in Scenario { _ in frame() } }
    }
    try await expectIssue("crashed with signal", "this scene crashes") {
      try await frames("crashes") { fatalError("this scene crashes") }
    }
    try await expectIssue("exited with code 7") { try await frames("exits") { exit(7) } }
    try await expectIssue("did not answer within 2", "timeout") {
      try await expectFrames(
        "hangs", duration: .milliseconds(50), keep: [.noDroppedFrames(at: .hz60)],
        timeout: .seconds(2)
      ) { _ in Scenario { _ in while true { pause() } } }
    }
    try await expectIssue("did not answer within 2") {
      try await expectFrames(
        "closes", duration: .milliseconds(50), keep: [.noDroppedFrames(at: .hz60)],
        timeout: .seconds(2)
      ) { _ in
        Scenario { _ in
          for descriptor in 0..<256 { close(Int32(descriptor)) }
          while true { pause() }
        }
      }
    }
    struct Nothing: Error {}
    try await expectIssue("'throws' was not measured: it failed: Nothing()") {
      try await expectFrames(
        "throws", duration: .milliseconds(50), keep: [.noDroppedFrames(at: .hz60)]
      ) { _ in throw Nothing() }
    }
  }

  @Test("A test that prints for ever before its expectation is ended")
  func printing() async throws {
    let measured = ProcessInfo.processInfo.environment["FRAMEGATE_MEASURED_EXPECTATION"]
    while measured == "printing" { print("a line") }
    try await expectIssue("did not answer within 2") {
      try await expectFrames(
        "printing", duration: .milliseconds(50), keep: [.noDroppedFrames(at: .hz60)],
        timeout: .seconds(2)
      ) { _ in Scenario { _ in } }
    }
  }

  @Test("What cannot be measured says what to do")
  func mistakes() async throws {
    try await expectIssue("lasts 0.0 seconds. Give it a duration of a nanosecond at least") {
      try await expectFrames("none", duration: .zero, keep: [.noDroppedFrames(at: .hz60)]) { _ in
        Scenario { _ in }
      }
    }
    try await expectIssue("it has no budget. Pass one as 'keep'") {
      try await expectFrames("unlimited", duration: .milliseconds(50), keep: []) { _ in
        Scenario { _ in }
      }
    }
    try await expectIssue("'a name' is not a name") {
      try await expectAllocations("a name", atMost: 1) {}
    }
  }

  @Test("What the process of the tests does with a broken pipe stays as it was")
  func brokenPipe() async throws {
    let own: @convention(c) (Int32) -> Void = { _ in }
    let before = signal(SIGPIPE, own)

    try await expectAllocations("pipe", atMost: 0) {}

    let after = signal(SIGPIPE, before)
    #expect(unsafeBitCast(after, to: Int.self) == unsafeBitCast(own, to: Int.self))
  }

  @Test("A test with arguments puts them into names", arguments: [1, 2])
  func names(_ number: Int) async throws {
    try await expectFrames(
      "case.\(number)", duration: .milliseconds(50), keep: [.noDroppedFrames(at: .hz60)]
    ) { _ in Scenario { _ in } }
  }

  @Test("The second expectation of a name is refused")
  func sameName() async throws {
    try await expectAllocations("same", atMost: 0) {}
    try await expectIssue("'same' is also the name of the expectation at ExpectationTests.swift") {
      try await expectAllocations("same", atMost: 0) {}
    }
  }

  @Test("A scenario that is registered for the command keeps the budgets that it declares")
  func registered() async throws {
    func register(_ registry: inout BenchmarkRegistry) {
      registry.scenario(
        "registered", duration: .milliseconds(50), budget: [.noDroppedFrames(at: .hz60)]
      ) { _ in Scenario { _ in } }
    }
    try await expectFrames("registered", registeredBy: register)
    try await expectIssue("no scenario of this name is registered. Choose one of registered") {
      try await expectFrames("missing", registeredBy: register)
    }
  }

  @Test("Code of the main actor is measured there")
  @MainActor func mainActor() async throws {
    // Elsewhere, this ends the process.
    try await expectAllocations("main", atMost: 1) {
      MainActor.assumeIsolated { blackHole(Thread.isMainThread) }
    }
  }
}
