import CLinux
@preconcurrency import Dispatch
import Glibc
import Signals

/// Watches the machine: its addresses by netlink, its sleep by a timer that the system cancels.
struct SystemConnectionWatch: ConnectionWatch {
  var changes: Signal<Void, Never> { .merge(Self.addressChanges, Self.clockChanges) }

  /// An event whenever an address appeared or disappeared.
  static var addressChanges: Signal<Void, Never> {
    Signal { observer in
      guard let link = openNetlink() else { return CompositeDisposable() }
      let known = KnownAddresses()
      return watch(link) {
        drain(link)
        if known.haveChanged() { observer.send(()) }
      }
    }
  }

  /// An event whenever the clock was set, as it is after sleep.
  static var clockChanges: Signal<Void, Never> {
    Signal { observer in
      guard let clock = openClock() else { return CompositeDisposable() }
      return watch(clock) {
        // The read error itself is the signal. The timer stays armed.
        drain(clock)
        observer.send(())
      }
    }
  }

  /// Calls `body` when the file is readable; closes the file at the end.
  private static func watch(
    _ file: Int32, _ body: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let queue = DispatchQueue(label: "connection watch")
    let source = DispatchSource.makeReadSource(fileDescriptor: file, queue: queue)
    source.setEventHandler(handler: body)
    source.setCancelHandler { close(file) }
    source.activate()
    return AnyDisposable { source.cancel() }
  }

  private static func drain(_ file: Int32) {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    while read(file, &bytes, bytes.count) > 0 {}
  }

  /// Source: rtnetlink(7).
  private static func openNetlink() -> Int32? {
    let kind = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let file = socket(AF_NETLINK, kind, Int32(NETLINK_ROUTE))
    guard file >= 0 else { return nil }
    var address = sockaddr_nl()
    address.nl_family = sa_family_t(AF_NETLINK)
    address.nl_groups = UInt32(RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR)
    let size = socklen_t(MemoryLayout<sockaddr_nl>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(file, $0, size) }
    }
    guard result == 0 else {
      close(file)
      return nil
    }
    return file
  }

  /// Arms a timer for a time that never arrives.
  ///
  /// Source: timerfd_create(2), `TFD_TIMER_CANCEL_ON_SET`.
  private static func openClock() -> Int32? {
    let file = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard file >= 0 else { return nil }
    var never = itimerspec()
    never.it_value.tv_sec = .max
    let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
    timerfd_settime(file, flags, &never, nil)
    return file
  }
}
