package import BenchmarkModel
package import FrameTiming

/// Who allocates in one benchmark: the places in code with exact counts, on one side or on two.
package struct AllocationSites: Hashable, Codable, Sendable {
  /// A call in a function.
  package struct Place: Hashable, Codable, Sendable {
    /// The name as in source code: `Feed.append(_:)`.
    package let function: String

    /// Where it is, with the path from the top of the repository if it is inside; nil without debug
    /// information.
    package let location: SourceLocation?

    package init(function: String, location: SourceLocation?) {
      self.function = function
      self.location = location
    }
  }

  /// Requests to the allocator, per operation or frame.
  package struct Count: Hashable, Codable, Sendable {
    /// Nil without a comparison.
    package var baseline: Double?
    package var candidate: Double

    package var change: Double { candidate - (baseline ?? 0) }

    package static func + (left: Count, right: Count) -> Count {
      let baselines = [left.baseline, right.baseline].compactMap(\.self)
      return Count(
        baseline: baselines.isEmpty ? nil : baselines.reduce(0, +),
        candidate: left.candidate + right.candidate)
    }
  }

  /// Calls that end in the allocator.
  package struct Site: Hashable, Codable, Sendable {
    /// The innermost call in the user's code.
    package let place: Place

    /// The calls that led to it, innermost first: at most ``mostCallers``.
    package let callers: [Place]

    /// The function that is called there, or one of several; nil if it is the allocator.
    package let callee: String?
    package var count: Count

    package init(place: Place, callers: [Place], callee: String?, count: Double) {
      self.place = place
      self.callers = callers
      self.callee = callee
      self.count = Count(candidate: count)
    }

    /// Identifies the site.
    fileprivate var key: String {
      ([place] + callers).map { "\($0.function) \($0.location?.description ?? "")" }
        .joined(separator: "\n")
    }

    /// The same site as one of the baseline, at the candidate's lines.
    fileprivate func ofBaseline(_ lines: LineChanges) -> Site {
      var site = Site(
        place: lines.moved(place), callers: callers.map(lines.moved), callee: callee, count: 0)
      site.count.baseline = count.candidate
      return site
    }
  }

  /// The maximum number of callers that distinguish a site from another one.
  package static let mostCallers = 2

  package let unit: Explanation.Unit

  /// The rate at which a scenario's frames were rendered, or nil for benchmarks.
  package let rate: RefreshRate?

  /// The sites, with those that allocate most often, or changed most, first.
  package let sites: [Site]

  /// The number of all requests, and of those that no named function of the program led to.
  package let total, unknown: Count

  private enum CodingKeys: String, CodingKey {
    case unit
    case rate = "rateHz"
    case sites, total, unknown
  }
}

extension AllocationSites {
  /// Sums up sites of the same place and callers.
  package init(
    per unit: Explanation.Unit, rate: RefreshRate? = nil, sites: [Site], unknown: Double = 0
  ) { self.init(unit, rate, sites, Count(candidate: unknown)) }

  private init(_ unit: Explanation.Unit, _ rate: RefreshRate?, _ sites: [Site], _ unknown: Count) {
    var sums: [String: Site] = [:]
    for site in sites {
      let key = site.key
      if let sum = sums[key]?.count {
        sums[key]?.count = sum + site.count
      } else {
        sums[key] = site
      }
    }
    self.unit = unit
    self.rate = rate
    self.unknown = unknown
    total = sites.reduce(unknown) { $0 + $1.count }
    func size(_ site: Site) -> Double { site.count.change.magnitude }
    self.sites = sums.filter { size($0.value) != 0 }
      .sorted { (size($1.value), $0.key) < (size($0.value), $1.key) }.map(\.value)
  }

  /// The places that allocate more or less often than in a baseline.
  ///
  /// A place that is gone keeps its old line, at which the candidate may have other code.
  ///
  /// - Parameters:
  ///   - old: The baseline.
  ///   - lines: Maps lines of the baseline to lines of the candidate.
  /// - Returns: Both counts of the places that changed, and of all together.
  package func changes(since old: AllocationSites, lines: LineChanges = .none) -> AllocationSites {
    let new = sites.map { site in
      var site = site
      site.count.baseline = 0
      return site
    }
    return AllocationSites(
      unit, rate, new + old.sites.map { $0.ofBaseline(lines) },
      Count(baseline: old.unknown.candidate, candidate: unknown.candidate))
  }
}
