import ArgumentParser
import Controllers
import Models
import ViewModels

/// `chat-tui rooms`: lists the account's rooms.
struct RoomsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rooms", abstract: "List rooms, spaces and invites.")

  @OptionGroup var common: CommonOptions
  @OptionGroup var account: AccountOption

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() throws {
    let directories = try common.directories()
    let json = json
    let account = account
    Blocking.run { @MainActor in
      let composition = Composition.forCommand(directories)
      let session = try await composition.restoredSession(of: account)
      let rooms = try await composition.currentRooms(of: session).map(RoomRecord.init)
      for record in rooms.sorted(by: RoomRecord.inOrder) {
        if json {
          Output.standardOutput(try JSONOutput.text(record))
        } else {
          Output.line(record.line)
        }
      }
    }
  }
}

/// A room as `rooms --json` prints it.
struct RoomRecord: Encodable {
  let id: String
  let name: String
  let alias: String?
  let topic: String?
  let membership: String
  let space: Bool
  let encrypted: Bool
  let direct: String?
  let members: Int
  let unread: Int
  let mentions: Int

  init(_ room: Room) {
    id = room.id.rawValue
    name = Names.text(room)
    alias = room.alias?.rawValue
    topic = room.topic
    membership =
      switch room.membership {
      case .invited: "invite"
      case .asking: "knock"
      case .joined, .left: "join"
      }
    space = room.isSpace
    encrypted = room.isEncrypted
    direct = room.directUser?.rawValue
    members = room.joinedCount
    unread = room.unreadCount
    mentions = room.mentionCount
  }

  static func inOrder(_ left: RoomRecord, _ right: RoomRecord) -> Bool {
    (left.name, left.id) < (right.name, right.id)
  }

  var line: String {
    var marks: [String] = []
    if membership == "invite" { marks.append("invite") }
    if space { marks.append("space") }
    if encrypted { marks.append("encrypted") }
    if unread > 0 { marks.append("\(unread) unread") }
    if mentions > 0 { marks.append("@\(mentions)") }
    let tail = marks.isEmpty ? "" : "  [" + marks.joined(separator: ", ") + "]"
    return "\(id)  \(Names.brief(name))\(tail)"
  }
}
