import CLinux
import Glibc
import Synchronization

/// One request on its way through the network's thread.
final class CurlJob: Sendable {
  typealias Result = Swift.Result<HTTPResponse, TransportError>
  typealias Caller = CheckedContinuation<Result, Never>

  let request: HTTPRequest
  let deadline: ContinuousClock.Instant
  private let cancelled = Atomic(false)

  init(request: HTTPRequest, deadline: ContinuousClock.Instant) {
    self.request = request
    self.deadline = deadline
  }

  /// Tells of a cancellation that overtook the request on its way.
  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func cancel() { cancelled.store(true, ordering: .releasing) }
}

/// What the network's thread is to do next, and the bell that wakes it.
final class CurlMailbox: Sendable {
  enum Letter: Sendable {
    case send(CurlJob, CurlJob.Caller)
    case cancel(CurlJob)
  }

  private struct State {
    var letters: [Letter] = []
    /// Why nothing more is sent.
    var end: TransportError?
    var isClosed = false
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  /// Readable when there is something new; negative when the system has no descriptor left.
  let bell = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))

  deinit {
    if bell >= 0 { Glibc.close(bell) }
  }

  /// Has the thread send a request, and gives what became of it; ends with the task.
  func result(of job: CurlJob) async -> CurlJob.Result {
    await withTaskCancellationHandler {
      await withCheckedContinuation { caller in
        if let error = post(.send(job, caller)) { caller.resume(returning: .failure(error)) }
      }
    } onCancel: {
      job.cancel()
      _ = post(.cancel(job))
    }
  }

  /// Ends the thread, and what it sends, with an error; the first one counts.
  func end(with error: TransportError) {
    state.withLock { state in
      if state.end == nil { state.end = error }
    }
    ring()
  }

  /// Waits until the thread has closed its connections.
  func closed() async {
    await withCheckedContinuation { closer in
      let isClosed = state.withLock { state in
        if !state.isClosed { state.closers.append(closer) }
        return state.isClosed
      }
      if isClosed { closer.resume() }
    }
  }

  // What the network's thread calls.

  /// What came since the last time, and whether the thread is to end.
  func take() -> (letters: [Letter], end: TransportError?) {
    var count: eventfd_t = 0
    eventfd_read(bell, &count)
    return state.withLock { state in
      defer { state.letters = [] }
      return (state.letters, state.end)
    }
  }

  /// Says that the thread has ended.
  func close() {
    let closers = state.withLock { state in
      state.isClosed = true
      defer { state.closers = [] }
      return state.closers
    }
    for closer in closers { closer.resume() }
  }

  /// Gives the error when the letter comes too late.
  private func post(_ letter: Letter) -> TransportError? {
    let (end, isFirst) = state.withLock { state in
      if state.end == nil { state.letters.append(letter) }
      return (state.end, state.letters.count == 1)
    }
    if end == nil, isFirst { ring() }
    return end
  }

  private func ring() {
    eventfd_write(bell, 1)
  }
}
