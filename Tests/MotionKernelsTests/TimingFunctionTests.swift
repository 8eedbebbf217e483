import MotionKernels
import SampleStatistics
import Testing

@Suite("Timing functions")
struct TimingFunctionTests {
  static let named: [(String, TimingFunction)] = [
    ("linear", .linear), ("ease", .default), ("ease-in", .easeIn), ("ease-out", .easeOut),
    ("ease-in-out", .easeInOut), ("cb(0,0,1,1)", .cubicBezier(0, 0, 1, 1)),
    ("cb(0.25,0.1,0.25,1)", .cubicBezier(0.25, 0.1, 0.25, 1)),
    ("cb(0.42,0,1,1)", .cubicBezier(0.42, 0, 1, 1)),
    ("cb(0,0,0.58,1)", .cubicBezier(0, 0, 0.58, 1)),
    ("cb(0.42,0,0.58,1)", .cubicBezier(0.42, 0, 0.58, 1)),
  ]

  static let stepped: [(String, TimingFunction)] = [
    ("steps(1,start)", .steps(1, .jumpStart)), ("steps(4,start)", .steps(4, .jumpStart)),
    ("steps(4,end)", .steps(4)), ("steps(4,jump-none)", .steps(4, .jumpNone)),
    ("steps(4,jump-both)", .steps(4, .jumpBoth)), ("step-start", .steps(1, .jumpStart)),
    ("step-end", .steps(1)),
    ("linear(0,0.25,1)", .piecewiseLinear([LinearStop(0), LinearStop(0.25), LinearStop(1)])),
    (
      "linear(0,1.2 30%,0.9 60%,1)",
      .piecewiseLinear([
        LinearStop(0), LinearStop(1.2, at: 0.3), LinearStop(0.9, at: 0.6), LinearStop(1),
      ])
    ),
    (
      "linear(0 0% 20%,1)",
      .piecewiseLinear([LinearStop(0, at: 0), LinearStop(0, at: 0.2), LinearStop(1)])
    ),
  ]

  @Test("Curves equal the browsers'", arguments: ["easing.json", "webkit-easing.json"])
  func curvesEqualBrowsers(file: String) throws {
    let reference = try vectors(file, as: CurveVectors.self)
    #expect(reference.curves.count == Self.named.count)
    for (name, function) in Self.named {
      let expected = try #require(reference.curves[name])
      for (fraction, value) in zip(reference.progress, expected) {
        #expect(abs(function.progress(at: fraction) - value) <= 3e-7, "\(name) at \(fraction)")
      }
    }
  }

  @Test(
    "Steps and stops equal the browsers' exactly",
    arguments: ["linear-steps.json", "webkit-linear-steps.json"])
  func stepsEqualBrowsers(file: String) throws {
    let reference = try vectors(file, as: CurveVectors.self)
    #expect(reference.curves.count == Self.stepped.count)
    for (name, function) in Self.stepped {
      let expected = try #require(reference.curves[name])
      for (fraction, value) in zip(reference.progress, expected) {
        #expect(function.progress(at: fraction) == value, "\(name) at \(fraction)")
      }
    }
  }

  @Test("The system curves have their published values", arguments: StandardCurveRow.table)
  func standardCurves(row: StandardCurveRow) {
    #expect(abs(TimingFunction.easeInOut.progress(at: row.x) - row.easeInOut) <= 5.1e-13)
    #expect(abs(TimingFunction.easeIn.progress(at: row.x) - row.easeIn) <= 5.1e-13)
    #expect(abs(TimingFunction.easeOut.progress(at: row.x) - row.easeOut) <= 5.1e-13)
    #expect(abs(TimingFunction.default.progress(at: row.x) - row.ease) <= 5.1e-13)
  }

  @Test("Ends are exact", arguments: named.map(\.1))
  func endsAreExact(function: TimingFunction) {
    #expect(function.progress(at: 0) == 0)
    #expect(function.progress(at: 1) == 1)
    #expect(function.progress(at: .nan).isNaN)
  }

