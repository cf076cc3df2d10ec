import Controllers
import Models
import Signals

/// The source of a message, and those of the events about it, one at a time.
final class SourceReader {
  let rows = MutableProperty<[SheetRow]>([])
  let noteText = MutableProperty("Loading…")
  /// What stepping on does; empty where there is only one event.
  let stepText = MutableProperty("")
  private let message: Message
  private let timelines: any TimelineController
  private let world: World
  private var related: [RelatedEvent] = []
  /// The number of the event that is shown; the message itself has the first.
  private var number = 0
  private var isComplete = true
  private let loading = SerialDisposable()

  init(_ message: Message, _ timelines: any TimelineController, _ world: World) {
    (self.message, self.timelines, self.world) = (message, timelines, world)
  }

  /// Loads what there is to read, until that is disposed of.
  func start() -> any Disposable {
    let work = CompositeDisposable()
    work.add(loading)
    load()
    work.add(
      timelines.relatedEvents(to: message.id, in: message.roomID).observe(on: .main).subscribe(
        value: { [weak self] events in
          guard let self, !events.isEmpty else { return }
          related = events
          stepText.value = "next event"
          showNote()
        },
        // Whoever reads the source of the message has that.
        failed: { _ in }))
    return work
  }

  /// Shows another event; the first comes after the last.
  func step(by count: Int) {
    let all = related.count + 1
    number = ((number + count) % all + all) % all
    load()
  }

  private func load() {
    let id = number == 0 ? message.id : related[number - 1].id
    loading.inner = timelines.source(of: id, in: message.roomID).observe(on: .main).subscribe(
      value: { [weak self] source in
        batch {
          self?.rows.value = source.rows
          self?.isComplete = source.isComplete
          self?.showNote()
        }
      },
      failed: { [weak self] error in
        batch {
          self?.rows.value = []
          self?.noteText.value = ErrorSentences.text(error)
        }
      })
  }

  private func showNote() {
    guard !rows.value.isEmpty else { return }
    let place =
      related.isEmpty
      ? "" : "\(number + 1) of \(related.count + 1): \(subject). Left, Right: others."
    let rest = isComplete ? "" : "The end of the event is not shown."
    noteText.value = [place, rest].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private var subject: String {
    guard number > 0 else { return "the message" }
    let event = related[number - 1]
    let time = world.time.dayAndClock(event.timestamp, now: world.now())
    return "\(Self.noun(event.kind)) by \(event.sender.rawValue), \(time)"
  }

  private static func noun(_ kind: RelatedEvent.Kind) -> String {
    switch kind {
    case .edit: "an edit"
    case .reaction: "a reaction"
    case .vote: "a vote"
    case .pollEnd: "the end of the poll"
    case .removal: "a removal"
    }
  }
}

extension EventSource {
  /// A list shows so much of an entry in any terminal.
  private static var mostScalars: Int { 300 }

  /// A row for each line; long lines have several.
  fileprivate var rows: [SheetRow] {
    text.split(separator: "\n").flatMap { line in
      var parts: [String] = []
      var rest = line.unicodeScalars[...]
      while !rest.isEmpty {
        parts.append(String(rest.prefix(Self.mostScalars)))
        rest = rest.dropFirst(Self.mostScalars)
      }
      return parts
    }.enumerated().map { number, part in
      SheetRow(id: RowID("line \(number)"), timeText: "", quote: QuoteText(bodyText: part))
    }
  }
}
