import BenchmarkModel
import BenchmarkVerdicts
import Testing

@testable import BenchmarkRunner

@Suite("From the allocator to the user's code")
struct AllocationTraceTests {
  private static let names = [
    "$s4Feed6renderyyF": "Feed.render()", "$s4Feed6updateyyF": "specialized Feed.update()",
    "$sSa6appendyyxnFSi_Tg5": "specialized Array.append(_:)",
    "$s4Feed4NodeCyACSicfC": "Node.__allocating_init(_:)",
    "$s5Depot4loadyyF": "Depot.load()",
  ]

  private func function(
    _ symbol: String, _ file: String? = nil, _ line: Int = 0, first: Int = 0,
    inProgram: Bool = true
  ) -> AllocationTrace.Function {
    AllocationTrace.Function(
      symbol: symbol, file: file, line: line, firstLine: first, isInProgram: inProgram)
  }

  private let runtime = AllocationTrace.Function(
    symbol: "swift_allocObject", file: nil, line: 0, firstLine: 0, isInProgram: false)
  private let harness = AllocationTrace.Function(
    symbol: "$s12FramegateKit12MeasuredLoopC7iterateyyF",
    file: "/work/Sources/FramegateKit/Measuring/MeasuredLoop.swift", line: 9, firstLine: 1,
    isInProgram: true)

  private func site(_ functions: [AllocationTrace.Function]) -> AllocationSites.Site? {
    AllocationTrace(functions, sources: "/work").site(names: Self.names, count: 1)
  }

  @Test("The innermost function of the user's code is the site, with what it calls and its callers")
  func innermost() throws {
    let site = try #require(
      self.site([
        runtime, function("$sSa6appendyyxnFSi_Tg5"),
        function("$s4Feed6updateyyF", "/work/Sources/Feed.swift", 12, first: 10),
        function("$sIeg_ytIegr_TR"),
        function("$s4Feed6renderyyF", "/work/Sources/Feed.swift", 30, first: 20), harness,
        function("main", "/work/Sources/main.swift", 1),
      ]))

    #expect(site.place.function == "Feed.update()")
    #expect(site.place.location?.description == "Sources/Feed.swift:12")
    #expect(site.callee == "Array.append(_:)")
    #expect(site.callers.map(\.function) == ["Feed.render()"])
    #expect(site.callers.first?.location?.description == "Sources/Feed.swift:30")
  }

  @Test("What the compiler writes for a class stands for the line that creates it")
  func allocatingInitializer() {
    let found = site([
      runtime, function("$s4Feed4NodeCyACSicfC", "/work/Sources/Feed.swift", 0, first: 3),
      function("$s4Feed6updateyyF", "/work/Sources/Feed.swift", 12, first: 10),
    ])

    #expect(found?.place.location?.line == 12)
    #expect(found?.callee == "Node.__allocating_init(_:)")
  }

  @Test("Code whose line the optimizer lost is named with the first line of its function")
  func lostLine() {
    let found = site([
      runtime, function("$s4Feed6updateyyF", "/work/Sources/Feed.swift", 0, first: 10),
    ])

    #expect(found?.place.location?.line == 10)
    #expect(found?.callee == nil)
  }

  @Test("Dependencies are callees of the user's code, and sites where they alone are there")
  func dependencies() {
    let depot = function("$s5Depot4loadyyF", "/work/.build/checkouts/depot/Depot.swift", 5)

    let called = site([
      runtime, depot, function("$s4Feed6updateyyF", "/work/Sources/Feed.swift", 12),
    ])
    let alone = site([runtime, depot, harness])

    #expect(called?.place.function == "Feed.update()")
    #expect(called?.callee == "Depot.load()")
    #expect(alone?.place.location?.file == ".build/checkouts/depot/Depot.swift")
  }

  @Test("A function that calls itself is one caller")
  func recursion() {
    let found = site(
      [runtime, function("$s4Feed6updateyyF", "/work/F.swift", 12)]
        + Array(repeating: function("$s4Feed6updateyyF", "/work/F.swift", 14), count: 9)
        + [function("$s4Feed6renderyyF", "/work/F.swift", 30)])

    #expect(found?.callers.map { $0.location?.line } == [30])
  }

  @Test("Two callers tell a site from another one, and a function without any line has none")
  func callers() {
    let found = site(
      [runtime, function("$s4Feed6updateyyF", "/work/F.swift")]
        + (1...4).map { function("$s1\($0)", "/work/F.swift", $0) })

    #expect(found?.callers.map { $0.location?.line } == [1, 2])
    #expect(found?.place.location == nil)
  }

  @Test("Without debug information, functions have names and no lines")
  func noDebugInformation() {
    let found = site([
      runtime, function("$sSa6appendyyxnFSi_Tg5"), function("$s4Feed6updateyyF"), harness,
    ])

    #expect(found?.place.function == "Feed.update()")
    #expect(found?.place.location == nil)
  }

  @Test("The callee is what the user's code calls, not an entry or a thunk of the runtime")
  func callees() {
    let own = function("$s4Feed6updateyyF", "/work/Feed.swift", 12)
    func callee(_ inner: AllocationTrace.Function) -> String? { site([inner, own])?.callee }
    #expect(callee(function("swift_allocObject")) == nil)
    #expect(callee(function("$sIegTR")) == nil)
    #expect(callee(function("")) == nil)
    #expect(callee(function("malloc", inProgram: false)) == nil)
    #expect(callee(function("$sSa6appendyyxnFSi_Tg5", inProgram: false)) == "Array.append(_:)")
    #expect(callee(function("table_grow")) == "table_grow")
  }

  @Test("Only what the compiler wrote gives way to its caller, not code whose line is lost")
  func lostLineWithCaller() {
    let found = site([
      runtime, function("$s4Feed6updateyyF", "/work/Feed.swift", 0, first: 10),
      function("$s4Feed6renderyyF", "/work/Feed.swift", 30, first: 20),
    ])
    #expect(found?.place.location?.line == 10)
  }

  @Test("What the harness requests for itself is nobody's, and a stripped program's is unknown")
  func nobody() {
    let own = AllocationTrace([runtime, harness], sources: "/work")
    let stripped = AllocationTrace([runtime, function("")], sources: "/work")

    #expect(own.isOfHarness && own.site(names: [:], count: 1) == nil)
    let malloc = function("malloc", inProgram: false)
    #expect(AllocationTrace([malloc, harness], sources: "/work").isOfHarness)
    #expect(!AllocationTrace([runtime], sources: "/work").isOfHarness)
    #expect(!stripped.isOfHarness && stripped.site(names: [:], count: 1) == nil)
    #expect(AllocationTrace([], sources: "/work").site(names: [:], count: 1) == nil)
  }
}
