import Signals
import SignalsTesting
import Testing

/// The suites that toggle the process-wide trace, run serially.
@Suite("Debugging", .serialized)
enum DebuggingTests {}

extension DebuggingTests {
  @Suite("Trace", .serialized)
  struct TraceTests {
    private let subject = Subject<Int, Mishap>()

    /// The subscriptions of this file that were made while `body` ran and are alive at its end.
    private func traced(_ body: () throws -> Void) rethrows -> [SignalTrace.Entry] {
      let former = Set(SignalTrace.snapshot().map(\.id))
      SignalTrace.isEnabled = true
      defer { SignalTrace.isEnabled = false }
      try body()
      return mine.filter { !former.contains($0.id) }
    }

    private var mine: [SignalTrace.Entry] {
      SignalTrace.snapshot().filter { $0.fileID.hasSuffix("/TraceTests.swift") }
    }

    @Test("a live subscription is listed with its source line, type, count and age")
    func live() throws {
      let slot = SerialDisposable()
      let line: UInt = #line + 2
      let entries = traced {
        slot.inner = subject.signal.map { "\($0)" }.follow()
        subject.send(1)
        subject.send(2)
      }
      let entry = try #require(entries.first)
      #expect(entries.count == 1)
      #expect(entry.fileID == "SignalsTests/TraceTests.swift")
      #expect(entry.line == line)
      #expect(entry.kind == .signal)
      #expect(entry.valueType == "String")
      #expect(entry.valueCount == 2)
      #expect(entry.names.isEmpty)
      #expect(entry.age >= .zero && entry.age < .seconds(60))
      slot.dispose()
    }

    @Test(
      "a listed subscription keeps counting after listing ends, and leaves when it is disposed of")
    func leaves() throws {
      let slot = SerialDisposable()
      let entry = try #require(
        traced { slot.inner = subject.signal.follow() }.first)
      for value in 0..<5 { subject.send(value) }
      #expect(mine.first { $0.id == entry.id }?.valueCount == 5)
      slot.dispose()
      #expect(!mine.contains { $0.id == entry.id })
    }

    @Test("a subscription that ends by itself leaves the list, and its last event is counted")
    func ends() {
      let recorder = Box<String>()
      let entries = traced {
        _ = Signal<Int, Mishap>.from([1, 2]).follow(
          value: { recorder.append("\($0)") }, completed: { recorder.append("|") })
        _ = subject.signal.subscribe(value: { _ in }, failed: { recorder.append("\($0)") })
        subject.fail(.second)
      }
      #expect(recorder.values == ["1", "2", "|", "second"])
      #expect(entries.isEmpty)
    }

    @Test("a subscription whose source was released leaves the list")
    func sourceGone() {
      let entries = traced {
        _ = Subject<Int, Never>().signal.subscribe()
      }
      #expect(entries.isEmpty)
    }

    @Test("nothing is listed while listing is off")
    func off() {
      let before = mine.count
      let subscription = subject.signal.follow()
      #expect(mine.count == before)
      subscription.dispose()
    }

    @Test("names are those of everything upstream, the nearest first")
    func names() {
      let other = Subject<Int, Mishap>()
      let slot = SerialDisposable()
      let entries = traced {
        slot.inner = subject.signal.named("a").map { $0 }.named("b")
          .combineLatest(with: other.signal.logged("c")).follow()
      }
      #expect(entries.map(\.names) == [["b", "a", "c"]])
      #expect(entries.map(\.name) == ["b, a, c"])
      slot.dispose()
    }

    @Test("a subscription made inside another one keeps its names to itself")
    func nested() {
      let (inner, slot) = (SerialDisposable(), SerialDisposable())
      let source = Signal<Int, Mishap>.just(1).concat(.never).named("outer")
      let entries = traced {
        slot.inner = source.follow { [subject] _ in
          inner.inner = subject.signal.named("inner").follow()
        }
      }
      #expect(entries.map(\.name) == ["outer", "inner"])
      slot.dispose()
      inner.dispose()
    }

    @Test("a named signal passes every event")
    func named() {
      let scheduler = TestScheduler()
      let source = scheduler.signal("-a-b-#", failure: Mishap.first)
      scheduler.expectMarbles(source.named("source"), "-a-b-#", failure: .first)
    }

    @Test("observers on the main actor are listed with their kind")
    @MainActor
    func main() {
      let slot = SerialDisposable()
      let entries = traced {
        slot.inner = subject.signal.named("numbers").observe(on: .main).follow()
        subject.send(1)
      }
      #expect(entries.map(\.kind) == [.mainSignal])
      #expect(entries.map(\.name) == ["numbers"])
      #expect(entries.map(\.valueCount) == [1])
      slot.dispose()
      #expect(!mine.contains { entry in entries.contains { $0.id == entry.id } })
    }

    @Test("subscriptions on an actor are listed at their call site")
    func actors() {
      actor Listener {}
      let slot = SerialDisposable()
      let line: UInt = #line + 2
      let entries = traced {
        slot.inner = subject.signal.subscribe(on: Listener()) { _, _ in
        } failed: { _, _ in
        }
      }
      #expect(entries.map(\.line) == [line])
      slot.dispose()
    }

    @Test("observers of properties are listed with their kind")
    @MainActor
    func property() {
      let property = MutableProperty(1)
      let slot = SerialDisposable()
      let entries = traced {
        slot.inner = property.map { $0 + 1 }.observe { _ in }
        property.value = 2
      }
      #expect(entries.map(\.kind) == [.property])
      #expect(entries.map(\.valueType) == ["Int"])
      #expect(entries.map(\.valueCount) == [2])
      slot.dispose()
      #expect(!mine.contains { entry in entries.contains { $0.id == entry.id } })
    }

    @Test("the table has a row for each subscription, in columns")
    func table() throws {
      let slot = CompositeDisposable()
      let first: UInt = #line + 2
      let entries = traced {
        slot += subject.signal.named("numbers").follow()
        slot += subject.signal.map { "\($0)" }.follow()
        subject.send(1)
      }
      let lines = SignalTrace.table(of: entries).split(separator: "\n").map(String.init)
      try #require(lines.count == 3)
      let columns = lines.map { $0.split(separator: " ").map(String.init) }
      #expect(
        columns[0] == ["id", "name", "kind", "value", "type", "values", "age", "where"])
      #expect(columns[1].dropFirst().prefix(4) == ["numbers", "signal", "Int", "1"])
      #expect(columns[1].last == "SignalsTests/TraceTests.swift:\(first)")
      #expect(columns[2].dropFirst().prefix(3) == ["signal", "String", "1"])
      let kindColumn = lines[0].split(separator: "kind")[0].count
      #expect(lines.dropFirst().allSatisfy { $0.dropFirst(kindColumn).hasPrefix("signal  ") })
      #expect(SignalTrace.table().contains("numbers"))
      #expect(entries[0].description.contains("numbers (signal of Int, SignalsTests/TraceTests"))
      slot.dispose()
    }

    @Test("subscriptions come and go on many threads", .timeLimit(.minutes(1)))
    func threads() async {
      SignalTrace.isEnabled = true
      defer { SignalTrace.isEnabled = false }
      let former = Set(mine.map(\.id))
      await concurrently(4) { [subject] number in
        for value in 0..<200 {
          let subscription = subject.signal.named("\(number)").follow()
          subject.send(value)
          _ = SignalTrace.snapshot()
          subscription.dispose()
        }
      }
      #expect(mine.allSatisfy { former.contains($0.id) })
    }
  }
}
