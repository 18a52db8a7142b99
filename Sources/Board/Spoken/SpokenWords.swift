/// What a description of a page says of its own: what a card is, how it stands, what pressing it does.
///
/// In every language a board can name; a board with words of its own in another language hears these in the one it names, or in English.
public struct SpokenWords: Sendable, Hashable {
  /// What a state is called that stands on the glass as a shape only.
  enum State: String, CaseIterable {
    case busy, locked, on, off, running, over
    /// Instead of a name, where there are no words at all.
    case wordless
  }

  private let roles: [SpokenCard.Role: String]
  private let tones: [Card.Tone: String]
  private let actions: [SpokenCard.Action: String]
  private let states: [State: String]

  /// - Parameter code: of a language, as a board names it; one that is not known speaks English.
  public init(_ code: String) { self = Self.all[code] ?? Self.english }

  /// Words in the order of the cases they are for, with commas between them.
  private init(roles: String, tones: String, actions: String, states: String) {
    self.roles = Self.pairs(roles)
    self.tones = Self.pairs(tones)
    self.actions = Self.pairs(actions)
    self.states = Self.pairs(states)
  }

  private static func pairs<Case: CaseIterable & Hashable>(_ words: String) -> [Case: String] {
    Dictionary(
      zip(Case.allCases, words.split(separator: ",").map { String($0.drop { $0 == " " }) }),
      uniquingKeysWith: { first, _ in first })
  }

  /// What a key is called that is not to be told from others.
  package var key: String { word(.button) }

  func word(_ role: SpokenCard.Role) -> String { roles[role] ?? role.rawValue }
  func word(_ tone: Card.Tone) -> String { tones[tone] ?? tone.rawValue }
  func word(_ action: SpokenCard.Action) -> String { actions[action] ?? action.rawValue }
  func word(_ state: State) -> String { states[state] ?? state.rawValue }

  /// Whether each word is there; where one is not, its name in English stands for it.
  var isWhole: Bool {
    roles.count == SpokenCard.Role.allCases.count && tones.count == Card.Tone.allCases.count
      && actions.count == SpokenCard.Action.allCases.count && states.count == State.allCases.count
  }

  static let english = SpokenWords(
    roles:
      "heading, text, item, row, figure, image, clock, button, switch, slider, stepper, choice, keypad, text field, line",
    tones: "bad, warning, information, good, muted, highlighted",
    actions: "opens its details, turns to a page, sends, goes back, can be set",
    states: "busy, locked, on, off, now, over, without words")

