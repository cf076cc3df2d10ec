/// Raised or lowered text: by the characters that Unicode has for it, or else marked, because "10⁵" is not
/// "105".
struct SmallScript {
  private let isRaised: Bool
  /// Whether the text had characters for which there are no small ones.
  private var isMarked = false

  init(isRaised: Bool) { self.isRaised = isRaised }

  /// What stands after the text.
  var ending: String { isMarked ? ")" : "" }

  /// How a part of the text is shown.
  mutating func shown(_ text: String) -> String {
    guard !isMarked else { return text }
    let table = isRaised ? Self.raised : Self.lowered
    let small = text.map { $0.isWhitespace ? $0 : table[$0] }
    if !small.contains(nil) { return String(small.compactMap(\.self)) }
    isMarked = true
    return (isRaised ? "^(" : "_(") + text
  }

  private static let raised = table(
    "0123456789+-=()abcdefghijklmnoprstuvwxyz",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
  private static let lowered = table(
    "0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")

  private static func table(_ plain: String, _ small: String) -> [Character: Character] {
    Dictionary(uniqueKeysWithValues: zip(plain, small))
  }
}
