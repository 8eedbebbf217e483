/// Where a worker's memory lies: alike for both workers of a launch, different from launch to launch.
///
/// Where code, stack and heap lie changes times by about a per cent from process to process, as much as
/// what is to be found, and systems place them at random. Two workers that are placed alike differ by
/// what their code does. Stack and small blocks move from launch to launch, so that their place does not
/// decide; programs, libraries and large blocks stay, and what a build's own layout does shows as a
/// change (`calibrate --layouts` measures how much).
package struct AddressLayout: Hashable, Sendable {
  /// What the stack and the heap may be moved by: beyond a page nothing new comes.
  static let shifts = 0..<4_096

  /// The program that starts another without random addresses; nil where there is none.
  let launcher: String?

  /// Bytes by which the stack and the small blocks of the heap are moved: the length of
  /// `Worker.shiftVariable`, which being in the environment moves the stack.
  let shift: Int

  package init(launcher: String?, shift: Int) {
    (self.launcher, self.shift) = (launcher, shift)
  }
}

extension AddressLayout {
  /// The program that starts another without random addresses.
  ///
  /// - Returns: Nil where it is missing, or may not do so: many containers forbid it.
  package static func launcher() async -> String? {
    #if os(Linux)
      for path in ["/usr/bin/setarch", "/bin/setarch"]
      where await CommandOutput.of(path, [launcherOption, "true"]) != nil { return path }
    #endif
    return nil
  }

  static let launcherOption = "--addr-no-randomize"
}
