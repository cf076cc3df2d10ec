import CCurl
import HTTPTypes

/// A libcurl handle of one request, and the memory it needs while it lives.
final class CurlHandle {
  let easy: UnsafeMutableRawPointer
  private let library: CurlLibrary
  private let message: UnsafeMutablePointer<CChar>
  private var fields: UnsafeMutablePointer<curl_slist>?

  init(
    _ request: HTTPRequest, _ library: CurlLibrary, _ options: CurlTransport.Options
  ) throws(TransportError) {
    guard let easy = library.calls.pointee.easy_init() else { throw .unreachable("out of memory") }
    (self.easy, self.library) = (easy, library)
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(to: 0)
    curl_set_pointer(library.calls, easy, CURLOPT_ERRORBUFFER, message)
    setConnection(request.url.origin, options)
    setRequest(request)
    setHeaders(request)
  }

  deinit {
    library.calls.pointee.easy_cleanup(easy)
    library.calls.pointee.slist_free_all(fields)
    message.deallocate()
  }

  /// A description of the failure.
  func errorText(_ code: CURLcode) -> String {
    let text = String(cString: message)
    if !text.isEmpty { return text }
    return library.calls.pointee.easy_strerror(code).map { String(cString: $0) } ?? ""
  }

  /// The `errno` of the connection attempt, or 0.
  var systemError: CInt { CInt(curl_get_number(library.calls, easy, CURLINFO_OS_ERRNO)) }

  private func setConnection(_ origin: HTTPOrigin, _ options: CurlTransport.Options) {
    set(CURLOPT_NOSIGNAL, 1)
    // Otherwise cancelling a request would block it and all others until the name lookup ends.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let authorities = options.authorities { set(CURLOPT_CAINFO, authorities) }
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    // Waits for a connection that can multiplex. None can over plain HTTP, where the request would
    // wait for the end of a long poll.
    set(CURLOPT_PIPEWAIT, origin.scheme == .https ? 1 : 0)
    // The system's resolver has a cache and notices new networks.
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
      // An empty body has no address; libcurl would then expect the body later.
      if let base = bytes.baseAddress, !bytes.isEmpty {
        curl_set_body(library.calls, easy, base, bytes.count)
      } else {
        curl_set_body(library.calls, easy, "", 0)
      }
    }
    set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
  }

  private func setHeaders(_ request: HTTPRequest) {
    var headers = request.headers
    headers[.userAgent] = "chat-tui"
    // Decompression happens here: libcurl would also accept unrequested encodings and truncated
    // data.
    headers[.acceptEncoding] = headers[.acceptEncoding] ?? "gzip"
    // A field's name and value hold no line break, which would start another field.
    for field in headers {
      append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    // An empty value removes the fields that libcurl adds: a form content type, and `Expect`, which
    // costs a round trip before the body.
    append("Expect:")
    if headers[.contentType] == nil { append("Content-Type:") }
    curl_set_pointer(library.calls, easy, CURLOPT_HTTPHEADER, fields)
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
