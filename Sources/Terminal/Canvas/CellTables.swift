/// The clusters, styles and links that cells refer to by index.
///
/// Untrusted text can hold any number of clusters and links, and pictures any number of styles, so the
/// tables are bounded: they are cleared between two frames once one of them is nearly full.
final class CellTables {
  private static let wellFilled = 8_192
  private static let clusterCapacity = 65_536
  /// The styles of a screen without pictures.
  private static let compared = 12
  /// Fewer than of the others, because an address is long.
  private static let manyLinks = 1_024

  /// Changes when the tables are cleared; indices of another generation are invalid.
  private(set) var generation = 0
  private(set) var clusters: [Glyph] = []
  private(set) var styles: [Style] = [.plain]
  /// The codes of the first styles.
  private var firstCodes = [Style.plain.code]
  private var clusterNumbers: [Glyph: UInt32] = [:]
  private var styleNumbers: [Style: UInt16] = [.plain: 0]
  private var addresses: [LinkAddress] = []
  private var linkNumbers: [LinkAddress: UInt16] = [:]
  private var last: (style: Style, number: UInt16) = (.plain, 0)

  /// Clears the tables before a frame when they are nearly full, and returns whether it did.
  @discardableResult
  func beginFrame() -> Bool {
    guard
      clusters.count > Self.wellFilled || styles.count > Self.wellFilled
        || addresses.count > Self.manyLinks
    else { return false }
    generation += 1
    clusters.removeAll(keepingCapacity: true)
    clusterNumbers.removeAll(keepingCapacity: true)
    styles = [.plain]
    firstCodes = [Style.plain.code]
    styleNumbers = [.plain: 0]
    addresses = []
    linkNumbers = [:]
    last = (.plain, 0)
    return true
  }

  func number(of glyph: Glyph) -> UInt32 {
    if glyph.count == 1 { return glyph.base }
    if let number = clusterNumbers[glyph] { return number }
    // One frame has more clusters than any screen has cells: show the base scalar alone.
    guard clusters.count < Self.clusterCapacity else { return glyph.base }
    let number = Cell.clusterFlag | UInt32(clusters.count)
    clusters.append(glyph)
    clusterNumbers[glyph] = number
    return number
  }

  func number(of style: Style) -> UInt16 {
    if style == last.style { return last.number }
    let number = known(style) ?? find(style)
    last = (style, number)
    return number
  }

  /// The number of one of the first styles: to hash a style takes longer than to compare it with some.
  private func known(_ style: Style) -> UInt16? {
    guard style.link == 0 else { return nil }
    let code = style.code
    for (number, other) in firstCodes.enumerated() where other == code { return UInt16(number) }
    return nil
  }

  private func find(_ style: Style) -> UInt16 {
    if let number = styleNumbers[style] { return number }
    guard styles.count < Int(UInt16.max) else { return 0 }
    let number = UInt16(styles.count)
    styles.append(style)
    if firstCodes.count < Self.compared {
      firstCodes.append(style.link == 0 ? style.code : .max)
    }
    styleNumbers[style] = number
    return number
  }

  var hasLinks: Bool { !addresses.isEmpty }

  /// The number of a link, counted from one; zero when a frame has more than can be told apart.
  func number(of link: LinkAddress) -> UInt16 {
    if let number = linkNumbers[link] { return number }
    guard addresses.count < Int(UInt16.max) else { return 0 }
    addresses.append(link)
    let number = UInt16(addresses.count)
    linkNumbers[link] = number
    return number
  }

  func address(of link: UInt16) -> String { addresses[Int(link) - 1].text }

  func glyph(of cell: Cell) -> Glyph {
    if cell.glyph & Cell.clusterFlag == 0 { return Glyph(cell.glyph, width: Int(cell.width)) }
    return clusters[Int(cell.glyph & ~Cell.clusterFlag)]
  }

  func style(of cell: Cell) -> Style {
    styles[Int(cell.style)]
  }
}
