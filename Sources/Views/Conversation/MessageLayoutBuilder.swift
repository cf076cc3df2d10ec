import Terminal
import ViewModels

/// Lays out one row of the timeline.
struct MessageLayoutBuilder {
  /// Longer text is truncated, followed by a line that says so.
  static let maximumBodyLines = 400

  let content: MessageRowContent
  private let picture: PictureState
  let columns: MessageColumns
  private let shift: Int
  var layout = MessageLayout()

  /// Lays out `content` with its picture in the given columns.
  ///
  /// - Parameter shift: The columns at the left that are left out of tables that do not fit.
  static func layout(
    _ content: MessageRowContent, picture: PictureState, columns: MessageColumns, shift: Int = 0
  ) -> MessageLayout {
    var builder = MessageLayoutBuilder(
      content: content, picture: picture, columns: columns, shift: shift)
    builder.build()
    return builder.layout
  }

  private init(
    content: MessageRowContent, picture: PictureState, columns: MessageColumns, shift: Int
  ) {
    self.content = content
    self.picture = picture
    self.columns = columns
    self.shift = shift
  }

  private mutating func build() {
    switch content.kind {
    case .day: addDivider(content.dayText, role: .dim)
    case .gap: addDivider(content.noteText, role: .warning)
    case .newMarker: addDivider(content.noteText, role: .accent)
    case .event, .changes: addEvent()
    case .message, .notice, .emote, .locked: addMessage()
    }
  }

  private mutating func addDivider(_ label: String, role: Role) {
    let text = SafeText(" \(label) ")
    let rule = max(columns.width - 2 - text.width, 2)
    let left = columns.isStacked ? rule / 2 : min(columns.bodyColumn - 2, rule / 2)
    layout.lines = [
      [
        .init(column: 1, text: SafeText(String(repeating: "─", count: left)), role: .rule),
        .init(column: 1 + left, text: text, role: role),
        .init(
          column: 1 + left + text.width,
          text: SafeText(String(repeating: "─", count: rule - left)), role: .rule),
      ]
    ]
  }

  private mutating func addEvent() {
    addNote(content.noteText, mark: content.kind.noteMark, limit: 4)
    if columns.isStacked {
      // After a wrapped line, the time would make the text's last line look like a separate event.
      if layout.lines.count == 1 { append(SafeText(content.timeText), .dim) }
    } else {
      addTime(line: 0)
    }
    // A thread goes on when its first message is removed.
    addThread()
    addReaders()
  }

  private mutating func addMessage() {
    if columns.isStacked, content.showsSender { addStackedHeading() }
    let first = layout.lines.count
    addQuote()
    if !content.noteText.isEmpty {
      addNote(content.noteText, mark: content.kind.noteMark, limit: 4)
    }
    if !content.bodyText.isEmpty || content.noteText.isEmpty { addBody() }
    if !columns.isStacked {
      addTime(line: first)
      if content.showsSender { addSender(line: first) }
    }
    addPoll()
    if content.lacksFormats { append("(shown without its formats)", .note) }
    if content.isEdited { append("(edited)", .note) }
    if content.isPinned { append("(pinned)", .note) }
    if content.mentionsMe { addSpan(line: 0, column: columns.mentionColumn, "@", .mention) }
    if !content.changeText.isEmpty { append(SafeText(content.changeText), .note) }
    addPicture()
    if !content.pictureText.isEmpty { addNote(content.pictureText, mark: "·", limit: 2) }
    if !content.downloadText.isEmpty { append(SafeText(content.downloadText), .note) }
    addDelivery()
    addReactions()
    addThread()
    addReaders()
  }

  private mutating func addStackedHeading() {
    let sender = SafeText(content.senderText).prefix(fittingColumns: columns.senderWidth)
    layout.lines.append([
      .init(column: columns.senderColumn, text: sender, role: .sender(content.colorIndex)),
      .init(
        column: columns.senderColumn + sender.width + 1, text: SafeText(content.timeText),
        role: .dim),
    ])
  }

