import CCurl

/// One request and its response on the wire; confined to the network thread.
final class CurlTransfer {
  let job: CurlJob
  let caller: CurlJob.Caller
  let easy: UnsafeMutableRawPointer
  private let library: CurlLibrary
  private let handle: CurlHandle
  private let connectTimeout: Duration
  private let connectEnd: ContinuousClock.Instant
  private var lastHeard = ContinuousClock.now
  /// Whether a connection was made and the request was sent.
  private(set) var isSent = false
  /// The bytes of the body that went out.
  private var uploaded = 0
  private var head = ResponseHead()
  private var body: BodyReader?
  /// Why a callback below ended the request.
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
    watchUpload()
  }

  /// The current deadline of the request.
  var end: ContinuousClock.Instant {
    var end = job.deadline
    if !isSent { end = min(end, connectEnd) }
    if let silence = job.request.idleTimeout { end = min(end, lastHeard + silence) }
    return end
  }

  /// The result of a request that libcurl reports as ended.
  func result(_ code: CURLcode) -> CurlJob.Result {
    if let failure { return .failure(failure) }
    guard code == CURLE_OK else {
      let failure = CurlFailure(
        code: code, text: handle.errorText(code), systemError: handle.systemError, isSent: isSent,
        hasResponse: head.hasBegun, isLoopback: job.request.url.origin.isLoopback)
      return .failure(TransportError(failure))
    }
    do throws(TransportError) {
      try body?.finish()
    } catch {
      return .failure(error)
    }
    return .success(
      HTTPResponse(
        status: head.status, headers: head.headers, body: body?.bytes ?? [], file: body?.file))
  }

  // Callbacks from libcurl.

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

  /// Reports how much of the body went out, which also shows that the connection is alive.
  private func watchUpload() {
    guard job.request.onUpload != nil else { return }
    curl_set_progress(library.calls, easy, Unmanaged.passUnretained(self).toOpaque()) {
      transfer, _, _, _, sent in
      CurlTransfer.of(transfer).hasUploaded(Int(sent))
      return 0
    }
  }

  private func hasUploaded(_ count: Int) {
    guard count > uploaded else { return }
    uploaded = count
    lastHeard = .now
    job.request.onUpload?(count)
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> CurlTransfer {
    guard let pointer else { preconditionFailure("libcurl lost the transfer") }
    return Unmanaged.fromOpaque(pointer).takeUnretainedValue()
  }

  private enum Part { case head, body }

  /// Returns the number of bytes taken; a smaller number than given ends the request.
  private func take(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, as part: Part) -> Int {
    lastHeard = .now
    let bytes = UnsafeRawBufferPointer(start: bytes, count: count)
    do throws(TransportError) {
      switch part {
      case .head:
        if try head.take(bytes) { body = try BodyReader(head, for: job.request) }
      case .body:
        try body?.append(bytes)
      }
      return count
    } catch {
      failure = error
      return 0
    }
  }

  /// Lets libcurl try all addresses of a host within the connection timeout.
  ///
  /// Set earlier, the option would start a timer that wakes the thread long after the request was
  /// sent.
  private func willResolve() -> CInt {
    let milliseconds = Int(connectTimeout / .milliseconds(1))
    curl_set_number(library.calls, easy, CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
    return 0
  }

  /// Ends a request that libcurl is about to resend after a kept connection proved dead.
  ///
  /// libcurl does not know whether the request may be repeated.
  private func willSend() -> CInt {
    guard !isSent else {
      failure = .connectionLost("the connection ended", beforeResponse: !head.hasBegun)
      return CURL_PREREQFUNC_ABORT
    }
    isSent = true
    return CURL_PREREQFUNC_OK
  }
}
