import Foundation
import FramegateKit

/// Work that depends on what differs between two processes of one build, apart from the seed of
/// hashing: addresses, the environment, the working folder, descriptors, the locale, the size of
/// pages.
enum ProcessBenchmarks {
  static func register(in registry: inout BenchmarkRegistry) {
    registerReports(in: &registry)

    // The addresses of objects decide where a dictionary keeps them and how much a sort has to
    // move.
    registry.benchmark(
      "process.addressOrder", operations: 500,
      work: .init(setup: { objects(500) }) {
        objects in
        var places: [ObjectIdentifier: Int] = [:]
        for (place, object) in objects.enumerated() { places[ObjectIdentifier(object)] = place }
        let sorted = objects.sorted { ObjectIdentifier($0) < ObjectIdentifier($1) }
        blackHole(sorted.reduce(0) { $0 &* 31 &+ (places[ObjectIdentifier($1)] ?? 0) })
      })
    // Reads every byte of the environment.
    registry.benchmark("process.environment") { blackHole(environmentBytes) }
    // Asks for the working folder, and reads every byte of its path.
    registry.benchmark("process.workingFolder") { blackHole(workingFolderBytes) }
    // Formats a number and a date as the user's settings say.
    registry.benchmark(
      "process.locale",
      work: .init(setup: { Date(timeIntervalSince1970: 1e9) }) { date in
        blackHole(1_234_567.89.formatted(.number))
        blackHole(date.formatted(date: .complete, time: .complete))
      })
    // Looks at every descriptor below the next free one.
    registry.benchmark("process.descriptors") { blackHole(openDescriptors) }
    // Touches 64 MB of new memory, which the system provides in pages of 4 KB or of 2 MB.
    registry.benchmark("process.hugePages") { touchNewMemory(megabytes: 64) }
  }

  /// Benchmarks that say what they see instead of being measured.
  private static func registerReports(in registry: inout BenchmarkRegistry) {
    let reports: [(name: String, seen: @Sendable () -> Int)] = [
      ("sees.environmentBytes", { environmentBytes }),
      ("sees.workingFolderBytes", { workingFolderBytes }),
      ("sees.nextDescriptor", { Int(nextDescriptor) }),
      ("sees.openDescriptors", { openDescriptors }),
    ]
    for (name, seen) in reports {
      registry.benchmark(
        name, work: .init(setup: { throw Unavailable("\(seen())") }, body: { (_: inout Int) in }))
    }
  }

  private final class Object {}

  /// Objects with others between them, so that their addresses are not all ascending.
  private static func objects(_ count: Int) -> [Object] {
    var objects: [Object] = []
    var others: [[UInt8]] = []
    for index in 0..<count {
      others.append([UInt8](repeating: 0, count: 16 + index * 7 % 400))
      objects.append(Object())
      if index % 3 == 2 { others.removeFirst() }
    }
    return objects
  }

  /// The bytes of all variables, with the zero at the end of each.
  private static var environmentBytes: Int {
    var bytes = 0
    var variable = environ
    while let text = variable.pointee {
      bytes += strlen(text) + 1
      variable += 1
    }
    return bytes
  }

  private static var workingFolderBytes: Int {
    guard let path = getcwd(nil, 0) else { return 0 }
    defer { free(path) }
    return strlen(path)
  }

  /// The number that the next file would get.
  private static var nextDescriptor: Int32 {
    let descriptor = open("/dev/null", O_RDONLY)
    if descriptor >= 0 { close(descriptor) }
    return descriptor
  }

  private static var openDescriptors: Int {
    var count = 0
    for descriptor in 0..<nextDescriptor where fcntl(descriptor, F_GETFD) >= 0 { count += 1 }
    return count
  }

  private static func touchNewMemory(megabytes: Int) {
    let size = megabytes << 20
    guard
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { return }
    for offset in stride(from: 0, to: size, by: 4_096) {
      memory.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self)
    }
    blackHole(memory)
    munmap(memory, size)
  }

  #if canImport(Darwin)
    private static var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
      _NSGetEnviron().pointee
    }
  #else
    private static var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { Glibc.environ }
  #endif
}
