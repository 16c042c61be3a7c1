import Foundation

private enum CalendarKey: DependencyKey {
  static var liveValue: Calendar { .autoupdatingCurrent }
  static var testValue: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = LocaleKey.testValue
    calendar.timeZone = TimeZoneKey.testValue
    return calendar
  }
}

private enum LocaleKey: DependencyKey {
  static var liveValue: Locale { .autoupdatingCurrent }
  static var testValue: Locale { Locale(identifier: "en_US_POSIX") }
}

private enum TimeZoneKey: DependencyKey {
  static var liveValue: TimeZone { .autoupdatingCurrent }
  static var testValue: TimeZone { .gmt }
}

extension DependencyValues {
  /// The value of a type of Foundation, which can't report its use. So reading the dependency counts as a use.
  ///
  /// - Parameter substitute: The test value in the issue, if it isn't the live one.
  func value<Key: DependencyKey>(
    of key: Key.Type, use: String, inTest substitute: String? = nil, override example: String,
    property: StaticString = #function
  ) -> Key.Value {
    self[
      key,
      orInTest: {
        $0.reportUse(of: use, insteadOfLive: substitute, override: example)
        return Key.testValue
      }, property: property]
  }

  /// The user's calendar.
  ///
  /// Reports an issue if a test reads it without an override, and returns the Gregorian calendar.
  public var calendar: Calendar {
    get {
      value(
        of: CalendarKey.self, use: "the calendar", inTest: "the Gregorian calendar, in GMT",
        override: "$0.calendar = Calendar(identifier: .gregorian)")
    }
    set { self[CalendarKey.self] = newValue }
  }

  /// The user's locale.
  ///
  /// Reports an issue if a test reads it without an override, and returns `en_US_POSIX`.
  public var locale: Locale {
    get {
      value(
        of: LocaleKey.self, use: "the locale", inTest: "en_US_POSIX",
        override: "$0.locale = Locale(identifier: \"en_US\")")
    }
    set { self[LocaleKey.self] = newValue }
  }

  /// The user's time zone.
  ///
  /// Reports an issue if a test reads it without an override, and returns GMT.
  public var timeZone: TimeZone {
    get {
      value(
        of: TimeZoneKey.self, use: "the time zone", inTest: "GMT", override: "$0.timeZone = .gmt")
    }
    set { self[TimeZoneKey.self] = newValue }
  }
}
