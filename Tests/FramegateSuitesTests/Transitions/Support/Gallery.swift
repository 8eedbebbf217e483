import Testing

@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// The gallery's entries, so that laws can be tested over all of them.
enum Gallery {
  static let all = GalleryTransition.catalog

  /// Entries that a touch script drives.
  static let withTouches = all.filter { $0.isDriven }

  /// Entries that move the same way whichever ticks run.
  static let withoutTouches = all.filter { !$0.isDriven }

  /// A stage of the entry called `name`.
  static func stage(
    _ name: String, _ parameters: StageParameters = StageParameters()
  ) -> TransitionStage {
    guard let entry = all.first(where: { $0.name == name }) else {
      preconditionFailure("The gallery has no entry '\(name)'")
    }
    return entry.makeStage(parameters)
  }
}

extension GalleryTransition: CustomTestStringConvertible {
  public var testDescription: String { name }
}

extension TransitionStage {
  /// Ticks once, at `seconds`, but does not take the transition down.
  func sample(_ seconds: Double) {
    if seconds > 0 { engine.advance(to: Int64((seconds * 1e9).rounded())) }
  }

  /// Ticks every vsync up to and including `seconds`.
  func play(until seconds: Double, rate: Int64 = 60) {
    engine.run(until: seconds, rate: rate)
  }

  /// Whether no transition is in progress and nothing was reported.
  var isSettled: Bool { !engine.hasTransitions && engine.diagnostics.isEmpty }
}
