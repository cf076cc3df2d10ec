extension ValidationRun {
  /// Checks constraints other than the type: bounds, lengths, patterns.
  mutating func checkConstraints(
    _ value: LocatedJSON, _ annotations: [Annotation], ofElements: Bool
  ) {
    for annotation in annotations {
      let isOfElements = annotation.values.contains { $0.key == "of" }
      guard isOfElements == ofElements, let text = annotation.values.first?.value else { continue }
      check(value, annotation.name, text, annotations)
    }
  }

  private mutating func check(
    _ value: LocatedJSON, _ name: String, _ text: String, _ all: [Annotation]
  ) {
    switch value.content {
    case .number: checkNumber(value, name, text, all)
    case .string(let string): checkString(value, string, name, text)
    case .array(let elements): checkList(value, elements, name, text)
    case .object(let members):
      checkCount(
        members.count, "members", value, name, text, minimum: "minProperties",
        maximum: "maxProperties")
    case .null, .boolean: break
    }
  }

  private mutating func checkNumber(
    _ value: LocatedJSON, _ name: String, _ text: String, _ all: [Annotation]
  ) {
    guard let number = value.number else { return }
    let bound = Double(text)
    switch name {
    case "minimum":
      // In draft 4 a boolean says that the bound itself is excluded.
      let isExclusive = all.contains { $0.name == "exclusiveMinimum" && $0.isTrue }
      if let bound, number < bound || isExclusive && number == bound {
        report("the number is below \(isExclusive ? "or at " : "")\(text.printable)", at: value)
      }
    case "maximum":
      let isExclusive = all.contains { $0.name == "exclusiveMaximum" && $0.isTrue }
      if let bound, number > bound || isExclusive && number == bound {
        report("the number is above \(isExclusive ? "or at " : "")\(text.printable)", at: value)
      }
    case "exclusiveMinimum":
      if let bound, number <= bound {
        report("the number is not above \(text.printable)", at: value)
      }
    case "exclusiveMaximum":
      if let bound, number >= bound {
        report("the number is not below \(text.printable)", at: value)
      }
    case "multipleOf":
      guard case .number(let found) = value.content, let number = ExactDecimal(found),
        let unit = ExactDecimal(text), number.isMultiple(of: unit) == false
      else { return }
      report("the number is not a multiple of \(text.printable)", at: value)
    default: break
    }
  }

  private mutating func checkString(
    _ value: LocatedJSON, _ string: String, _ name: String, _ text: String
  ) {
    if name == "pattern" {
      guard let pattern = cachedPattern(text) else { return }
      switch pattern.matches(string) {
      case true?: return
      case false?:
        return report("the string does not match the pattern '\(text.printable)'", at: value)
      case nil:
        return report(
          "the string could not be checked against the pattern '\(text.printable)': too many steps",
          at: value)
      }
    }
    guard name == "minLength" || name == "maxLength" else { return }
    checkCount(
      string.unicodeScalars.count, "characters", value, name, text, minimum: "minLength",
      maximum: "maxLength")
  }

  private mutating func checkList(
    _ value: LocatedJSON, _ elements: [LocatedJSON], _ name: String, _ text: String
  ) {
    guard name == "uniqueItems" else {
      return checkCount(
        elements.count, "elements", value, name, text, minimum: "minItems", maximum: "maxItems")
    }
    guard text == "true" else { return }
    var seen: Set<String> = []
    for (index, element) in elements.enumerated()
    where !seen.insert(DocumentText.canonical(element)).inserted {
      at(.index(index)) { $0.report("the element is already in the list", at: element) }
    }
  }

  private mutating func checkCount(
    _ count: Int, _ what: String, _ value: LocatedJSON, _ name: String, _ text: String,
    minimum: String, maximum: String
  ) {
    guard let bound = Double(text) else { return }
    if name == minimum, Double(count) < bound {
      report("\(count) \(what), where \(text.printable) are the least", at: value)
    } else if name == maximum, Double(count) > bound {
      report("\(count) \(what), where \(text.printable) are the most", at: value)
    }
  }
}

extension Annotation {
  fileprivate var isTrue: Bool { values.first?.value == "true" }
}
