import ArgumentParser
import Controllers
import Models
import Signals
import ViewModels

/// `chat-tui send`: sends one text message or one file.
struct SendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Send a text message or a file to a room.")

  @OptionGroup var common: CommonOptions
  @OptionGroup var account: AccountOption

  @Argument(help: "The room: its ID, an alias, its exact name, or a person you have a chat with.")
  var room: String

  @Argument(help: "The text; - reads it from standard input.")
  var text: String?

  @Option(help: ArgumentHelp("Send this file instead of a text.", valueName: "path"))
  var file: String?

  @Option(help: ArgumentHelp("The text that goes with the file.", valueName: "text"))
  var caption: String?

  func validate() throws {
    guard (text == nil) != (file == nil) else {
      throw ValidationError("give either a text or --file")
    }
    guard caption == nil || file != nil else { throw ValidationError("--caption needs --file") }
    if let text, text.allSatisfy(\.isWhitespace) { throw ValidationError("the text is empty") }
  }

  private func event() throws -> OutgoingEvent {
    if let file { return .file(path: file, caption: caption, as: .plain) }
    return .text(text == "-" ? try TypedText.read() : text ?? "", as: .plain)
  }

  func run() throws {
    let directories = try common.directories()
    let (name, event) = (room, try event())
    let account = account
    Blocking.run { @MainActor in
      let composition = Composition.forCommand(directories)
      let session = try await composition.restoredSession(of: account)
      let rooms = try await composition.currentRooms(of: session)
      let room = try RoomChoice.joined(name, in: rooms)
      guard !room.isEncrypted else {
        throw RequestError(operation: .send, reason: .encryptedRoom)
      }
      let sent = session.sender.send(event, to: room.id).filter { $0.delivery == .sent }
      guard let message = try await sent.first() else {
        throw CommandFailure(message: "not sent")
      }
      Output.line(message.eventID?.rawValue ?? "sent")
    }
  }
}

/// Finds the room that an argument names.
enum RoomChoice {
  /// A room that the account is in.
  static func joined(_ text: String, in rooms: [Room]) throws -> Room {
    let room = try room(named: text, in: rooms)
    guard room.membership == .joined else {
      throw CommandFailure(message: "\(Names.text(room)): accept the invite first")
    }
    return room
  }

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
