import Testing

@testable import Homeserver

@Suite("Media types")
struct MediaTypeTests {
  @Test(
    "A declaration is stored in its simplest form",
    arguments: [
      ("image/png", "image/png"), ("IMAGE/PNG", "image/png"), (" text/plain ", "text/plain"),
      ("text/plain; charset=UTF-8", "text/plain; charset=utf-8"),
      ("text/plain;x=y; charset=\"koi8-r\"", "text/plain; charset=koi8-r"),
      ("text/plain; charset=\"a\r\nb\"", "text/plain"), ("text/plain;", "text/plain"),
      ("application/x-tar+gzip", "application/x-tar+gzip"),
    ])
  func kept(declared: String, kept: String) {
    #expect(MediaType(declared)?.text == kept)
    #expect(MediaType(kept)?.text == kept)
  }

  @Test(
    "An invalid declaration is refused",
    arguments: [
      "", "image", "image/", "/png", "a/b/c", "image/png\r\nX: y", "text/<script>", "текст/plain",
      "a/" + String(repeating: "b", count: 254),
    ])
  func refused(declared: String) {
    #expect(MediaType(declared) == nil)
  }

  @Test(
    "Content that a browser could run is served as bytes",
    arguments: [
      ("image/png", "image/png"), ("text/plain; charset=utf-8", "text/plain; charset=utf-8"),
      ("text/html", "application/octet-stream"), ("image/svg+xml", "application/octet-stream"),
      ("text/javascript", "application/octet-stream"),
      ("application/pdf", "application/octet-stream"),
      ("application/xhtml+xml; charset=utf-8", "application/octet-stream"),
    ])
  func served(declared: String, served: String) throws {
    #expect(try #require(MediaType(declared)).served.text == served)
  }
}
