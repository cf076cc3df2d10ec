import Synchronization
import Testing

@testable import Homeserver

@Suite("Ledger of answers")
struct AnswerLedgerTests {
  /// Answers of a time that is set by hand; their ids are numbers.
  private final class Desk: Sendable {
    private struct State {
      var ledger: AnswerLedger
      var now = ContinuousClock.now
      var objects: [Int: Object] = [:]
      var admitted: [Int] = []
      var cut: [Int] = []
    }

    private final class Object: Sendable {}

    private let state: Mutex<State>

    init() {
      var bounds = AnswerMemory.Bounds()
      bounds.perUser = 20
      bounds.total = 50
      bounds.patience = .seconds(1)
      bounds.slowest = 10
      state = Mutex(State(ledger: AnswerLedger(bounds)))
    }

    var admitted: [Int] { state.withLock { $0.admitted } }
    var cut: [Int] { state.withLock { $0.cut } }
    var waiterCount: Int { state.withLock { $0.ledger.waiterCount } }

    private func change(_ body: (inout State) -> Void) {
      let calls = state.withLock { state in
        body(&state)
        defer { state.ledger.calls = [] }
        return state.ledger.calls
      }
      for call in calls { call() }
    }

    private static func id(_ number: Int, _ state: inout State) -> AnswerLedger.ID {
      let object = state.objects[number] ?? Object()
      state.objects[number] = object
      return ObjectIdentifier(object)
    }

    /// Time goes on.
    func pass(_ time: Duration) {
      change { state in
        state.now += time
        _ = state.ledger.makeRoom(at: state.now)
      }
    }

    /// Asks for room.
    func ask(_ number: Int, _ name: String, _ size: Int = 10) {
      change { state in
        _ = state.ledger.wait(Self.id(number, &state), user(name), size, at: state.now) { _ in
          self.change { $0.admitted.append(number) }
        }
      }
    }

    /// Sends an answer that has room.
    func send(_ number: Int) {
      change { state in
        state.ledger.begin(Self.id(number, &state), at: state.now) {
          self.change { $0.cut.append(number) }
        }
      }
    }

    func take(_ number: Int, _ bytes: Int) {
      change { $0.ledger.progress(Self.id(number, &$0), bytes, at: $0.now) }
    }

    func keep(_ number: Int) { change { $0.ledger.keep(Self.id(number, &$0)) } }

    func end(_ number: Int) { change { $0.ledger.remove(Self.id(number, &$0), at: $0.now) } }

    /// Answers on their way, that fill the memory: two of each user.
    func fill() {
      for (number, name) in ["a", "a", "b", "b", "c"].enumerated() {
        ask(number, name)
        send(number)
      }
    }
  }

  @Test("Who holds little is let in at once, at the cost of who holds most and reads nothing")
  func atOnce() throws {
    let desk = Desk()
    desk.fill()
    desk.pass(.seconds(2))
    #expect(desk.cut == [])
    desk.take(0, 100)
    desk.ask(5, "honest")
    // Of two who hold as much, the one that has stalled longer; not the one that reads.
    #expect(desk.cut.count == 1 && Set([1, 2, 3]).isSuperset(of: desk.cut))
    #expect(desk.admitted == [0, 1, 2, 3, 4])
    desk.end(try #require(desk.cut.first))
    #expect(desk.admitted == [0, 1, 2, 3, 4, 5])
  }

  @Test("Clients that read are not cut off, however long somebody waits")
  func innocent() {
    let desk = Desk()
    desk.fill()
    desk.ask(5, "honest")
    for _ in 0..<100 {
      desk.pass(.milliseconds(500))
      for number in 0..<5 { desk.take(number, 6) }
    }
    #expect(desk.cut == [])
    desk.pass(.milliseconds(900))
    #expect(desk.cut == [])
    desk.pass(.milliseconds(200))
    #expect(desk.cut.count == 1 && desk.cut != [4])
  }

  @Test("A client that reads a drop now and then has stalled")
  func drops() {
    let desk = Desk()
    desk.fill()
    for _ in 0..<8 {
      desk.pass(.milliseconds(250))
      for number in [0, 1, 2, 3] { desk.take(number, number == 2 ? 1 : 3) }
    }
    desk.ask(5, "honest")
    desk.pass(.milliseconds(200))
    #expect(desk.cut == [2])
  }

  @Test("Who holds less than others is not cut off for anybody")
  func light() {
    let desk = Desk()
    for (number, name) in ["a", "a", "b", "b"].enumerated() {
      desk.ask(number, name)
      desk.send(number)
    }
    desk.ask(4, "light", 2)
    desk.send(4)
    desk.ask(5, "c", 8)
    desk.pass(.seconds(2))
    for number in 0..<4 { desk.take(number, 100) }
    desk.ask(6, "honest")
    desk.pass(.milliseconds(900))
    #expect(desk.cut == [])
    desk.pass(.milliseconds(200))
    #expect(desk.cut.count == 1 && Set(0..<4).isSuperset(of: desk.cut))
  }

  @Test("Who holds as much as others waits, and loses only what it does not read itself")
  func equals() {
    let desk = Desk()
    for (number, name) in ["a", "b", "c", "d", "e"].enumerated() {
      desk.ask(number, name)
      desk.send(number)
    }
    desk.pass(.seconds(2))
    desk.take(0, 100)
    desk.ask(5, "a")
    #expect(desk.cut == [])
    desk.pass(.seconds(2))
    #expect(desk.cut == [0])
  }

  @Test("No more clients are cut off than make room enough")
  func enough() throws {
    let desk = Desk()
    desk.fill()
    desk.pass(.seconds(2))
    for number in 10..<20 { desk.ask(number, "honest", 5) }
    for _ in 0..<10 { desk.pass(.seconds(1)) }
    #expect(desk.cut.count == 1)
    desk.end(try #require(desk.cut.first))
    #expect(desk.admitted.suffix(2) == [10, 11])
    #expect(desk.cut.count == 2)
  }

  @Test("Who holds least goes first, then who has waited longest")
  func order() {
    let desk = Desk()
    desk.fill()
    desk.ask(5, "c")
    desk.ask(6, "x")
    desk.ask(7, "y")
    desk.ask(8, "a", 5)
    desk.end(0)
    #expect(desk.admitted.suffix(1) == [6])
    desk.end(2)
    #expect(desk.admitted.suffix(1) == [7])
    desk.end(3)
    #expect(desk.admitted.suffix(1) == [5] && desk.waiterCount == 1)
  }

  @Test("Within the own bound the own clients that have stalled make way")
  func own() {
    let desk = Desk()
    for number in 0..<2 {
      desk.ask(number, "a")
      desk.send(number)
    }
    desk.pass(.milliseconds(500))
    desk.take(1, 100)
    desk.ask(2, "a")
    #expect(desk.cut == [])
    desk.pass(.milliseconds(600))
    #expect(desk.cut == [0])
  }

  @Test("What depends on the client no more is not cut off")
  func kept() {
    let desk = Desk()
    desk.fill()
    for number in 0..<4 { desk.keep(number) }
    desk.pass(.seconds(10))
    desk.ask(5, "honest")
    desk.pass(.seconds(10))
    #expect(desk.cut == [])
  }
}
