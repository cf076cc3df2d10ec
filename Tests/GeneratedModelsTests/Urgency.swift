import ModelKit

/// An enum written by hand; its raw value is its JSON.
package enum Urgency: UInt, Sendable {
  case low, high
}

extension Urgency: JSONCodable {}
