import Signals
import SignalsTesting
import Testing

/// Counts live objects after each operator's life: the values, and what the closures retain.
///
/// The source, the scheduler and the subscription's disposable are still alive during the count,
/// unless the test says otherwise.
@Suite("Leaks")
struct LeakTests {
  @Test("an operator holds nothing after completion", arguments: Pipe.all)
  func completion(_ pipe: Pipe) {
    let rig = PipeRig()
    let subscription = subscribe(rig, pipe)
    rig.send(0..<5)
    rig.pass()
    rig.completeAll()
    rig.pass()

    guard !pipe.traits.contains(.isEndless) else { return subscription.dispose() }
    #expect(subscription.isDisposed)
    expectNothing(rig)
  }

  @Test("an operator holds nothing after a failure", arguments: Pipe.all)
  func failure(_ pipe: Pipe) {
    let rig = PipeRig()
    let subscription = subscribe(rig, pipe)
    rig.send(0..<5)
    rig.source.fail(.first)
    rig.pass()

    #expect(subscription.isDisposed)
    expectNothing(rig)
  }

  @Test(
    "an operator retains nothing after disposal, and none of its timers is pending",
    arguments: Pipe.ending)
  func disposal(_ pipe: Pipe) {
    let rig = PipeRig()
    let subscription = subscribe(rig, pipe)
    rig.send(0..<5)
    subscription.dispose()

    if !pipe.traits.contains(.hops) { #expect(rig.scheduler.pendingCount == 0) }
    expectNothing(rig)
    rig.send(5..<10)
    rig.pass()
    expectNothing(rig)
  }

  @Test("an operator holds nothing after disposal before any event", arguments: Pipe.ending)
  func earlyDisposal(_ pipe: Pipe) {
    let rig = PipeRig()
    let token = rig.sinks.item(0)
    let subscription = rig.signal(pipe).follow { _ in token.touch() }
    subscription.dispose()

    rig.scheduler.advance(by: .zero)
    withExtendedLifetime(token) { #expect(rig.sinks.count == 1) }
    #expect(rig.extras.count == 0)
  }

  @Test(
    "an operator that is disposed of inside a value sends nothing more and retains nothing",
    arguments: Pipe.ending)
  func disposalInside(_ pipe: Pipe) {
    let rig = PipeRig()
    let heard = Box<Int>()
    let slot = SerialDisposable()
    let token = rig.sinks.item(0)
    slot.inner = rig.signal(pipe).subscribe { [sinks = rig.sinks] value in
      _ = sinks
      token.touch()
      heard.append(value.number)
      slot.dispose()
    } failed: { _ in
      heard.append(-100)
    } completed: {
      heard.append(-200)
    }
    rig.prime()
    rig.send(0..<5)
    rig.pass()
    rig.completeAll()
    rig.pass()

    #expect(heard.values.count == 1)
    // The first value may have been sent before there was anything to dispose of.
    #expect(slot.isDisposed)
    #expect(rig.values.count == 0)
    #expect(rig.extras.count == 0)
  }

  @Test(
    "an operator retains nothing when its inputs are released without a terminal event",
    arguments: Pipe.all)
  func sourceReleased(_ pipe: Pipe) {
    let (values, sinks, extras) = life(of: pipe) { rig in
      rig.send(0..<5)
      rig.pass()
      rig.send(5..<10)
    }
    #expect(values.count == 0)
    #expect(sinks.count == 0)
    #expect(extras.count == 0)
  }

  @Test(
    "an operator whose result is shared retains nothing when its inputs are released without a terminal event",
    arguments: Pipe.all, Pipe.shared)
  func sharedSourceReleased(_ pipe: Pipe, _ sharing: Pipe) {
    let both = Pipe("\(pipe.name), \(sharing.name)") { source, parts in
      sharing.build(pipe.build(source, parts), parts)
    }
    let (values, sinks, extras) = life(of: both) { rig in
      rig.send(0..<5)
      rig.pass()
      rig.send(5..<10)
    }
    #expect(values.count == 0)
    #expect(sinks.count == 0)
    #expect(extras.count == 0)
  }

  @Test(
    "an operator is released with its inputs and with a scheduler that is never moved again",
    arguments: Pipe.all.filter { !$0.traits.contains(.setsTimers) })
  func schedulerReleased(_ pipe: Pipe) {
    let (values, sinks, extras) = {
      let rig = PipeRig()
      let subscription = subscribe(rig, pipe)
      rig.send(0..<5)
      withExtendedLifetime(subscription) {}
      return (rig.values, rig.sinks, rig.extras)
    }()
    #expect(values.count == 0)
    #expect(sinks.count == 0)
    #expect(extras.count == 0)
  }

  @Test("an operator that receives nothing is released with its inputs", arguments: Pipe.all)
  func silentSource(_ pipe: Pipe) {
    let (values, sinks, extras) = life(of: pipe) { _ in }
    #expect(values.count == 0)
    #expect(sinks.count == 0)
    #expect(extras.count == 0)
  }

  @Test("an operator keeps a value no longer than it needs it", arguments: Pipe.all)
  func keeps(_ pipe: Pipe) throws {
    let rig = PipeRig()
    let subscription = subscribe(rig, pipe)
    let keeps = try #require(pipe.keeps ?? .some(1000))
    for round in 0..<3 {
      rig.send(round * 50..<(round + 1) * 50)
      rig.pass()
      #expect(rig.values.count <= keeps)
    }
    subscription.dispose()
  }

  @Test(
    "a signal without observers retains values only if it replays", arguments: Pipe.all)
  func signalKept(_ pipe: Pipe) {
    for ending in 0..<3 {
      let rig = PipeRig()
      let signal = rig.signal(pipe)
      let subscription = subscribe(rig, signal)
      rig.send(0..<5)
      rig.pass()
      switch ending {
      case 0: subscription.dispose()
      case 1: rig.completeAll()
      default: rig.source.fail(.first)
      }
      rig.pass()
      withExtendedLifetime(signal) {
        guard subscription.isDisposed else { return subscription.dispose() }
        #expect(rig.sinks.count == 0)
        let isKept =
          switch ending {
          case 0: pipe.traits.contains(.staysConnected)
          case 1: pipe.traits.contains(.remembers)
          default: pipe.traits.contains(.remembers) && !pipe.traits.contains(.forgetsFailure)
          }
        let kept = isKept ? pipe.keeps ?? 0 : 0
        #expect(rig.values.count == kept)
      }
    }
  }

  private func subscribe(_ rig: PipeRig, _ pipe: Pipe) -> any Disposable {
    subscribe(rig, rig.signal(pipe))
  }

  private func subscribe(_ rig: PipeRig, _ signal: Signal<Item, Mishap>) -> any Disposable {
    let token = rig.sinks.item(0)
    let subscription = signal.subscribe { _ in
      token.touch()
    } failed: { _ in
      token.touch()
    } completed: {
      token.touch()
    }
    rig.prime()
    return subscription
  }

  private func expectNothing(_ rig: PipeRig, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(rig.values.count == 0, "values", sourceLocation: sourceLocation)
    #expect(rig.sinks.count == 0, "the observer", sourceLocation: sourceLocation)
    #expect(rig.extras.count == 0, "the operator's closures", sourceLocation: sourceLocation)
  }

  /// The counts after the inputs and the disposable were released and all timers have fired.
  ///
  /// A pending timer may retain the operator that it was made for.
  private func life(of pipe: Pipe, _ use: (PipeRig) -> Void) -> (Census, Census, Census) {
    let (scheduler, values, sinks, extras) = {
      let rig = PipeRig()
      let subscription = subscribe(rig, pipe)
      use(rig)
      withExtendedLifetime(subscription) {}
      return (rig.scheduler, rig.values, rig.sinks, rig.extras)
    }()
    scheduler.advance(by: .seconds(7200))
    return (values, sinks, extras)
  }
}
