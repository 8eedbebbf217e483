import Foundation

/// Reads a file of reference numbers from the folder beside the tests.
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

/// Progress of one spring at its own times.
struct SpringVector: Decodable {
  let m, k, c, v: Double
  let t: [Double]
  let x: [Double]?
  let samples: [Double]?
}
