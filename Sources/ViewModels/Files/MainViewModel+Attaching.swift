import Controllers
import Models
import Signals

extension MainViewModel {
  /// Asks for files to send to a room; several have blanks between them, and quotes as in a shell.
  public func askToSendFile(to row: RoomRowViewModel) {
    let finder = PathFinder(files: session.files)
    let room = AttachmentRoom(id: row.roomID, nameText: row.content.value.nameText)
    questions.ask(
      "Send files to \(room.nameText)",
      placeholder: "their paths, such as ~/cat.png my\\ notes.txt",
      complete: finder.suggestions
    ) { [weak self] line in
      self?.attaching([PathWords.paths(in: line), [line]], to: room) ?? .empty
    }
  }

  /// Asks whether to send the files that a pasted text names to the open room; a terminal pastes the paths
  /// of what is dragged onto it.
  ///
  /// - Parameter taken: Hears that the files are sent, so that the text is no longer needed.
  public func offerToSend(pasted text: String, taken: @escaping @MainActor () -> Void) {
    let readings = PathWords.candidates(inPaste: text)
    guard !readings.isEmpty, let room = openAttachmentRoom else { return }
    // Later the user does something else.
    let late = Signal<Void, Never>.timer(after: .seconds(1), on: world.scheduler)
    pasteWork.inner = inspecting(readings).take(until: late).observe(on: .main).subscribe(
      value: { [weak self] files in
        guard let self, prompt.value == nil, openAttachmentRoom == room else { return }
        let key = world.chosen.value.key(.cancel)
        ask(files, room, placeholder: "\(captionText); \(key) keeps the text", taken)
      }, failed: { _ in })
  }

  /// Asks whether to send files that the clipboard has.
  ///
  /// - Parameters:
  ///   - paths: Their paths or `file` addresses.
  ///   - tell: Says why they cannot be sent.
  public func offerToSend(paths: [String], tell: @escaping (String) -> Void) {
    guard let room = openAttachmentRoom else { return }
    pasteWork.inner = inspecting([paths.map { PathWords.path(ofAddress: $0) ?? $0 }]).observe(
      on: .main
    ).subscribe(
      value: { [weak self] files in
        guard let self else { return }
        ask(files, room, placeholder: captionText)
      }, failed: { tell(ErrorSentences.text($0)) })
  }

  private var captionText: String { "a caption, or \(world.chosen.value.key(.submit))" }

  private var openAttachmentRoom: AttachmentRoom? {
    guard let open = conversation.value, open.composer.isEnabled.value else { return nil }
    return AttachmentRoom(id: open.roomID, nameText: open.titleText.value)
  }

  /// Finds out which files a line means, and asks for a caption.
  private func attaching(
    _ readings: [[String]], to room: AttachmentRoom
  ) -> Signal<Void, RequestError> {
    inspecting(readings).onMain(value: { [weak self] in
      guard let self else { return }
      ask($0, room, placeholder: captionText)
    }).map { _ in }
  }

  /// The files of the first reading in which all are there; fails as the first reading does.
  private func inspecting(_ readings: [[String]]) -> Signal<[LocalFile], RequestError> {
    guard let first = readings.first else { return .empty }
    let files = session.files
    let most = Array(first.prefix(PathWords.most))
    return files.inspect(most).catch { error in
      guard readings.count > 1, readings[1] != first else { return .failed(error) }
      return files.inspect(readings[1]).mapError { _ in error }
    }
  }

  private func ask(
    _ found: [LocalFile], _ room: AttachmentRoom, placeholder: String,
    _ taken: @escaping @MainActor () -> Void = {}
  ) {
    guard !found.isEmpty else { return }
    let attachment = Attachment(
      found, to: room.id, sender: session.sender, after: world.undoPause
    ) { [weak self] in
      self?.inOpenThread($0, of: room.id) ?? $0
    }
    let option = Self.option(for: found, key: world.chosen.value.key(.toggleOption))
    questions.askOptionally(
      "Send \(AttachmentText.names(found)) to \(room.nameText)?", placeholder: placeholder,
      option: option
    ) { caption in
      attachment.send(caption: caption, isReduced: option?.isOn.value ?? false)
        .onMain(completed: { taken() })
    }
  }

  /// The choice of what becomes of pictures; nil where there are none.
  private static func option(for files: [LocalFile], key: String) -> PromptOption? {
    let count = files.count(where: \.isPicture)
    guard count > 0 else { return nil }
    let noun = count == 1 ? "The picture is" : "\(count) pictures are"
    return PromptOption(
      off: "\(noun) sent with all its file has, perhaps the place. \(key): smaller, without that",
      on: "\(noun) sent smaller, without place and camera. \(key): as it is")
  }
}

/// The room that files go to.
private struct AttachmentRoom: Equatable {
  let id: RoomID
  let nameText: String
}

/// Words about files to send.
enum AttachmentText {
  /// Enough to see what is meant.
  private static let mostNames = 5

  /// "cat.png (82 kB), notes.txt (1 kB) and 3 more (12 MB)".
  static func names(_ files: [LocalFile]) -> String {
    let shown = files.prefix(mostNames).map {
      "\(Names.oneLine($0.name)) (\(FileText.bytes($0.byteCount)))"
    }
    let rest = files.dropFirst(mostNames)
    guard !rest.isEmpty else { return shown.joined(separator: ", ") }
    let bytes = FileText.bytes(rest.reduce(0) { $0 + $1.byteCount })
    return "\(shown.joined(separator: ", ")) and \(rest.count) more (\(bytes))"
  }
}
