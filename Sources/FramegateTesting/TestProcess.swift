import BenchmarkModel
import Foundation
import FramegateKit
import Testing
import WorkerClient
import WorkerProtocol
import XCTest

/// The process in which a test's code is measured: the program of the tests, started once more.
///
/// It runs the same test alone, up to the expectation that is measured. There it serves as a
/// worker, as the tool's workers do, and ends. Nothing of the other tests is in it.
struct TestProcess: Sendable {
  /// The variable that names the expectation that a process measures.
  private static let variable = "FRAMEGATE_MEASURED_EXPECTATION"

  /// What this process measures, or nil in the one that runs the tests.
  static let measured = ProcessInfo.processInfo.environment[variable]

  private let expectation: String

  /// What makes the program of the tests run this test alone.
  private let arguments: [String]

  /// Prepares one for the running test, which is XCTest's if there is one.
  ///
  /// - Throws: `Unavailable` outside of a test.
  init(measuring expectation: String, in test: XCTestCase?) throws(Unavailable) {
    self.expectation = expectation
    if let test {
      // Its name is 'FeedTests.testScroll' or '-[FeedTests testScroll]'.
      let method = test.name.split { ". ]".contains($0) }.last ?? ""
      let name = "\(String(reflecting: type(of: test)))/\(method)"
      #if canImport(ObjectiveC)
        arguments = ["-XCTest", name, Bundle(for: type(of: test)).bundlePath]
      #else
        arguments = [name]
      #endif
      return
    }
    guard let test = Test.current?.id else {
      throw Unavailable(
        """
        no test calls it. Call it in the task of a '@Test' function, or pass 'in: self' in one of \
        XCTest
        """)
    }
    let name = "\(test.moduleName).\(test.nameComponents.joined(separator: "/"))"
    // In the identifier of a test, its place in the file follows, after a slash.
    let filter = "^\(NSRegularExpression.escapedPattern(for: name))/"
    arguments =
      Self.bundle + ["--testing-library", "swift-testing", "--no-parallel", "--filter", filter]
  }

  /// Serves the requests of the process that runs the tests, and ends.
  ///
  /// It serves them on the thread of the test, because the code may belong to that thread's actor.
  static func serve(_ registry: BenchmarkRegistry) -> Never {
    // What the code leaves behind stays a child of this process, and ends with it.
    ProcessSession.adoptOrphans()
    Worker(registry: registry).serve()
    exit(0)
  }

  /// Starts the process.
  ///
  /// - Parameters:
  ///   - countsAllocations: Whether a library that counts is preloaded.
  ///   - input: Its standard input.
  ///   - output: Its standard output.
  ///   - error: Its standard error.
  /// - Returns: The process.
  /// - Throws: `Unavailable` where nothing can count, `POSIXError`.
  func start(
    countsAllocations: Bool, input: FileHandle, output: FileHandle, error: FileHandle
  ) throws -> ChildProcess {
    var environment = ProcessInfo.processInfo.environment
    environment[Self.variable] = expectation
    // Sets and dictionaries have the same order in every process.
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    environment["SWIFT_BACKTRACE"] = "enable=no"
    if countsAllocations {
      let library = try CountingLibrary.counting()
      environment.merge(CountingLibrary.variables(preloading: library)) { $1 }
    }
    return try ChildProcess(
      Self.executable.path, arguments, environment: environment, input: input, output: output,
      error: error)
  }

  private static var executable: URL {
    URL(filePath: ExecutablePath.current ?? CommandLine.arguments[0])
  }

  /// The arguments that tell the program that runs tests which bundle they are in; empty without
  /// one.
  private static var bundle: [String] {
    let arguments = CommandLine.arguments
    guard let option = arguments.firstIndex(of: "--test-bundle-path"),
      arguments.indices.contains(option + 1)
    else { return [] }
    return ["--test-bundle-path", arguments[option + 1], arguments[option + 1]]
  }
}

/// Serializes the measurements of tests that run in parallel.
actor MeasuringTurn {
  static let shared = MeasuringTurn()

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// The places of expectations with a name, by the name.
  private var places: [String: Claim] = [:]

  /// Waits until nothing else is measured.
  func take() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Lets the next one begin.
  func release() { if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() } }

  /// Whether the same tests run several times in this process, and so the same expectations.
  private static let repeats = CommandLine.arguments.contains { argument in
    ["--repetitions", "--repeat-until"].contains { argument.hasPrefix($0) }
  }

  /// Fails for a name that another expectation of this process has, or the same one in another case
  /// of its test: the process that measures would not know which one is meant.
  func claim(
    _ name: String, at place: String, of testCase: String
  ) throws(Unavailable) {
    if let other = places[name], !Self.repeats || other != Claim(place, testCase) {
      throw Unavailable(
        """
        '\(name)' is also the name of the expectation at \(other.place). Give each one a name of its \
        own; in a test with arguments, one that has the argument in it
        """)
    }
    places[name] = Claim(place, testCase)
  }

  private struct Claim: Hashable {
    let place: String

    /// The arguments of the test.
    let testCase: String

    init(_ place: String, _ testCase: String) {
      self.place = place
      self.testCase = testCase
    }
  }
}
