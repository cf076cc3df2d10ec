import Models
import Signals

/// Tells when the words for an age on the screen are others, and sleeps until then.
final class AgeClock {
  /// When the words were last looked at.
  let time: Property<Timestamp>

  private let source: MutableProperty<Timestamp>
  private let world: World
  private let wait = SerialDisposable()
  private let lifetime = Lifetime()

  /// - Parameter beginning: Since when the age counts; nil for none, which needs no timer.
  init(_ beginning: Property<Timestamp?>, _ world: World) {
    let source = MutableProperty(world.now())
    self.source = source
    self.world = world
    time = source
    lifetime.add(wait)
    lifetime.add(beginning.observe { [weak self] in self?.follow($0) })
  }

  private func follow(_ beginning: Timestamp?) {
    let now = world.now()
    source.value = now
    guard let beginning else { return wait.inner = nil }
    let rest = DurationText.restOfAge(of: beginning, now: now)
    wait.inner = Signal<Void, Never>.timer(after: rest, on: world.scheduler)
      .observe(on: .main).subscribe { [weak self] _ in self?.follow(beginning) }
  }
}
