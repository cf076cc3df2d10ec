import Signals
import Terminal
import ViewModels

extension MembersView {
  /// The keys that move through the members; letters are the filter.
  static let actions: [BoundAction<MembersView>] = [
    BoundAction("member-down", "next person", hint: "next", .init("Down", "C-n", in: [.members])) {
      $0.moveCursor(by: 1)
    },
    BoundAction("member-up", "previous person", .init("Up", "C-p", in: [.members])) {
      $0.moveCursor(by: -1)
    },
    BoundAction("members-page-down", "a page down", .init("PageDown", in: [.members])) {
      $0.moveCursor(byPages: 1)
    },
    BoundAction("members-page-up", "a page up", .init("PageUp", in: [.members])) {
      $0.moveCursor(byPages: -1)
    },
  ]
}
