/// What a frame finds in the caches when it starts.
package enum CacheState: String, Hashable, Codable, Sendable {
  /// The data of the frame before it: frames are rendered back to back.
  case warm

  /// No data, as after a wait for vsync. Before every frame, the worker flushes the process's cache
  /// lines, the branch predictor and the TLB, and sleeps.
  case cold
}
