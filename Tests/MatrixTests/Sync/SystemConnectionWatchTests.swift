import CLinux
import Foundation
import Synchronization
import Testing

@testable import Matrix
@testable import Signals

/// The watch of the machine itself, on networks and a clock that really change.
@Suite("System connection watch", .timeLimit(.minutes(3)))
struct SystemConnectionWatchTests {
  /// What a watch has told so far.
  private final class Count: Sendable {
    private let number = Atomic(0)
    private let subscription = SerialDisposable()

    init(_ changes: Signal<Void, Never>) {
      subscription.inner = changes.subscribe(value: { [weak self] in
        self?.number.add(1, ordering: .relaxed)
      })
    }

    deinit { subscription.dispose() }

    var value: Int { number.load(ordering: .relaxed) }
  }

  @Test(
    "addresses that come and go are told, in a network of the test's own",
    .enabled(if: PrivateNetwork.isAllowed, "unshare and ip make no network of their own here"))
  func networks() throws {
    try PrivateNetwork.run("^MatrixTests\\.SystemConnectionWatchTests/inside")
  }

  /// What `networks()` runs in its process; elsewhere it would change the machine's network.
  @Test("inside that network", .enabled(if: PrivateNetwork.isInside, "`networks()` runs this"))
  func inside() async throws {
    try PrivateNetwork.ip("link add v0 type veth peer name v1")
    // Nothing but the steps below gives v0 an address.
    try? "1".write(
      toFile: "/proc/sys/net/ipv6/conf/all/disable_ipv6", atomically: false, encoding: .utf8)
    try PrivateNetwork.ip("link set v1 up")
    try PrivateNetwork.ip("link set v0 up")
    try await eventually {
      (try? PrivateNetwork.ip("link show v0").contains("state UP")) == true
    }
    // Not the clock: another process, even another test, may set it at any time.
    let count = Count(SystemConnectionWatch.addressChanges)
    #expect(count.value == 0)

    try PrivateNetwork.ip("address add 192.0.2.1/24 dev v0")
    try await eventually { count.value >= 1 }

    // A change that no connection notices, and addresses that other machines do not see.
    try PrivateNetwork.ip("link set v0 mtu 1400")
    try PrivateNetwork.ip("link set lo up")
    try PrivateNetwork.ip("address add 127.0.0.7/8 dev lo")
    #expect(count.value == 1)

    try PrivateNetwork.ip("link set v0 down")
    try await eventually { count.value >= 2 }
    #expect(count.value == 2)
    try PrivateNetwork.ip("link set v0 up")
    try await eventually { count.value >= 3 }
    #expect(count.value == 3)
    try PrivateNetwork.ip("address delete 192.0.2.1/24 dev v0")
    try await eventually { count.value >= 4 }
    #expect(count.value == 4)
  }

  /// A sleep ends with the clock being set, too.
  @Test(
    "a clock that is set is told, each time",
    .enabled(if: Self.nudgeClock(), "only root may set the clock"))
  func clock() async throws {
    let count = Count(SystemConnectionWatch().changes)
    for number in 1...3 {
      #expect(Self.nudgeClock())
      try await eventually { count.value >= number }
    }
  }

  /// Sets the clock forward by a nanosecond, which hurts nobody; false when that is refused.
  private static func nudgeClock() -> Bool {
    var change = timex()
    change.modes = UInt32(ADJ_SETOFFSET | ADJ_NANO)
    change.time.tv_usec = 1
    return adjtimex(&change) >= 0
  }
}
