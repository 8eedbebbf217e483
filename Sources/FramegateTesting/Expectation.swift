import BenchmarkModel
import Foundation
import FramegateKit
import Testing
import XCTest

/// An expectation of a test, in the process that runs the tests or in the one that measures.
struct Expectation {
  let name: String

  /// The test if it is an XCTest test, otherwise nil.
  let test: XCTestCase?
  let place: Testing.SourceLocation

  private static let isDebugBuild = _isDebugAssertConfiguration()

  /// Measures in another process; if this is that process, serves as the worker.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the test.
  ///   - register: Registers the benchmark or scenario to measure.
  ///   - measurement: Measures it, on a thread that it may block.
  ///   - report: Reports the result.
  /// - Throws: The error that cancels the test.
  func measure<Found: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ register: (inout BenchmarkRegistry) -> Void,
    in measurement: @escaping @Sendable (TestProcess) throws -> Found,
    report: (Expectation, Found) -> Void
  ) async throws {
    if let measured = TestProcess.measured {
      // Other expectations of the same test may come first, and are not measured here.
      guard measured == name else { return }
      var registry = BenchmarkRegistry()
      register(&registry)
      TestProcess.serve(registry)
    }
    guard !Self.isDebugBuild else { return try cancelInDebug() }
    do {
      try await MeasuringTurn.shared.claim(
        name, at: "\(place.fileName):\(place.line)",
        of: Test.Case.current.map { String(reflecting: $0) } ?? "")
      let process = try TestProcess(measuring: name, in: test)
      report(self, try await MeasuringTurn.run { try measurement(process) })
    } catch let failure as TestWorker.Failure {
      fail("'\(name)' was not measured: \(failure)")
    } catch let unavailable as Unavailable {
      let reason = "\(unavailable)"
      fail("'\(name)' was not measured: \(reason)\(reason.hasSuffix(".") ? "" : ".")")
    }
  }

  /// Cancels the test with a message that nothing was judged and what to run, instead of passing.
  private func cancelInDebug() throws {
    let words = Comment(
      rawValue: """
        '\(name)' was not judged, because times and allocations of a debug build mean nothing. Run \
        'swift test -c release', with '-Xswiftc -enable-testing' if tests use '@testable'.
        """)
    if test != nil { throw XCTSkip(words.rawValue) }
    #if compiler(>=6.3)
      try Test.cancel(words, sourceLocation: place)
    #else
      withKnownIssue(words, sourceLocation: place) { Issue.record(words, sourceLocation: place) }
    #endif
  }

  private var path: String {
    #if compiler(>=6.3)
      place.filePath
    #else
      place._filePath
    #endif
  }

  func fail(_ words: String) {
    guard let test else {
      Issue.record(Comment(rawValue: words), sourceLocation: place)
      return
    }
    #if canImport(ObjectiveC)
      let place = XCTSourceCodeLocation(filePath: path, lineNumber: place.line)
      test.record(
        XCTIssue(
          type: .assertionFailure, compactDescription: words,
          sourceCodeContext: XCTSourceCodeContext(location: place)))
    #else
      test.recordFailure(
        withDescription: words, inFile: path, atLine: place.line, expected: true)
    #endif
  }

  /// Reports a doubtful result, as a warning if the toolchain has warnings in tests.
  func warn(_ words: String) {
    guard test == nil else { return print("\(path):\(place.line): warning: \(words)") }
    #if compiler(>=6.3)
      Issue.record(Comment(rawValue: words), severity: .warning, sourceLocation: place)
    #else
      withKnownIssue(Comment(rawValue: words), sourceLocation: place) {
        Issue.record(Comment(rawValue: words), sourceLocation: place)
      }
    #endif
  }

  /// Attaches a file to the results of the test; XCTest can do that only on Apple's platforms.
  func attach(_ bytes: [UInt8], named file: String) {
    if test == nil { return Attachment.record(bytes, named: file, sourceLocation: place) }
    #if canImport(ObjectiveC)
      let attachment = XCTAttachment(data: Data(bytes))
      attachment.name = file
      test?.add(attachment)
    #endif
  }
}

extension MeasuringTurn {
  /// Runs a measurement on a thread of its own when no other measurement is running.
  fileprivate static func run<Found: Sendable>(
    _ measurement: @escaping @Sendable () throws -> Found
  ) async throws -> Found {
    await shared.take()
    let result: Result<Found, any Error> = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Result { try measurement() }) }
    }
    await shared.release()
    return try result.get()
  }
}
