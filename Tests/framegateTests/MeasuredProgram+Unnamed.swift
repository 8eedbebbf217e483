import BenchmarkRunner
import Foundation

@testable import framegate

extension MeasuredProgram {
  /// The program of commands that name none, in a folder without results.
  static let unnamed = MeasuredProgram(.onlyProduct, in: URL(filePath: "/nowhere/at/all"))
}
