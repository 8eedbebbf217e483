package import WorkerProtocol

extension WorkerGreeting: Decodable {
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try values.decode(WorkerHello.self, forKey: .hello))
  }
}

extension WorkerHello: Decodable {
  /// The key that workers sent before they reported how they make frames cold.
  private enum EarlierKeys: CodingKey { case capabilities }

  /// Only the version is required.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let resolution = try values.decodeIfPresent(Int64.self, forKey: .clockResolutionNs) ?? 1
    guard Plausible.times([resolution]) else {
      throw DecodingError.dataCorruptedError(
        forKey: .clockResolutionNs, in: values, debugDescription: "no clock has this step")
    }
    let capabilities = try decoder.container(keyedBy: EarlierKeys.self)
      .decodeIfPresent([String].self, forKey: .capabilities)
    let cooling =
      try values.decodeIfPresent(Cooling.self, forKey: .cooling)
      ?? (capabilities?.contains("coldFrames") == true ? .unknown : nil)
    guard cooling.map(Plausible.cooling) != false else {
      throw DecodingError.dataCorruptedError(
        forKey: .cooling, in: values, debugDescription: "no frame is made cold in this way")
    }
    self.init(
      protocolVersion: try values.decode(Int.self, forKey: .protocolVersion),
      cooling: cooling,
      library: try values.decodeIfPresent(String.self, forKey: .library),
      compiler: try values.decodeIfPresent(String.self, forKey: .compiler),
      build: try values.decodeIfPresent(Build.self, forKey: .build) ?? .release,
      allocator: try values.decodeIfPresent(String.self, forKey: .allocator)
        ?? Self.systemAllocator,
      clockResolutionNs: resolution)
  }
}

extension WorkerReply: Decodable where Answer: Decodable {
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let known = values.allKeys
    guard known.count == 1, let key = known.first else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "a reply has one key that is known"))
    }
    switch key {
    case .answer: self = .answer(try values.decode(Answer.self, forKey: key))
    case .branch: self = .branch(processIdentifier: try values.decode(Int32.self, forKey: key))
    case .ended:
      let end = try values.decode(End.self, forKey: key)
      self = .ended(signal: end.signal, code: end.code)
    case .unavailable: self = .unavailable(reason: try values.decode(String.self, forKey: key))
    case .failed: self = .failed(reason: try values.decode(String.self, forKey: key))
    case .unknown: self = .unknown(question: try values.decode(String.self, forKey: key))
    }
  }
}

extension WorkerHello {
  package var isDebugBuild: Bool { build == .debug }
}
