/// What a frame finds in the caches when it starts.
package enum CacheState: String, Hashable, Codable, Sendable {
  /// What the frame before it left: frames are rendered back to back.
  case warm

  /// Nothing, as after a wait for vsync: before every frame, all lines of the process are flushed
  /// from the caches, branches are taken that push out those of the frame, translations are
  /// forgotten, and the thread sleeps for a moment.
  case cold
}
