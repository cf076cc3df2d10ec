import SeededRandom
import Testing

/// Long random sequences of keys, changes of the models and sizes.
///
/// The stage compares each frame over the last one with one that is drawn in full.
@MainActor
@Suite("Random screens")
struct RandomScreenTests {
  @Test("a frame drawn over the last one equals a full one", arguments: [1, 2, 3, 4] as [UInt64])
  func frames(seed: UInt64) throws {
    var user = try RandomUser(seed: seed)
    for step in 0..<250 {
      try user.act(step: step)
      user.draw()
    }
  }
}
