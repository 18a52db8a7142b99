/// What the panel's voice says beside what is written on the panel, in every language a board can name.
package struct SpokenSentences: Sendable, Hashable {
  /// How one moves.
  package var guide: String
  /// Which of the pages this is; `%` stands for its number, then for how many there are.
  package var page: String
  /// After a refresh that has brought what is newest.
  package var updated: String
  /// Nothing on the page can be moved to.
  package var empty: String
  /// More has changed than is said; `%` stands for how many.
  package var others: String
  /// What less of a stepper is called.
  package var less: String
  /// What more of it is called.
  package var more: String
  /// The key that takes the last letter away.
  package var delete: String
  /// The key between words.
  package var space: String
  /// The key for capitals.
  package var capitals: String
  /// A key that leads to others.
  package var otherKeys: String

  /// - Parameter code: of a language, as a board names it; one that is not known speaks English.
  package init(_ code: String) { self = Self.all[code] ?? Self.english }

  /// - Parameter keys: those written as shapes, in the order of the properties, with commas between them.
  private init(_ guide: String, page: String, updated: String, empty: String, others: String, keys: String) {
    (self.guide, self.page, self.updated, self.empty, self.others) = (guide, page, updated, empty, others)
    let names = keys.split(separator: ",").map { String($0.drop { $0 == " " }) }
    func name(_ index: Int) -> String { names.indices.contains(index) ? names[index] : "" }
    (less, more, delete, space, capitals, otherKeys) = (name(0), name(1), name(2), name(3), name(4), name(5))
  }

  /// Whether nothing is missing.
  var isWhole: Bool {
    ![guide, page, updated, empty, others, less, more, delete, space, capitals, otherKeys].contains("")
      && page.count { $0 == "%" } == 2 && others.count { $0 == "%" } == 1
  }

  /// "Page 2 of 3".
  package func page(_ number: Int, of count: Int) -> String {
    page.split(separator: "%", omittingEmptySubsequences: false).enumerated().reduce("") { text, part in
      text + (part.offset == 0 ? "" : part.offset == 1 ? "\(number)" : "\(count)") + part.element
    }
  }

  /// "And 3 others".
  package func others(_ count: Int) -> String {
    others.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "\(count)")
  }

  private static let english = SpokenSentences(
    "Arrow keys move, Enter presses, Escape goes back, F5 fetches news, F1 reads the page.", page: "Page % of %",
    updated: "Updated", empty: "Nothing here can be moved to.", others: "and % others have changed",
    keys: "less, more, delete, space, capitals, other keys")

  /// By the code a board names a language by.
  static let all: [String: SpokenSentences] = [
    "en": english,
    "de": SpokenSentences(
      "Pfeiltasten bewegen, Eingabe drückt, Escape geht zurück, F5 holt Neues, F1 liest die Seite vor.",
      page: "Seite % von %", updated: "Aktualisiert", empty: "Hier ist nichts, wohin man sich bewegen kann.",
      others: "und % andere haben sich geändert",
      keys: "weniger, mehr, löschen, Leerzeichen, Großbuchstaben, andere Tasten"),
    "fr": SpokenSentences(
      "Les flèches déplacent, Entrée appuie, Échap revient, F5 actualise, F1 lit la page.", page: "Page % sur %",
      updated: "Actualisé", empty: "Il n'y a rien à parcourir ici.", others: "et % autres ont changé",
      keys: "moins, plus, effacer, espace, majuscules, autres touches"),
    "es": SpokenSentences(
      "Las flechas mueven, Intro pulsa, Escape vuelve, F5 actualiza, F1 lee la página.", page: "Página % de %",
      updated: "Actualizado", empty: "Aquí no hay nada que recorrer.", others: "y otros % han cambiado",
      keys: "menos, más, borrar, espacio, mayúsculas, otras teclas"),
    "it": SpokenSentences(
      "Le frecce spostano, Invio preme, Esc torna indietro, F5 aggiorna, F1 legge la pagina.", page: "Pagina % di %",
      updated: "Aggiornato", empty: "Qui non c'è nulla da scorrere.", others: "e altri % sono cambiati",
      keys: "meno, più, cancella, spazio, maiuscole, altri tasti"),
    "nl": SpokenSentences(
      "Pijltoetsen verplaatsen, Enter drukt, Escape gaat terug, F5 haalt nieuws, F1 leest de pagina voor.",
      page: "Pagina % van %", updated: "Bijgewerkt", empty: "Hier is niets om naartoe te gaan.",
      others: "en % andere zijn veranderd", keys: "minder, meer, wissen, spatie, hoofdletters, andere toetsen"),
    "pl": SpokenSentences(
      "Strzałki przesuwają, Enter naciska, Escape wraca, F5 odświeża, F1 czyta stronę.", page: "Strona % z %",
      updated: "Zaktualizowano", empty: "Nie ma tu niczego do przejrzenia.", others: "oraz zmienionych innych: %",
      keys: "mniej, więcej, usuń, spacja, wielkie litery, inne klawisze"),
    "pt": SpokenSentences(
      "As setas movem, Enter pressiona, Escape volta, F5 atualiza, F1 lê a página.", page: "Página % de %",
      updated: "Atualizado", empty: "Não há nada para percorrer aqui.", others: "e outros % mudaram",
      keys: "menos, mais, apagar, espaço, maiúsculas, outras teclas"),
    "cs": SpokenSentences(
      "Šipky posouvají, Enter stiskne, Escape vrací zpět, F5 obnoví, F1 přečte stránku.", page: "Strana % z %",
      updated: "Obnoveno", empty: "Zde není kam se posunout.", others: "a změnilo se dalších: %",
      keys: "méně, více, smazat, mezera, velká písmena, jiné klávesy"),
    "sv": SpokenSentences(
      "Pilarna flyttar, Enter trycker, Escape går tillbaka, F5 hämtar nytt, F1 läser sidan.", page: "Sida % av %",
      updated: "Uppdaterat", empty: "Här finns inget att flytta till.", others: "och % andra har ändrats",
      keys: "mindre, mer, radera, mellanslag, versaler, andra tangenter"),
    "ar": SpokenSentences(
      "مفاتيح الأسهم للتنقل، والإدخال للضغط، والهروب للرجوع، و F5 للتحديث، و F1 لقراءة الصفحة.", page: "الصفحة % من %",
      updated: "تم التحديث", empty: "لا يوجد هنا ما يمكن الانتقال إليه.", others: "وتغيرت % أخرى",
      keys: "أقل, أكثر, حذف, مسافة, أحرف كبيرة, مفاتيح أخرى"),
    "he": SpokenSentences(
      "מקשי החצים מזיזים, אנטר לוחץ, אסקייפ חוזר, F5 מרענן, F1 מקריא את הדף.", page: "דף % מתוך %", updated: "עודכן",
      empty: "אין כאן לאן לעבור.", others: "ועוד % השתנו", keys: "פחות, יותר, מחיקה, רווח, אותיות גדולות, מקשים אחרים"),
    "ja": SpokenSentences(
      "矢印キーで移動、エンターで決定、エスケープで戻る、F5で更新、F1でページを読み上げます。", page: "%ページ目、全%ページ",
      updated: "更新しました", empty: "移動できる項目がありません。", others: "ほか%件が変わりました", keys: "減らす, 増やす, 削除, スペース, 大文字, 他のキー"),
    "zh-Hans": SpokenSentences(
      "方向键移动，回车键按下，退出键返回，F5 刷新，F1 朗读页面。", page: "第%页，共%页", updated: "已更新", empty: "这里没有可移动到的内容。",
      others: "另有%项已更改", keys: "减少, 增加, 删除, 空格, 大写, 其他按键"),
    "ko": SpokenSentences(
      "화살표 키로 이동, 엔터로 누르기, 이스케이프로 뒤로, F5로 새로 고침, F1로 페이지 읽기.", page: "%페이지, 전체 %페이지",
      updated: "업데이트됨", empty: "이동할 수 있는 항목이 없습니다.", others: "그 밖에 %개가 바뀌었습니다",
      keys: "줄이기, 늘리기, 삭제, 공백, 대문자, 다른 키"),
  ]
}
