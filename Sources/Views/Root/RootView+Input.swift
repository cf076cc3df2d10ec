public import Terminal
import ViewModels

extension RootView {
  /// Dispatches an event to the focused part.
  ///
  /// A bound key triggers its action; an unbound printable key is text. Each event is handled in
  /// its own batch, so that views see the changes made by the previous event.
  public func handle(_ event: InputEvent) {
    settleDeferral(before: event)
    switch event {
    case .key(let key): handle(key)
    case .paste(let text): paste(text)
    case .oversizedPaste:
      notice = "The pasted text is larger than 1 MiB: nothing was inserted"
      invalidate()
    case .mouse(let event): handle(event)
    case .focus(let hasFocus): root.focusChanged(hasFocus)
    case .reply: break
    }
  }

  private func handle(_ key: Key) {
    // Not each terminal tells that it has the focus again, such as another one around the same tmux.
    root.focusChanged(true)
    let before = context
    if indents(key, in: before) { return insert("\t") }
    burst.noteKey(
      isTyping: key.isTyping, letter: key.letter, in: before, isUnseen: isUnseen(by: key),
      isLasting: isEnterLasting, at: now())
    guard !breaksLine(key, in: before) else {
      burst.noteEffect(isLetter: false, meantSomething: true, in: before)
      clearNotice()
      return insert("\n")
    }
    let isMove = burst.hasAnswered && moves(key)
    let isRegret = isMove || burst.hasAnswered && takesBack(key)
    if isMove { burst.noteMoveBehindAnswer() }
    let isWithheld = burst.withholds(
      isLetter: key.isLetter, isEnter: key.code == .enter, isHarmless: isEnterHarmless, in: before)
    // Before the first screen, text waits for the composer.
    let isEarly = before == .starting && (key.isLetter || isNewline(key))
    guard isRegret || isEarly || isNumber(key) || !isWithheld else {
      notice = notice(forWithheld: key, in: before)
      invalidate()
      return
    }
    clearNotice()
    let meantSomething =
      typesInMenu(key, isGoingOn: true) || defers(key) || perform(key)
      || typesInMenu(key, isGoingOn: false)
      || choosesEntry(key) || ticksEntry(key) || leavesQuestion(key) || putAway(before, by: key)
    if !meantSomething || beginsPaste(key, in: before) { type(key) }
    if !meantSomething, before == .prompt, !key.isTyping { burst.noteRefusal() }
    if before == .prefix { main?.isAfterPrefix = false }
    burst.noteEffect(
      isLetter: key.isLetter, isYes: key == .yes, opensComposer: opensComposer(key, in: before),
      meantSomething: meantSomething, in: before)
    if burst.hasStrayed, !meantSomething, !before.takesText, main?.conversation != nil {
      notice = notice(forLettersIn: before)
      invalidate()
    }
  }

  /// Whether Enter stands in the middle of a text that was pasted into the composer.
  ///
  /// It would send each line as a message. Behind a command it runs that.
  private func breaksLine(_ key: Key, in context: Context) -> Bool {
    guard key.code == .enter, isTextNext(), let conversation = main?.conversation,
      table.row(for: key, in: context, of: self)?.action.name == "send",
      conversation.composer.editAvailability == .enabled
    else { return false }
    let text = conversation.composer.field.editor.text
    return !text.isEmpty && !text.hasPrefix("/")
  }

  /// Whether Tab stands in the middle of a text that was pasted into the composer: it would lead the rest elsewhere.
  private func indents(_ key: Key, in context: Context) -> Bool {
    key.code == .tab && key.modifiers.isEmpty && context == .composer && isTextNext()
      && main?.conversation?.composer.editAvailability == .enabled
  }

  /// Whether a key that has led to the composer is also the first letter of a text that was pasted, which
  /// would lack it.
  private func beginsPaste(_ key: Key, in before: Context) -> Bool {
    guard context == .composer, isTextNext(), let name = letterAction(key, in: before) else {
      return false
    }
    return Self.composing.contains(name)
  }

  private static let composing: Set<String> = ["write", "to-composer"]

  /// Whether a letter leads to the composer, to write a message there.
  private func opensComposer(_ key: Key, in before: Context) -> Bool {
    letterAction(key, in: before).map { $0 == "reply" || Self.composing.contains($0) } ?? false
  }

  /// The action of a letter where letters are no text.
  private func letterAction(_ key: Key, in before: Context) -> String? {
    guard key.isLetter, !before.takesText else { return nil }
    return table.row(for: key, in: before)?.action.name
  }

  /// Selects an action of the menu by its title; returns whether the key was a letter of it.
  ///
  /// - Parameter isGoingOn: Whether only a letter counts that goes on with a word, which has no other effect.
  private func typesInMenu(_ key: Key, isGoingOn: Bool) -> Bool {
    guard context == .menu, let menu, key.isLetter, case .character(let letter) = key.code,
      !isGoingOn || menu.isTyping(at: now())
    else { return false }
    menu.type(letter, at: now())
    return true
  }

  /// Whether Enter only finds or shows something in the focused part.
  private var isEnterHarmless: Bool {
    switch context {
    case .members, .search, .help: true
    case .prompt: prompt?.model.isSearch == true
    default: false
    }
  }

