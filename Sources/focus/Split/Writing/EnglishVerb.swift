/// The forms of the verbs that actions are named by.
enum EnglishVerb {
  /// The verbs that an action's name may begin with: `changeMood`, `saveTapped`.
  static let known: Set = [
    "accept", "activate", "add", "adjust", "advance", "allow", "answer", "append", "apply",
    "approve", "archive", "ask", "attach", "authenticate", "begin", "block", "buy", "call",
    "cancel", "change", "check", "choose", "clear", "close", "collapse", "complete", "compose",
    "confirm", "connect", "continue", "convert", "copy", "count", "create", "cut", "decline",
    "decrease", "decrement", "deactivate", "delete", "deny", "deselect", "disable", "discard",
    "disconnect", "dismiss", "download", "drag", "drop", "duplicate", "edit", "enable", "end",
    "enter", "exit", "expand", "export", "fetch", "filter", "find", "finish", "follow", "get",
    "guess", "hide", "import", "increase", "increment", "insert", "install", "invite", "join",
    "launch", "leave", "like", "load", "lock", "log", "make", "mark", "merge", "move", "mute",
    "observe", "open", "order", "paste", "pause", "pay", "pick", "play", "pop", "post", "present",
    "preview", "print", "publish", "purchase", "push", "put", "quit", "rate", "read", "receive",
    "record", "redo", "refresh", "register", "reject", "reload", "remove", "rename", "reorder",
    "replace", "reply", "report", "request", "reset", "restart", "restore", "resume", "retry",
    "reveal", "revert", "run", "save", "scan", "schedule", "scroll", "search", "select", "send",
    "set", "share", "show", "shuffle", "sign", "skip", "snooze", "sort", "start", "stop", "store",
    "submit", "subscribe", "suggest", "swap", "sync", "take", "tap", "toggle", "track", "transfer",
    "trim", "unblock", "undo", "unfollow", "uninstall", "unlock", "unmute", "unsubscribe", "update",
    "upgrade", "upload", "use", "validate", "verify", "view", "vote", "watch", "write", "zoom",
  ]

  private static let pastParticiples = [
    "begun": "beginning", "bought": "buying", "built": "building", "chosen": "choosing",
    "cut": "cutting", "done": "finishing", "found": "finding",
    "given": "giving", "gone": "going", "got": "getting", "hidden": "hiding", "kept": "keeping",
    "left": "leaving", "lost": "losing", "made": "making", "met": "meeting", "paid": "paying",
    "put": "putting", "read": "reading", "run": "running", "seen": "seeing", "sent": "sending",
    "set": "setting", "shown": "showing", "shut": "shutting", "sold": "selling",
    "spent": "spending", "taken": "taking", "thrown": "throwing", "told": "telling",
    "undone": "undoing", "won": "winning", "written": "writing",
  ]

  /// What happens by itself and to nothing: `undoExpired` is not the expiring of an undo.
  static let intransitive: Set = [
    "appearing", "arriving", "changing", "disappearing", "ending", "expiring", "failing",
    "finishing", "passing", "starting", "succeeding", "ticking",
  ]

  /// Verbs that alone may as well be a thing: a tap on a post.
  static let nouns: Set = ["log", "order", "post", "record", "report", "request", "view"]

  /// `save` → `saving`, `stop` → `stopping`.
  static func gerund(of verb: String) -> String {
    let letters = Array(verb)
    guard letters.count > 1, let last = letters.last else { return verb + "ing" }
    if verb.hasSuffix("ie") { return verb.dropLast(2) + "ying" }
    if last == "e", !verb.hasSuffix("ee"), !verb.hasSuffix("oe"), !verb.hasSuffix("ye") {
      return verb.dropLast() + "ing"
    }
    return verb + (doublesLast(letters) ? String(last) : "") + "ing"
  }

  /// Whether the last letter is doubled: a consonant after one vowel, in a syllable that is stressed.
  private static func doublesLast(_ letters: [Character]) -> Bool {
    guard letters.count > 2, !"aeiouwxy".contains(letters[letters.count - 1]),
      "aeiou".contains(letters[letters.count - 2]),
      // The vowel of `quit` is one.
      !"aeio".contains(letters[letters.count - 3])
    else { return false }
    let isOneSyllable = letters.dropLast(2).allSatisfy { !"aeio".contains($0) }
    return isOneSyllable || stressedAtEnd.contains(String(letters))
  }

  private static let stressedAtEnd: Set = [
    "admit", "begin", "commit", "defer", "forget", "occur", "omit", "permit", "prefer", "refer",
    "regret", "reset", "submit", "transfer", "unpin", "unwrap", "upset",
  ]

  /// `loaded` → `loading`, `found` → `finding`; `nil` for what is no participle.
  static func gerund(ofParticiple word: String) -> String? {
    if let irregular = pastParticiples[word] { return irregular }
    guard word.count > 4, word.hasSuffix("ed"), !word.hasSuffix("eed") else { return nil }
    if word.hasSuffix("ied") { return word.dropLast(3) + "ying" }
    return word.dropLast(2) + "ing"
  }
}
