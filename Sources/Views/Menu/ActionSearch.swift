/// Which action the letters mean that a user types in a menu or in the list of keys.
enum ActionSearch {
  /// The index of the first action whose title begins with the letters, or else has them, or else whose title
  /// and other words have a beginning in each of the words typed; nil for none.
  static func place(of typed: String, in actions: [Action]) -> Int? {
    let letters = typed.lowercased()
    let titles = actions.map { $0.title.lowercased() }
    return titles.firstIndex { $0.hasPrefix(letters) } ?? titles.firstIndex { $0.contains(letters) }
      ?? place(ofWords: letters.words, in: actions)
  }

  private static func place(ofWords typed: [Substring], in actions: [Action]) -> Int? {
    guard !typed.isEmpty else { return nil }
    return actions.firstIndex { action in
      let words = action.title.lowercased().words + others(of: action)
      return typed.allSatisfy { typed in words.contains { $0.hasPrefix(typed) } }
    }
  }

  /// What people call an action besides its title.
  static func others(of action: Action) -> [Substring] { (otherWords[action.name] ?? "").words }

  /// What people call actions, most of them in other programs; shown nowhere.
  static let otherWords = [
    "accounts": "switch login user",
    "account-page": "web page website",
    "add-account": "login log in sign new",
    "alert-rules": "notifications notify keywords push rules",
    "attach-clipboard": "paste attach upload image picture",
    "change-name": "rename displayname nick nickname",
    "change-password": "passphrase",
    "change-picture": "avatar photo image",
    "change-presence": "online offline invisible away hide",
    "change-status": "away busy presence",
    "common-room": "shared mutual open",
    "copy-address": "link url share permalink id alias",
    "copy-code": "yank clipboard",
    "copy-link": "url yank clipboard",
    "copy-message": "yank clipboard text",
    "copy-message-address": "permalink url id share link event",
    "copy-user-id": "mxid address matrix",
    "create-room": "new channel group add",
    "create-room-with": "new channel group encrypted public",
    "deactivate": "delete remove close erase",
    "decline": "reject refuse no",
    "decline-all": "reject refuse",
    "devices": "sessions logins verify",
    "devices-of-person": "sessions verify",
    "discard": "delete remove cancel",
    "disconnect": "log out logout offline",
    "edit-message": "change correct fix modify",
    "editor": "vim vi emacs nano external",
    "end-ignoring": "unignore unblock",
    "end-poll": "close finish stop vote",
    "favourite": "favorite star pin bookmark",
    "filter-rooms": "people unread",
    "find-rooms": "search filter",
    "first-new": "jump new",
    "fold-all": "collapse expand",
    "fold-section": "collapse expand",
    "forget": "delete remove part quit exit",
    "forward": "share send quote",
    "go-to-date": "jump day time calendar",
    "ignore": "block mute hide",
    "ignored-people": "blocked block list",
    "invite": "add people person user",
    "invite-person": "add",
    "invite-person-with-reason": "add why",
    "invite-with-reason": "add people person user why",
    "join-room": "enter channel",
    "leave": "part quit exit delete remove",
    "leave-space": "part quit exit delete remove",
    "left-rooms": "forget old former delete",
    "low-priority": "archive",
    "manage-member": "kick unban role moderator admin op mute promote demote invite",
    "manage-person": "kick unban role moderator admin op mute promote demote",
    "manage-sender": "kick unban role moderator admin op promote demote",
    "mark-read": "seen",
    "members": "people users list who",
    "mentions-only": "notifications highlights mute",
    "message": "dm direct chat query private",
    "message-person": "dm direct chat query private new",
    "mute-person": "silence notifications",
    "open-file": "view show play image picture video",
    "open-link": "url browser",
    "own-profile": "account me name avatar",
    "pins": "pinned",
    "public-rooms": "directory explore browse search channels",
    "quiet": "dnd mute silence notifications",
    "react": "emoji reaction like thumbs",
    "reactors": "reactions emoji names",
    "readers": "seen receipts read by",
    "remove-message": "delete redact erase unsend retract",
    "remove-picture": "delete avatar",
    "remove-with-reason": "delete redact erase retract",
    "rename-device": "name session",
    "reply": "answer respond quote",
    "report": "flag abuse spam",
    "report-person": "flag abuse spam",
    "report-room": "flag abuse spam",
    "room-files": "media attachments images pictures links",
    "room-settings": "rename name topic configure encryption permissions power avatar options",
    "row-up": "correct change fix modify message",
    "save-file": "download",
    "search-messages": "find history text words grep",
    "send-again": "retry resend",
    "send-file": "attach attachment upload image picture photo video",
    "settings": "preferences options configuration theme",
    "sign-in-by-token": "login code key",
    "sign-out": "log out logout",
    "sign-out-account": "log out logout remove delete",
    "sign-out-device": "log out logout remove delete session",
    "silence": "mute notifications unmute",
    "sort-section": "order alphabetical",
    "source": "raw json event",
    "space-settings": "rename name topic configure options",
    "spelling": "spellcheck dictionary typo",
    "stop-transfer": "cancel abort",
    "take-back": "undo cancel unsend",
    "thread": "answer respond start open",
    "undo-discard": "undo",
    "undo-removal": "undo undelete",
    "unmute-person": "notifications",
    "unpin": "remove pinned",
    "versions": "history edits edited",
    "vote": "choose ballot",
    "withdraw-request": "cancel knock",
  ]
}

extension String {
  fileprivate var words: [Substring] { split { !$0.isLetter && !$0.isNumber } }
}
