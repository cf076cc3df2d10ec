import Glibc

/// Tells when a file changes, by a thread that sleeps until then.
///
/// Editors put a new file in the place of the old one, so the folders are watched: that of the file and,
/// when the file is a link, that of its target. A folder that is not there is awaited in the one above.
package final class ConfigurationWatch: Sendable {
  /// Closing it ends the thread.
  private let end: Int32

  /// Calls a function on the thread after each change; nil when the system has no watch left.
  package init?(_ path: String, changed: @escaping @Sendable () -> Void) {
    let watcher = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard watcher >= 0 else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      close(watcher)
      return nil
    }
    for file in ends { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    end = ends[1]
    let loop = WatchLoop(watcher: watcher, end: ends[0], path: path, changed: changed)
    // Once armed here, no change is missed that follows.
    loop.arm()
    let context = Unmanaged.passRetained(loop)
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<WatchLoop>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard error == 0 else {
      context.release()
      close(ends[1])
      return nil
    }
    pthread_detach(thread)
  }

  deinit { close(end) }
}

/// The work of the thread, which alone uses it.
private final class WatchLoop {
  /// Programs write a file in several steps.
  private static let pauseMicroseconds: UInt32 = 50_000
  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_MOVED_FROM)

  private let watcher: Int32
  private let end: Int32
  private let path: String
  private let changed: @Sendable () -> Void
  /// The names in the watched folders that matter.
  private var names: Set<String> = []

  init(watcher: Int32, end: Int32, path: String, changed: @escaping @Sendable () -> Void) {
    (self.watcher, self.end, self.path, self.changed) = (watcher, end, path, changed)
  }

  deinit {
    close(watcher)
    close(end)
  }

  /// Watches the folders as they are now.
  func arm() {
    names = []
    watch(path)
    let target = ConfigurationFile.target(of: path)
    if target != path { watch(target) }
  }

  private func watch(_ path: String) {
    var path = path
    while let slash = path.lastIndex(of: "/") {
      let folder = slash == path.startIndex ? "/" : String(path[..<slash])
      names.insert(String(path[path.index(after: slash)...]))
      guard inotify_add_watch(watcher, folder, Self.events) < 0, folder != "/" else { return }
      path = folder
    }
  }

  func run() {
    var files = [
      pollfd(fd: watcher, events: Int16(POLLIN), revents: 0),
      pollfd(fd: end, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      guard poll(&files, 2, -1) >= 0 || errno == EINTR else { return }
      if files[1].revents != 0 { return }
      guard files[0].revents != 0, takeEvents() else { continue }
      usleep(Self.pauseMicroseconds)
      _ = takeEvents()
      arm()
      changed()
    }
  }

  /// Whether one of the events that wait is about the file.
  private func takeEvents() -> Bool {
    var matters = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(watcher, &buffer, buffer.count)
      guard count > 0 else { return matters }
      buffer[..<count].withUnsafeBytes { bytes in
        let head = MemoryLayout<inotify_event>.size
        var start = 0
        while start + head <= bytes.count {
          let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          let name = bytes[(start + head)...].prefix(Int(event.len)).prefix { $0 != 0 }
          // A folder that is gone, or too many events, have no name.
          if name.isEmpty || names.contains(String(decoding: name, as: UTF8.self)) {
            matters = true
          }
          start += head + Int(event.len)
        }
      }
    }
  }
}
