import Terminal
import ViewModels

extension RootView {
  /// The keys that leave a list.
  static let sheets: [BoundAction<RootView>] = [
    BoundAction(
      "sheet-open", "choose the entry", hint: "choose", .init("Enter", in: [.sheet]),
      when: { $0.sheet?.openAvailability ?? .hidden }
    ) {
      $0.openSheetSelection()
    }
    .hinting { $0.sheet?.openHint },
    BoundAction("sheet-close", "back", hint: "back", .init("Esc", "q", in: [.sheet])) {
      $0.closeSheet()
    },
  ]

  /// The open list, if any.
  var sheet: SheetView? { main?.sheet ?? signIn?.sheet }

  /// Whether a key is the number of an entry of the list in front.
  func isNumber(_ key: Key) -> Bool {
    guard context == .sheet, let letter = key.letter else { return false }
    return sheet?.hasEntry(letter) == true
  }

  /// Chooses the entry whose number a key is; returns whether it is one.
  func choosesEntry(_ key: Key) -> Bool {
    guard isNumber(key), let letter = key.letter else { return false }
    sheet?.moveCursor(to: letter)
    openSheetSelection()
    return true
  }

  /// Chooses the answer under the cursor, or takes it back, as Space does with boxes everywhere.
  ///
  /// Returns whether a key did so.
  func ticksEntry(_ key: Key) -> Bool {
    guard context == .sheet, key.letter == " ", !burst.followsLetter, let sheet,
      sheet.selectedRow?.hasBox == true, sheet.openAvailability == .enabled
    else { return false }
    openSheetSelection()
    return true
  }

  private func openSheetSelection() {
    main?.openSheetSelection()
    signIn?.sheet?.openSelection()
  }

  private func closeSheet() {
    main?.model.closeSheet()
    signIn?.model.closeSheet()
  }
}
