package import FrameModel
import FrameTiming

/// What the views of a scenario look like in every frame that was measured at one rate.
package struct Film: Sendable {
  /// A view in one frame: a rectangle and where it is drawn.
  struct View: Sendable {
    let name: String

    /// Its transform has the order of CSS's `matrix3d`.
    let outline: ViewState.Outline

    /// The radii of the corners in points, clockwise from the top left; empty if none is round.
    let radii: [Double]
  }

  package let place: Place

  /// The size of the imitated screen, in points.
  let width, height: Double

  /// The views of each frame, back to front.
  let frames: [[View]]

  package init(_ place: Place, width: Double, height: Double, states: [[ViewState]]) {
    self.place = place
    self.width = width
    self.height = height
    frames = states.map { $0.compactMap(View.init) }
  }
}

package struct PageFilms: Sendable {
  /// The candidate's scenarios, each at some rates.
  package var candidate: [Place: Film] = [:]

  /// The films of the baseline, if its views were asked for.
  ///
  /// For a scenario without one, the candidate's views are shown at the baseline's times.
  package var baseline: [Place: Film] = [:]

  /// Why there is no film of other scenarios, by their names.
  package var reasons: [String: String] = [:]

  package init() {}
}

extension Film.View {
  /// Nil for a state that a worker has damaged, and for an invisible view.
  fileprivate init?(_ state: ViewState) {
    name = state.name
    radii = state.look.map(Self.radii) ?? []
    if let outline = state.outline {
      guard outline.size.count == 2, outline.toWindow.count == 16 else { return nil }
      self.outline = outline
    } else {
      // Only the frame is known, in the coordinates of whatever is around the view.
      guard state.frame.count == 4 else { return nil }
      outline = ViewState.Outline(
        size: [state.frame[2], state.frame[3]],
        toWindow: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, state.frame[0], state.frame[1], 0, 1],
        opacity: state.alpha)
    }
    let numbers = outline.size + [outline.opacity] + outline.toWindow + radii
    guard numbers.allSatisfy(\.isFinite) else { return nil }
  }

  private static func radii(_ look: ViewState.Look) -> [Double] {
    guard look.cornerRadius > 0 else { return [] }
    return ["topLeft", "topRight", "bottomRight", "bottomLeft"].map {
      look.corners.contains($0) ? look.cornerRadius : 0
    }
  }

  /// The name of its color: the pages of a transition are filled, all other views are faint,
  /// because most of them have no background.
  var style: String {
    switch name {
    case "from", "to": name
    default: "other"
    }
  }
}
