/// How an executable is started as a worker.
package enum WorkerStart {
  /// The first argument, which makes the executable a worker.
  package static let verb = "worker"

  /// The environment variable whose length is the distance by which a worker's memory is shifted.
  package static let shiftVariable = "FRAMEGATE_SHIFT"

  /// The environment variable with the seed of Swift's hashing, in hexadecimal digits.
  package static let hashSeedVariable = "FRAMEGATE_HASH_SEED"
}
