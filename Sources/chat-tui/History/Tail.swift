import Controllers
import Models
import Signals
import ViewModels

/// The newest messages of a room, then what happens there.
@MainActor
struct Tail {
  let history: any HistoryController
  let room: RoomID
  /// Waits before a request that failed is made again.
  var pause: @MainActor (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// For how long to wait where the server does not say.
  private static let delay = Duration.seconds(5)

  /// Shows the newest messages and goes on until something fails for good.
  func run(lines: Int, show: @MainActor (HistoryEntry) throws -> Void) async throws {
    var part = try await repeated { try await history.newest(lines, in: room).first() }
    while let found = part {
      for entry in found.entries { try show(entry) }
      guard let end = found.end else { return }
      part = try await repeated { try await history.news(in: room, after: end).first() }
    }
  }

  private func repeated(
    _ request: @MainActor () async throws -> HistoryPart?
  ) async throws -> HistoryPart? {
    while true {
      do {
        return try await request()
      } catch let error as RequestError where error.isTransient {
        try await pause(error.retryAfter ?? Self.delay)
      }
    }
  }
}

extension Session {
  /// Why there is nothing more to follow in a room; emits at most one sentence.
  func end(
    of room: RoomID, unless ending: Signal<SessionEnding?, Never>
  ) -> Signal<String, Never> {
    let left = rooms.room(room).filter { $0?.membership != .joined }
      .map { _ in "you are no longer in this room" }
    let signedOut = ending.compactMap { ending -> String? in
      guard case .refused(let isSoft, _, _) = ending else { return nil }
      return ErrorSentences.text(
        RequestError(operation: .sync, reason: .signedOut(isSoft: isSoft)))
    }
    return Signal.merge([left, signedOut]).take(first: 1)
  }

  /// Why the server does not answer: a sentence each time that it no longer does.
  var absences: Signal<String, Never> {
    let errors = sync.connection.compactMap { state -> RequestError?? in
      switch state {
      case .idle, .connecting: nil
      case .online: .some(nil)
      case .offline(let error, _): .some(error)
      }
    }
    return errors.skipRepeats { ($0 == nil) == ($1 == nil) }
      .compactMap { $0.map { ErrorSentences.text($0) } }
  }
}
