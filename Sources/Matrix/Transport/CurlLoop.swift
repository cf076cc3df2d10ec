import CCurl
import Glibc

/// The network thread: sends the requests in the mailbox over libcurl's multi interface.
///
/// It sleeps until data arrives, a letter arrives or a deadline passes; there is no other timer.
final class CurlLoop {
  private let mailbox: CurlMailbox
  private let options: CurlTransport.Options
  private let library: CurlLibrary
  private let multi: UnsafeMutableRawPointer
  private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]

  /// The number of idle connections that are kept.
  private static let keptConnections = 16
  /// How often libcurl runs while it connects: when an address does not respond in time, libcurl
  /// sets no timer for the next one.
  private static let connectingPace = Duration.milliseconds(250)

  /// Starts the thread; senders receive the error when the thread cannot work.
  static func start(_ mailbox: CurlMailbox, _ options: CurlTransport.Options) {
    let start = Unmanaged.passRetained(Start(mailbox, options))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { start in
        if let start { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().run() }
        return nil
      }, start.toOpaque())
    guard status == 0 else {
      start.release()
      mailbox.end(with: .unreachable("the system cannot start another thread"))
      return mailbox.close()
    }
    pthread_detach(thread)
  }

  private init(_ mailbox: CurlMailbox, _ options: CurlTransport.Options) throws(TransportError) {
    guard mailbox.bell >= 0 else { throw .unreachable("too many open files") }
    if let start = options.opensNotBefore {
      _ = poll(nil, 0, Self.milliseconds(start - ContinuousClock.now))
    }
    library = try CurlLibrary()
    guard let multi = library.calls.pointee.multi_init() else {
      throw .unreachable("too many open files")
    }
    curl_set_multi(library.calls, multi, CURLMOPT_MAXCONNECTS, Self.keptConnections)
    (self.mailbox, self.options, self.multi) = (mailbox, options, multi)
  }

  deinit { _ = library.calls.pointee.multi_cleanup(multi) }

  /// Runs until the mailbox ends the thread.
  private func run() {
    while true {
      let (letters, end) = mailbox.take()
      for letter in letters { obey(letter) }
      if let end {
        for transfer in transfers.values { finish(transfer, .failure(end)) }
        return
      }
      var running: Int32 = 0
      _ = library.calls.pointee.multi_perform(multi, &running)
      collectEnded()
      curl_wait(library.calls, multi, mailbox.bell, expire())
    }
  }

  private func obey(_ letter: CurlMailbox.Letter) {
    switch letter {
    case .send(let job, let caller):
      if job.isCancelled { return caller.resume(returning: .failure(.cancelled)) }
      begin(job, caller)
    case .cancel(let job):
      guard let transfer = transfers.values.first(where: { $0.job === job }) else { return }
      finish(transfer, .failure(.cancelled))
    }
  }

  private func begin(_ job: CurlJob, _ caller: CurlJob.Caller) {
    do throws(TransportError) {
      let transfer = try CurlTransfer(job, caller, library, options)
      transfers[transfer.easy] = transfer
      _ = library.calls.pointee.multi_add_handle(multi, transfer.easy)
    } catch {
      caller.resume(returning: .failure(error))
    }
  }

  private func collectEnded() {
    var code = CURLE_OK
    while let easy = curl_next_ended(library.calls, multi, &code) {
      if let transfer = transfers[easy] { finish(transfer, transfer.result(code)) }
    }
  }

  /// Ends overdue requests; returns the milliseconds until the next deadline.
  private func expire() -> Int32 {
    let now = ContinuousClock.now
    var next: ContinuousClock.Instant?
    for transfer in transfers.values {
      let end = transfer.end
      if end <= now {
        finish(transfer, .failure(.timedOut))
      } else {
        let wake = transfer.isSent ? end : min(end, now + Self.connectingPace)
        next = min(next ?? wake, wake)
      }
    }
    return next.map { Self.milliseconds($0 - now) } ?? .max
  }

  private func finish(_ transfer: CurlTransfer, _ result: CurlJob.Result) {
    _ = library.calls.pointee.multi_remove_handle(multi, transfer.easy)
    transfers[transfer.easy] = nil
    transfer.caller.resume(returning: result)
  }

  /// Rounds up: a thread that wakes too early finds nothing to do.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    Int32(clamping: Int64((duration / .milliseconds(1)).rounded(.up).clamped(to: 0...1e9)))
  }

  /// The arguments of a new thread.
  private final class Start {
    let mailbox: CurlMailbox
    let options: CurlTransport.Options

    init(_ mailbox: CurlMailbox, _ options: CurlTransport.Options) {
      (self.mailbox, self.options) = (mailbox, options)
    }

    func run() {
      // Signals belong to the main thread; a write to a closed connection raises one.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      do throws(TransportError) {
        try CurlLoop(mailbox, options).run()
      } catch {
        mailbox.end(with: error)
        for case .send(_, let caller) in mailbox.take().letters {
          caller.resume(returning: .failure(error))
        }
      }
      mailbox.close()
    }
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
