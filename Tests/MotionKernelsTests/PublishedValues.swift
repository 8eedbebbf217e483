import Foundation

/// A row of the published values of the system's curves, exact to half of the last digit.
struct StandardCurveRow: Sendable {
  let x, easeInOut, easeIn, easeOut, ease: Double

  // swift-format-ignore
  static let table: [StandardCurveRow] = [
    .init(x: 0, easeInOut: 0.000000000000, easeIn: 0.000000000000, easeOut: 0.000000000000, ease: 0.000000000000),
    .init(x: 0.05, easeInOut: 0.004829749668, easeIn: 0.004474615296, easeOut: 0.082242204042, ease: 0.032951541306),
    .init(x: 0.1, easeInOut: 0.019722453548, easeIn: 0.017026609652, easeOut: 0.160572154238, ease: 0.094796305716),
    .init(x: 0.15, easeInOut: 0.045210307297, easeIn: 0.036577463500, easeOut: 0.235869402735, ease: 0.185456537160),
    .init(x: 0.2, easeInOut: 0.081659856266, easeIn: 0.062282000137, easeOut: 0.308366066681, ease: 0.295244334268),
    .init(x: 0.25, easeInOut: 0.129161931047, easeIn: 0.093464650719, easeOut: 0.378138130825, ease: 0.408510591355),
    .init(x: 0.3, easeInOut: 0.187395906705, easeIn: 0.129576760845, easeOut: 0.445185967471, ease: 0.513315160973),
    .init(x: 0.35, easeInOut: 0.255485613547, easeIn: 0.170167092347, easeOut: 0.509461670870, ease: 0.604794677193),
    .init(x: 0.4, easeInOut: 0.331883870098, easeIn: 0.214860938753, easeOut: 0.570880230704, ease: 0.682540505978),
    .init(x: 0.45, easeInOut: 0.414339708984, easeIn: 0.263345075374, easeOut: 0.629323935827, ease: 0.747853437168),
    .init(x: 0.5, easeInOut: 0.500000000000, easeIn: 0.315356812573, easeOut: 0.684643187427, ease: 0.802403387585),
    .init(x: 0.55, easeInOut: 0.585660291016, easeIn: 0.370676064173, easeOut: 0.736654924626, ease: 0.847751888952),
    .init(x: 0.6, easeInOut: 0.668116129902, easeIn: 0.429119769296, easeOut: 0.785139061247, ease: 0.885229309876),
    .init(x: 0.65, easeInOut: 0.744514386453, easeIn: 0.490538329130, easeOut: 0.829832907653, ease: 0.915933848786),
    .init(x: 0.7, easeInOut: 0.812604093295, easeIn: 0.554814032529, easeOut: 0.870423239155, ease: 0.940764614298),
    .init(x: 0.75, easeInOut: 0.870838068953, easeIn: 0.621861869175, easeOut: 0.906535349281, ease: 0.960458978349),
    .init(x: 0.8, easeInOut: 0.918340143734, easeIn: 0.691633933319, easeOut: 0.937717999863, ease: 0.975625355624),
    .init(x: 0.85, easeInOut: 0.954789692703, easeIn: 0.764130597265, easeOut: 0.963422536500, ease: 0.986769730346),
    .init(x: 0.9, easeInOut: 0.980277546452, easeIn: 0.839427845762, easeOut: 0.982973390348, ease: 0.994316477485),
    .init(x: 0.95, easeInOut: 0.995170250332, easeIn: 0.917757795958, easeOut: 0.995525384704, ease: 0.998624541450),
    .init(x: 1, easeInOut: 1.000000000000, easeIn: 1.000000000000, easeOut: 1.000000000000, ease: 1.000000000000),
  ]
}

/// A row of the published springs of unit mass that a duration and a damping ratio give.
struct SettlingSpringRow: Sendable {
  let duration, dampingRatio, velocity, frequency, stiffness, damping: Double
  /// Progress at 0, ¼, ½, ¾ and the whole of the duration.
  let progress: [Double]