  /// By the code a board names a language by.
  static let all: [String: SpokenWords] = [
    "en": english,
    "de": SpokenWords(
      roles: """
        Überschrift, Text, Eintrag, Zeile, Anzeige, Bild, Uhr, Taste, Schalter, Schieberegler, Zähler, Auswahl, Tastenfeld, \
        Eingabefeld, Linie
        """,
      tones: "schlecht, Warnung, Hinweis, gut, unwichtig, hervorgehoben",
      actions: "öffnet Einzelheiten, blättert zu einer Seite, sendet, geht zurück, lässt sich einstellen",
      states: "in Arbeit, gesperrt, ein, aus, jetzt, vorbei, ohne Worte"),
    "fr": SpokenWords(
      roles: """
        titre, texte, élément, ligne, indicateur, image, horloge, bouton, interrupteur, curseur, compteur, choix, clavier, \
        champ de saisie, trait
        """,
      tones: "mauvais, avertissement, information, bon, secondaire, mis en évidence",
      actions: "ouvre les détails, passe à une page, envoie, revient, réglable",
      states: "en cours, verrouillé, activé, désactivé, maintenant, terminé, sans texte"),
    "es": SpokenWords(
      roles: """
        encabezado, texto, elemento, fila, indicador, imagen, reloj, botón, interruptor, control deslizante, contador, opción, \
        teclado, campo de texto, línea
        """,
      tones: "mal, aviso, información, bien, secundario, destacado",
      actions: "abre los detalles, pasa a una página, envía, vuelve, se puede ajustar",
      states: "en curso, bloqueado, encendido, apagado, ahora, terminado, sin texto"),
    "it": SpokenWords(
      roles: """
        intestazione, testo, elemento, riga, indicatore, immagine, orologio, pulsante, interruttore, cursore, contatore, scelta, \
        tastierino, campo di testo, linea
        """,
      tones: "male, avviso, informazione, bene, secondario, in evidenza",
      actions: "apre i dettagli, passa a una pagina, invia, torna indietro, regolabile",
      states: "in corso, bloccato, acceso, spento, adesso, finito, senza testo"),
    "nl": SpokenWords(
      roles: """
        kop, tekst, onderdeel, rij, meter, afbeelding, klok, knop, schakelaar, schuifregelaar, teller, keuze, toetsenblok, \
        tekstveld, lijn
        """,
      tones: "slecht, waarschuwing, informatie, goed, bijzaak, uitgelicht",
      actions: "opent details, gaat naar een pagina, verstuurt, gaat terug, is in te stellen",
      states: "bezig, vergrendeld, aan, uit, nu, voorbij, zonder tekst"),
    "pl": SpokenWords(
      roles: """
        nagłówek, tekst, pozycja, wiersz, wskaźnik, obraz, zegar, przycisk, przełącznik, suwak, licznik, wybór, klawiatura, \
        pole tekstowe, linia
        """,
      tones: "źle, ostrzeżenie, informacja, dobrze, drugorzędne, wyróżnione",
      actions: "otwiera szczegóły, przechodzi do strony, wysyła, wraca, można ustawić",
      states: "w toku, zablokowane, włączone, wyłączone, teraz, zakończone, bez tekstu"),
    "pt": SpokenWords(
      roles: """
        título, texto, item, linha, indicador, imagem, relógio, botão, interruptor, controle deslizante, contador, escolha, \
        teclado, campo de texto, traço
        """,
      tones: "mau, aviso, informação, bom, secundário, em destaque",
      actions: "abre os detalhes, passa para uma página, envia, volta, pode ser ajustado",
      states: "em curso, bloqueado, ligado, desligado, agora, terminado, sem texto"),
    "cs": SpokenWords(
      roles: """
        nadpis, text, položka, řádek, ukazatel, obrázek, hodiny, tlačítko, přepínač, posuvník, počítadlo, volba, klávesnice, \
        textové pole, čára
        """,
      tones: "špatné, varování, informace, dobré, vedlejší, zvýrazněno",
      actions: "otevře podrobnosti, přejde na stránku, odešle, vrátí se, lze nastavit",
      states: "probíhá, zamčeno, zapnuto, vypnuto, nyní, skončilo, beze slov"),
    "sv": SpokenWords(
      roles: """
        rubrik, text, post, rad, mätare, bild, klocka, knapp, strömbrytare, skjutreglage, räknare, val, knappsats, textfält, \
        linje
        """,
      tones: "dåligt, varning, information, bra, mindre viktigt, framhävt",
      actions: "öppnar detaljer, går till en sida, skickar, går tillbaka, kan ställas in",
      states: "pågår, låst, på, av, nu, över, utan text"),
    "ar": SpokenWords(
      roles: """
        عنوان, نص, عنصر, صف, مؤشر, صورة, ساعة, زر, مفتاح تبديل, شريط تمرير, عداد, اختيار, لوحة أرقام, حقل نص, خط
        """,
      tones: "سيئ, تحذير, معلومة, جيد, ثانوي, مميز",
      actions: "يفتح التفاصيل, ينتقل إلى صفحة, يرسل, يرجع, يمكن ضبطه",
      states: "قيد التنفيذ, مقفل, قيد التشغيل, متوقف, الآن, انتهى, بلا كلمات"),
    "he": SpokenWords(
      roles: """
        כותרת, טקסט, פריט, שורה, מד, תמונה, שעון, לחצן, מתג, מחוון, מונה, בחירה, מקלדת, שדה טקסט, קו
        """,
      tones: "רע, אזהרה, מידע, טוב, משני, מודגש",
      actions: "פותח פרטים, עובר לדף, שולח, חוזר, ניתן לכוונון",
      states: "בביצוע, נעול, פועל, כבוי, עכשיו, הסתיים, ללא מילים"),
    "ja": SpokenWords(
      roles: """
        見出し, テキスト, 項目, 行, 指標, 画像, 時計, ボタン, スイッチ, スライダー, カウンター, 選択, キーパッド, テキスト欄, 線
        """,
      tones: "異常, 警告, 情報, 良好, 補足, 強調",
      actions: "詳細を開く, ページへ移動, 送信, 戻る, 調整可能",
      states: "処理中, ロック中, オン, オフ, 現在, 終了, 文字なし"),
    "zh-Hans": SpokenWords(
      roles: """
        标题, 文本, 条目, 行, 指标, 图片, 时钟, 按钮, 开关, 滑块, 计数器, 选项, 键盘, 文本框, 线
        """,
      tones: "异常, 警告, 信息, 良好, 次要, 突出显示",
      actions: "打开详情, 转到页面, 发送, 返回, 可调节",
      states: "进行中, 已锁定, 开, 关, 现在, 已结束, 无文字"),
    "ko": SpokenWords(
      roles: """
        제목, 텍스트, 항목, 행, 지표, 이미지, 시계, 버튼, 스위치, 슬라이더, 카운터, 선택, 키패드, 입력란, 선
        """,
      tones: "나쁨, 경고, 정보, 좋음, 보조, 강조됨",
      actions: "세부 정보 열기, 페이지로 이동, 보내기, 뒤로, 조절 가능",
      states: "진행 중, 잠김, 켜짐, 꺼짐, 지금, 끝남, 글자 없음"),
  ]
}
