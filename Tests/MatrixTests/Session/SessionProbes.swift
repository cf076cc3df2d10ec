import Controllers
import Synchronization

/// The events, in order.
final class EventLog: Sendable {
  private let events = Mutex<[String]>([])
  var all: [String] { events.withLock { $0 } }
  func add(_ event: String) { events.withLock { $0.append(event) } }
}

/// Weak references to the controllers of a session.
@MainActor
final class Weak {
  private struct Reference {
    weak var object: AnyObject?
    let name: String
  }

  private var references: [Reference] = []

  /// The names of the controllers that are still alive.
  var alive: [String] { references.filter { $0.object != nil }.map(\.name) }

  func note(_ session: Session) {
    let parts: [any Sendable] = [
      session.network, session.sync, session.rooms, session.timelines, session.sender,
      session.profiles, session.images,
    ]
    for part in parts where type(of: part) is AnyClass {
      references.append(Reference(object: part as AnyObject, name: "\(type(of: part))"))
    }
  }
}
