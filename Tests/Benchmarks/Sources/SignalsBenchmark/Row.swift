import FoundationEssentials

/// A line of the result.
struct Row: Codable {
  let name: CaseName
  let subject: SubjectName
  let nanosecondsPerEvent: Double
  let allocationsPerEvent: Double
  let ratioToFloor: Double

  private enum CodingKeys: String, CodingKey {
    case name = "case"
    case subject
    case nanosecondsPerEvent = "ns_per_event"
    case allocationsPerEvent = "allocs_per_event"
    case ratioToFloor = "ratio_to_floor"
  }

  init(_ measurement: Measurement, name: CaseName, floor: Double) {
    self.name = name
    subject = measurement.benchmark.subject
    nanosecondsPerEvent = measurement.nanosecondsPerEvent.rounded(toDecimals: 2)
    allocationsPerEvent = measurement.allocationsPerEvent.rounded(toDecimals: 3)
    ratioToFloor = (measurement.nanosecondsPerEvent / floor).rounded(toDecimals: 2)
  }
}

extension Double {
  fileprivate func rounded(toDecimals decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
