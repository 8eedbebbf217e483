package import BenchmarkModel
package import FrameTiming

/// What the views of a scenario look like in every frame that was measured at one rate.
package struct Film: Sendable {
  /// A view in one frame: a rectangle and where it is drawn.
  struct View: Sendable {
    let name: String

    /// In points.
    let width, height: Double

    /// Sixteen entries, row by row, for row vectors; the same order as CSS's `matrix3d`.
    let matrix: [Double]
    let opacity: Double

    /// The radii of the corners in points, clockwise from the top left; empty if none is round.
    let radii: [Double]
  }

  package let place: Place

  /// The size of the imitated screen, in points.
  let width, height: Double

  /// The views of each frame, back to front.
  let frames: [[View]]

  /// Creates a film.
  ///
  /// - Parameters:
  ///   - place: What was filmed.
  ///   - width: That of the screen, in points.
  ///   - height: That of the screen.
  ///   - states: The views of each frame, back to front.
  package init(_ place: Place, width: Double, height: Double, states: [[ViewState]]) {
    self.place = place
    self.width = width
    self.height = height
    frames = states.map { $0.compactMap(View.init) }
  }
}

/// What was filmed for a page.
package struct PageFilms: Sendable {
  /// The candidate's scenarios, each at some rates.
  package var films: [Film] = []

  /// The same of the baseline, where its views were asked for, too; a scenario without one is shown
  /// with the candidate's views at the baseline's times.
  package var baselineFilms: [Film] = []

  /// Why there is no film of other scenarios, by their names.
  package var reasons: [String: String] = [:]

  package init() {}
}

extension Place {
  /// Creates a place.
  package init(_ name: String, at rate: RefreshRate) {
    self.init(name: name, rate: rate)
  }
}

extension Film.View {
  /// Nil for a state that a worker has damaged, and for a view that nobody sees.
  fileprivate init?(_ state: ViewState) {
    name = state.name
    radii = state.look.map(Self.radii) ?? []
    if let outline = state.outline {
      guard outline.size.count == 2, outline.toWindow.count == 16 else { return nil }
      width = outline.size[0]
      height = outline.size[1]
      matrix = outline.toWindow
      opacity = outline.opacity
    } else {
      // Only the frame is known, in the coordinates of whatever is around the view.
      guard state.frame.count == 4 else { return nil }
      width = state.frame[2]
      height = state.frame[3]
      matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, state.frame[0], state.frame[1], 0, 1]
      opacity = state.alpha
    }
    guard ([width, height, opacity] + matrix + radii).allSatisfy(\.isFinite) else { return nil }
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

  /// The corners in the window, clockwise from the top left; nil when one is not in front of the
  /// eye.
  var corners: [(x: Double, y: Double)]? {
    var corners: [(x: Double, y: Double)] = []
    for (x, y) in [(0, 0), (width, 0), (width, height), (0, height)] {
      let w = x * matrix[3] + y * matrix[7] + matrix[15]
      guard w > 1e-6 else { return nil }
      corners.append(
        (
          (x * matrix[0] + y * matrix[4] + matrix[12]) / w,
          (x * matrix[1] + y * matrix[5] + matrix[13]) / w
        ))
    }
    return corners
  }
}