  // swift-format-ignore
  static let table: [SettlingSpringRow] = [
    .init(
      duration: 0.7, dampingRatio: 1, velocity: 0, frequency: 13.1905906806,
      stiffness: 173.99168250, damping: 26.38118136,
      progress: [0.000000000, 0.671067519, 0.944477184, 0.992210902, 0.999000000]),
    .init(
      duration: 0.5, dampingRatio: 1, velocity: 0, frequency: 18.4668269529,
      stiffness: 341.02369771, damping: 36.93365391,
      progress: [0.000000000, 0.671067519, 0.944477184, 0.992210902, 0.999000000]),
    .init(
      duration: 0.5, dampingRatio: 0.8, velocity: 0, frequency: 17.9885933786,
      stiffness: 323.58949174, damping: 28.78174941,
      progress: [0.000000000, 0.748366998, 1.009076806, 1.007551700, 1.000300898]),
    .init(
      duration: 0.5, dampingRatio: 0.5, velocity: 0, frequency: 25.4337965386,
      stiffness: 646.87800637, damping: 25.43379654,
      progress: [0.000000000, 1.144222577, 0.987154536, 0.998848644, 1.000969393]),
    .init(
      duration: 3, dampingRatio: 0.25, velocity: 0, frequency: 7.4049735712,
      stiffness: 54.83363359, damping: 3.70248679,
      progress: [0.000000000, 0.896754513, 1.030447571, 1.015799065, 1.002969135]),
    .init(
      duration: 0.48, dampingRatio: 1, velocity: 0, frequency: 19.2362780759,
      stiffness: 370.03439421, damping: 38.47255615,
      progress: [0.000000000, 0.671067519, 0.944477184, 0.992210902, 0.999000000]),
    .init(
      duration: 0.25, dampingRatio: 1, velocity: 0, frequency: 36.9336539058,
      stiffness: 1364.09479083, damping: 73.86730781,
      progress: [0.000000000, 0.671067519, 0.944477184, 0.992210902, 0.999000000]),
    .init(
      duration: 1, dampingRatio: 0.99, velocity: 0, frequency: 8.9456795119,
      stiffness: 80.02518193, damping: 17.71244543,
      progress: [0.000000000, 0.658228213, 0.940941198, 0.991811525, 0.999004004]),
    .init(
      duration: 0.5, dampingRatio: 0.5, velocity: 1, frequency: 25.1016787858,
      stiffness: 630.09427786, damping: 25.10167879,
      progress: [0.000000000, 1.144261120, 0.988615263, 0.998063720, 1.001228976]),
    .init(
      duration: 0.5, dampingRatio: 0.5, velocity: -2, frequency: 26.0060753184,
      stiffness: 676.31595347, damping: 26.00607532,
      progress: [0.000000000, 1.144410602, 0.984894788, 1.000037501, 1.000571264]),
    .init(
      duration: 0.7, dampingRatio: 1, velocity: 2, frequency: 12.9533060661,
      stiffness: 167.78813804, damping: 25.90661213,
      progress: [0.000000000, 0.697698872, 0.948080133, 0.992485128, 0.999000000]),
    .init(
      duration: 0.5, dampingRatio: 0.8, velocity: 5, frequency: 16.8279165728,
      stiffness: 283.17877618, damping: 26.92466652,
      progress: [0.000000000, 0.795127494, 1.011404868, 1.008364671, 1.000550707]),
  ]
}

/// Reads a file of reference numbers from the `Vectors` folder next to the tests.
func vectors<Content: Decodable>(
  _ name: String, as _: Content.Type = Content.self, filePath: String = #filePath
) throws -> Content {
  let file = URL(filePath: filePath).deletingLastPathComponent().appending(path: "Vectors/\(name)")
  return try JSONDecoder().decode(Content.self, from: Data(contentsOf: file))
}

/// Progress of named curves at shared fractions.
struct CurveVectors: Decodable {
  let progress: [Double]
  let curves: [String: [Double]]
}

/// Progress of one spring at times of its own.
struct SpringVector: Decodable {
  let m, k, c, v: Double
  let t: [Double]
  let x: [Double]?
  let samples: [Double]?
}
