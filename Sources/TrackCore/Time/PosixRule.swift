/// When summer time begins and ends each year, as POSIX writes it (the TZ variable; the last line of a zone file, RFC 9636).
struct PosixRule: Equatable, Sendable {
  /// Seconds east of UTC.
  var standard: Int32
  var summer: Summer?

  struct Summer: Equatable, Sendable {
    var offset: Int32
    var begins: Change
    var ends: Change
  }

  /// A day of the year and a time of that day on the clock that is left.
  struct Change: Equatable, Sendable {
    enum Day: Equatable, Sendable {
      /// 1...365; 29 February does not count.
      case julian(Int)
      /// 0...365; 29 February counts.
      case ordinal(Int)
      /// Month 1...12, week 1...5 (5 is the last), weekday 0...6 (0 is Sunday).
      case weekday(month: Int, week: Int, day: Int)
    }

    var day: Day
    /// Seconds after midnight, within ±167 hours.
    var time: Int32

    /// Seconds since 1970 that the clock shows then.
    func local(in year: Int) -> Int64 { Int64(days(in: year)) * 86_400 + Int64(time) }

    /// Days since 1970.
    private func days(in year: Int) -> Int {
      let newYear = firstDay(1, year)
      switch day {
      case .julian(let n): return newYear + n - 1 + (CivilDate.isLeap(year) && n >= 60 ? 1 : 0)
      case .ordinal(let n): return newYear + n
      case .weekday(let month, let week, let day):
        let first = firstDay(month, year)
        // 1970-01-01 was a Thursday.
        let weekday = ((first + 4) % 7 + 7) % 7
        let inMonth = (day - weekday + 7) % 7 + (week - 1) * 7
        return first + (inMonth < CivilDate.days(inMonth: month, of: year) ? inMonth : inMonth - 7)
      }
    }

    private func firstDay(_ month: Int, _ year: Int) -> Int {
      CivilDate(year: year, month: month, day: 1)?.daysSince1970 ?? 0
    }
  }

  func offset(at t: Int64) -> Int32 {
    guard let summer else { return standard }
    var newest: (time: Int64, offset: Int32)?
    for change in changes(around: t, summer) where change.time <= t {
      // Of an end and a beginning at one time the beginning holds: such a rule means summer time all the year.
      if let known = newest,
        (known.time, known.offset == summer.offset ? 1 : 0) > (change.time, change.offset == summer.offset ? 1 : 0)
      {
        continue
      }
      newest = change
    }
    return newest?.offset ?? standard
  }

  func nextTransition(after t: Int64) -> Int64? {
    guard let summer else { return nil }
    return changes(around: t, summer).map(\.time).filter { $0 > t }.min()
  }

  /// The changes of the year of `t`, of the one before and of the one after.
  private func changes(around t: Int64, _ summer: Summer) -> [(time: Int64, offset: Int32)] {
    let year = CivilDate(daysSince1970: Int(floorDivide(t, 86_400).quotient)).year
    // Beyond the years that the calendar here counts, nothing changes.
    guard abs(year) < 999_000 else { return [] }
    return (year - 1...year + 1).flatMap { y in
      [
        (summer.begins.local(in: y) - Int64(standard), summer.offset),
        (summer.ends.local(in: y) - Int64(summer.offset), standard),
      ]
    }
  }
}
