import ArgumentParser
import FrameTiming

/// Refresh rates from the command line: `60,120`.
struct RateList: Sendable {
  let rates: [RefreshRate]

  init(parsing text: String) throws {
    do {
      rates = try text.split(separator: ",", omittingEmptySubsequences: false)
        .map { try RefreshRate(parsing: $0) }
    } catch {
      throw ValidationError(String(describing: error))
    }
    guard Set(rates).count == rates.count else {
      throw ValidationError("'\(text)' names a rate twice. Name each one once, such as 60,120.")
    }
  }

  init(_ rates: [RefreshRate]) {
    self.rates = rates
  }

  static let standard = RateList([.hz60, .hz120])
}
