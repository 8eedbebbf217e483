package import FrameTiming

/// A scenario at one rate.
package struct Place: Hashable, Sendable {
  package let name: String
  package let rate: RefreshRate
}

extension Place {
  package init(_ name: String, at rate: RefreshRate) { self.init(name: name, rate: rate) }
}
