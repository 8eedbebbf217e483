import BenchmarkModel
import Foundation
import TestSupport
import Testing

@testable import BenchmarkResults

@Suite("Result file")
struct ResultFileTests {
  @Test("What is written is read back equal")
  func roundTrip() throws {
    let file = Fixtures.file()

    let json = try file.json()

    #expect(try ResultFile(json: json, file: "x.json") == file)
    #expect(try ResultFile(json: json, file: "x.json").json() == json)
  }

  @Test("A benchmark or scenario stays within its size")
  func size() throws {
    let empty = try Fixtures.file([]).json().count
    let kernel = Fixtures.kernel(time: .pi)
    let scenario = Fixtures.scenario(workNs: 12_345_678)

    #expect(try Fixtures.file([kernel]).json().count - empty <= 10_240)
    #expect(try Fixtures.file([scenario]).json().count - empty <= 90 * 100 + 10_240)
  }
}
