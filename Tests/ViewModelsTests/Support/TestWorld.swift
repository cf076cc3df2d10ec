import Imaging
import Models
import Signals
import SignalsTesting
import Support
import ViewModels

/// A world whose time advances only when a test advances it; it starts at noon.
@MainActor
struct TestWorld {
  let scheduler = TestScheduler()
  var secondsFromUTC = 0
  var loginName = "ada"
  let preferences = FakePreferencesController()

  var world: World {
    World(
      scheduler: scheduler,
      now: { [scheduler] in
        let passed = Int64(scheduler.now / .milliseconds(1))
        return Timestamp(milliseconds: Timestamp.noon.milliseconds + passed)
      },
      secondsFromUTC: { [secondsFromUTC] _ in secondsFromUTC }, placeholder: .template(0),
      loginName: loginName, preferences: preferences, spelling: Property(nil))
  }
}
