/// Merging and comparing one small model, compared with a hand-written struct.
enum ValueCases {
  private static let rounds = 100_000

  static let person = Person(
    id: "@ada:example.org", displayName: "Ada Lovelace of London", avatar: "mxc://example.org/abc",
    status: "away", lastActive: 1_700_000_000)
  static let partial = Person(id: "@ada:example.org", displayName: "Augusta Ada King-Noel")
  private static let plain = PlainPerson(
    id: "@ada:example.org", displayName: "Ada Lovelace of London", avatar: "mxc://example.org/abc",
    status: "away", lastActive: 1_700_000_000)
  private static let plainPartial = PlainPerson(
    id: "@ada:example.org", displayName: "Augusta Ada King-Noel")

  static var all: [Workload] { merge + diff + equality + hash }

  private static var merge: [Workload] {
    let merged = person.merging(partial)
    return [
      workload(.merge, .eager) {
        $0 &+= Sink.hidden(person).merging(Sink.hidden(partial)).displayName?.utf8.count ?? 0
      } prove: {
        merged.displayName == partial.displayName && merged.avatar == person.avatar
          && merged.changed(from: person) == .displayName
      },
      workload(.merge, .plain) {
        $0 &+= Sink.hidden(plain).merging(Sink.hidden(plainPartial)).displayName?.utf8.count ?? 0
      } prove: {
        plain.merging(plainPartial).avatar == plain.avatar
      },
    ]
  }

  private static var diff: [Workload] {
    let merged = person.merging(partial)
    let plainMerged = plain.merging(plainPartial)
    return [
      workload(.diff, .eager) {
        $0 &+= Int(Sink.hidden(merged).changed(from: Sink.hidden(person)).rawValue)
      } prove: {
        merged.changed(from: person) == .displayName && person.changed(from: person) == []
      },
      workload(.diff, .plain) {
        $0 &+= Sink.hidden(plainMerged).changed(from: Sink.hidden(plain))
      } prove: {
        plainMerged.changed(from: plain) == 1
      },
    ]
  }

  private static var equality: [Workload] {
    // Separate texts, so that no comparison ends early at shared storage.
    let copy = Person(
      id: again(person.id), displayName: person.displayName.map(again),
      avatar: person.avatar.map(again), status: person.status.map(again),
      lastActive: person.lastActive)
    let plainCopy = PlainPerson(
      id: again(plain.id), displayName: plain.displayName.map(again),
      avatar: plain.avatar.map(again), status: plain.status.map(again),
      lastActive: plain.lastActive)
    return [
      workload(.equality, .eager) {
        $0 &+= Sink.hidden(person) == Sink.hidden(copy) ? 1 : 0
      } prove: {
        person == copy && person != partial
      },
      workload(.equality, .plain) {
        $0 &+= Sink.hidden(plain) == Sink.hidden(plainCopy) ? 1 : 0
      } prove: {
        plain == plainCopy && plain != plainPartial
      },
    ]
  }

  private static var hash: [Workload] {
    [
      workload(.hash, .eager) {
        $0 &+= Sink.hidden(person).hashValue
      } prove: {
        person.hashValue != partial.hashValue
      },
      workload(.hash, .plain) {
        $0 &+= Sink.hidden(plain).hashValue
      } prove: {
        plain.hashValue != plainPartial.hashValue
      },
    ]
  }

  private static func again(_ text: String) -> String {
    String(decoding: Array(text.utf8), as: UTF8.self)
  }

  static func workload(
    _ name: CaseName, _ subject: SubjectName, _ step: @escaping (inout Int) -> Void,
    prove: @escaping () -> Bool
  ) -> Workload {
    Workload(
      name: name, subject: subject, amount: rounds, unit: .nanoseconds,
      prove: { () throws(Failure) in
        guard prove() else { throw Failure("\(name.rawValue) of \(subject.rawValue) is wrong") }
      },
      run: {
        var sum = 0
        for _ in 0..<rounds { step(&sum) }
        Sink.keep(sum)
      })
  }
}

/// Consumes results and supplies values, so that the compiler can neither omit work nor hoist it.
enum Sink {
  /// The value, opaque to the caller's optimiser.
  @inline(never)
  static func hidden<Value>(_ value: Value) -> Value { value }

  @inline(never)
  static func keep(_ value: Int) {
    withExtendedLifetime(value) {}
  }
}
