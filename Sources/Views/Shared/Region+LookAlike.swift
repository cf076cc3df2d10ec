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
    let used = put(
      alike.nameText, column: column, row: row, role,
      width: width - 1 - min(SafeText.width(of: address), most))
    let place = column + used + 1
    return used + 1 + put(address, column: place, row: row, .dim, width: width - 1 - used)
  }
}
