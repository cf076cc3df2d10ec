import CLinux
import Dispatch
import Glibc
import Imaging
import Matrix
import Synchronization

/// Has another process decode pictures, so that one that breaks a decoder costs that process alone.
///
/// The process starts with the first picture, and ends when none came for some time.
final class PictureWorker: PictureDecoder {
  private struct State {
    var child: PictureChild?
    var lastUse = ContinuousClock.now
    var isWatched = false
  }

  private let command: [String]
  private let rest: DispatchTimeInterval
  private let patience: Duration
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "picture-worker", qos: .utility)

  /// - Parameters:
  ///   - command: The path of the program and its arguments.
  ///   - rest: How long the process waits for another picture.
  ///   - patience: How long one picture may take, also on a busy machine.
  init(
    _ command: [String],
    rest: DispatchTimeInterval = .seconds(10), patience: Duration = .seconds(30)
  ) {
    (self.command, self.rest, self.patience) = (command, rest, patience)
  }

  /// Has this program decode pictures in another process.
  convenience init(for kind: PictureProcess) { self.init(["/proc/self/exe", kind.argument]) }

  deinit { state.withLock { _ = $0.child?.end() } }

  /// The process, while there is one, for tests.
  var process: pid_t? { state.withLock { $0.child?.id } }

  func decode(
    _ bytes: [UInt8], limits: ImageLimits, fitting size: PixelSize?
  ) throws(ImagingError) -> Bitmap {
    // Nothing is asked of the process that its answer could not be.
    guard bytes.count <= limits.maxBytes else { throw .tooManyBytes }
    let task = PictureTask(bytes, limits: limits, size.map { .fitting($0) } ?? .full)
    return try run(task).bitmap
  }

  func size(of bytes: [UInt8]) throws(ImagingError) -> PixelSize {
    try run(PictureTask(bytes, limits: ImageLimits(maxBytes: bytes.count), .measuring)).size
  }

  private func run(_ task: PictureTask) throws(ImagingError) -> PictureAnswer {
    let outcome = try state.withLock { (state) throws(ImagingError) in
      defer { watch(&state) }
      return try ask(task, &state)
    }
    return try outcome.result.get()
  }

  private func ask(
    _ task: PictureTask, _ state: inout State
  ) throws(ImagingError) -> PictureOutcome {
    if let child = state.child, !child.isUsable {
      child.end()
      state.child = nil
    }
    guard let child = state.child ?? PictureChild(command) else { throw .undecoded }
    let channel = PictureChannel(file: child.channel, deadline: .now + patience)
    if task.write(to: channel), let outcome = PictureOutcome(of: task, from: channel) {
      state.child = child
      return outcome
    }
    state.child = nil
    let (isLate, ending) = (channel.isLate, child.end())
    // What ends a new process otherwise is like damage: there is nothing to show.
    throw isLate || ending == .killed(SIGXCPU) ? .undecoded : .malformed
  }

  /// Ends the process when it has rested for long enough.
  private func watch(_ state: inout State) {
    state.lastUse = .now
    guard state.child != nil, !state.isWatched else { return }
    state.isWatched = true
    lookLater(state.lastUse)
  }

  private func lookLater(_ lastUse: ContinuousClock.Instant) {
    queue.asyncAfter(deadline: .now() + rest) { [weak self] in
      self?.state.withLock { state in
        guard state.lastUse == lastUse else { self?.lookLater(state.lastUse); return }
        state.child?.end()
        (state.child, state.isWatched) = (nil, false)
      }
    }
  }
}

/// A process that decodes pictures.
private struct PictureChild {
  /// A process that has computed for longer is not given another picture: it might not have the time.
  private static let mostUse: time_t = 1

  private let process: BackgroundProcess
  let channel: Int32

  /// Nil when the system starts none.
  init?(_ command: [String]) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    defer { close(ends[1]) }
    let nowhere = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(nowhere) }
    // An environment may have secrets; this is what the program may need to start.
    let libraries = "LD_LIBRARY_PATH"
    let variables = getenv(libraries).map { ["\(libraries)=\(String(cString: $0))"] } ?? []
    let started = try? BackgroundProcess(
      path: command[0], name: "chat-tui", arguments: Array(command.dropFirst()), log: nowhere,
      input: ends[1], environment: variables)
    guard let started else {
      close(ends[0])
      return nil
    }
    (process, channel) = (started, ends[0])
  }

  var id: pid_t { process.id }

  /// Whether it lives, and has time for any picture.
  var isUsable: Bool {
    // Nothing was asked of it, so there is an event only when it has ended, or lies.
    var event = pollfd(fd: channel, events: Int16(POLLIN), revents: 0)
    var (clock, use) = (clockid_t(), timespec())
    return poll(&event, 1, 0) == 0 && clock_getcpuclockid(id, &clock) == 0
      && clock_gettime(clock, &use) == 0 && use.tv_sec < Self.mostUse
  }

  /// Ends the process, whatever it does; tells how it has ended by itself, if it has.
  @discardableResult
  func end() -> ProcessEnding {
    close(channel)
    return process.kill()
  }
}
