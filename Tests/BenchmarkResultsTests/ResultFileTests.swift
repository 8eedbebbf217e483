import BenchmarkModel
import Foundation
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkResults

@Suite("Result file")
struct ResultFileTests {
  @Test("A file survives a round trip")
  func roundTrip() throws {
    let file = Fixtures.file()

    let json = try file.json()

    #expect(try ResultFile(json: json, file: "x.json") == file)
    #expect(try ResultFile(json: json, file: "x.json").json() == json)
  }

  @Test("A benchmark or scenario stays below its size limit")
  func size() throws {
    let empty = try Fixtures.file([]).json().count
    let kernel = Fixtures.kernel(time: .pi)
    let scenario = Fixtures.scenario(workNs: 12_345_678)

    #expect(try Fixtures.file([kernel]).json().count - empty <= 10_240)
    #expect(try Fixtures.file([scenario]).json().count - empty <= 90 * 100 + 10_240)
  }

  @Test("A scenario that cannot run keeps its reason, under every metric of the file")
  func absentScenario() throws {
    var scenario = Fixtures.scenario()
    scenario.changeScenario { $0.frames = .unavailable("no AVX-512 on this machine") }
    let file = Fixtures.file([scenario])

    let json = try file.json()
    let read = try ResultFile(json: json, file: "x.json")

    #expect(read == file)
    #expect(
      String(decoding: json, as: UTF8.self).contains(
        #""wallClock":{"unavailable":"no AVX-512 on this machine"}"#))
    // Of several reasons, the first one in the alphabet, whatever the order of the metrics.
    for (other, first) in [("a crash", "a crash"), ("no time", "no AVX-512 on this machine")] {
      let text = String(decoding: json, as: UTF8.self)
        .replacing("no AVX-512 on this machine", with: other, maxReplacements: 1)
      let read = try ResultFile(json: Data(text.utf8), file: "x.json")
      #expect(read.benchmarks.first?.scenario?.frames.reason == first)
    }
  }

  @Test("A scenario has one operation and no metrics in the file, as every reader expects")
  func scenarioKeys() throws {
    let text = String(decoding: try Fixtures.file([Fixtures.scenario()]).json(), as: UTF8.self)

    #expect(text.contains("\n   \"metrics\":{},\n"))
    #expect(text.contains("\n   \"operations\":1,\n"))
    #expect(text.contains("\n   \"budgets\":[\"noDroppedFrames@60\",\"noDroppedFrames@120\"],\n"))
  }

  @Test("A file breaks its lines at the keys of a benchmark and nowhere deeper")
  func layout() throws {
    var file = Fixtures.file([])
    let empty = String(decoding: try file.json(), as: UTF8.self)
    #expect(
      empty.hasPrefix("{\n \"benchmarks\":[],\n \"environment\":{\n  \"allocator\":\"system\",\n"))
    #expect(empty.hasSuffix("\n}\n"))

    file.tool.name = "a \"{[,]}\\\" b"
    let escaped = String(decoding: try file.json(), as: UTF8.self)
    #expect(escaped.contains(#"  "name":"a \"{[,]}\\\" b","#))
    #expect(try ResultFile(json: Data(escaped.utf8), file: "x.json") == file)
  }

  @Test(
    "Numbers are rounded to significant digits, down to 1e-18",
    arguments: [
      (1.234_567_8, 1.2346), (123_456_789, 123_460_000), (12_345.6, 12_346), (0, 0),
      (-0.001_234_56, -0.001_234_6), (1.234_567_8e-18, 1.2346e-18),
      (1.234_567_8e-19, 1.234_567_8e-19),
    ])
  func significantDigits(number: Double, rounded: Double) {
    #expect(number.rounded(toSignificantDigits: 5) == rounded)
  }

  @Test("Variables are listed by name")
  func variables() {
    var environment = Fixtures.environment
    #expect(environment.variablesText == "none")
    environment.variables = ["SIZE": "2", "LEVEL": "high", "A": "1", "ZOOM": "3"]
    #expect(environment.variablesText == "A=1, LEVEL=high, SIZE=2, ZOOM=3")
  }

  @Test("A benchmark with a value that no file can have fails alone")
  func storable() throws {
    var (timed, scenario) = (Fixtures.kernel(), Fixtures.scenario("transition.limit"))
    timed.changeTimed { $0.bytesPerOperation = -1 }
    scenario.changeScenario { $0.bytesPerLayer = -1 }
    for bad in [timed, scenario] {
      let failure = try #require(bad.storable.failure)
      #expect(failure.contains("bytesPer") && failure.contains("-1 is negative"))
      #expect(bad.storable.kind == bad.kind)
      #expect(
        try ResultFile(json: Fixtures.file([bad.storable]).json(), file: "x").benchmarks == [
          bad.storable
        ])
    }
    #expect(Fixtures.kernel().storable == Fixtures.kernel())
  }
}
