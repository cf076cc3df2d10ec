import ArgumentParser
import FoundationEssentials
import Homeserver
import ViewModels

/// `chat-tui reports`: lists what people have reported to this machine's server.
struct ReportsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reports",
    abstract: "List what people reported to this machine's server, oldest first.")

  @OptionGroup var common: CommonOptions

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() throws {
    let directories = try common.directories()
    let reports: [Report]?
    do {
      reports = try Homeserver.reports(in: directories.homeserver)
    } catch {
      Output.fail("\(error)")
    }
    guard let reports else { Output.fail("this machine's server has no data yet") }
    for record in reports.map(ReportRecord.init) {
      if json {
        Output.standardOutput(try JSONOutput.text(record))
      } else {
        Output.line(record.line)
      }
    }
  }
}

/// A report as `reports --json` prints it.
struct ReportRecord: Encodable {
  /// Milliseconds since 1970.
  let time: Int64
  let reporter: String
  let person: String?
  let room: String?
  let event: String?
  let reason: String

  init(_ report: Report) {
    time = report.time
    reporter = report.reporter
    person = report.person
    room = report.room
    event = report.event
    reason = report.reason
  }

  /// "2026-11-24T12:30:00Z  @ada:localhost reported @bob:localhost: rude".
  var line: String {
    let date = Date(timeIntervalSince1970: Double(time / 1_000))
    let subject = person ?? [event, room].compactMap { $0 }.joined(separator: " in ")
    let because = reason.isEmpty ? "" : ": \(reason)"
    return "\(date.formatted(.iso8601))  \(reporter) reported \(subject)\(because)"
  }
}
