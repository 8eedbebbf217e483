import BenchmarkModel
import WorkerClient
import Foundation

/// Valgrind's callgrind, which counts the instructions of a worker's counted regions.
package struct Callgrind: Sendable {
  /// The message where it is not installed.
  package static var absence: String {
    #if os(macOS)
      "valgrind does not run on this system. Count instructions on Linux."
    #else
      """
      valgrind is not installed. Install it (Debian and Ubuntu: apt-get install valgrind; Fedora and \
      Amazon Linux: dnf install valgrind), or name the program in FRAMEGATE_VALGRIND.
      """
    #endif
  }

  /// The C function whose calls are counted; the harness defines it.
  package static let region = "framegate_counted_region"

  /// The program's path.
  package let path: String

  /// The valgrind named in FRAMEGATE_VALGRIND, else the one on the search path, or nil without one.
  package init?() {
    guard let named = ProcessInfo.processInfo.environment["FRAMEGATE_VALGRIND"] else {
      guard let found = SearchPath.programs(named: "valgrind").first else { return nil }
      path = found
      return
    }
    guard FileManager.default.isExecutableFile(atPath: named) else { return nil }
    path = named
  }

  /// How to run a worker so that each of its processes writes one profile part per counted region.
  func wrapper(_ files: CountingFiles) -> WorkerLaunch.Wrapper {
    WorkerLaunch.Wrapper(
      executable: path,
      arguments: [
        "--tool=callgrind", "--quiet", "--vgdb=no", "--log-file=\(files.log.path)",
        "--callgrind-out-file=\(files.profile().path)", "--combine-dumps=yes", "--dump-line=no",
        "--collect-atstart=no", "--toggle-collect=\(Self.region)", "--dump-after=\(Self.region)",
      ],
      variables: [
        // Symbols that are bound on first use would be counted.
        "LD_BIND_NOW": "1"
      ])
  }
}
