import MatrixWire
import ModelKit

/// The state events of a room that a client wants.
///
/// It is an object so that the rooms of a list share one. Source: MSC4186, `required_state`.
final class RequiredState: Sendable {
  private static let any = "*"

  /// The wanted state keys by event type.
  private let keys: [String: Set<String>]
  /// Whether the client wants the members whom the timeline shows.
  let loadsMembersLazily: Bool

  private init(_ keys: [String: Set<String>], loadsMembersLazily: Bool) {
    self.keys = keys
    self.loadsMembersLazily = loadsMembersLazily
  }

  /// - Parameter user: Whom `$ME` means.
  convenience init(_ pairs: [(type: String, key: String)], user: UserID) {
    var keys: [String: Set<String>] = [:]
    var isLazy = false
    for (type, key) in pairs {
      if key == "$LAZY" {
        isLazy = isLazy || type == EventType.member
      } else {
        keys[type, default: []].insert(key == "$ME" ? user.rawValue : key)
      }
    }
    self.init(keys, loadsMembersLazily: isLazy)
  }

  func includes(_ type: String, _ key: String) -> Bool {
    [type, Self.any].contains { type in
      guard let keys = keys[type] else { return false }
      return keys.contains(Self.any) || keys.contains(key)
    }
  }

  func includes(_ event: StoredEvent) -> Bool {
    event.stateKey.map { includes(event.type, $0) } ?? false
  }

  var includesAllMembers: Bool { includes(EventType.member, Self.any) }

  /// The members that it names.
  var namedMembers: [UserID] {
    [EventType.member, Self.any].flatMap { keys[$0] ?? [] }.compactMap { UserID($0) }
  }

  func union(_ other: RequiredState) -> RequiredState {
    guard self != other else { return self }
    return RequiredState(
      keys.merging(other.keys) { $0.union($1) },
      loadsMembersLazily: loadsMembersLazily || other.loadsMembersLazily)
  }

  /// The approximate size in bytes.
  var size: Int {
    keys.reduce(64) { size, entry in
      entry.value.reduce(size + entry.key.utf8.count + 64) { $0 + $1.utf8.count + 32 }
    }
  }
}

extension RequiredState: Equatable {
  static func == (left: RequiredState, right: RequiredState) -> Bool {
    left === right
      || (left.keys == right.keys && left.loadsMembersLazily == right.loadsMembersLazily)
  }
}
