extension TextField {
  /// The readline keys of every input line.
  static let actions: [BoundAction<TextField>] = [
    edit("line-start", "start of the line", "C-a", "Home") { $0.moveToLineStart() },
    edit("line-end", "end of the line", "C-e", "End") { $0.moveToLineEnd() },
    edit("left", "one character left", "C-b", "Left") { $0.move(by: -1) },
    edit("right", "one character right", "C-f", "Right") { $0.move(by: 1) },
    edit("word-left", "one word left", "C-Left", "M-b", "M-Left") { $0.moveWordBackward() },
    edit("word-right", "one word right", "C-Right", "M-f", "M-Right") { $0.moveWordForward() },
    edit("delete-backward", "delete before the cursor", "Backspace") {
      $0.deleteBackward()
    },
    edit("delete-forward", "delete at the cursor", "C-d", "Delete") { $0.deleteForward() },
    edit("kill-to-end", "cut to the end of the line", "C-k") { $0.killToLineEnd() },
    edit("kill-to-start", "cut to the start of the line", "C-u") { $0.killToLineStart() },
    edit("kill-to-blank", "cut back to a blank", "C-w") { $0.killToBlank() },
    edit("kill-word-backward", "cut back one word", "C-Backspace", "M-Backspace") {
      $0.killWordBackward()
    },
    edit("kill-word-forward", "cut one word", "C-Delete", "M-d") { $0.killWordForward() },
    edit("yank", "paste the text that was cut", "C-y") { $0.yank() },
    edit("undo", "undo", "C-_") { $0.undo() },
  ]

  private static func edit(
    _ name: String, _ title: String, _ keys: String...,
    change: @escaping (inout LineEditor) -> Void
  ) -> BoundAction<TextField> {
    BoundAction(
      name, title, Action.Binding(keys: keys.map(Action.Binding.key), contexts: .text)
    ) { $0.edit(change) }
  }
}
