import Foundation
import MotionKernels
import Testing

@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// The cart-fold's transforms compared with a browser's interpolation of the same keyframes.
@Suite("Oracle")
struct OracleTests {
  private struct Sequence: Decodable {
    struct Sample: Decodable {
      /// The sixteen entries, row by row.
      let m: [Double]
    }

    let n: String
    let v: [Sample]
  }

  @Test("Every stage agrees with the browser within 1e-6")
  func cartFold() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Vectors/cart-fold.json")
    let sequences = try JSONDecoder().decode([Sequence].self, from: Data(contentsOf: file))
    #expect(sequences.count == 7)
    for sequence in sequences {
      for (index, sample) in sequence.v.enumerated() {
        let transform = try presenterTransform(sequence.n, at: Double(index) / 4)
        for (actual, expected) in zip(transform.entries, sample.m) {
          expectClose(actual, expected, within: 1e-6)
        }
      }
    }
  }

  /// The presenter's transform at a fraction of one of the seven stages.
  private func presenterTransform(_ name: String, at fraction: Double) throws -> Transform3D64 {
    switch name {
    case "present1", "present2", "dismiss1", "dismiss2": break
    default: return try draggedTransform(name, at: fraction)
    }
    let stage = Gallery.stage(name.hasPrefix("present") ? "cartFold.present" : "cartFold.dismiss")
    stage.sample(0.25 * fraction + (name.hasSuffix("2") ? 0.25 : 0))
    return (name.hasPrefix("present") ? stage.from : stage.to).presentation.transform
  }

  private func draggedTransform(_ name: String, at fraction: Double) throws -> Transform3D64 {
    let drag = try CartFoldDragTests.SheetDrag()
    drag.begin()
    var start = 2.02
    var length = 0.25
    var released = drag.page.presentation.transform
    if name != "dragstart" {
      let way: Double = name == "finish.6" ? 120 : 60
      drag.touch(.moved, y: 120 + way, at: 0.1)
      released = drag.page.presentation.transform
      drag.touch(.ended, y: 120 + way, at: 0.11)
      drag.engine.tick(seconds: 2.12)
      start = name == "finish.6" ? 2.11 : 2.12
      length = name == "finish.6" ? 0.5 : 0.25
    }
    let time = start + length * fraction
    guard time > drag.engine.now else {
      return name == "finish.6" ? released : drag.page.presentation.transform
    }
    drag.engine.advance(to: Int64((time * 1e9).rounded()))
    return drag.page.presentation.transform
  }
}
