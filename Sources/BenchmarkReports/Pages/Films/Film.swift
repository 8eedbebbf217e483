package import FrameModel
import FrameTiming

/// What the views of a scenario look like in every frame that was measured at one rate.
package struct Film: Sendable {
  /// A view in one frame: a rectangle and its place in the window.
  struct View: Sendable {
    let name: String

    /// The rectangle; its transform has the element order of CSS's `matrix3d`.
    let outline: ViewState.Outline

    /// The radii of the corners in points, clockwise from the top left; empty if none is round.
    let radii: [Double]
  }

  package let place: Place

  /// The size of the imitated screen, in points.
  let width, height: Double

  /// The views of each frame, back to front, without those that are not on the screen in it.
  let frames: [[View]]

  package init(_ place: Place, width: Double, height: Double, states: [[ViewState]]) {
    self.place = place
    self.width = width
    self.height = height
    frames = states.map { $0.filter { $0.look?.isAbsent != true }.map(View.init) }
  }
}

extension Film {
  /// The meaning of its colors, to end a sentence: `: blue is 'from', the page that leaves`; empty
  /// without pages.
  var colorWords: String {
    let names = Set(frames.joined().map(\.name))
    let words = [
      ("from", "blue is 'from', the page that leaves"),
      ("to", "orange is 'to', the one that comes"),
    ].filter { names.contains($0.0) }.map(\.1)
    return words.isEmpty ? "" : ": \(words.joined(separator: ", "))"
  }
}

package struct PageFilms: Sendable {
  /// The films of the candidate's scenarios, each at some rates.
  package var candidate: [Place: Film] = [:]

  /// The films of the baseline, if its views were asked for.
  ///
  /// A scenario without a film here shows the candidate's views at the baseline's times, and the
  /// page says so.
  package var baseline: [Place: Film] = [:]

  /// Why other scenarios have no film, by name.
  package var reasons: [String: String] = [:]

  /// Why the baseline of a scenario has no film, by name; empty if its views were not asked for.
  package var baselineReasons: [String: String] = [:]

  package init() {}
}

extension Film.View {
  /// Creates a view from a checked answer: lists have the right lengths, and numbers are finite.
  fileprivate init(_ state: ViewState) {
    name = state.name
    radii = state.look.map(Self.radii) ?? []
    // Without an outline, only the frame in the coordinates of the superview is known.
    outline =
      state.outline
      ?? ViewState.Outline(
        size: [state.frame[2], state.frame[3]],
        toWindow: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, state.frame[0], state.frame[1], 0, 1],
        opacity: state.alpha)
  }

  private static func radii(_ look: ViewState.Look) -> [Double] {
    guard look.cornerRadius > 0 else { return [] }
    return ["topLeft", "topRight", "bottomRight", "bottomLeft"].map {
      look.corners.contains($0) ? look.cornerRadius : 0
    }
  }

  /// The name of its style: the pages of a transition are filled; all other views are faint,
  /// because most of them have no background.
  var style: String {
    switch name {
    case "from", "to": name
    default: "other"
    }
  }
}
