/// What the panel says of a record that somebody at it wanted, in every language a board can name; another one hears English.
struct RecordWords: Sendable {
  /// It is kept; the path follows.
  var kept: String
  /// It could not be.
  var failed: String

  /// How long it stands there: long enough to copy a path by hand.
  static let seconds = 30.0

  /// - Parameter code: of a language, as a board names it.
  init(_ code: String) { self = Self.all[code] ?? Self.english }

  private init(_ kept: String, _ failed: String) { (self.kept, self.failed) = (kept, failed) }

  /// - Parameter path: of the record; nil when there is none.
  func sentence(_ path: String?) -> String { path.map { "\(kept): \($0)" } ?? failed }

  private static let english = RecordWords("Record kept", "No record could be kept; the log says why.")

  /// By the code a board names a language by.
  static let all: [String: RecordWords] = [
    "en": english,
    "de": RecordWords("Aufzeichnung gesichert", "Die Aufzeichnung ließ sich nicht sichern; warum, steht im Protokoll."),
    "fr": RecordWords("Enregistrement conservé", "Impossible de conserver l’enregistrement ; le journal dit pourquoi."),
    "es": RecordWords("Registro guardado", "No se pudo guardar el registro; el diario dice por qué."),
    "it": RecordWords("Registrazione salvata", "Impossibile salvare la registrazione; il log dice perché."),
    "nl": RecordWords("Opname bewaard", "De opname kon niet worden bewaard; het logboek zegt waarom."),
    "pl": RecordWords("Zapis zachowany", "Nie udało się zachować zapisu; powód jest w dzienniku."),
    "pt": RecordWords("Registo guardado", "Não foi possível guardar o registo; o diário diz porquê."),
    "cs": RecordWords("Záznam uložen", "Záznam se nepodařilo uložit; důvod je v protokolu."),
    "sv": RecordWords("Inspelning sparad", "Inspelningen kunde inte sparas; loggen säger varför."),
    "ar": RecordWords("حُفظ التسجيل", "تعذّر حفظ التسجيل؛ السبب مذكور في السجل."),
    "he": RecordWords("ההקלטה נשמרה", "לא ניתן היה לשמור את ההקלטה; הסיבה מופיעה ביומן."),
    "ja": RecordWords("記録を保存しました", "記録を保存できませんでした。理由はログにあります。"),
    "zh-Hans": RecordWords("记录已保存", "无法保存记录；原因见日志。"),
    "ko": RecordWords("기록을 저장했습니다", "기록을 저장하지 못했습니다. 이유는 로그에 있습니다."),
  ]
}
