import CMeasure
import WorkerProtocol

extension Worker {
  /// The compiler that built this worker: the version of Swift, and that of the toolchain's C
  /// compiler, because only the latter tells patch releases apart.
  static let compiler: String = {
    #if compiler(>=6.5)
      let swift = "6.5 or later"
    #elseif compiler(>=6.4)
      let swift = "6.4"
    #elseif compiler(>=6.3)
      let swift = "6.3"
    #else
      let swift = "6.2"
    #endif
    return "Swift \(swift), \(shortened(String(cString: framegate_compiler())))"
  }()

  /// How this worker was compiled.
  static var build: WorkerHello.Build {
    #if DEBUG
      .debug
    #else
      .release
    #endif
  }

  /// The name of a compiler without the URL of its sources: `clang 21.0.0 (11673e6660b2)`.
  private static func shortened(_ compiler: String) -> String {
    guard let open = compiler.firstIndex(of: "("), compiler.hasSuffix(")") else { return compiler }
    let revision = compiler[open...].dropFirst().dropLast().split(separator: " ").last ?? ""
    return "\(compiler[..<open])(\(revision.prefix(12)))"
  }
}
