import Foundation
import Testing

@Suite("Replaying given cost vectors, end to end")
struct ReplayTests {
  @Test("One nanosecond past the deadline drops a frame, equality does not")
  func equality() async throws {
    let package = try TemporaryPackage()
    try package.write(
      #"{"rate_segments_hz_ticks": [[60, 200]], "work_ns": [1, 16666666, 1]}"#, to: "exact.json")
    try package.write(
      #"{"rate_segments_hz_ticks": [[60, 200]], "work_ns": [1, 16666667, 1]}"#, to: "late.json")

    #expect(try await dropped(["exact.json"], in: package) == 0)
    #expect(try await dropped(["late.json"], in: package) == 1)
    #expect(try await dropped(["late.json", "--depth", "2"], in: package) == 0)
    #expect(try await dropped(["exact.json", "--scale", "1.7"], in: package) == 1)
    #expect(try await dropped(["exact.json", "--rate", "120"], in: package) == 1)
    #expect(try await dropped(["exact.json", "--reserve", "1.5ms"], in: package) == 1)
  }

  private func dropped(_ arguments: [String], in package: TemporaryPackage) async throws -> Int? {
    let run = try await Tool.framegate.run(
      ["replay"] + arguments + ["--format", "json"], in: package.folder)
    #expect(run.code == 0, "\(run.error)")
    let output = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    return output?["dropped_slots"] as? Int
  }

  /// A file that cannot be replayed, and how that ends.
  struct BadFile: CustomTestStringConvertible, Sendable {
    let content: String
    var arguments: [String] = []
    let code: Int

    var testDescription: String { content + arguments.joined(separator: " ") }
  }

  private static let work = #""work_ns": [1]"#
  private static let grid = #""rate_segments_hz_ticks": [[60, 2]]"#

  @Test(
    "Bad input ends with advice",
    arguments: [
      BadFile(content: "", code: 1),
      BadFile(content: "{", code: 1),
      BadFile(content: "[]", code: 1),
      BadFile(content: "garbage", code: 1),
      BadFile(content: "{\(grid)}", code: 1),
      BadFile(content: #"{\#(grid), "work_ns": ["a"]}"#, code: 1),
      BadFile(content: #"{\#(grid), "work_ns": [1e400]}"#, code: 1),
      BadFile(content: #"{\#(grid), "work_ns": []}"#, code: 64),
      BadFile(content: #"{\#(grid), "work_ns": [-1]}"#, code: 64),
      BadFile(content: #"{\#(grid), "work_ns": [9000000000000000000, 9]}"#, code: 64),
      BadFile(content: #"{"rate_segments_hz_ticks": [], \#(work)}"#, code: 64),
      BadFile(content: #"{"rate_segments_hz_ticks": [[0, 2]], \#(work)}"#, code: 64),
      BadFile(content: #"{"rate_segments_hz_ticks": [[60, 0]], \#(work)}"#, code: 64),
      BadFile(content: #"{\#(grid), \#(work), "depth": 9}"#, code: 64),
      BadFile(content: #"{\#(grid), \#(work), "reserve_ns": 16666667}"#, code: 64),
      BadFile(content: #"{\#(grid), \#(work), "start_policy": "never"}"#, code: 64),
      BadFile(content: "{\(grid), \(work)}", arguments: ["--depth", "0"], code: 64),
      BadFile(content: "{\(grid), \(work)}", arguments: ["--scale", "0"], code: 64),
      BadFile(content: "{\(grid), \(work)}", arguments: ["--scale", "nan"], code: 64),
      BadFile(content: "{\(grid), \(work)}", arguments: ["--reserve", "17ms"], code: 64),
      BadFile(content: "{\(grid), \(work)}", arguments: ["--preset", "pixel"], code: 64),
      BadFile(content: "{\(grid), \(work)}", arguments: ["--benchmark", "x"], code: 64),
      BadFile(content: #"{"schemaVersion": 99}"#, code: 1),
      BadFile(content: #"{"schemaVersion": 1}"#, code: 1),
    ])
  func badInput(_ file: BadFile) async throws {
    let package = try TemporaryPackage()
    try package.write(file.content, to: "file.json")

    let run = try await Tool.framegate.run(
      ["replay", "file.json"] + file.arguments, in: package.folder)

    #expect(run.code == file.code, "\(run.error)")
    #expect(run.error.hasPrefix("Error: "))
    #expect(run.output.isEmpty)
  }

  @Test("A file that is not there ends with 5, a folder with 1")
  func noFile() async throws {
    let package = try TemporaryPackage()

    #expect(try await Tool.framegate.run(["replay", "no.json"], in: package.folder).code == 5)
    #expect(try await Tool.framegate.run(["replay", "."], in: package.folder).code == 1)
  }
}
