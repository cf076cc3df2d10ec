import ArgumentParser
import Controllers
import Models
import Signals
import ViewModels

/// `chat-tui send`: sends one text message.
struct SendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Send a text message to a room.")

  @OptionGroup var common: CommonOptions

  @Argument(help: "The room: its ID, an alias, its exact name, or a person you have a chat with.")
  var room: String

  @Argument(help: "The text.")
  var text: String

  func validate() throws {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw ValidationError("the text is empty")
    }
  }

  func run() throws {
    let directories = try common.directories()
    let (name, text) = (room, text)
    Blocking.run { @MainActor in
      let composition = Composition.forCommand(directories)
      let session = try await composition.restoredSession()
      let rooms = try await composition.currentRooms(of: session)
      let room = try RoomChoice.room(named: name, in: rooms)
      guard room.membership == .joined else {
        throw CommandFailure(message: "\(Names.text(room)): accept the invite first")
      }
      guard !room.isEncrypted else {
        throw RequestError(operation: .send, reason: .encryptedRoom)
      }
      let sent = session.sender.send(text, to: room.id).filter { $0.delivery == .sent }
      guard let message = try await sent.first() else {
        throw CommandFailure(message: "not sent")
      }
      Output.line(message.eventID?.rawValue ?? "sent")
    }
  }
}

/// Finds the room that an argument names.
enum RoomChoice {
  static func room(named text: String, in rooms: [Room]) throws -> Room {
    if let room = rooms.first(where: { $0.id.rawValue == text || $0.alias?.rawValue == text }) {
      return room
    }
    if let room = rooms.first(where: { $0.directUser?.rawValue == text }) { return room }
    let named = rooms.filter { Names.text($0) == text }
    guard let room = named.first else {
      throw CommandFailure(message: "no room is called \(text): see chat-tui rooms")
    }
    guard named.count == 1 else {
      throw CommandFailure(message: "\(named.count) rooms are called \(text): give the room's ID")
    }
    return room
  }
}
