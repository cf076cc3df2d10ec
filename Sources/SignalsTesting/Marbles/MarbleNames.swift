/// Maps the value names of a line to values and back.
struct MarbleNames<Value> {
  private let values: [(name: Character, value: Value)]
  private let isEqual: (Value, Value) -> Bool

  func value(_ name: Character) -> Value? {
    values.first { $0.name == name }?.value
  }

  /// The first name that stands for the value.
  func name(_ value: Value) -> Character? {
    values.first { isEqual($0.value, value) }?.name
  }

  /// The same line with each value under the first of its names; unknown names stay.
  func canonical(_ marbles: Marbles) -> Marbles {
    Marbles(
      marks: marbles.marks.map { mark in
        guard case .value(let name) = mark.kind, let value = value(name),
          let first = self.name(value)
        else { return mark }
        return Marbles.Mark(frame: mark.frame, kind: .value(first))
      })
  }

  /// The names of the line that have no value.
  func unexplained(in marbles: Marbles) -> [Character] {
    marbles.marks.compactMap { mark in
      guard case .value(let name) = mark.kind, value(name) == nil else { return nil }
      return name
    }
  }
}

extension MarbleNames where Value: Equatable {
  init(_ values: [Character: Value]) {
    self.values = values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    isEqual = { $0 == $1 }
  }
}
