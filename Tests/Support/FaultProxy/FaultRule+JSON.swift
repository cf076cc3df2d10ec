import FoundationEssentials

extension FaultRule: Decodable {
  /// An invalid line in a rules file.
  package struct LineError: Error, Equatable, CustomStringConvertible {
    package let line: Int
    package let reason: String

    package var description: String { "line \(line): \(reason)" }
  }

  private enum Key: String, CodingKey, CaseIterable {
    case method, path, query
    case first, nth, every
    case delayRequest, delayResponse, slowRequest, slowResponse, cutHead, cutBody, resetHead,
      resetBody
    case response, replace, replaceBody, loseResponse, sendTwice, hold
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Mistake: Error {
    let reason: String
  }

  /// Parses rules, one JSON object per line; skips empty lines and lines that begin with `#`.
  package static func rules(text: String) throws(LineError) -> [FaultRule] {
    var rules: [FaultRule] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where line.contains(where: { !$0.isWhitespace }) && !line.hasPrefix("#") {
      do {
        rules.append(try JSONDecoder().decode(FaultRule.self, from: Data(line.utf8)))
      } catch let mistake as Mistake {
        throw LineError(line: index + 1, reason: mistake.reason)
      } catch {
        throw LineError(line: index + 1, reason: Self.reason(error))
      }
    }
    return rules
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return String(describing: error) }
    let (context, key) =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context, context.codingPath.last)
      case .keyNotFound(let key, let context): (context, key)
      @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), nil)
      }
    return (key.map { "“\($0.stringValue)”: " } ?? "") + context.debugDescription
  }

  package init(from decoder: any Decoder) throws {
    let known = Set(Key.allCases.map(\.rawValue))
    for key in try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
    where !known.contains(key) {
      throw Mistake(reason: "“\(key)” is nothing that a rule has")
    }
    let rule = try decoder.container(keyedBy: Key.self)
    self.init(
      try rule.decodeIfPresent(String.self, forKey: .method),
      try rule.decodeIfPresent(String.self, forKey: .path) ?? "*",
      query: try rule.decodeIfPresent(String.self, forKey: .query) ?? "*",
      times: try Self.times(rule), faults: try Self.faults(rule))
  }

  private static func times(_ rule: KeyedDecodingContainer<Key>) throws -> Times {
    let all: [(Key, (Int) -> Times)] = [
      (.first, Times.first), (.nth, Times.nth), (.every, Times.every),
    ]
    let given = try all.compactMap { key, make in
      try number(key, in: rule, atLeast: 1).map(make)
    }
    guard given.count <= 1 else { throw Mistake(reason: "one of first, nth and every, not more") }
    return given.first ?? .every(1)
  }

  private static func faults(_ rule: KeyedDecodingContainer<Key>) throws -> [Fault] {
    let makers: [(Key, Int, (Int) -> Fault)] = [
      (.delayRequest, 0, { .delay(.milliseconds($0), of: .request) }),
      (.delayResponse, 0, { .delay(.milliseconds($0), of: .response) }),
      (.slowRequest, 1, { .slow(bytesPerSecond: $0, of: .request) }),
      (.slowResponse, 1, { .slow(bytesPerSecond: $0, of: .response) }),
      (.cutHead, 0, { .cut(at: .head($0)) }), (.cutBody, 0, { .cut(at: .body($0)) }),
      (.resetHead, 0, { .reset(at: .head($0)) }), (.resetBody, 0, { .reset(at: .body($0)) }),
      (.hold, 0, { .hold(atMost: .milliseconds($0)) }),
    ]
    var faults = try makers.compactMap { key, least, make in
      try number(key, in: rule, atLeast: least).map(make)
    }
    if try rule.decodeIfPresent(Bool.self, forKey: .loseResponse) == true {
      faults.append(.loseResponse)
    }
    if try rule.decodeIfPresent(Bool.self, forKey: .sendTwice) == true { faults.append(.sendTwice) }
    if let response = try rule.decodeIfPresent(OwnResponse.self, forKey: .response) {
      faults.append(.answer(response))
    }
    if let body = try rule.decodeIfPresent(String.self, forKey: .replaceBody) {
      faults.append(.rewrite { _ in Array(body.utf8) })
    } else if let texts = try rule.decodeIfPresent([String: String].self, forKey: .replace) {
      faults.append(.replacing(texts))
    }
    guard !faults.isEmpty else { throw Mistake(reason: "the rule has no fault") }
    return faults
  }

  private static func number(
    _ key: Key, in rule: KeyedDecodingContainer<Key>, atLeast least: Int
  ) throws -> Int? {
    guard let number = try rule.decodeIfPresent(Int.self, forKey: key) else { return nil }
    guard (least...1_000_000_000).contains(number) else {
      throw Mistake(reason: "“\(key.rawValue)” is to be a number from \(least) to a milliard")
    }
    return number
  }
}

extension Fault {
  /// Replaces texts in a response body, one after another in alphabetical order.
  package static func replacing(_ texts: [String: String]) -> Fault {
    .rewrite { body in
      var text = String(decoding: body, as: UTF8.self)
      for (old, new) in texts.sorted(by: { $0.key < $1.key }) where !old.isEmpty {
        text.replace(old, with: new)
      }
      return Array(text.utf8)
    }
  }
}

extension OwnResponse: Decodable {
  private enum Key: String, CodingKey {
    case status, headers, body
  }

  package init(from decoder: any Decoder) throws {
    let response = try decoder.container(keyedBy: Key.self)
    let status = try response.decode(Int.self, forKey: .status)
    guard (200...599).contains(status) else {
      throw DecodingError.dataCorruptedError(
        forKey: .status, in: response, debugDescription: "is to be a number from 200 to 599")
    }
    self.init(
      status: status,
      headers: try response.decodeIfPresent([String: String].self, forKey: .headers) ?? [:],
      body: try response.decodeIfPresent(String.self, forKey: .body) ?? "")
  }
}
