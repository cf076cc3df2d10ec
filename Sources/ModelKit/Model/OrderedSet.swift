/// A list without repetitions; the order counts when two are compared.
public struct OrderedSet<Element: Hashable> {
  private let elements: [Element]
  /// For `contains`, which would otherwise compare every element.
  private let members: Set<Element>

  /// Keeps the first of equal elements.
  public init(_ sequence: some Sequence<Element>) {
    var members: Set<Element> = []
    elements = sequence.filter { members.insert($0).inserted }
    self.members = members
  }

  /// Whether an element is in it.
  public func contains(_ element: Element) -> Bool { members.contains(element) }
}

extension OrderedSet: Sendable where Element: Sendable {}

extension OrderedSet: RandomAccessCollection {
  /// The first position.
  public var startIndex: Int { elements.startIndex }

  /// The position after the last element.
  public var endIndex: Int { elements.endIndex }

  /// The element at a position.
  public subscript(position: Int) -> Element { elements[position] }
}

extension OrderedSet: Hashable {
  /// Compares the elements and their order.
  public static func == (left: OrderedSet, right: OrderedSet) -> Bool {
    left.elements == right.elements
  }

  /// Hashes the elements in their order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}

extension OrderedSet: ExpressibleByArrayLiteral {
  /// Keeps the first of equal elements.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension OrderedSet: CustomStringConvertible {
  /// The description of the list.
  public var description: String { elements.description }
}

extension OrderedSet: JSONDecodable where Element: JSONDecodable {
  /// Reads an array; of equal elements the first is kept.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> OrderedSet {
    OrderedSet(try [Element].decode(from: &reader))
  }
}

extension OrderedSet: JSONEncodable where Element: JSONEncodable {
  /// Writes the elements in their order.
  public func encode(to writer: inout JSONWriter) {
    elements.encode(to: &writer)
  }
}
