import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import Foundation
import FrameLogs
import FrameTiming
import FramegateKit
import ReportText

extension FuzzedReader {
  /// Budgets, rates, times, screens and names, as they are typed after options; one word says
  /// which.
  static let option = FuzzedReader("option", .bytes(words: optionWords), seeds: seeds(optionTexts))
  {
    { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      let value = String(parts.count == 2 ? parts[1] : parts[0])
      do {
        switch parts[0] {
        case "rate":
          return outcome(try RefreshRate(parsing: value)) {
            "\($0.hertz)"
          } _: {
            try RefreshRate(parsing: $0)
          }
        case "screen":
          return outcome(try ScreenSize(parsing: value)) {
            $0.description
          } _: {
            try ScreenSize(parsing: $0)
          }
        case "name":
          _ = try ResultName(value)
          return .accepted
        case "time":
          guard let time = TimeText.parse(value) else { return .refused(nil) }
          return TimeText.parse(TimeText.print(time)) == time
            ? .accepted : .contradiction("it changes when it is printed and read")
        default:
          return outcome(try FrameBudget(parsing: value)) {
            $0.description
          } _: {
            try FrameBudget(parsing: $0)
          }
        }
      } catch {
        return .refused(message(of: error))
      }
    }
  }

  /// Logs of displays, judged when they are accepted.
  static let log = FuzzedReader("log", .bytes(words: logWords), seeds: seeds(logTexts)) {
    { bytes in
      do {
        let log = try FrameLog(parsing: LogText(bytes))
        guard try FrameLog(parsing: LogText(Array(log.csv.utf8))) == log else {
          return .contradiction("it changes when it is written and read")
        }
        let timeline = try log.timeline()
        guard timeline.frameCount == log.frames.count else {
          return .contradiction("its timeline has other frames")
        }
        _ = try FrameBudget.noDroppedFrames(at: .hz60, depth: 2).judge(log)
        return .accepted
      } catch {
        return .refused(message(of: error))
      }
    }
  }

  /// Patterns of `--filter` and `--skip`: whether they are regular expressions.
  static let pattern = FuzzedReader(
    "pattern", .bytes(words: patternWords), seeds: seeds(patternTexts)
  ) {
    { bytes in
      do {
        _ = try NamePattern(parsing: String(decoding: bytes, as: UTF8.self))
        return .accepted
      } catch {
        return .refused(message(of: error))
      }
    }
  }

  /// What `compare`, `check` and `replay` take as a file, a name or a revision.
  static let operand = FuzzedReader(
    "operand", .bytes(words: operandWords), seeds: seeds(operandTexts)
  ) {
    let folder = URL(filePath: FileManager.default.currentDirectoryPath)
    let store = ResultStore(root: folder.appending(path: "results"))
    for path in ["baselines/main.json", "runs/20261121T015343Z-4c89d0d1a2b3.json"] {
      let file = store.root.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("{}".utf8).write(to: file)
    }
    return { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(ResultsError) {
        let operand = try store.resolve(text, in: folder) { revision in
          revision.hasPrefix("HEAD") ? String(repeating: "4c89", count: 10) : nil
        }
        guard case .file = operand else { return .accepted }
        _ = try store.load(operand)
        return .accepted
      } catch {
        // A file that is not there, or is no result, is an operand all the same.
        if text.hasPrefix("./results/baselines/main.json"), text.utf8.count == 29 {
          return .accepted
        }
        return .refused(error.message)
      }
    }
  }

  private static func seeds(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  /// Accepted, if printing a value and reading that gives the same value.
  private static func outcome<Value: Equatable>(
    _ value: Value, _ print: (Value) -> String, _ read: (String) throws -> Value
  ) -> Outcome {
    (try? read(print(value))) == value
      ? .accepted : .contradiction("it changes when it is printed and read")
  }
}

private let logTexts = [
  """
  timestamp,targetTimestamp,start,end
  5021.100000,5021.116667,5021.100310,5021.104120
  5021.116667,5021.133333,5021.116900,5021.140000
  5021.133333,5021.150000,5021.140010,5021.141000
  5021.166667,5021.175000,5021.166700,5021.166800
  5021.175000,5021.183333,5021.175010,5021.175020
  """,
  """
  {"timestamp": 1, "targetTimestamp": 1.1, "start": 1.01, "end": 1.02, "note": [{"a": "}"}]}
  {"end":1.2e0,"start":1.15,"targetTimestamp":1.2,"timestamp":1.1}
  """,
  "start,end,frame,timestamp,targetTimestamp\r\n0.1,0.2,x,0.0,1.0\r\n\r\n",
]

private let logWords = [
  ",", "\n", "\r\n", "{", "}", "[", "]", "\"", "\\", ":", "nan", "inf", "1e308", "1e309", "-1",
  "-0", "1e-320", "0x1p3", "9223372036854775807", "timestamp", "targetTimestamp", "start", "end",
  "\u{FEFF}", "\u{0}", "\u{2028}", "0.000000001", "99999999", "5021.1", ".", "-", "+", "e",
]

private let optionTexts = [
  "budget noDroppedFrames@60", "budget largestWork=4ms@120/d2/r1.5ms",
  "budget largestHitchRatio=5.25@120/r100us", "budget allocationsPerFrame=0", "rate 60",
  "rate 1000", "time 1.5ms", "time 9223372036854775807ns", "screen 375x667", "screen 0375.5X1e3",
  "name main", "name release-1.2_b",
]

private let optionWords = [
  "@", "/", "/d", "/d3", "/r", "/r1s", "=", "ms", "us", "ns", "s", ".", "-", "+", "e", "x", "X",
  "0", "1",
  "9223372036854775807", "9223372036854775808", "99999999999999999999999", "1e308", "1e309", "nan",
  "inf",
  "0x1p3", "٣", "½", "noDroppedFrames", "largestWork=", "largestHitchRatio=",
  "allocationsPerFrame=",
  "rate ", "time ", "screen ", "name ", "budget ", " ", "\n", "\u{1B}[2J", "\u{202E}", "\u{301}",
  "\u{0}",
]

private let patternTexts = [
  #"kernel\..*simd"#, "^transition[.](cart|corner)[A-Z]{1}", #"(a|b)*c+?\d{2,3}"#, "[^a-z&&[0-9]]",
  #"(?<name>x)\k<name>"#, #"(?i)\bKERNEL\b"#,
]

private let patternWords = [
  "(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "^", "$", ".", "\\", #"\w"#, #"\d"#, #"\b"#,
  #"\1"#,
  #"\p{L}"#, #"\u{110000}"#, #"\x{41}"#, "(?:", "(?=", "(?!", "(?<=", "(?<a>", "(?>", "(?i)",
  "(?x)", "(?#",
  "{0}", "{1,2}", "{99999}", "{9223372036854775808}", "[[:alpha:]]", "[a-", "&&", "--", "~~",
  "(.*)*", "(a+)+",
]

private let operandTexts = [
  "main", "name:main", "HEAD", "rev:HEAD~1", "4c89d0d1", "./results/baselines/main.json",
]

private let operandWords = [
  "name:", "rev:", "/", "./", "../", ".json", ".JSON", "-", "--", ":", "~", "^", "@{-1}", "..",
  "HEAD",
  "main", "results", "4c89", "\n", "\u{0}", "\u{1B}[2J", "\u{202E}", "é", "%00", "%2F", "\\", " ",
  "~/", "x",
]
