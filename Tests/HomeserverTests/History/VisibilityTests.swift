import ModelKit
import SeededRandom
import Testing

@testable import Homeserver

@Suite("History visibility")
struct VisibilityTests {
  typealias Step = HistoryHome.Step

  /// The steps of a user, and the visible ones of the messages before, between and after them; nil
  /// when the room is not visible.
  struct Row: Sendable, CustomTestStringConvertible {
    let steps: [Step]
    let shared: [Int]?
    let invited: [Int]?
    let joined: [Int]?

    var testDescription: String { "\(steps.map(\.rawValue))" }

    func expected(_ visibility: String) -> [Int]? {
      switch visibility {
      case "shared": shared
      case "invited": invited
      case "joined": joined
      default: Array(0...steps.count)
      }
    }
  }

  static let rows = [
    Row(steps: [], shared: nil, invited: nil, joined: nil),
    Row(steps: [.invite], shared: nil, invited: nil, joined: nil),
    Row(steps: [.invite, .leave], shared: nil, invited: nil, joined: nil),
    Row(steps: [.ban], shared: nil, invited: nil, joined: nil),
    Row(steps: [.join], shared: [0, 1], invited: [1], joined: [1]),
    Row(steps: [.invite, .join], shared: [0, 1, 2], invited: [1, 2], joined: [2]),
    Row(steps: [.join, .leave], shared: [0, 1], invited: [1], joined: [1]),
    Row(steps: [.join, .kick], shared: [0, 1], invited: [1], joined: [1]),
    Row(steps: [.join, .ban], shared: [0, 1], invited: [1], joined: [1]),
    Row(steps: [.join, .leave, .ban], shared: [0, 1], invited: [1], joined: [1]),
    Row(steps: [.join, .ban, .unban], shared: [0, 1], invited: [1], joined: [1]),
    Row(steps: [.invite, .join, .leave], shared: [0, 1, 2], invited: [1, 2], joined: [2]),
    Row(steps: [.join, .leave, .invite], shared: nil, invited: nil, joined: nil),
    Row(steps: [.join, .leave, .join], shared: [0, 1, 2, 3], invited: [1, 3], joined: [1, 3]),
    Row(
      steps: [.join, .leave, .invite, .join], shared: [0, 1, 2, 3, 4], invited: [1, 3, 4],
      joined: [1, 4]),
    Row(
      steps: [.join, .leave, .invite, .leave], shared: [0, 1], invited: [1], joined: [1]),
    Row(steps: [.join, .leave, .forget], shared: nil, invited: nil, joined: nil),
    Row(
      steps: [.join, .leave, .forget, .join], shared: [0, 1, 2, 3, 4], invited: [1, 4],
      joined: [1, 4]),
  ]