  /// Whether Enter changes something in the focused part that was there before: a message, a room, a name.
  private var isEnterLasting: Bool {
    switch context {
    case .prompt: !isEnterHarmless
    case .composer, .completion, .prefix: main?.conversation?.composer.model.isEditing == true
    default: false
    }
  }

  /// Whether the user cannot have seen yet what a key would do.
  ///
  /// A text that was there before counts as unseen for a moment after its first frame; one that the user
  /// types into an empty field, or in its place, does not.
  private func isUnseen(by key: Key) -> Bool {
    if let opened, now() - opened < KeyBurst.pause { return true }
    guard let restored, key.code == .enter, restored.field === focusedField,
      restored.field.editor.text.hasPrefix(restored.text)
    else { return false }
    return now() - restored.time < KeyBurst.firstLook
  }

  /// Whether a key begins a new line in the composer.
  private func isNewline(_ key: Key) -> Bool {
    table.row(for: key, in: .composer)?.action.name == "newline"
  }

  /// Whether a key takes something back now: who has answered a question by mistake presses it at once.
  private func takesBack(_ key: Key) -> Bool {
    guard let row = table.row(for: key, in: context, of: self), row.action.name == "undo-last"
    else { return false }
    return row.availability(self) == .enabled
  }

  private func notice(forWithheld key: Key, in context: Context) -> String? {
    switch context {
    case .confirmation: "Typed before this was open: look at it, then press y"
    case .composer, .completion, .prefix:
      "Too fast to be sure this is meant: press \(table.keyText("send")) again to send it"
    case .prompt:
      "Too fast to be sure this is meant: press \(table.keyText("submit")) again to go on"
    case .localSignIn, .signIn, .browserPage:
      "Too fast to be sure this is meant: press Enter again to go on"
    default:
      key.code == .enter
        ? "Letters came before: press Enter again"
        : notice(forLettersIn: context)
    }
  }

  private func notice(forLettersIn context: Context) -> String {
    let way =
      switch context {
      case .roomList: "\(table.keyText("focus-next")) goes to the composer"
      case .timeline: "\(table.keyText("write")) goes to the composer"
      case .menu: "\(table.keyText("menu-down")) chooses, \(table.keyText("menu-close")) goes back"
      case .profile: "\(table.keyText("close-profile")) goes back"
      default: "\(table.keyText("sheet-close")) goes back"
      }
    return "These letters do nothing here: \(way)"
  }

  /// An unbound key dismisses a confirmation or, unless it is a letter of a word, a menu.
  private func putAway(_ context: Context, by key: Key? = nil) -> Bool {
    switch context {
    case .confirmation: closePrompt()
    case .menu:
      closeMenu()
      key.map(performBehindMenu)
    default: return false
    }
    return true
  }

  private func type(_ key: Key) {
    if case .starting = screen, isNewline(key) { return insert("\n") }
    guard key.isLetter, case .character(let character) = key.code else { return }
    if (context.base ?? context) == .composer,
      main?.conversation?.completion.type(character) == true
    {
      return invalidate()
    }
    if let ascii = character.asciiValue, let style = focusedField?.echoStyle {
      echo(Unicode.Scalar(ascii), style)
    }
    insert(String(character))
  }

  private func paste(_ text: String) {
    clearNotice()
    let before = context
    guard !putAway(before) else { return }
    let isForComposer = leadsToComposer(from: before)
    insert(text)
    // What is dragged onto a terminal arrives as its path.
    guard isForComposer else {
      if !context.takesText, context != .starting { notice = notice(forLettersIn: before) }
      return
    }
    burst.notePaste(at: now())
    main?.offerToSend(pasted: text)
  }

  /// Whether a text that was pasted is for the composer, which has the focus then.
  private func leadsToComposer(from before: Context) -> Bool {
    if before == .timeline || before == .roomList,
      main?.conversation?.composer.editAvailability == .enabled
    {
      main?.focusComposer()
    }
    return (context.base ?? context) == .composer
  }

  private func handle(_ event: MouseEvent) {
    let lines: Int
    switch event.action {
    case .scrollUp: lines = 3
    case .scrollDown: lines = -3
    case .press(button: 0): return press(at: event.position)
    default: return
    }
    if let help {
      help.scroll(by: -lines)
    } else if let menu {
      menu.moveCursor(by: lines > 0 ? -1 : 1)
    } else if let list = drawnLayout?.list, list.contains(event.position) {
      main?.roomList.moveCursor(by: -lines)
    } else if let search = main?.search {
      search.moveCursor(by: lines > 0 ? -1 : 1)
    } else {
      main?.scrollTimeline(lines: lines)
    }
  }

  /// A click moves the focus, and on a room opens it; a click outside a menu dismisses the menu.
  private func press(at point: Point) {
    guard help == nil else { return }
    if menu != nil { return closeMenu() }
    guard let main, main.prompt == nil, let list = drawnLayout?.list, list.contains(point) else {
      return
    }
    clearNotice()
    main.click(listRow: point.row - list.minRow)
  }
}

extension Key {
  /// The only key that confirms.
  fileprivate static let yes = Key(.character("y"))

  /// Whether the key can occur while typing a sentence.
  fileprivate var isTyping: Bool { isLetter || code == .enter || code == .backspace }

  /// Whether the key inserts text.
  var isLetter: Bool { letter != nil }

  /// The text that the key inserts.
  var letter: Character? {
    if case .character(let letter) = code, modifiers.isEmpty { letter } else { nil }
  }
}
