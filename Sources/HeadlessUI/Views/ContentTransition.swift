/// Replaces old contents by new contents over a duration.
public struct ContentTransition {
  struct Running {}
}