  @Test(
    "A user sees the messages allowed by the visibility and membership at their time",
    arguments: rows, ["world_readable", "shared", "invited", "joined"])
  func table(_ row: Row, _ visibility: String) async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom(visibility: visibility)
    var said = [try await home.say("0", in: room)]
    for (index, step) in row.steps.enumerated() {
      try await home.step(step, "grace", room)
      said.append(try await home.say("\(index + 1)", in: room))
    }
    let expected = row.expected(visibility)
    let path = "rooms/\(room.rawValue)/"
    for direction in ["b", "f"] {
      let told = try await home.get(
        path + "messages", as: "grace", [("dir", direction), ("limit", "100")])
      guard let expected else {
        #expect(told.status == 403)
        #expect(told.code == "M_FORBIDDEN")
        continue
      }
      let bodies = told.body["chunk"]?.array?.compactMap { $0["content"]?["body"]?.string }
      let inOrder = direction == "b" ? expected.reversed() : expected
      #expect(bodies == inOrder.map(String.init))
    }
    for (index, event) in said.enumerated() {
      let told = try await home.get(path + "event/" + event.id.rawValue, as: "grace")
      let context = try await home.get(path + "context/" + event.id.rawValue, as: "grace")
      guard let expected else {
        // A user who may not see the room may still see single events of their time.
        if !row.steps.contains(.join) || row.steps.contains(.forget) {
          #expect(told.code == "M_NOT_FOUND")
          #expect(context.code == "M_FORBIDDEN")
        }
        continue
      }
      let isSeen = expected.contains(index)
      #expect(told.status == (isSeen ? 200 : 404))
      #expect(told.code == (isSeen ? nil : "M_NOT_FOUND"))
      #expect(context.status == (isSeen ? 200 : 403))
      #expect(context.code == (isSeen ? nil : "M_FORBIDDEN"))
    }
  }

  @Test("A visibility change does not affect earlier messages")
  func changes() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom(visibility: "joined")
    try await home.say("private", in: room)
    try await home.setVisibility("shared", of: room)
    try await home.say("open", in: room)
    try await home.setVisibility("joined", of: room)
    try await home.say("private again", in: room)
    try await home.step(.join, "grace", room)
    try await home.say("here", in: room)
    let told = try await home.get(
      "rooms/\(room.rawValue)/messages", as: "grace", [("dir", "f"), ("limit", "100")])
    // The laxer visibility makes both changes visible.
    #expect(
      told.body["chunk"]?.bodies.drop { $0 != "m.room.history_visibility" } == [
        "m.room.history_visibility", "m.room.history_visibility", "open",
        "m.room.history_visibility", "m.room.member", "here",
      ])
  }

  @Test("A user who leaves sees the leave but nothing later")
  func ownLeave() async throws {
    for step in [Step.leave, .kick, .ban] {
      let home = try await HistoryHome()
      let room = try await home.makeRoom(visibility: "joined")
      try await home.step(.join, "grace", room)
      try await home.step(step, "grace", room)
      try await home.say("after", in: room)
      let told = try await home.get("rooms/\(room.rawValue)/messages", as: "grace", [("dir", "b")])
      // All members see the events before the first visibility.
      #expect(
        told.body["chunk"]?.bodies.prefix(3)
          == ["m.room.member", "m.room.member", "m.room.history_visibility"])
      #expect(told.body["end"] == nil)
    }
  }

  /// The rule of the specification for a single event.
  private static func isVisible(
    _ position: Int64, _ visibilities: [HistoryVisibility.Change],
    _ changes: [MembershipHistory.Change]
  ) -> Bool {
    func sees(_ visibility: HistoryVisibility, _ membership: Membership?) -> Bool {
      let joinsLater =
        changes.contains { $0.membership == .join && $0.position >= position }
        || changes.last { $0.position < position }?.membership == .join
      switch visibility {
      case .worldReadable: return true
      case .shared: return joinsLater || membership == .join
      case .invited: return membership == .join || (membership == .invite && joinsLater)
      case .joined: return membership == .join
      }
    }
    let visibility = { (place: Int64) in
      visibilities.last { $0.position <= place }?.visibility ?? .shared
    }
    let membership = { (place: Int64) in changes.last { $0.position <= place }?.membership }
    let views = [visibility(position - 1), visibility(position)]
    return views.contains { view in
      sees(view, membership(position)) || sees(view, membership(position - 1))
    }
  }

  @Test("The ranges hold exactly the events that the rule allows one by one", arguments: 0..<300)
  func ranges(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var visibilities: [HistoryVisibility.Change] = []
    var changes: [MembershipHistory.Change] = []
    for position in Int64(1)...40 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        let all: [HistoryVisibility] = [.joined, .invited, .shared, .worldReadable]
        visibilities.append(
          .init(position: position, visibility: all.randomElement(using: &random) ?? .shared))
      case 1, 2:
        let all: [Membership] = [.join, .invite, .leave, .ban, .knock]
        changes.append(
          .init(position: position, membership: all.randomElement(using: &random) ?? .join))
      default: break
      }
    }
    let ranges = HistoryVisibility.visible(visibilities, MembershipHistory(changes: changes))
    for position in Int64(1)...45 {
      #expect(
        ranges.contains(position) == Self.isVisible(position, visibilities, changes),
        "position \(position)")
    }
    for (left, right) in zip(ranges.parts, ranges.parts.dropFirst()) {
      #expect(left.through < right.after)
    }
  }
}