  @Test("Named curves clamp their input")
  func namedCurvesClamp() {
    for function in [TimingFunction.linear, .easeIn, .easeOut, .easeInOut, .default] {
      #expect(function.progress(at: -0.5) == 0)
      #expect(function.progress(at: .infinity) == 1)
    }
  }

  @Test("easeOut and easeInOut mirror", arguments: 0..<100)
  func mirrors(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let x = Double.random(in: 0...1, using: &generator)
    let easeOut = TimingFunction.easeOut.progress(at: x)
    #expect(abs(easeOut - (1 - TimingFunction.easeIn.progress(at: 1 - x))) < 1e-12)
    let easeInOut = TimingFunction.easeInOut.progress(at: x)
    #expect(abs(easeInOut - (1 - TimingFunction.easeInOut.progress(at: 1 - x))) < 1e-12)
  }

  @Test("Any curve is solved: y at the x of a parameter", arguments: 0..<400)
  func anyCurveIsSolved(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let corners: [Double] = [0, 1, 0.5, 1e-9, 1 - 1e-9]
    let (x1, x2): (Double, Double) =
      seed % 4 == 0
      ? (corners[Int(seed / 4) % 5], corners[Int(seed / 20) % 5])
      : (.random(in: 0...1, using: &generator), .random(in: 0...1, using: &generator))
    let y1 = Double.random(in: -2...3, using: &generator)
    let y2 = Double.random(in: -2...3, using: &generator)
    let function = TimingFunction.cubicBezier(x1, y1, x2, y2)
    for _ in 0..<50 {
      // Skips slopes below a millionth: next to a vertical tangent many s have the same x.
      let s = Double.random(in: 0...1, using: &generator)
      let slope = 3 * (1 - s) * (1 - s) * x1 + 6 * s * (1 - s) * (x2 - x1) + 3 * s * s * (1 - x2)
      guard slope > 1e-6 else { continue }
      let x = 3 * (1 - s) * (1 - s) * s * x1 + 3 * (1 - s) * s * s * x2 + s * s * s
      let y = 3 * (1 - s) * (1 - s) * s * y1 + 3 * (1 - s) * s * s * y2 + s * s * s
      #expect(abs(function.progress(at: x) - y) <= 1e-7, "(\(x1), \(y1), \(x2), \(y2)) at \(x)")
    }
  }

  @Test("A vertical tangent inside the curve is solved to rounding", arguments: 0..<52)
  func verticalTangent(exponent: Int) {
    // x(s) = 0.5 + 4·(s − 0.5)³ and y(s) = 3s² − 2s³, both in closed form about s = 0.5.
    let function = TimingFunction.cubicBezier(1, 0, 0, 1)
    let offset = 0.5 * Double(sign: .plus, exponent: -exponent, significand: 1)
    for x in [0.5 + offset, 0.5 - offset] {
      let u = cubeRoot((x - 0.5) / 4)
      let expected = 0.5 + 1.5 * u - 2 * u * u * u
      #expect(abs(function.progress(at: x) - expected) <= 1e-12, "at \(x)")
    }
  }

  @Test("Free curves continue along their tangents")
  func extrapolation() {
    let function = TimingFunction.cubicBezier(0.25, 0.5, 0.75, 0.9)
    #expect(function.progress(at: -1) == -2)
    #expect(abs(function.progress(at: 2) - 1.4) < 1e-12)
    #expect(TimingFunction.cubicBezier(0, 0, 0.5, 1).progress(at: -1) == -2)
    #expect(TimingFunction.cubicBezier(0, 1, 1, 0).progress(at: -1) == 0)
    let stops = TimingFunction.piecewiseLinear([LinearStop(0), LinearStop(0.5), LinearStop(2)])
    #expect(stops.progress(at: -0.5) == -0.5)
    #expect(stops.progress(at: 1.5) == 3.5)
    #expect(TimingFunction.steps(4).progress(at: -3) == 0)
    #expect(TimingFunction.steps(4).progress(at: 3) == 1)
  }

  private func cubeRoot(_ value: Double) -> Double {
    var root = value < 0 ? -1.0 : 1.0
    guard value != 0 else { return 0 }
    for _ in 0..<200 { root -= (root - value / (root * root)) / 3 }
    return root
  }
}
