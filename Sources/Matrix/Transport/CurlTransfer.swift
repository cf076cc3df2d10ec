import CCurl

/// One request and its answer on the wire; lives on the network's thread.
final class CurlTransfer {
  let job: CurlJob
  let caller: CurlJob.Caller
  let easy: UnsafeMutableRawPointer
  private let library: CurlLibrary
  private let handle: CurlHandle
  private let connectTimeout: Duration
  private let connectEnd: ContinuousClock.Instant
  private var lastHeard = ContinuousClock.now
  /// Whether a connection was there and the request went out.
  private(set) var isSent = false
  private var head = ResponseHead()
  private var body: BodyReader?
  /// Why one of the calls below ended the request.
  private var failure: TransportError?

  init(
    _ job: CurlJob, _ caller: CurlJob.Caller, _ library: CurlLibrary,
    _ options: CurlTransport.Options
  ) throws(TransportError) {
    handle = try CurlHandle(job.request, library, options)
    (self.job, self.caller, self.library, easy) = (job, caller, library, handle.easy)
    connectTimeout = options.connectTimeout
    connectEnd = ContinuousClock.now + connectTimeout
    setCallbacks()
  }

  /// When the request has taken too long, as things stand.
  var end: ContinuousClock.Instant {
    var end = job.deadline
    if !isSent { end = min(end, connectEnd) }
    if let silence = job.request.idleTimeout { end = min(end, lastHeard + silence) }
    return end
  }

  /// What became of the request, of which libcurl says that it ended.
  func result(_ code: CURLcode) -> CurlJob.Result {
    if let failure { return .failure(failure) }
    guard code == CURLE_OK else {
      let failure = CurlFailure(
        code: code, text: handle.errorText(code), systemError: handle.systemError, isSent: isSent,
        hasAnswer: head.hasBegun)
      return .failure(TransportError(failure))
    }
    do throws(TransportError) {
      try body?.finish()
    } catch {
      return .failure(error)
    }
    return .success(
      HTTPResponse(status: head.status, headers: head.headers, body: body?.bytes ?? []))
  }

  // What libcurl calls meanwhile.

  private func setCallbacks() {
    curl_set_callbacks(
      library.calls, easy, Unmanaged.passUnretained(self).toOpaque(),
      { bytes, size, count, transfer in
        CurlTransfer.of(transfer).take(bytes, size * count, as: .head)
      },
      { bytes, size, count, transfer in
        CurlTransfer.of(transfer).take(bytes, size * count, as: .body)
      },
      { _, _, transfer in CurlTransfer.of(transfer).willResolve() },
      { transfer, _, _, _, _ in CurlTransfer.of(transfer).willSend() })
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> CurlTransfer {
    guard let pointer else { preconditionFailure("libcurl lost the transfer") }
    return Unmanaged.fromOpaque(pointer).takeUnretainedValue()
  }

  private enum Part { case head, body }

  /// Gives how many bytes were taken: fewer than there are end the request.
  private func take(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, as part: Part) -> Int {
    lastHeard = .now
    let bytes = UnsafeRawBufferPointer(start: bytes, count: count)
    do throws(TransportError) {
      switch part {
      case .head:
        if try head.take(bytes) { body = try BodyReader(head, limit: job.request.maxBodyBytes) }
      case .body:
        try body?.append(bytes)
      }
      return count
    } catch {
      failure = error
      return 0
    }
  }

  /// Lets libcurl try all addresses of a host in the time for connecting.
  ///
  /// Said earlier it would set a timer, which wakes the thread when the request has long been sent.
  private func willResolve() -> CInt {
    let milliseconds = Int(connectTimeout / .milliseconds(1))
    curl_set_number(library.calls, easy, CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
    return 0
  }

  /// Ends the request that libcurl is about to send a second time, after a kept connection proved
  /// dead: whether it may be repeated is not for libcurl to say.
  private func willSend() -> CInt {
    guard !isSent else {
      failure = .connectionLost("the connection ended", beforeAnswer: !head.hasBegun)
      return CURL_PREREQFUNC_ABORT
    }
    isSent = true
    return CURL_PREREQFUNC_OK
  }
}
