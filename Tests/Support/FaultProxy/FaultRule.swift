/// A rule that selects requests and their faults.
package struct FaultRule: Sendable {
  /// Which matching requests the rule affects.
  package enum Times: Sendable, Equatable {
    /// The first N.
    case first(Int)
    /// Only the Nth, counted from one.
    case nth(Int)
    /// Every Nth: the second, the fourth, … with 2; all of them with 1.
    case every(Int)

    func includes(_ number: Int) -> Bool {
      switch self {
      case .first(let count): number <= count
      case .nth(let place): number == place
      case .every(let step): step > 0 && number.isMultiple(of: step)
      }
    }
  }

  /// The method, or nil for any.
  package var method: String?
  /// The path without its query; `*` matches any text.
  package var path: Pattern
  /// The query, in which `*` matches any text; a request without a query has an empty one.
  package var query: Pattern
  package var times: Times
  package var faults: [Fault]

  /// Creates a rule; by default it matches every request.
  package init(
    _ method: String? = nil, _ path: String = "*", query: String = "*", times: Times = .every(1),
    faults: Fault...
  ) {
    self.init(method, path, query: query, times: times, faults: faults)
  }

  package init(
    _ method: String?, _ path: String, query: String, times: Times, faults: [Fault]
  ) {
    self.method = method
    self.path = Pattern(path)
    self.query = Pattern(query)
    self.times = times
    self.faults = faults
  }

  func fits(_ request: ProxiedRequest) -> Bool {
    (method ?? request.method) == request.method && path.fits(request.path)
      && query.fits(request.query)
  }

  /// A text in which `*` matches any text, including the empty text.
  package struct Pattern: Sendable, Equatable {
    private let pieces: [[UInt8]]

    package init(_ text: String) {
      pieces = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
        .map(Array.init)
    }

    package func fits(_ text: String) -> Bool {
      let bytes = Array(text.utf8)
      guard let first = pieces.first, let last = pieces.last else { return false }
      guard pieces.count > 1 else { return bytes == first }
      guard bytes.starts(with: first), bytes.count >= first.count + last.count else { return false }
      var rest = bytes[first.count..<(bytes.count - last.count)]
      guard bytes.suffix(last.count).elementsEqual(last) else { return false }
      // For each piece between two stars, the earliest match leaves the most room for the rest.
      for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
        guard let end = Self.end(of: piece, in: rest) else { return false }
        rest = rest[end...]
      }
      return true
    }

    private static func end(of piece: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
      var start = bytes.startIndex
      while start + piece.count <= bytes.endIndex {
        if bytes[start...].starts(with: piece) { return start + piece.count }
        start += 1
      }
      return nil
    }
  }
}
