import Models
import Signals

/// Finds the room of the account that a typed text refers to.
struct RoomFinder {
  private struct Candidate: Sendable {
    let id: RoomID
    let name: String
    let address: String
  }

  private let candidates: [Candidate]

  init(rooms: [Room]) {
    candidates = rooms.filter { $0.membership == .joined }.map {
      Candidate(id: $0.id, name: Names.text($0), address: $0.alias?.rawValue ?? $0.id.rawValue)
    }
  }

  /// Rooms whose name or address contains a text.
  func suggestions(_ text: String) -> Signal<[PromptSuggestion], Never> {
    let term = text.lowercased()
    guard !term.isEmpty else { return .just([]) }
    let found = candidates.filter {
      $0.name.lowercased().contains(term) || $0.address.lowercased().contains(term)
    }
    return .just(found.prefix(10).map { .init(nameText: $0.name, answerText: $0.address) })
  }

  /// The room with an address, or the only room with a name.
  func room(_ text: String) -> RoomID? {
    if let exact = candidates.first(where: { $0.address == text || $0.id.rawValue == text }) {
      return exact.id
    }
    let named = candidates.filter { $0.name.lowercased() == text.lowercased() }
    return named.count == 1 ? named.first?.id : nil
  }
}