  private mutating func addBody() {
    let first = layout.lines.count
    for line in takeBodyLines() {
      var column = columns.bodyColumn
      layout.lines.append(
        line.map { piece in
          defer { column += piece.text.width }
          return .init(column: column, text: piece.text, role: piece.role, link: piece.link)
        })
    }
    if let mark = content.kind.bodyMark {
      addSpan(line: first, column: columns.markColumn, mark, .dim)
    }
  }

  private mutating func takeBodyLines() -> [[StyledText.Piece]] {
    let limit = content.poll == nil ? Self.maximumBodyLines : Self.mostQuestionLines
    if let body = content.formattedBody {
      let text = FormattedBodyLines(
        body, isUncovered: content.isUncovered, columns: columns.bodyWidth, limit: limit,
        shift: shift)
      layout.overflow = text.overflow
      return text.lines
    }
    return MentionedText(content.bodyText, mentions: content.mentionRanges).lines(
      columns: columns.bodyWidth, limit: limit)
  }

  /// Adds program text, with one mark before its first line and another before the rest:
  /// a wrapped name or reason must not look like a separate event.
  private mutating func addNote(_ text: String, mark: SafeText, _ role: Role = .note, limit: Int) {
    let lines = SafeText.wrapped(text, columns: columns.bodyWidth, limit: limit)
    for (index, line) in lines.enumerated() {
      layout.lines.append([
        .init(column: columns.markColumn, text: index == 0 ? mark : "┊", role: role),
        .init(column: columns.bodyColumn, text: line, role: role),
      ])
    }
  }

  private mutating func addPicture() {
    switch picture {
    case .none: break
    case .loading(let text): addNote(text, mark: "·", limit: 2)
    case .failed(let text): addNote(text, mark: "!", .error, limit: 2)
    case .cells(let width, let height):
      layout.picture = .init(
        column: columns.bodyColumn, line: layout.lines.count, width: width, height: height)
      layout.lines += Array(repeating: [], count: height)
    }
  }

  private mutating func addDelivery() {
    guard !content.deliveryText.isEmpty else { return }
    if content.deliveryState == .failed {
      addNote(content.deliveryText, mark: "!", .error, limit: 3)
    } else {
      append(SafeText(content.deliveryText), .note)
    }
  }

  /// Appends a word to the last line if it fits, otherwise adds it below.
  mutating func append(_ text: SafeText, _ role: Role) {
    let end = layout.lines.last?.map { $0.column + $0.text.width }.max()
    if let end, layout.picture == nil {
      let column = end + 1
      if column + text.width <= columns.bodyColumn + columns.bodyWidth {
        addSpan(line: layout.lines.count - 1, column: column, text, role)
        return
      }
    }
    layout.lines.append([
      .init(
        column: columns.bodyColumn, text: text.prefix(fittingColumns: columns.bodyWidth), role: role
      )
    ])
  }

  private mutating func addTime(line: Int) {
    addSpan(
      line: line, column: columns.timeColumn,
      SafeText(content.timeText).prefix(fittingColumns: columns.timeWidth), .dim)
  }

  private mutating func addSender(line: Int) {
    addSpan(
      line: line, column: columns.senderColumn,
      SafeText(content.senderText).prefix(fittingColumns: columns.senderWidth),
      .sender(content.colorIndex))
  }

  private mutating func addSpan(line: Int, column: Int, _ text: SafeText, _ role: Role) {
    if layout.lines.indices.contains(line) {
      layout.lines[line].append(.init(column: column, text: text, role: role))
    } else {
      layout.lines.append([.init(column: column, text: text, role: role)])
    }
  }
}

extension MessageRowKind {
  /// The mark before program text on a row of this kind.
  fileprivate var noteMark: SafeText {
    switch self {
    case .changes(isOpen: false): "▸"
    case .changes(isOpen: true): "▾"
    default: "·"
    }
  }

  /// The mark before a person's text that is not a plain message.
  fileprivate var bodyMark: SafeText? {
    switch self {
    case .emote: "*"
    case .notice: "-"
    default: nil
    }
  }
}
