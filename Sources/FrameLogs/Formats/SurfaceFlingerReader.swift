/// `adb shell dumpsys SurfaceFlinger --latency LAYER`, one dump or several; if there are several
/// layers, each dump follows a line with its layer.
///
/// The first number is the display's period. A row has the time at which the app started to draw,
/// the vsync at which the frame appeared, and the time at which it was handed to the display; see
/// `FrameTracker` in AOSP, and catapult's surface_stats_collector.py. Times are nanoseconds; 0 and
/// 2⁶³ − 1 mean that there is none.
enum SurfaceFlingerReader {
  static func recognizes(_ head: String) -> Bool {
    var hasPeriod = false
    for line in head.split(whereSeparator: \.isNewline).prefix(200) {
      let numbers = line.split { $0 == " " || $0 == "\t" }
      guard numbers.allSatisfy({ Int64($0) != nil }) else { continue }
      if numbers.count == 1 { hasPeriod = true }
      if numbers.count == 3 { return hasPeriod }
    }
    return hasPeriod
  }

  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    var index: Int?
    var layer = "layer"
    var numbers: [Int64] = []
    while let line = try text.nextLine() {
      split(line, into: &numbers)
      if numbers.count == 1 {
        guard (1_000_000...1_000_000_000).contains(numbers[0]) else {
          throw TextError.malformed(
            line: text.line, column: 1, "a period of \(numbers[0]) ns is not within 1 to 1000 Hz")
        }
        let stream = streams.index(of: layer, .display)
        if let known = streams[stream].periodNs, abs(known - Double(numbers[0])) > 0.05 * known {
          throw TextError.malformed(
            line: text.line, column: 1, "its period differs from that before, as of another display"
          )
        }
        streams[stream].periodNs = Double(numbers[0])
        index = stream
      } else if numbers.count == 3 {
        guard let index else {
          throw TextError.malformed(line: text.line, column: 1, "there is no period before it")
        }
        guard numbers.contains(where: { $0 != 0 }) else { continue }
        guard numbers.allSatisfy({ $0 > 0 && $0 < LogLine.latestNs }) else {
          let isGarbage = numbers.contains { $0 < 0 || $0 >= LogLine.latestNs && $0 != .max }
          try streams.leaveOut(
            isGarbage ? .unusable : .pending, at: TextPlace(line: text.line, column: 1), of: index)
          continue
        }
        let end = max(numbers[0], min(numbers[1], numbers[2]))
        var frame = LogFrame(startNs: numbers[0], endNs: end)
        frame.shownNs = numbers[1]
        try streams.add(frame, to: index)
      } else if let index, let column = garbledColumn(line) {
        let place = TextPlace(line: text.line, column: column)
        try streams.leaveOut(.unusable, at: place, of: index)
      } else if let name = layerName(line) {
        layer = name
      }
    }
    guard streams.all.allSatisfy({ $0.frameCount == 0 }) else { return }
    throw LogError.noFrames(
      reason: index == nil ? "there is no period" : "this layer reports no times",
      advice: """
        Name the layer as 'dumpsys SurfaceFlinger --list' prints it, with its number, or record \
        framestats instead
        """)
  }

  /// The layer that a line names, or nil for other words, such as a date and a time.
  private static func layerName(_ line: LogLine) -> String? {
    guard !line.starts(with: "WARNING") else { return nil }
    let name = line.text.split(separator: "'").last.map(String.init) ?? line.text
    // Of older systems, `StatusBar`.
    let isSimple = name.first?.isLetter == true && !name.contains(":")
    return isSimple || line.bytes.contains { "/#[".utf8.contains($0) } ? name : nil
  }

  /// Where the first of three words is not a number, in a line with numbers; nil for other lines.
  private static func garbledColumn(_ line: LogLine) -> Int? {
    guard line.bytes.count < 200 else { return nil }
    let text = line.text
    let words = text.split { $0 == " " || $0 == "\t" }
    guard words.count == 3, !text.contains(where: { "/#[".contains($0) }),
      !line.starts(with: "WARNING"), words.contains(where: { Int64($0) != nil }),
      let garbled = words.first(where: { Int64($0) == nil })
    else { return nil }
    return text.utf8.distance(from: text.startIndex, to: garbled.startIndex) + 1
  }

  /// Reads the whole numbers of a line; none if the line contains anything else.
  private static func split(_ line: LogLine, into numbers: inout [Int64]) {
    numbers.removeAll(keepingCapacity: true)
    var start = 0
    while start < line.bytes.count {
      var end = start
      while end < line.bytes.count, line.bytes[end] > 0x20 { end += 1 }
      guard numbers.count < 4, let number = line[start..<end].integer else {
        return numbers.removeAll(keepingCapacity: true)
      }
      numbers.append(number)
      while end < line.bytes.count, line.bytes[end] <= 0x20 { end += 1 }
      start = end
    }
  }
}
