/// What a frame finds in the caches when it starts.
package enum CacheState: String, Hashable, Codable, Sendable {
  /// The data of the previous frame: frames are rendered back to back.
  case warm

  /// No data, as after a wait for vsync. The worker's greeting says how it evicts the data before
  /// every frame (`WorkerHello.Cooling`).
  case cold
}
