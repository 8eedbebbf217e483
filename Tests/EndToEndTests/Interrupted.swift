import Foundation

/// A command line that a test interrupts.
enum Interrupted {
  /// Whether the system tells about other processes as the scripts need it.
  static let isPossible = FileManager.default.fileExists(atPath: "/proc/self/status")

  /// Holds once a benchmark called `$saved` is in a result file.
  static let isSaved = "grep -qs $saved results/runs/*.json"

  /// Chooses what marks the processes of one script.
  static let mark = "mark=$$-$RANDOM-$(date +%N)"

  /// Fails, and says what is left, unless every process that was marked has ended.
  static let expectNothingLeft = """
    for attempt in {1..100}; do
      # Its code says nothing: others end while it reads them.
      left=$(grep -lszx MARK=$mark /proc/[0-9]*/environ) || true
      [ -n "$left" ] || break
      sleep 0.1
    done
    [ -z "$left" ] || { echo "still there: $left" >&2; exit 99; }
    """

  /// A bash script that runs the tool, waits for a condition and sends signals.
  ///
  /// - Parameters:
  ///   - command: The verb and its options.
  ///   - signals: What to send, one after the other.
  ///   - condition: What to wait for: a command that succeeds. `$tool` is the process.
  ///   - variables: The environment of the tool.
  ///   - saved: The value of `$saved`.
  ///   - toGroup: Whether the tool has a process group of its own, all of which gets the signals.
  ///   - keepsResults: Whether earlier results stay.
  /// - Returns: The script, which ends with the tool's code, with 137 if it did not end within 20
  ///   s, and with 99 if a process was left.
  static func script(
    _ command: String, _ signals: String, when condition: String, variables: String = "",
    saved: String = "good.empty", toGroup: Bool = false, keepsResults: Bool = false
  ) -> String {
    """
    rm -rf \(keepsResults ? "" : "results") error
    touch error
    saved=\(saved)
    \(mark)
    MARK=$mark \(variables) \(toGroup ? "setsid" : "") '\(Tool.misbehaving.path)' \(redirected(command)) &
    tool=$!
    # Bit 1 of the caught signals is INT. Before, the system's own reaction ends the tool.
    caught() { sed -n 's/^SigCgt:.*\\(.\\)$/\\1/p' /proc/$tool/status 2>/dev/null; }
    until [ ! -e /proc/$tool ] || (( 0x$(caught) & 2 )); do sleep 0.01; done
    until [ ! -e /proc/$tool ] || \(condition) >/dev/null; do sleep 0.02; done
    for signal in \(signals); do kill -$signal -- \(toGroup ? "-" : "")$tool; done
    for attempt in {1..1000}; do
      grep -qs '^State:.[^ZX]' /proc/$tool/status || break
      sleep 0.02
    done
    kill -KILL $tool 2>/dev/null
    wait $tool 2>/dev/null
    code=$?
    cat error >&2
    \(expectNothingLeft)
    exit $code
    """
  }

  /// Standard error goes to a file, which conditions read, unless the command sends it elsewhere.
  private static func redirected(_ command: String) -> String {
    command.contains("2>") ? command : "\(command) 2>error"
  }
}
