import Controllers
import HTTPTypes
import Testing

@testable import Matrix

@Suite("Retry-After")
struct RetryAfterTests {
  private static let now: Int64 = 784_111_777 - 30

  @Test(
    "the wait follows the server, between one second and ten minutes",
    arguments: [
      ("7", nil, 7000), ("0", nil, 1000), ("-1", nil, 5000), ("abc", nil, 5000), ("", nil, 5000),
      ("1000000000000", nil, 600_000), ("99999999999999999999999", nil, 600_000),
      ("Sun, 06 Nov 1994 08:49:37 GMT", nil, 30_000), ("Thu, 01 Jan 1970 00:00:00 GMT", nil, 1000),
      ("Fri, 31 Dec 9999 23:59:59 GMT", nil, 600_000), ("Sun, 06 Nov 1994 08:49:37", nil, 5000),
      ("Sun, 99 Nov 1994 08:49:37 GMT", nil, 5000), ("1.5", nil, 5000),
      (nil, "5876", 5876), (nil, "-5", 1000), (nil, "1e12", 600_000), (nil, "1e999", 600_000),
      (nil, "9223372036854775808", 600_000), (nil, "\"soon\"", 5000), (nil, "null", 5000),
      (nil, "0.5", 1000), (nil, nil, 5000), ("abc", "2000", 2000), ("3", "9000", 3000),
    ] as [(String?, String?, Int)])
  func wait(header: String?, milliseconds: String?, expected: Int) {
    var response = HTTPResponse(status: 429)
    response.headers[.retryAfter] = header
    let member = milliseconds.map { ",\"retry_after_ms\":\($0)" } ?? ""
    response.body = Array("{\"errcode\":\"M_LIMIT_EXCEEDED\"\(member)}".utf8)
    let error = RefusalReader.error(.send, response, now: Self.now)

    #expect(error.reason == .limited)
    #expect(error.retryAfter == .milliseconds(expected))
  }

  @Test("only a 429 carries a wait")
  func otherStatus() {
    var response = HTTPResponse(status: 503)
    response.headers[.retryAfter] = "7"
    #expect(RefusalReader.error(.send, response).retryAfter == nil)
  }
}

@Suite("What servers say of passwords")
struct PasswordRefusalTests {
  private func error(_ body: String, status: Int = 400) -> RequestError {
    RefusalReader.error(
      .register, HTTPResponse(status: status, headers: [:], body: Array(body.utf8)))
  }

  @Test(
    "is kept where it is of a password, and not too long",
    arguments: [
      (#"{"errcode":"M_WEAK_PASSWORD","error":"Use a digit"}"#, "Use a digit"),
      (#"{"errcode":"M_PASSWORD_NO_DIGIT","error":"Use a digit"}"#, "Use a digit"),
      (#"{"errcode":"M_WEAK_PASSWORD","error":5}"#, nil),
      (#"{"errcode":"M_WEAK_PASSWORD","error":""}"#, nil),
      (#"{"errcode":"M_FORBIDDEN","error":"secret"}"#, nil), (#"{"error":"secret"}"#, nil),
    ] as [(String, String?)])
  func words(body: String, words: String?) {
    #expect(error(body).serverText == words)
  }

  @Test("a page of words is cut")
  func long() {
    let body = #"{"errcode":"M_WEAK_PASSWORD","error":"\#(String(repeating: "x", count: 9_000))"}"#
    #expect(error(body).serverText?.count == 1_024)
  }
}
