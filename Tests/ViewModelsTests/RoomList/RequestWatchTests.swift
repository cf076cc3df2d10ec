import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Requests to join that end")
@MainActor
struct RequestWatchTests {
  private let account = FakeAccount()
  private let notices = Notices()
  private let tea = Room.template("tea", name: "Tea").with { $0.membership = .asking }

  private func change(_ membership: Room.Membership) {
    account.rooms.changes.send(.changed([tea.with { $0.membership = membership }]))
  }

  @Test("without an invite are told, each once")
  func told() {
    let watch = RequestWatch(rooms: account.rooms, notices: notices)
    defer { withExtendedLifetime(watch) {} }
    account.rooms.list.send([tea])
    #expect(notices.text.value == "")
    var told: [String] = []
    let observing = notices.text.observe { told.append($0) }
    defer { observing.dispose() }
    change(.left)
    change(.left)
    change(.asking)
    change(.left)
    let words = "Tea: your request to join has ended without an invite"
    #expect(told == ["", words, "", words])
  }

  @Test("by an invite, or because the user takes them back, are not told")
  func silent() {
    let watch = RequestWatch(rooms: account.rooms, notices: notices)
    account.rooms.list.send([tea])
    change(.invited)
    change(.left)
    change(.asking)
    watch.withdraw(tea.id)
    change(.left)
    #expect(notices.text.value == "")
  }
}
