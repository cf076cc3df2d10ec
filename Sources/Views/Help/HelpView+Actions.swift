extension HelpView {
  /// The keys that scroll the help overlay; letters filter it.
  static let actions: [BoundAction<HelpView>] = [
    BoundAction("help-down", "scroll down", hint: "scroll", .init("Down", "C-n", in: [.help])) {
      $0.scroll(by: 1)
    },
    BoundAction("help-up", "scroll up", .init("Up", "C-p", in: [.help])) {
      $0.scroll(by: -1)
    },
    BoundAction("help-page-down", "one page down", hint: "page", .init("PageDown", in: [.help])) {
      $0.scroll(pages: 1)
    },
    BoundAction("help-page-up", "one page up", .init("PageUp", in: [.help])) {
      $0.scroll(pages: -1)
    },
  ]
}
