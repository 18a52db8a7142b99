import Refresh

/// The languages carried here; a board in any other one brings its words.
extension Language {
  /// By the code a board names them by, ISO 639-1.
  static let all: [(code: String, language: Language)] =
    [
      ("en", english), ("de", german), ("fr", french), ("es", spanish),
    ].map { code, language in
      var language = language
      language.code = code
      return (code, language)
    } + made

  /// The one meant where a board names none.
  public static let english = Language(
    weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    shortWeekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    months: [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ],
    shortMonths: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    today: "Today", yesterday: "Yesterday", tomorrow: "Tomorrow", justNow: "just now", now: "now",
    cancelled: "Cancelled", allDay: "All day", past: "% ago", future: "in %",
    minute: "min", hour: "h", day: "day", dayPlural: "days", daysAway: "days", dateFormat: "%A %-d %B",
    dateFormatWithYear: "%-d %B %Y", shortDateFormat: "%-d %b", timeFormat: "%H:%M", beforeNoon: "AM", afterNoon: "PM",
    decimalSeparator: ".",
    groupSeparator: ",", isCurrencyFirst: true, percentSpace: "",
    sending: "Sending …", done: "Done", failed: "Failed", offline: "Offline", noAnswer: "No answer",
    notAllowed: "Not allowed", ok: "OK", cancel: "Cancel", asOf: "as of %", noData: "No data right now",
    noService: "Service unavailable", refresh: OutcomeWords())

  static let german = Language(
    weekdays: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
    shortWeekdays: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
    months: [
      "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
      "Dezember",
    ],
    shortMonths: ["Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."],
    today: "Heute", yesterday: "Gestern", tomorrow: "Morgen", justNow: "gerade eben", now: "sofort",
    cancelled: "Fällt aus", allDay: "Ganztägig", past: "vor %", future: "in %",
    second: "Sek.", minute: "Min.", hour: "Std.", day: "Tag", dayPlural: "Tage", daysAway: "Tagen",
    dateFormat: "%A, %-d. %B",
    dateFormatWithYear: "%-d. %B %Y", shortDateFormat: "%-d. %b", timeFormat: "%H:%M", beforeNoon: "vorm.",
    afterNoon: "nachm.", decimalSeparator: ",",
    groupSeparator: ".", isCurrencyFirst: false, percentSpace: "\u{A0}",
    lineHead: "Linie", destinationHead: "Ziel", platformHead: "Gleis", dueHead: "Abfahrt",
    sending: "Wird gesendet …", done: "Erledigt", failed: "Fehlgeschlagen", offline: "Offline",
    noAnswer: "Keine Antwort", notAllowed: "Nicht erlaubt", ok: "OK", cancel: "Abbrechen", asOf: "Stand %",
    noData: "Zurzeit keine Daten", noService: "Dienst gestört",
    refresh: OutcomeWords(
      success: "Aktualisiert", noChange: "Nichts Neues", failure: "Nicht aktualisiert", offline: "Offline",
      timeout: "Keine Antwort", age: "Zuletzt aktualisiert %"),
    pulls: PullWords(
      refresh: "Aktualisieren", pull: "Zum Aktualisieren ziehen", release: "Zum Aktualisieren loslassen",
      refreshing: "Wird aktualisiert"))

  static let french = Language(
    weekdays: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
    shortWeekdays: ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."],
    months: [
      "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
      "décembre",
    ],
    shortMonths: [
      "janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc.",
    ],
    today: "Aujourd’hui", yesterday: "Hier", tomorrow: "Demain", justNow: "à l’instant", now: "proche",
    cancelled: "Supprimé", allDay: "Journée", past: "il y a %", future: "dans %",
    minute: "min", hour: "h", day: "jour", dayPlural: "jours", daysAway: "jours", dateFormat: "%A %-d %B",
    dateFormatWithYear: "%-d %B %Y", shortDateFormat: "%-d %b", timeFormat: "%H:%M", beforeNoon: "matin",
    afterNoon: "après-midi",
    decimalSeparator: ",",
    groupSeparator: "\u{202F}", isCurrencyFirst: false, percentSpace: "\u{202F}",
    lineHead: "Ligne", destinationHead: "Destination", platformHead: "Voie", dueHead: "Départ",
    sending: "Envoi …", done: "Fait", failed: "Échec", offline: "Hors ligne", noAnswer: "Pas de réponse",
    notAllowed: "Non autorisé", ok: "OK", cancel: "Annuler", asOf: "données de %",
    noData: "Pas de données pour l’instant",
    noService: "Service indisponible",
    refresh: OutcomeWords(
      success: "Actualisé", noChange: "Rien de nouveau", failure: "Échec de l’actualisation", offline: "Hors ligne",
      timeout: "Pas de réponse", age: "Actualisé %"),
    pulls: PullWords(
      refresh: "Actualiser", pull: "Tirer pour actualiser", release: "Relâcher pour actualiser",
      refreshing: "Actualisation"))

  static let spanish = Language(
    weekdays: ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
    shortWeekdays: ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"],
    months: [
      "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
      "diciembre",
    ],
    shortMonths: ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"],
    today: "Hoy", yesterday: "Ayer", tomorrow: "Mañana", justNow: "ahora mismo", now: "ya",
    cancelled: "Cancelado", allDay: "Todo el día", past: "hace %", future: "en %",
    minute: "min", hour: "h", day: "día", dayPlural: "días", daysAway: "días", dateFormat: "%A, %-d de %B",
    dateFormatWithYear: "%-d de %B de %Y", shortDateFormat: "%-d %b", monthFormat: "%B de %Y", timeFormat: "%H:%M",
    beforeNoon: "a.\u{A0}m.",
    afterNoon: "p.\u{A0}m.", decimalSeparator: ",",
    groupSeparator: ".", isCurrencyFirst: false, percentSpace: "\u{A0}",
    lineHead: "Línea", destinationHead: "Destino", platformHead: "Andén", dueHead: "Salida",
    sending: "Enviando …", done: "Hecho", failed: "Error", offline: "Sin conexión", noAnswer: "Sin respuesta",
    notAllowed: "No permitido", ok: "Aceptar", cancel: "Cancelar", asOf: "datos de %", noData: "Sin datos por ahora",
    noService: "Servicio no disponible",
    refresh: OutcomeWords(
      success: "Actualizado", noChange: "Sin novedades", failure: "No se pudo actualizar", offline: "Sin conexión",
      timeout: "Sin respuesta", age: "Actualizado %"),
    pulls: PullWords(
      refresh: "Actualizar", pull: "Tira para actualizar", release: "Suelta para actualizar",
      refreshing: "Actualizando"))
}
