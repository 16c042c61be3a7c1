import BehaviorLedger
import Testing
import focus

struct TestNamingTests {
  private static let samples: [(String, Behavior.Outcome, String?, String)] = [
    ("saveTapped", .field("isSaving"), "true", "savingSetsIsSaving"),
    ("saved", .field("isSaving"), "false", "savingResetsIsSaving"),
    ("saveTapped", .sends("delegate.saved"), nil, "savingSendsTheDelegateAction"),
    ("changeMood", .field("mood"), "2", "changingMoodSetsMood"),
    ("nameChanged", .field("name"), "\"a\"", "changingNameSetsName"),
    ("undoExpired", .field("deletion"), "nil", "undoExpiringClearsDeletion"),
    ("bookTapped", .field("path"), nil, "tappingBookSetsPath"),
    ("addButtonTapped", .field("sheet"), nil, "addingSetsSheet"),
    ("found", .field("results[]"), nil, "findingSetsResults"),
    ("todos.remove", .field("todos[].title"), nil, "removingTodosSetsTitle"),
    ("guessed.failure", .field("failure"), nil, "failedGuessingSetsFailure"),
    ("guessed.success", .field("age"), nil, "guessingSetsAge"),
    ("sheet.dismiss", .field("sheet"), "nil", "dismissingSheetClearsSheet"),
    ("path.popFrom", .field("path"), nil, "poppingPathSetsPath"),
    ("delegate.saved", .field("lastSaved"), nil, "savingSetsLastSaved"),
    ("watchMood", .starts("effect"), nil, "watchingMoodEnds"),
    ("undoTapped", .cancels("CancelID.undo"), nil, "undoingCancelsUndo"),
    ("closeTapped", .dismisses, nil, "closingDismisses"),
    ("appeared", .sends("loaded"), nil, "appearingSendsLoaded"),
    ("minutePassed", .field("minutes"), "1", "minutePassingSetsMinutes"),
    ("ping", .field("count"), "1", "pingSetsCount"),
    ("tickAfterASecond", .sends("ticked"), nil, "tickAfterASecondSendsTicked"),
    ("sheet.presented.opened", .field("isOpen"), "1", "openingSheetSetsIsOpen"),
    ("loadURLTapped", .field("url"), "1", "loadingURLSetsUrl"),
    ("binding.name", .field("name"), "1", "changingNameSetsName"),
    ("signInTapped", .field("user"), "1", "signingInSetsUser"),
    ("doneTapped", .sends("Todos.sort"), nil, "tappingDoneSendsSort"),
    ("transferTapped", .field("sheet"), "1", "transferringSetsSheet"),
    ("openTapped", .field("isOpen"), "true", "openingSetsIsOpen"),
    ("postTapped", .field("detail"), "1", "tappingPostSetsDetail"),
    ("postCommentTapped", .field("text"), "\"\"", "postingCommentClearsText"),
    ("quitTapped", .field("game"), "nil", "quittingClearsGame"),
    ("delegate.signedOut", .field("user"), "nil", "signingOutClearsUser"),
  ]

  @Test func `a name says what is done and what comes of it`() {
    for (action, outcome, assigned, name) in Self.samples {
      var naming = TestNaming(.swiftTesting)
      let behavior = Behavior(feature: "Profile", action: action, outcome: outcome)
      #expect(naming.name(of: behavior, assigned: assigned) == name)
    }
  }

  @Test func `names are distinct`() {
    var naming = TestNaming(.xcTest)
    let names = ["Profile", "Home", "Home"].map { feature in
      naming.name(
        of: Behavior(feature: feature, action: "saveTapped", outcome: .field("isSaving")),
        assigned: nil)
    }
    #expect(
      names == [
        "testSavingSetsIsSaving", "testSavingInHomeSetsIsSaving", "testSavingSetsIsSaving2",
      ])
  }

  @Test func `a field of the same name is known by the way to it`() {
    var naming = TestNaming(.swiftTesting)
    let fields = [
      ("Feed", "posts[].likes"), ("Detail", "posts[].likes"), ("Detail", "detail.post.likes"),
      ("Feed", "detail.post.likes"),
    ]
    let names = fields.map { feature, field in
      naming.name(
        of: Behavior(feature: feature, action: "likeTapped", outcome: .field(field)),
        assigned: "1")
    }
    #expect(
      names == [
        "likingSetsLikes", "likingInDetailSetsLikes", "likingInDetailSetsDetailPostLikes",
        "likingSetsDetailPostLikes",
      ])
  }

  @Test func `what an action carries tells it from others of its name`() {
    var naming = TestNaming(.swiftTesting)
    let names = [("opened", Behavior.Outcome.sends("event")), ("quote", .sends("event"))].map {
      naming.name(
        of: Behavior(feature: "Quotes", action: "connectTapped", outcome: $1), assigned: nil,
        detail: $0)
    }
    claimEqual(names, ["connectingSendsEvent", "connectingSendsEventQuote"])
    let fields = ["opened", "closed"].map { detail in
      naming.name(
        of: Behavior(feature: "Quotes", action: "event", outcome: .field("isOn")), assigned: nil,
        detail: detail)
    }
    claimEqual(fields, ["eventSetsIsOn", "closedEventSetsIsOn"])
  }

  @Test func `what adds to a list is not said to set it`() {
    var naming = TestNaming(.swiftTesting)
    let behavior = Behavior(feature: "Feed", action: "pageLoaded", outcome: .field("posts"))
    let names = [false, true].map {
      naming.name(of: behavior, assigned: "[a, b]", isAddition: $0)
    }
    claimEqual(names, ["loadingPageSetsPosts", "loadingPageAddsToPosts"])
  }

  @Test func `actions that are the same in English keep their names`() {
    var naming = TestNaming(.swiftTesting)
    let names = ["load", "loaded"].map { action in
      naming.name(
        of: Behavior(feature: "Feed", action: action, outcome: .field("status")), assigned: nil)
    }
    claimEqual(names, ["loadingSetsStatus", "loadedSetsStatus"])
  }

  @Test func `an effect that has sent something has started, and one that is finished ends`() {
    func name(_ effect: String, isReceived: Bool) -> String {
      var naming = TestNaming(.swiftTesting)
      let behavior = Behavior(feature: "A", action: "saveTapped", outcome: .starts(effect))
      return naming.name(of: behavior, assigned: nil, isReceived: isReceived)
    }
    claimEqual(name("CancelID.save", isReceived: true), "savingStartsSave")
    claimEqual(name("CancelID.save", isReceived: false), "savingEndsSave")
    claimEqual(name("effect", isReceived: true), "savingStartsItsEffect")
    claimEqual(name("effect", isReceived: false), "savingEnds")
  }

  @Test func `a raw name is a sentence`() {
    var naming = TestNaming(.sentences)
    let behavior = Behavior(feature: "A", action: "saveTapped", outcome: .field("isSaving"))
    claimEqual(naming.name(of: behavior, assigned: nil), "`saving sets isSaving`")
  }
}
