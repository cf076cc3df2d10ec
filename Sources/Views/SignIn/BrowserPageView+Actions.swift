extension BrowserPageView {
  /// The keys of the wait for a web page.
  static let actions: [BoundAction<BrowserPageView>] = [
    BoundAction(
      "use-answer", "sign in with what is pasted", hint: "use it",
      .init("Enter", in: [.browserPage]), when: { $0.submitAvailability }
    ) { $0.submit() },
    BoundAction(
      "open-page", "open the page again", hint: "open again", .init("C-o", in: [.browserPage]),
      when: { $0.pageAvailability }
    ) { $0.openAgain() },
    BoundAction(
      "copy-page", "copy the page's address", hint: "copy", .init("C-t", in: [.browserPage]),
      when: { $0.pageAvailability }
    ) { $0.copy() },
  ]
}
