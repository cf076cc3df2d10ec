import Signals
import SignalsTesting
import Testing

@Suite("Sample")
struct SampleTests {
  private let scheduler = TestScheduler()

  @Test(
    "sends the latest value at each sample, at most once",
    arguments: [
      ("-a-b---c-|", "----t-t-t|", "----b---c|"),
      ("-a-b---c-|", "----t-t-t-|", "----b---c|"),
      ("-a------b-", "t--t-t----t", "---a------b"),
      ("-a-b-|", "--t-------t", "--a--|"),
      ("-a-b-#", "--t----|", "--a--#"),
      ("-a-b---|", "--t-|", "--a-|"),
      ("-a-b---|", "|", "|"),
      ("--(ab)--|", "--t-|", "--b-|"),
    ])
  func lines(_ letters: String, _ samples: String, _ expected: String) {
    let source = scheduler.signal(letters, failure: Mishap.first)
    let sampler = scheduler.signal(samples)
    #expect(scheduler.draw(source.sample(on: sampler), frames: 12).description == expected)
  }

  @Test("disposal and the end of either signal end the other")
  func disposal() {
    let (source, sampler) = (scheduler.cold("-a-b-c"), scheduler.cold("--t----t"))
    let recorder = Recorder(source.signal.sample(on: sampler.signal))
    scheduler.advance(by: Marbles.frame * 4)
    recorder.dispose()
    scheduler.run()
    recorder.expect("a")
    source.expectSubscriptions("^---!")
    sampler.expectSubscriptions("^---!")

    let (short, endless) = (scheduler.cold("-a|"), scheduler.cold("---t"))
    scheduler.expectMarbles(short.signal.sample(on: endless.signal), "--|")
    endless.expectSubscriptions("^-!")
  }

  @Test("a source that ends at once prevents the subscription to the sampler")
  func overAtOnce() {
    let sampler = scheduler.cold("t")
    Recorder(Signal<Int, Never>.just(1).sample(on: sampler.signal)).expectCompletion()
    sampler.expectSubscriptions()
  }

  @Test("a value and a sample sent from inside a value are delivered after it")
  func reentrancy() {
    let (source, sampler) = (Subject<Int, Never>(), Subject<Void, Never>())
    let heard = Box<Int>()
    let subscription = source.signal.sample(on: sampler.signal).subscribe { value in
      heard.append(value)
      guard value < 3 else { return }
      source.send(value + 1)
      sampler.send()
    }
    sampler.send()
    source.send(1)
    sampler.send()
    #expect(heard.values == [1, 2, 3])
    subscription.dispose()
  }

  @Test("the waiting value is the only one retained, and is released at the end")
  func release() {
    let census = Census()
    let source = Subject<Item, Mishap>()
    let sampler = Subject<Void, Never>()
    let recorder = Recorder(source.signal.sample(on: sampler.signal).map(\.number))
    for number in 0..<5 { source.send(census.item(number)) }
    #expect(census.count == 1)
    sampler.send()
    recorder.expect(4)
    #expect(census.count == 0)
    source.send(census.item(5))
    source.complete()
    recorder.expectCompletion()
    #expect(census.count == 0)
  }
}
