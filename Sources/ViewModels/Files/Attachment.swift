import Controllers
import Models
import Signals

/// Files on their way to a room, which go out in their order; the first one has the caption.
final class Attachment {
  private var rest: [LocalFile]
  private var isFirst = true
  private let room: RoomID
  private let sender: any MessageSender
  private let pause: Duration
  private let inThread: (OutgoingEvent) -> OutgoingEvent

  init(
    _ files: [LocalFile], to room: RoomID, sender: any MessageSender, after pause: Duration,
    inThread: @escaping (OutgoingEvent) -> OutgoingEvent
  ) {
    rest = files
    self.room = room
    self.sender = sender
    self.pause = pause
    self.inThread = inThread
  }

  /// Hands all files to the sender; after a failure, the next call goes on with the file that failed.
  func send(caption: String, isReduced: Bool) -> Signal<Void, RequestError> {
    let events = rest.enumerated().map { index, file in
      OutgoingEvent.file(
        path: file.path,
        caption: isFirst && index == 0 && !caption.isEmpty ? caption : nil,
        isReduced: isReduced && file.isPicture)
    }
    return .concat(
      events.map { event in
        // The program has a copy once the message is in the room; the rest is told there.
        sender.send(inThread(event), to: room, after: pause).take(first: 1).map { _ in }
          .onMain(completed: { [weak self] in self?.advance() })
      })
  }

  private func advance() {
    rest.removeFirst()
    isFirst = false
  }
}
