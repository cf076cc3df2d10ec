import ModelKit
import Testing

@Suite("Limits")
struct LimitTests {
  private func nested(_ depth: Int, _ open: String = "[", _ close: String = "]") -> [UInt8] {
    Array((repeated(open, depth) + "1" + repeated(close, depth)).utf8)
  }

  @Test("Values are decoded to the greatest depth and no deeper")
  func limitsDepth() {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      #expect(Reading(nested(128, open, close)).error == nil)
      let error = Reading(nested(129, open, close)).error
      #expect(error == JSONError(.tooDeep, offset: 128 * open.utf8.count))
      #expect(error?.isRecoverable == true)
    }
    #expect(Reading(nested(5), limits: JSONLimits(maximumDepth: 5)).error == nil)
    #expect(Reading(nested(6), limits: JSONLimits(maximumDepth: 5)).error?.offset == 5)
  }

  @Test("Skipped values may nest to their own limit, and no deeper")
  func limitsSkippedDepth() {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"b":"#, "}]")] {
      let levels = open.hasPrefix("[{") ? 2 : 1
      for depth in [1, 31, 63, 64, 65, 127, 128, 129, 500, 1024] where depth % levels == 0 {
        #expect(Reading.skipping(nested(depth / levels, open, close)) == nil, "depth \(depth)")
      }
      let error = Reading.skipping(nested(1026 / levels, open, close))
      #expect(error?.reason == .nestingLimit)
      #expect(error?.isRecoverable == false)
    }
    #expect(Reading.skipping(Array(repeated("[", 100_000).utf8))?.reason == .nestingLimit)
    #expect(Reading.skipping(Array(repeated("[{\"\":", 50_000).utf8))?.reason == .nestingLimit)
  }

  @Test("A value that is too deep costs the lenient element that holds it")
  func dropsDeepElements() throws {
    let deep = String(decoding: nested(300), as: UTF8.self)
    var reader = JSONReader(try JSONDocument("[1,\(deep),2]"))
    let values = try reader.readLenientArray { reader throws(JSONError) in try reader.readValue() }
    try reader.finish()
    #expect(values == [1, 2])
    #expect(reader.issueCount == 1)
    #expect(reader.issues().list.first?.reason == .tooDeep)
  }

  @Test("A closing bracket of the other kind is rejected at every depth")
  func refusesMixedBrackets() {
    for depth in [1, 2, 63, 64, 65, 66, 130] {
      let opened = repeated("[", depth - 1) + "{\"a\":1"
      let error = Reading.skipping(Array((opened + "]" + repeated("]", depth - 1)).utf8))
      #expect(error?.offset == opened.utf8.count)
      #expect(error?.reason == .unexpected(UInt8(ascii: "]"), expected: .commaOrEndOfObject))
    }
  }

  @Test("A document beyond the size limit is rejected")
  func limitsSize() {
    let limits = JSONLimits(maximumByteCount: 5)
    #expect(Reading(Array("12345".utf8), limits: limits).error == nil)
    #expect(
      Reading(Array("123456".utf8), limits: limits).error
        == JSONError(.tooLarge(limit: 5), offset: 5))
  }

  @Test("Limits are clamped to the allowed range")
  func clampsLimits() {
    let limits = JSONLimits(maximumDepth: .max, maximumByteCount: .max, maximumReportedIssues: -1)
    #expect(limits.maximumDepth == JSONLimits.maximumSkippedDepth)
    #expect(limits.maximumByteCount == 1 << 30)
    #expect(limits.maximumReportedIssues == 0)
    #expect(JSONLimits(maximumDepth: 0).maximumDepth == 1)
  }
}
