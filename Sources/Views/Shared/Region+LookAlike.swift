import Terminal
import ViewModels

extension Region {
  /// Draws a name whose beginning is readable however long its address is, and what tells them apart behind
  /// it; returns the used columns.
  @discardableResult
  func put(_ alike: LookAlikeName, column: Int, row: Int = 0, _ role: Role, width: Int) -> Int {
    let name = SafeText.width(of: alike.nameText)
    let isWhole = name + 1 + SafeText.width(of: alike.addressText) <= width
    let address = isWhole ? alike.addressText : alike.differingText
    let most = max(width - 1 - name, width / 2)
    let room = width - 1 - min(SafeText.width(of: address), most)
    let used = put(
      alike.hasNoMiddle ? alike.nameText.ends(columns: room) : alike.nameText, column: column,
      row: row, role, width: room)
    let place = column + used + 1
    return used + 1 + put(address, column: place, row: row, .dim, width: width - 1 - used)
  }
}

extension String {
  /// The beginning and the end of a text that does not fit.
  fileprivate func ends(columns: Int) -> String {
    guard SafeText.width(of: self) > columns, columns > 4 else { return self }
    var left = (columns - 1) / 2
    let end = reversed().prefix {
      left -= SafeText.width(of: $0)
      return left >= 0
    }
    let start = SafeText(self).prefix(fittingColumns: columns / 2, ellipsis: "")
    return start.description + "…" + String(end.reversed())
  }
}
