/// When an entry of an agenda takes place.
struct AgendaTime {
  /// Seconds since 1970 UTC.
  var start: Double
  /// Nil when it has none.
  var end: Double?
  var isAllDay: Bool

  /// When it is over: at its end, at once without one, at midnight when it lasts all day.
  func over(_ moment: Moment) -> Double {
    if let end, end > start { return end }
    guard isAllDay else { return start }
    return moment.zone.instant(local: Double(moment.civil(start).dayNumber + 1) * 86400)
  }

  /// The day it is listed under: its first, or today when it has run since before.
  func day(_ moment: Moment) -> Int {
    let first = moment.civil(start).dayNumber
    let today = moment.civil(moment.time).dayNumber
    return first < today && over(moment) > moment.time ? today : first
  }

  func phase(_ moment: Moment) -> AgendaFigure.Phase {
    if over(moment) <= moment.time { return .over }
    return start <= moment.time && !isAllDay ? .running : .coming
  }

  func figure(_ moment: Moment) -> AgendaFigure {
    let listed = day(moment)
    /// The hour, with its day where that is another than the one it is listed under; of another year the day alone, for whom it is far away.
    func clock(_ time: Double) -> String {
      let hour = DateFormat.text(moment.language.timeFormat, at: time, in: moment)
      guard let name = name(time, unlessOn: listed, moment) else { return hour }
      let days = moment.civil(time).dayNumber - listed
      let isFar = moment.civil(time).year != CivilTime(dayNumber: listed).year && !(-6...6).contains(days)
      return isFar ? name : "\(name) \(hour)"
    }
    if isAllDay {
      let last = end.flatMap { $0 > start ? name($0 - 1, unlessOn: listed, moment) : nil }
      return AgendaFigure(start: moment.language.allDay, end: last.map { "– \($0)" }, phase: phase(moment))
    }
    return AgendaFigure(start: clock(start), end: end.flatMap { $0 > start ? clock($0) : nil }, phase: phase(moment))
  }

  /// The day's name, or its date where it is more than a week away, with the year where that is another; nil on the day itself, and
  /// for midnight, which ends it.
  private func name(_ time: Double, unlessOn day: Int, _ moment: Moment) -> String? {
    let civil = moment.civil(time)
    let distance = civil.dayNumber - day
    guard distance != 0, distance != 1 || moment.civil(time - 1).dayNumber != day else { return nil }
    let language = moment.language
    let date =
      civil.year == CivilTime(dayNumber: day).year ? language.shortDateFormat : language.shortDateFormatWithYear
    return DateFormat.text((-6...6).contains(distance) ? "%a" : date, at: time, in: moment)
  }
}

extension AgendaTemplate {
  /// When the evaluation's item takes place; nil when it does not say.
  func time(_ evaluation: inout Evaluation) -> AgendaTime? {
    let moment = evaluation.moment
    guard let start else { return nil }
    let value = evaluation.value(start)
    evaluation.noteZone(value)
    guard let begin = value.asDate(in: moment) else { return nil }
    let time = AgendaTime(
      start: begin, end: end.flatMap { evaluation.value($0).asDate(in: moment) }, isAllDay: isAllDay(value, &evaluation)
    )
    evaluation.note(time.start)
    evaluation.note(time.over(moment))
    return time
  }

  private func isAllDay(_ start: Value, _ evaluation: inout Evaluation) -> Bool {
    if let allDay { return evaluation.isTrue(allDay) }
    if case .record(let item) = evaluation.item, let own = item["allday"] { return own.isTrue }
    return start.isDay
  }
}

extension CardTemplate {
  private struct Entry {
    var card: Card
    var time: AgendaTime
    var day: Int
  }

  /// The entries in the order of time, each day under its name, and a line in today where the present is.
  func days(
    of agenda: AgendaTemplate, _ items: [Value], _ keys: [String], _ place: Int, _ evaluation: inout Evaluation,
    into cards: inout [Card]
  ) {
    let moment = evaluation.moment
    var entries: [Entry] = []
    forEachShown(items, &evaluation) { position, evaluation in
      guard let time = agenda.time(&evaluation), let card = card(CardID(place: place, key: keys[position]), &evaluation)
      else { return }
      entries.append(Entry(card: card, time: time, day: time.day(moment)))
    }
    let order = entries.indices.sorted { Self.precedes(entries[$0], entries[$1]) ?? ($0 < $1) }
    let today = moment.civil(moment.time).dayNumber
    var day: Int?
    var isPresentShown = columns > 1
    for index in order {
      let entry = entries[index]
      if !isPresentShown, day == today, entry.day != today || (!entry.time.isAllDay && entry.time.start > moment.time) {
        cards.append(present(place, &evaluation))
        isPresentShown = true
      }
      if entry.day != day {
        day = entry.day
        cards.append(
          Card(
            id: CardID(place: place, key: entry.card.id.key, isHeading: true), kind: .section,
            title: evaluation.date(day == today ? moment.time : entry.time.start)))
        if !isPresentShown, day == today, !entry.time.isAllDay, entry.time.start > moment.time {
          cards.append(present(place, &evaluation))
          isPresentShown = true
        }
      }
      cards.append(entry.card)
    }
    if !isPresentShown, day == today { cards.append(present(place, &evaluation)) }
  }

  /// Earlier days first; in a day what lasts all of it, then by the clock. Nil leaves them as they came.
  private static func precedes(_ a: Entry, _ b: Entry) -> Bool? {
    if a.day != b.day { return a.day < b.day }
    if a.time.isAllDay != b.time.isAllDay { return a.time.isAllDay }
    return a.time.isAllDay || a.time.start == b.time.start ? nil : a.time.start < b.time.start
  }

  private func present(_ place: Int, _ evaluation: inout Evaluation) -> Card {
    let moment = evaluation.moment
    evaluation.note(moment.nextMinute)
    return Card(
      id: CardID(place: place, isHeading: true), kind: .agenda,
      figure: .now(DateFormat.text(moment.language.timeFormat, at: moment.time, in: moment)))
  }
}
