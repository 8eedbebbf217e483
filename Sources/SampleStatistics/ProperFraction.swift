/// Traps unless `value` is above 0 and below 1.
func requireProperFraction(_ value: Double, _ name: StaticString) {
  precondition(value > 0 && value < 1, "A \(name) must be between 0 and 1, got \(value)")
}
