/// An enum whose cases stand for strings or whole numbers.
package struct EnumType: Hashable, Sendable {
  package enum RawValue: Hashable, Sendable {
    case string(String)
    case integer(Int64)

    package static func == (left: RawValue, right: RawValue) -> Bool {
      switch (left, right) {
      case (.string(let left), .string(let right)): ExactText(left) == ExactText(right)
      case (.integer(let left), .integer(let right)): left == right
      default: false
      }
    }

    package func hash(into hasher: inout Hasher) {
      switch self {
      case .string(let text): hasher.combine(ExactText(text))
      case .integer(let number): hasher.combine(number)
      }
    }
  }

  package struct Case: Hashable, Sendable {
    package var name: String
    package var rawValue: RawValue
    package var documentation: String?
    package var location: SourceLocation

    package init(
      name: String, rawValue: RawValue, documentation: String? = nil, location: SourceLocation
    ) {
      self.name = name
      self.rawValue = rawValue
      self.documentation = documentation
      self.location = location
    }
  }

  package var cases: [Case]
  /// Whether an unknown raw value is kept as `.unknown(raw)` and encoded unchanged.
  package var keepsUnknown: Bool
  /// The name of the case that is the initial value of a field of this type.
  package var defaultCase: String?

  package init(cases: [Case], keepsUnknown: Bool = true, defaultCase: String? = nil) {
    self.cases = cases
    self.keepsUnknown = keepsUnknown
    self.defaultCase = defaultCase
  }
}
