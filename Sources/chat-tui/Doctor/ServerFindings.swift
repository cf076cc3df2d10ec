import Controllers
import Matrix
import Models
import ViewModels

/// What is to be said of a server's answer.
enum ServerFindings {
  /// By how much the clocks may differ, in milliseconds.
  private static let mostSkew: Int64 = 5 * 60_000

  static func of(_ answer: ServerAnswer, from address: String, now: Int64) -> [Finding] {
    let subject = "server \(address)"
    let version = answer.newestVersion.map { "speaks Matrix \($0)" } ?? "answers"
    let sync = answer.offersSlidingSync ? "offers sliding sync" : "has no sliding sync"
    var findings = [Finding.ok(subject, "\(version), \(sync)")]
    if let time = answer.time?.milliseconds {
      let (skew, overflow) = time.subtractingReportingOverflow(now)
      if overflow || skew.magnitude > mostSkew.magnitude {
        findings.append(
          .warning(
            subject,
            "its clock is \(skew.magnitude / 60_000) minutes \(skew > 0 ? "ahead of" : "behind") "
              + "that of this machine"))
      }
    }
    return findings
  }

  /// To be offline is no fault of this machine's files.
  static func of(_ error: RequestError, from address: String) -> Finding {
    let (subject, text) = ("server \(address)", ErrorSentences.text(error))
    return error.isTransient ? .warning(subject, text) : .failed(subject, text)
  }
}
