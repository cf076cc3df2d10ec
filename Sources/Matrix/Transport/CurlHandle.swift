import CCurl

/// libcurl's handle of one request, and what it needs as long as the handle lives.
final class CurlHandle {
  let easy: UnsafeMutableRawPointer
  private let library: CurlLibrary
  private let message: UnsafeMutablePointer<CChar>
  private var fields: UnsafeMutablePointer<curl_slist>?

  init(
    _ request: HTTPRequest, _ library: CurlLibrary, _ options: CurlTransport.Options
  ) throws(TransportError) {
    guard let easy = library.calls.pointee.easy_init() else { throw .unreachable("no memory") }
    (self.easy, self.library) = (easy, library)
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(to: 0)
    curl_set_pointer(library.calls, easy, CURLOPT_ERRORBUFFER, message)
    setConnection(request.url.origin, options)
    setRequest(request)
    try setHeaders(request)
  }

  deinit {
    library.calls.pointee.easy_cleanup(easy)
    library.calls.pointee.slist_free_all(fields)
    message.deallocate()
  }

  /// What went wrong, in words.
  func errorText(_ code: CURLcode) -> String {
    let text = String(cString: message)
    if !text.isEmpty { return text }
    return library.calls.pointee.easy_strerror(code).map { String(cString: $0) } ?? ""
  }

  /// The `errno` of connecting, or 0.
  var systemError: CInt { CInt(curl_get_number(library.calls, easy, CURLINFO_OS_ERRNO)) }

  private func setConnection(_ origin: HTTPOrigin, _ options: CurlTransport.Options) {
    set(CURLOPT_NOSIGNAL, 1)
    // Else giving up a request waits until the name server gave up, and all others with it.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let authorities = options.authorities { set(CURLOPT_CAINFO, authorities) }
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    // Waits for a connection that may carry several requests. Over plain HTTP none does, and the
    // request would wait for the end of a held poll.
    set(CURLOPT_PIPEWAIT, origin.scheme == .https ? 1 : 0)
    // The resolver of the system has a cache, and learns of new networks.
    set(CURLOPT_DNS_CACHE_TIMEOUT, 0)
    let proxies = ProxyRules(environment: options.environment)
    set(CURLOPT_PROXY, proxies.proxy(for: origin))
    set(CURLOPT_NOPROXY, proxies.exceptions)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
  }

  private func setRequest(_ request: HTTPRequest) {
    set(CURLOPT_URL, request.url.description)
    set(CURLOPT_PATH_AS_IS, 1)
    var body = request.body
    if body == nil, request.method == .post || request.method == .put { body = [] }
    body?.withUnsafeBytes { bytes in
      // No bytes have no address; libcurl would take that for a body which is yet to come.
      if let base = bytes.baseAddress, !bytes.isEmpty {
        curl_set_body(library.calls, easy, base, bytes.count)
      } else {
        curl_set_body(library.calls, easy, "", 0)
      }
    }
    set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
  }

  private func setHeaders(_ request: HTTPRequest) throws(TransportError) {
    var headers = request.headers
    headers["User-Agent"] = "chat-tui"
    // It is decompressed here: libcurl would also take what it was not asked to, and a cut end.
    headers["Accept-Encoding"] = "gzip"
    for field in headers.fields { try add(field.name, field.value) }
    // An empty one takes away what libcurl adds of its own: a type of forms, and a round trip that
    // asks whether the body may come.
    append("Expect:")
    if headers["Content-Type"] == nil { append("Content-Type:") }
    curl_set_pointer(library.calls, easy, CURLOPT_HTTPHEADER, fields)
  }

  /// A line break would begin another field, or another request.
  private func add(_ name: String, _ value: String) throws(TransportError) {
    guard (name + value).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw .malformed("a header field with control characters")
    }
    append(value.isEmpty ? "\(name);" : "\(name): \(value)")
  }

  private func append(_ line: String) {
    fields = library.calls.pointee.slist_append(fields, line) ?? fields
  }

  private func set(_ option: CURLoption, _ number: Int) {
    curl_set_number(library.calls, easy, option, number)
  }

  private func set(_ option: CURLoption, _ text: String) {
    curl_set_text(library.calls, easy, option, text)
  }
}
