import CCurl

/// The distribution's libcurl.
///
/// Each thread that needs the library opens it; the system keeps one copy for all of them.
final class CurlLibrary {
  let calls: UnsafeMutablePointer<curl_library>
  /// The first version that takes protocol names as text: 7.85.
  private static let oldest: UInt32 = 0x075500

  init(file: String = "libcurl.so.4") throws(TransportError) {
    calls = .allocate(capacity: 1)
    calls.initialize(to: curl_library())
    guard curl_open(calls, file), curl_version_of(calls) >= Self.oldest else { throw Self.missing }
    curl_keep_openssl_at_exit(calls)
    guard calls.pointee.global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK else { throw Self.missing }
  }

  private static let missing = TransportError.unreachable(
    "libcurl 7.85 or newer is not installed (the Debian package libcurl4)")

  deinit { calls.deallocate() }
}
