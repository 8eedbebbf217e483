import BenchmarkModel
package import BenchmarkResults
import Foundation

/// Describes the machine, as far as times depend on it.
package enum MachineProbe {
  package static func machine() -> Machine {
    let info = ProcessInfo.processInfo
    let caches = Self.caches()
    return Machine(
      cpuModel: Measured(cpuModel, orUnavailable: "the system does not name its processor"),
      cores: info.activeProcessorCount, memoryBytes: .value(Int64(clamping: info.physicalMemory)),
      os: osName ?? info.operatingSystemVersionString,
      kernel: Measured(kernel, orUnavailable: "uname failed"), architecture: architecture,
      virtualized: Measured(
        isVirtualized, orUnavailable: "the system does not report whether it is a virtual machine"),
      caches: caches.isEmpty ? nil : caches)
  }

  /// The one-minute load average.
  package static var load: Measured<Double> {
    var averages = [0.0]
    let count = getloadavg(&averages, 1)
    return Measured(count == 1 ? averages[0] : nil, orUnavailable: "the system does not report it")
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other"
    #endif
  }

  private static var kernel: String? {
    var name = utsname()
    guard uname(&name) == 0 else { return nil }
    return withUnsafeBytes(of: &name.release, text)
  }

  /// The kernel's name for the architecture: `x86_64`, `aarch64`.
  static var kernelArchitecture: String {
    var name = utsname()
    return uname(&name) == 0 ? withUnsafeBytes(of: &name.machine, text) : architecture
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

#if os(Linux)
  extension MachineProbe {
    private static var cpuModel: String? {
      field("model name", in: "/proc/cpuinfo", separator: ":") ?? armModel
    }

    /// Arm processors give numbers: `implementer 0x41, part 0xd40, variant 0x1`.
    private static var armModel: String? {
      let numbers = ["implementer", "part", "variant", "revision"].compactMap { name in
        field("CPU \(name)", in: "/proc/cpuinfo", separator: ":").map { "\(name) \($0)" }
      }
      return numbers.isEmpty ? nil : numbers.joined(separator: ", ")
    }

    private static var osName: String? {
      field("PRETTY_NAME", in: "/etc/os-release", separator: "=")?
        .trimmingCharacters(in: CharacterSet(charactersIn: "\""))
    }

    /// On x86, the processor's flags tell a guest of a hypervisor what it is.
    private static var isVirtualized: Bool? {
      field("flags", in: "/proc/cpuinfo", separator: ":")
        .map { $0.split(separator: " ").contains("hypervisor") }
    }

    /// The caches of the first core that hold data, the smallest first: the system has a folder for
    /// each.
    static func caches(
      in folder: String = "/sys/devices/system/cpu/cpu0/cache"
    ) -> [Machine.Cache] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.compactMap { name in
        func text(_ file: String) -> String? {
          (try? String(contentsOfFile: "\(folder)/\(name)/\(file)", encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        guard name.hasPrefix("index"), text("type") != "Instruction",
          let level = text("level").flatMap({ Int($0) }), let size = text("size"),
          size.hasSuffix("K"), let kibibytes = Int(size.dropLast()), kibibytes > 0
        else { return nil }
        return Machine.Cache(level: level, bytes: kibibytes * 1_024)
      }.sorted { $0.level < $1.level }
    }

    /// The value on the first line that starts with `name`.
    static func field(_ name: String, in path: String, separator: Character) -> String? {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
      for line in text.split(separator: "\n") where line.hasPrefix(name) {
        guard let index = line.firstIndex(of: separator) else { continue }
        return line[line.index(after: index)...].trimmingCharacters(in: .whitespaces)
      }
      return nil
    }
  }
#else
  extension MachineProbe {
    private static var cpuModel: String? {
      systemValue("machdep.cpu.brand_string") { String(decoding: $0, as: UTF8.self) }
    }

    private static var osName: String? { nil }

    /// The caches of the fast cores, where there are several kinds.
    private static func caches() -> [Machine.Cache] {
      [(1, "l1dcachesize"), (2, "l2cachesize"), (3, "l3cachesize")].compactMap { level, name in
        ["hw.perflevel0.\(name)", "hw.\(name)"].lazy.compactMap { name in
          systemValue(name) { bytes in bytes.reversed().reduce(0) { ($0 << 8) | Int($1) } }
        }.first { $0 > 0 }.map { Machine.Cache(level: level, bytes: $0) }
      }
    }

    private static var isVirtualized: Bool? {
      systemValue("kern.hv_vmm_present") { $0.first.map { $0 != 0 } ?? false }
    }

    /// The bytes stored under a sysctl name, without the zero at their end.
    private static func systemValue<Value>(_ name: String, _ read: ([UInt8]) -> Value) -> Value? {
      var size = 0
      guard sysctlbyname(name, nil, &size, nil, 0) == 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return nil }
      if bytes.count > 1, bytes.last == 0 { bytes.removeLast() }
      return read(bytes)
    }
  }
#endif
