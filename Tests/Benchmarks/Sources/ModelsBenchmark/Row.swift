import FoundationEssentials

/// A line of the result.
struct Row: Codable {
  let name: CaseName
  let subject: SubjectName
  let figure: Double
  let unit: Workload.Unit

  private enum CodingKeys: String, CodingKey {
    case name = "case"
    case subject, figure, unit
  }
}

/// Peak memory above the input, of one subject.
struct PeakRow: Codable {
  let name: CaseName
  let subject: SubjectName
  let bytes: Int

  private enum CodingKeys: String, CodingKey {
    case name = "case"
    case subject, bytes
  }
}

extension Double {
  func rounded(toDecimals decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
