package import Foundation

/// What a program starts with besides its descriptors: its signals are as a shell would leave them,
/// whatever this process ignores or blocks.
package final class SpawnAttributes {
  /// For `posix_spawn`.
  #if canImport(Darwin)
    package var system: posix_spawnattr_t?
  #else
    package var system = posix_spawnattr_t()
  #endif

  /// Takes further flags of `posix_spawnattr_setflags`.
  ///
  /// - Throws: `POSIXError`.
  package init(flags: Int32 = 0) throws {
    guard posix_spawnattr_init(&system) == 0 else { throw POSIXError(.ENOMEM) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&system, &none)
    posix_spawnattr_setsigdefault(&system, &all)
    let signals = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&system, Int16(signals | flags))
  }

  deinit { posix_spawnattr_destroy(&system) }
}
