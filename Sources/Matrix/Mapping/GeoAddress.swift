import ModelKit

/// A place on the earth by its coordinates.
///
/// Source: RFC 5870, "The 'geo' URI scheme". Nothing but two plain numbers is kept: what else a sender puts
/// there is not for people.
struct GeoAddress: Equatable {
  /// `geo:51.5008,-0.1247`.
  let text: String

  /// Longer numbers than this name no place more exactly.
  private static let mostDigits = 10

  /// The address in the content of a message; MSC3488 has a name of its own for it.
  init?(in content: JSONValue) {
    let addresses = [
      content["m.location"]?["uri"]?.string, content["org.matrix.msc3488.location"]?["uri"]?.string,
      content["geo_uri"]?.string,
    ]
    guard let address = addresses.lazy.compactMap({ $0.flatMap { GeoAddress($0) } }).first else {
      return nil
    }
    self = address
  }

  init?(_ uri: String) {
    guard uri.utf8.count <= 1_024, uri.lowercased().hasPrefix("geo:") else { return nil }
    let path = uri.dropFirst(4).prefix { $0 != ";" && $0 != "?" }
    let numbers = path.split(separator: ",", omittingEmptySubsequences: false)
    guard (2...3).contains(numbers.count), let latitude = Self.number(numbers[0], within: 90),
      let longitude = Self.number(numbers[1], within: 180)
    else { return nil }
    text = "geo:\(latitude),\(longitude)"
  }

  /// The number as it is written; nil when it is none, or out of bounds.
  private static func number(_ text: Substring, within bound: Double) -> Substring? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain =
      (1...2).contains(parts.count)
      && parts.allSatisfy { part in
        (1...mostDigits).contains(part.utf8.count)
          && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
    guard isPlain, let value = Double(text), abs(value) <= bound else { return nil }
    return text
  }
}
