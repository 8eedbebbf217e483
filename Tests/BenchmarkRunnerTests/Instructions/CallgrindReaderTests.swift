import Foundation
import Testing

@testable import BenchmarkRunner

@Suite("Callgrind reader")
struct CallgrindReaderTests {
  /// Two regions and the end of the program, as callgrind 3.19 writes them.
  private static let text = """
    # callgrind format
    version: 1
    creator: callgrind-3.19.0
    pid: 29021
    cmd:  ./tool=a worker
    part: 1


    desc: I1 cache:
    desc: Timerange: Basic block 0 - 8085067
    desc: Trigger: --dump-after=region

    positions: line
    events: Ir
    summary: 40

    ob=(9) /usr/lib/libswiftCore.so
    fl=(183) ???
    fn=(12) swift_retain
    0 22

    fn=(13) region
    0 5
    cob=(9)
    cfi=(183)
    cfn=(14) $s4Main1aBvp'2
    calls=1 0
    0 9
    * 2

    fn=(14)
    +3 11
    totals: 40

    part: 2

    desc: Trigger: --dump-after=region
    positions: line
    events: Ir
    fn=(12)
    0 7
    fn=(15) operator()(a::b, c)
    0
    totals: 7
    part: 3
    desc: Trigger: Program termination
    positions: line
    events: Ir
    totals: 0
    """

  @Test("Reads totals and each function's own cost, part by part")
  func parts() throws {
    let profile = try #require(CallgrindReader.profile(of: Self.text))

    #expect(profile.parts.map(\.total) == [40, 7, 0])
    #expect(
      profile.parts[0].selfCosts == ["swift_retain": 22, "region": 7, "$s4Main1aBvp": 11])
    #expect(profile.parts[1].selfCosts == ["swift_retain": 7])
    #expect(profile.parts.map { $0.selfCosts.values.reduce(0, +) } == [40, 7, 0])
  }

  @Test("A function may cost nothing, but not less")
  func noCost() {
    func profile(_ cost: String) -> CallgrindProfile? {
      CallgrindReader.profile(of: "part: 1\npositions: line\nevents: Ir\nfn=(1) a\n0 \(cost)\n")
    }
    #expect(profile("0")?.parts.first?.selfCosts == ["a": 0])
    #expect(profile("-1") == nil)
  }

  @Test("A region costs what it takes beyond an empty one, and at least nothing")
  func emptyRegion() {
    func part(_ total: Int64) -> CallgrindProfile.Part {
      var part = CallgrindProfile.Part()
      part.total = total
      return part
    }
    let counted = CountedRegions(empty: part(10), regions: [part(25), part(10), part(7)])
    #expect(counted.instructions == [15, 0, 0])
  }

  @Test(
    "A place in the source code has a file and a line above 0",
    arguments: [("a.swift", 1, true), ("a.swift", 0, false), ("", 1, false)])
  func places(file: String, line: Int, isPlace: Bool) throws {
    let text = """
      {"SymName": "a", "Loc": [{"FunctionName": "a", "FileName": "\(file)", "Line": \(line), \
      "StartFileName": "", "StartLine": 0}]}
      """
    let answer = try JSONDecoder().decode(SourceFinder.Answer.self, from: Data(text.utf8))
    #expect((answer.location != nil) == isPlace)
  }

  @Test("Only what was written after the region counts")
  func triggers() throws {
    let profile = try #require(CallgrindReader.profile(of: Self.text))

    #expect(profile.parts(after: "region").map(\.total) == [40, 7])
    #expect(profile.parts(after: "egion").isEmpty)
  }

  @Test("An instruction position beside the line is skipped")
  func positions() throws {
    let text = "part: 1\npositions: instr line\nevents: Ir\nfn=main\n0x10 3 8\n+2 * 4\ntotals: 12"

    let profile = try #require(CallgrindReader.profile(of: text))

    #expect(profile.parts[0].selfCosts == ["main": 12])
  }

  @Test(
    "What is no profile of instructions is refused",
    arguments: [
      "", "hello", "totals: 7", "part: 1\ntotals: many", "part: 1\nevents: Dr Dw\n",
      "part: 1\npositions: line\nfn=(3)\n0 1", "part: 1\npositions: line\nfn=a\n0 one", "0 1",
      "part: 1\nfn=a\n0 -1", "part: 1\nfn=a\n0 9223372036854775807\npart: 2\nfn=b\n0 1",
    ])
  func refused(text: String) {
    #expect(CallgrindReader.profile(of: text) == nil)
  }
}
