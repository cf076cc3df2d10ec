import Foundation
import ModelKit
import Testing

@testable import Homeserver

@Suite("Reports, for whoever runs the server", .timeLimit(.minutes(5)))
final class ReportListTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "reports-\(UUID())")

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test("are read beside the server, and after it")
  func list() async throws {
    #expect(try Homeserver.reports(in: folder.path) == nil)
    let home = try TestHome { [folder] in $0.dataDirectory = folder.path }
    #expect(try Homeserver.reports(in: folder.path) == [])
    let ada = try await home.register("ada")
    let reason = "rude\nand \u{1B}[31mred \u{0}and more"
    try await ada.call("POST", "users/@carl:localhost/report", ["reason": .string(reason)])
    let made = try await ada.call("POST", "createRoom", ["preset": "public_chat"])
    let room = try #require(made.json["room_id"]?.string)
    try await ada.call("POST", "rooms/\(room)/report", ["reason": ""])
    for isStopped in [false, true] {
      if isStopped { await home.server.stop() }
      let reports = try #require(try Homeserver.reports(in: folder.path))
      #expect(reports.map(\.reporter) == [ada.id, ada.id])
      #expect(reports.map(\.person) == ["@carl:localhost", nil])
      #expect(reports.map(\.room) == [nil, room])
      #expect(reports.map(\.event) == [nil, nil])
      #expect(reports.map(\.reason) == [reason, ""])
      #expect(reports.allSatisfy { $0.time > 1_700_000_000_000 })
    }
  }
}
