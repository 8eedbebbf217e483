/// The point between 0 and `high` from which a condition holds, found by bisection in `steps`
/// steps.
func bisect(upTo high: Double, steps: Int, isAbove: (Double) -> Bool) -> Double {
  var (low, high) = (0.0, high)
  for _ in 0..<steps {
    let middle = (low + high) / 2
    (low, high) = isAbove(middle) ? (low, middle) : (middle, high)
  }
  return (low + high) / 2
}
