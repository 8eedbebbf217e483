/// What a frame finds in the caches when it starts.
package enum CacheState: String, Hashable, Codable, Sendable {
  /// The data of the frame before it: frames are rendered back to back.
  case warm

  /// No data, as after a wait for vsync. What the worker does before every frame is in its
  /// greeting, as `WorkerHello.Cooling`.
  case cold
}
