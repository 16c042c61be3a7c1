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

// These values have Foundation's types, which can't report their use. So reading the dependency counts as a use.
extension DependencyValues {
  /// The user's calendar.
  ///
  /// Reports an issue if a test reads it without an override, and returns the Gregorian calendar.
  public var calendar: Calendar {
    get {
      self[
        CalendarKey.self,
        orInTest: {
          $0.reportUse(
            of: "the calendar", insteadOfLive: "the Gregorian calendar, in GMT",
            override: "$0.calendar = Calendar(identifier: .gregorian)")
          return CalendarKey.testValue
        }]
    }
    set { self[CalendarKey.self] = newValue }
  }

  /// The user's locale.
  ///
  /// Reports an issue if a test reads it without an override, and returns `en_US_POSIX`.
  public var locale: Locale {
    get {
      self[
        LocaleKey.self,
        orInTest: {
          $0.reportUse(
            of: "the locale", insteadOfLive: "en_US_POSIX",
            override: "$0.locale = Locale(identifier: \"en_US\")")
          return LocaleKey.testValue
        }]
    }
    set { self[LocaleKey.self] = newValue }
  }

  /// The user's time zone.
  ///
  /// Reports an issue if a test reads it without an override, and returns GMT.
  public var timeZone: TimeZone {
    get {
      self[
        TimeZoneKey.self,
        orInTest: {
          $0.reportUse(
            of: "the time zone", insteadOfLive: "GMT", override: "$0.timeZone = .gmt")
          return TimeZoneKey.testValue
        }]
    }
    set { self[TimeZoneKey.self] = newValue }
  }
}
