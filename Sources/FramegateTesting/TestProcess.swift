import BenchmarkModel
import Foundation
import FramegateKit
import Testing
import WorkerClient
import WorkerProtocol
import XCTest

/// The process in which a test's code is measured: the program of the tests, started again.
///
/// It runs only the same test, up to the expectation to measure. There, it serves as a worker like
/// those of the tool, and then exits. It runs no other test.
struct TestProcess: Sendable {
  /// The variable that names the expectation that a process measures.
  private static let variable = "FRAMEGATE_MEASURED_EXPECTATION"

  /// The expectation that this process measures, or nil in the process that runs the tests.
  static let measured = ProcessInfo.processInfo.environment[variable]

  private let expectation: String

  /// The arguments with which the program of the tests runs only this test.
  private let arguments: [String]

  /// Prepares a process for the running test, which is `test` for XCTest.
  ///
  /// - Throws: `Unavailable` outside a test.
  init(measuring expectation: String, in test: XCTestCase?) throws(Unavailable) {
    self.expectation = expectation
    if let test {
      // The test's name is 'FeedTests.testScroll' or '-[FeedTests testScroll]'.
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
    // In the identifier of a test, a slash and the place in the file follow the name.
    let filter = "^\(NSRegularExpression.escapedPattern(for: name))/"
    arguments =
      Self.bundle + ["--testing-library", "swift-testing", "--no-parallel", "--filter", filter]
  }

  /// Serves the requests of the process that runs the tests, and exits.
  ///
  /// It serves them on the thread of the test, because the code may belong to that thread's actor.
  static func serve(_ registry: BenchmarkRegistry) -> Never {
    // Processes that the code leaves running stay children of this process, and end with it.
    ProcessSession.adoptOrphans()
    Worker(registry: registry).serve()
    exit(0)
  }

  /// Starts the process.
  ///
  /// - Parameters:
  ///   - countsAllocations: Whether to preload a library that counts allocations.
  ///   - input: Its standard input.
  ///   - output: Its standard output.
  ///   - error: Its standard error.
  /// - Returns: The process.
  /// - Throws: `Unavailable` if there is no such library, `POSIXError`.
  func start(
    countsAllocations: Bool, input: FileHandle, output: FileHandle, error: FileHandle
  ) throws -> ChildProcess {
    var environment = ProcessInfo.processInfo.environment
    environment[Self.variable] = expectation
    // So that sets and dictionaries have the same order in every process.
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

  /// The arguments that name the bundle of the tests; empty if there is none.
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

  /// The expectation that claimed each name.
  private var places: [String: Claim] = [:]

  /// Waits until no other measurement is running.
  func take() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Lets the next measurement begin.
  func release() { if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() } }

  /// Whether the same tests, and so the same expectations, run several times in this process.
  private static let repeats = CommandLine.arguments.contains { argument in
    ["--repetitions", "--repeat-until"].contains { argument.hasPrefix($0) }
  }

  /// Throws if another expectation of this process has the name, or the same one in another test
  /// case: the process that measures would not know which one is meant.
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

    /// The arguments of the test case.
    let testCase: String

    init(_ place: String, _ testCase: String) {
      self.place = place
      self.testCase = testCase
    }
  }
}
