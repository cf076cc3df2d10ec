import ModelKit
import Signals
import Synchronization

/// The cost of reporting new instances, compared with the same type without the feature.
enum NotificationCases {
  private static let person = ValueCases.person

  static var all: [Workload] {
    let told = made(ValueCases.person)
    let partial = made(ValueCases.partial)
    return [
      ValueCases.workload(.make, .plain) {
        let person = Sink.hidden(person)
        $0 &+= Sink.hidden(plain(person)).lastActive ?? 0
      } prove: {
        plain(person).displayName == person.displayName
      },
      ValueCases.workload(.make, .eager) {
        let person = Sink.hidden(person)
        $0 &+= Sink.hidden(copy(person)).lastActive ?? 0
      } prove: {
        copy(person) == person
      },
      ValueCases.workload(.make, .told) {
        let person = Sink.hidden(person)
        $0 &+= Sink.hidden(made(person)).lastActive ?? 0
      } prove: {
        isTold(.built) { _ = made(person) }
      },
      ValueCases.workload(.merge, .told) {
        $0 &+= Sink.hidden(told).merging(Sink.hidden(partial)).displayName?.utf8.count ?? 0
      } prove: {
        isTold(.merged) { _ = told.merging(partial) }
      },
    ]
  }

  private static func made(_ person: Person) -> ToldPerson {
    ToldPerson(
      id: person.id, displayName: person.displayName, avatar: person.avatar,
      status: person.status, lastActive: person.lastActive)
  }

  private static func copy(_ person: Person) -> Person {
    Person(
      id: person.id, displayName: person.displayName, avatar: person.avatar,
      status: person.status, lastActive: person.lastActive)
  }

  private static func plain(_ person: Person) -> PlainPerson {
    PlainPerson(
      id: person.id, displayName: person.displayName, avatar: person.avatar,
      status: person.status, lastActive: person.lastActive)
  }

  /// Whether exactly one instance of the kind is reported; there are no observers afterwards.
  private static func isTold(_ kind: InitKind, _ body: () -> Void) -> Bool {
    let heard = Heard()
    let subscription = ModelNotifications.signal(of: ToldPerson.self).subscribe(value: {
      let kind = $0.kind
      heard.kinds.withLock { $0.append(kind) }
    })
    body()
    subscription.dispose()
    body()
    return heard.kinds.withLock { $0 } == [kind]
  }
}

private final class Heard: Sendable {
  let kinds = Mutex<[InitKind]>([])
}
