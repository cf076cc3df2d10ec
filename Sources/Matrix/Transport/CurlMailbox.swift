import CLinux
import Glibc
import Synchronization

/// One request on its way through the network thread.
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

  /// Whether the request was cancelled, even before the network thread received it.
  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func cancel() { cancelled.store(true, ordering: .releasing) }
}

/// The work for the network thread, and the bell that wakes it.
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
  /// Readable when there is new work; negative when the system has no descriptor left.
  let bell = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))

  deinit {
    if bell >= 0 { Glibc.close(bell) }
  }

  /// Has the thread send a request and returns the result; ends with the task.
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

  /// Ends the thread and its requests with an error; the first error is kept.
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

  // Called by the network thread.

  /// The letters since the last call, and the error that ends the thread.
  func take() -> (letters: [Letter], end: TransportError?) {
    var count: eventfd_t = 0
    eventfd_read(bell, &count)
    return state.withLock { state in
      defer { state.letters = [] }
      return (state.letters, state.end)
    }
  }

  /// Reports that the thread has ended.
  func close() {
    let closers = state.withLock { state in
      state.isClosed = true
      defer { state.closers = [] }
      return state.closers
    }
    for closer in closers { closer.resume() }
  }

  /// Returns the error when the letter comes too late.
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
