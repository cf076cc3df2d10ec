import Imaging
import Models
import SignalsTesting
import Support
import ViewModels

/// A world whose time advances only when a test advances it; it starts at noon.
@MainActor
struct TestWorld {
  let scheduler = TestScheduler()
  var secondsFromUTC = 0
  var loginName = "ada"
  var undoPause = Duration.zero

  var world: World {
    World(
      scheduler: scheduler,
      now: { [scheduler] in
        let passed = Int64(scheduler.now / .milliseconds(1))
        return Timestamp(milliseconds: Timestamp.noon.milliseconds + passed)
      },
      secondsFromUTC: { [secondsFromUTC] _ in secondsFromUTC }, placeholder: .template(0),
      loginName: loginName, undoPause: undoPause)
  }
}
