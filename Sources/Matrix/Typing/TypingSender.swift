import Controllers
import MatrixWire
import ModelKit
import Models

/// Tells the server in which room the account is writing; one notice after the other, so that the end never
/// overtakes the beginning.
final class TypingSender: Sendable {
  /// For how long the server believes a notice.
  static let lifetime = Duration.seconds(20)

  private let notices: AsyncStream<(room: RoomID, isTyping: Bool)>.Continuation
  private let work: Task<Void, Never>

  init(network: MatrixNetworkController, own: UserID) {
    // On a slow connection only the latest notices matter.
    let (stream, notices) = AsyncStream.makeStream(
      of: (room: RoomID, isTyping: Bool).self, bufferingPolicy: .bufferingNewest(4))
    self.notices = notices
    work = Task {
      for await notice in stream {
        // A notice that is lost costs nobody anything, and ends by itself.
        try? await network.request(.typing(notice.isTyping, own, in: notice.room))
      }
    }
  }

  deinit {
    notices.finish()
    work.cancel()
  }

  func send(_ isTyping: Bool, in room: RoomID) { notices.yield((room, isTyping)) }
}

extension Endpoint where Response == Void {
  /// Source: Matrix client-server API, "Typing Notifications".
  fileprivate static func typing(_ isTyping: Bool, _ own: UserID, in room: RoomID) -> Endpoint {
    var body: JSONObject = ["typing": .boolean(isTyping)]
    if isTyping {
      let milliseconds = TypingSender.lifetime.components.seconds * 1_000
      body["timeout"] = .number(JSONNumber(milliseconds))
    }
    return Endpoint(
      .sendTyping, .put, path: .client("rooms", room.rawValue, "typing", own.rawValue),
      body: .object(body), waitsWhenLimited: false, timeout: .seconds(10))
  }
}
