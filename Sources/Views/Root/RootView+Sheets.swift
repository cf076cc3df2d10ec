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

  private func openSheetSelection() {
    main?.openSheetSelection()
    signIn?.sheet?.openSelection()
  }

  private func closeSheet() {
    main?.model.closeSheet()
    signIn?.model.closeSheet()
  }
}
