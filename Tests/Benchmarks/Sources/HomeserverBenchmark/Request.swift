/// The requests of the load, as bytes.
enum Request {
  static func message(_ text: String, id: String, room: String, token: String, host: String)
    -> [UInt8]
  {
    let body = #"{"msgtype":"m.text","body":""# + text + #""}"#
    let path = "/_matrix/client/v3/rooms/\(escaped(room))/send/m.room.message/\(id)"
    return Array(
      """
      PUT \(path) HTTP/1.1\r
      Host: \(host)\r
      Authorization: Bearer \(token)\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """.utf8)
  }

  static func sync(since: String, token: String, timelineLimit: Int, host: String) -> [UInt8] {
    let filter = escaped(
      #"{"presence":{"not_types":["*"]},"room":{"state":{"lazy_load_members":true},"#
        + #""timeline":{"limit":\#(timelineLimit)}}}"#)
    let query = "timeout=30000&since=\(escaped(since))&filter=\(filter)"
    return Array(
      """
      GET /_matrix/client/v3/sync?\(query) HTTP/1.1\r
      Host: \(host)\r
      Authorization: Bearer \(token)\r
      \r\n
      """.utf8)
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }
}
