import Controllers
import Models
import Signals

/// Tells the others that the account is writing, at most every few seconds.
///
/// Only keys count, not a draft that was there before.
final class TypingNotices {
  /// While the user goes on writing, the notice is repeated after this time, before the server forgets it.
  private static let pause = Duration.seconds(8)
  /// When the user stops for longer than this, the server says so itself.
  private static let lifetime = Duration.seconds(20)

  private let room: RoomID
  private let rooms: any RoomsController
  private let scheduler: any Scheduler
  private let chosen: Property<Preferences>
  /// When the last notice went out; nil once it was taken back.
  private var lastNotice: Duration?

  init(room: RoomID, session: Session, world: World) {
    self.room = room
    rooms = session.rooms
    scheduler = world.scheduler
    chosen = world.chosen
  }

  isolated deinit { stop() }

  /// The user has changed the text.
  func changed(to text: String) {
    // What begins like a command is no message, or says nothing before it is sent.
    guard chosen.value.sendsTyping, !text.isBlank, !text.hasPrefix("/") else { return stop() }
    let now = scheduler.now
    if let lastNotice, now - lastNotice < Self.pause { return }
    lastNotice = now
    rooms.setTyping(true, in: room)
  }

  /// The text is sent, cleared or left.
  func stop() {
    guard let last = lastNotice else { return }
    lastNotice = nil
    if scheduler.now - last < Self.lifetime { rooms.setTyping(false, in: room) }
  }
}
