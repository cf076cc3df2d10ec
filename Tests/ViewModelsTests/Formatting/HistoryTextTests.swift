import Controllers
import Models
import Support
import Testing

@testable import ViewModels

@MainActor
@Suite("Entries of a history as text")
struct HistoryTextTests {
  private func line(
    _ message: Message, _ kind: HistoryEntry.Kind = .message, by sender: User = .grace,
    hoursFromUTC: Int = 0
  ) -> String {
    HistoryText(secondsFromUTC: { _ in hoursFromUTC * 3600 })
      .line(HistoryEntry(kind, FoundMessage(room: .template(), message: message, sender: sender)))
  }

  @Test("have the local time, the sender and the text")
  func message() {
    #expect(line(.template("1", "hello")) == "2025-11-20 12:30   Grace: hello")
    #expect(
      line(.template("1", "hello"), hoursFromUTC: 14) == "2025-11-21 02:30   Grace: hello")
    #expect(line(.template("1", "a\nb")).hasSuffix("Grace: a\nb"))
  }

  @Test("mark threads and new texts before the name, where no name can be")
  func marks() {
    let inThread = Message.template("2", "yes") {
      $0.threadRoot = Message.ID(EventID.template("$1"))
    }
    #expect(line(inThread) == "2025-11-20 12:30 > Grace: yes")
    #expect(line(inThread, .edit) == "2025-11-20 12:30 ~ Grace: yes")
    let impostor = User(id: User.grace.id, displayName: "~ Ada")
    #expect(line(.template("1", "no"), by: impostor) == "2025-11-20 12:30   ~ Ada: no")
  }

  @Test("say who removed a message")
  func removal() {
    let removed = Message.template("1") {
      $0.content = .redacted
      $0.removedBy = User.grace.id
    }
    #expect(
      line(removed, .removal) == "2025-11-20 12:30   · Grace removed this message")
  }
}
