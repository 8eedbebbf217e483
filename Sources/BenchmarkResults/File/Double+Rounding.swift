import Foundation

extension Double {
  /// The nearest number with so many significant digits, which JSON then writes in so many.
  func rounded(toSignificantDigits digits: Int) -> Double {
    guard isFinite, self != 0 else { return self }
    let places = digits - 1 - Int(log10(magnitude).rounded(.down))
    // Dividing by an exact power of ten gives the double nearest to the decimal number. Powers
    // above 10^22 are not exact, and numbers that small are of no interest here.
    guard abs(places) <= 22 else { return self }
    let power = pow(10, Double(abs(places)))
    return places >= 0 ? (self * power).rounded() / power : (self / power).rounded() * power
  }
}
