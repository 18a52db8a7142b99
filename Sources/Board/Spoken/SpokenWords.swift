/// What a description of a page says of its own: what a card is, how it stands, what pressing it does.
///
/// In every language a board can name; a board with words of its own in another language hears these in the one it names, or in English.
public struct SpokenWords: Sendable, Hashable {
  /// What a state is called that stands on the glass as a shape only.
  enum State: String, CaseIterable {
    case busy, locked, on, off, running, over
    /// Instead of a name, where there are no words at all.
    case wordless
    /// Before the one of several that is set, and before the ends of a range.
    case chosen, low, high
  }

  /// What a time or a place of a departure is.
  enum Departure: String, CaseIterable { case platform, planned, expected, delay }

  /// Icons of the weather, by their names; those of other things say nothing.
  enum Weather: String, CaseIterable {
    case sun, moon
    case partlyCloudy = "partly-cloudy"
    case partlyCloudyNight = "partly-cloudy-night"
    case cloud, clouds, fog, haze, drizzle, rain
    case heavyRain = "heavy-rain"
    case sleet, snow, hail, thunder, thunderstorm, wind
  }

  private let roles: [SpokenCard.Role: String]
  private let tones: [Card.Tone: String]
  private let actions: [SpokenCard.Action: String]
  private let states: [State: String]
  private let departures: [Departure: String]
  private let weather: [Weather: String]
  /// Before the day of a month that it is.
  private(set) var today = Language.english.today
  /// Before the bare number of a line.
  private(set) var line = Language.english.lineHead
  /// What a keyboard is called, where that is not what a keypad is called.
  private var keyboard: String? = "keyboard"

  /// - Parameter code: of a language, as a board names it; one that is not known speaks English.
  public init(_ code: String) {
    self = Self.all[code] ?? Self.english
    if Self.all[code] != nil { keyboard = Self.keyboards[code] }
    if let language = Language.all.first(where: { $0.code == code })?.language {
      (today, line) = (language.today, language.lineHead)
    }
  }

  /// Words in the order of the cases they are for, with commas between them.
  private init(
    roles: String, tones: String, actions: String, states: String, departures: String,
    weather: String
  ) {
    self.roles = Self.pairs(roles)
    self.tones = Self.pairs(tones)
    self.actions = Self.pairs(actions)
    self.states = Self.pairs(states)
    self.departures = Self.pairs(departures)
    self.weather = Self.pairs(weather)
  }

  private static func pairs<Case: CaseIterable & Hashable>(_ words: String) -> [Case: String] {
    Dictionary(
      zip(Case.allCases, words.split(separator: ",").map { String($0.drop { $0 == " " }) }),
      uniquingKeysWith: { first, _ in first })
  }

  /// What something without words is called, at the beginning of a sentence.
  ///
  /// - Parameter role: nil for a keyboard.
  func name(of role: SpokenCard.Role?) -> String {
    let name = role.map { word($0) } ?? keyboard ?? word(.keypad)
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  private static let keyboards = [
    "en": "keyboard", "de": "Tastatur", "it": "tastiera", "nl": "toetsenbord", "sv": "tangentbord",
    "ar": "لوحة المفاتيح", "ja": "キーボード", "ko": "키보드",
  ]

  /// What a key is called that is not to be told from others.
  package var key: String { word(.button) }

  func word(_ role: SpokenCard.Role) -> String { roles[role] ?? role.rawValue }
  func word(_ tone: Card.Tone) -> String { tones[tone] ?? tone.rawValue }
  func word(_ action: SpokenCard.Action) -> String { actions[action] ?? action.rawValue }
  func word(_ state: State) -> String { states[state] ?? state.rawValue }
  func word(_ departure: Departure) -> String { departures[departure] ?? departure.rawValue }

  /// What an icon says of the weather; nil for any other.
  func weather(icon name: String) -> String? { Weather(rawValue: name).flatMap { weather[$0] } }

  /// Whether each word is there; where one is not, its name in English stands for it.
  var isWhole: Bool {
    roles.count == SpokenCard.Role.allCases.count && tones.count == Card.Tone.allCases.count
      && actions.count == SpokenCard.Action.allCases.count && states.count == State.allCases.count
      && departures.count == Departure.allCases.count && weather.count == Weather.allCases.count
  }

  static let english = SpokenWords(
    roles:
      "heading, text, item, row, figure, image, clock, button, switch, slider, stepper, choice, keypad, text field, line",
    tones: "bad, warning, information, good, muted, highlighted",
    actions: "opens its details, turns to a page, sends, goes back, can be set",
    states: "busy, locked, on, off, now, over, without words, chosen, low, high",
    departures: "platform, planned, expected, delay",
    weather: """
      sunny, clear night, partly cloudy, partly cloudy night, cloudy, overcast, fog, haze, drizzle, rain, \
      heavy rain, sleet, snow, hail, thunder, thunderstorm, windy
      """)

  /// By the code a board names a language by.
  static let all: [String: SpokenWords] = [
    "en": english,
    "de": SpokenWords(
      roles: """
        Überschrift, Text, Eintrag, Zeile, Anzeige, Bild, Uhr, Taste, Schalter, Schieberegler, Zähler, Auswahl, Tastenfeld, \
        Eingabefeld, Linie
        """,
      tones: "schlecht, Warnung, Hinweis, gut, unwichtig, hervorgehoben",
      actions:
        "öffnet Einzelheiten, blättert zu einer Seite, sendet, geht zurück, lässt sich einstellen",
      states: "in Arbeit, gesperrt, ein, aus, jetzt, vorbei, ohne Worte, gewählt, Tiefstwert, Höchstwert",
      departures: "Gleis, geplant, neue Zeit, Verspätung",
      weather: """
        sonnig, klare Nacht, teils bewölkt, nachts teils bewölkt, bewölkt, bedeckt, Nebel, Dunst, \
        Nieselregen, Regen, starker Regen, Schneeregen, Schnee, Hagel, Donner, Gewitter, windig
        """),
    "fr": SpokenWords(
      roles: """
        titre, texte, élément, ligne, indicateur, image, horloge, bouton, interrupteur, curseur, compteur, choix, clavier, \
        champ de saisie, trait
        """,
      tones: "mauvais, avertissement, information, bon, secondaire, mis en évidence",
      actions: "ouvre les détails, passe à une page, envoie, revient, réglable",
      states: "en cours, verrouillé, activé, désactivé, maintenant, terminé, sans texte, choisi, minimum, maximum",
      departures: "voie, prévu, nouvelle heure, retard",
      weather: """
        ensoleillé, nuit claire, partiellement nuageux, nuit partiellement nuageuse, nuageux, couvert, \
        brouillard, brume, bruine, pluie, forte pluie, neige fondue, neige, grêle, tonnerre, orage, venteux
        """),
    "es": SpokenWords(
      roles: """
        encabezado, texto, elemento, fila, indicador, imagen, reloj, botón, interruptor, control deslizante, contador, opción, \
        teclado, campo de texto, línea
        """,
      tones: "mal, aviso, información, bien, secundario, destacado",
      actions: "abre los detalles, pasa a una página, envía, vuelve, se puede ajustar",
      states: "en curso, bloqueado, encendido, apagado, ahora, terminado, sin texto, elegido, mínima, máxima",
      departures: "andén, previsto, nueva hora, retraso",
      weather: """
        soleado, noche despejada, parcialmente nublado, noche parcialmente nublada, nublado, cubierto, \
        niebla, calima, llovizna, lluvia, lluvia intensa, aguanieve, nieve, granizo, truenos, tormenta, \
        ventoso
        """),
    "it": SpokenWords(
      roles: """
        intestazione, testo, elemento, riga, indicatore, immagine, orologio, pulsante, interruttore, cursore, contatore, scelta, \
        tastierino, campo di testo, linea
        """,
      tones: "male, avviso, informazione, bene, secondario, in evidenza",
      actions: "apre i dettagli, passa a una pagina, invia, torna indietro, regolabile",
      states: "in corso, bloccato, acceso, spento, adesso, finito, senza testo, scelto, minima, massima",
      departures: "binario, previsto, nuovo orario, ritardo",
      weather: """
        soleggiato, notte serena, parzialmente nuvoloso, notte parzialmente nuvolosa, nuvoloso, coperto, \
        nebbia, foschia, pioviggine, pioggia, pioggia forte, nevischio, neve, grandine, tuoni, temporale, \
        ventoso
        """),
    "nl": SpokenWords(
      roles: """
        kop, tekst, onderdeel, rij, meter, afbeelding, klok, knop, schakelaar, schuifregelaar, teller, keuze, toetsenblok, \
        tekstveld, lijn
        """,
      tones: "slecht, waarschuwing, informatie, goed, bijzaak, uitgelicht",
      actions: "opent details, gaat naar een pagina, verstuurt, gaat terug, is in te stellen",
      states: "bezig, vergrendeld, aan, uit, nu, voorbij, zonder tekst, gekozen, minimum, maximum",
      departures: "spoor, gepland, nieuwe tijd, vertraging",
      weather: """
        zonnig, heldere nacht, half bewolkt, half bewolkte nacht, bewolkt, zwaar bewolkt, mist, nevel, \
        motregen, regen, zware regen, natte sneeuw, sneeuw, hagel, donder, onweer, winderig
        """),
    "pl": SpokenWords(
      roles: """
        nagłówek, tekst, pozycja, wiersz, wskaźnik, obraz, zegar, przycisk, przełącznik, suwak, licznik, wybór, klawiatura, \
        pole tekstowe, linia
        """,
      tones: "źle, ostrzeżenie, informacja, dobrze, drugorzędne, wyróżnione",
      actions: "otwiera szczegóły, przechodzi do strony, wysyła, wraca, można ustawić",
      states: "w toku, zablokowane, włączone, wyłączone, teraz, zakończone, bez tekstu, wybrane, minimum, maksimum",
      departures: "peron, planowo, nowa godzina, opóźnienie",
      weather: """
        słonecznie, pogodna noc, częściowe zachmurzenie, noc z częściowym zachmurzeniem, pochmurno, \
        całkowite zachmurzenie, mgła, zamglenie, mżawka, deszcz, ulewa, deszcz ze śniegiem, śnieg, grad, \
        grzmoty, burza, wietrznie
        """),
    "pt": SpokenWords(
      roles: """
        título, texto, item, linha, indicador, imagem, relógio, botão, interruptor, controle deslizante, contador, escolha, \
        teclado, campo de texto, traço
        """,
      tones: "mau, aviso, informação, bom, secundário, em destaque",
      actions: "abre os detalhes, passa para uma página, envia, volta, pode ser ajustado",
      states: "em curso, bloqueado, ligado, desligado, agora, terminado, sem texto, escolhido, mínima, máxima",
      departures: "plataforma, previsto, nova hora, atraso",
      weather: """
        sol, noite limpa, parcialmente nublado, noite parcialmente nublada, nublado, encoberto, nevoeiro, \
        neblina, chuvisco, chuva, chuva forte, água-neve, neve, granizo, trovões, trovoada, vento
        """),
    "cs": SpokenWords(
      roles: """
        nadpis, text, položka, řádek, ukazatel, obrázek, hodiny, tlačítko, přepínač, posuvník, počítadlo, volba, klávesnice, \
        textové pole, čára
        """,
      tones: "špatné, varování, informace, dobré, vedlejší, zvýrazněno",
      actions: "otevře podrobnosti, přejde na stránku, odešle, vrátí se, lze nastavit",
      states: "probíhá, zamčeno, zapnuto, vypnuto, nyní, skončilo, beze slov, zvoleno, minimum, maximum",
      departures: "nástupiště, plánováno, nový čas, zpoždění",
      weather: """
        slunečno, jasná noc, polojasno, polojasná noc, oblačno, zataženo, mlha, kouřmo, mrholení, déšť, \
        silný déšť, déšť se sněhem, sníh, kroupy, hřmění, bouřka, větrno
        """),
    "sv": SpokenWords(
      roles: """
        rubrik, text, post, rad, mätare, bild, klocka, knapp, strömbrytare, skjutreglage, räknare, val, knappsats, textfält, \
        linje
        """,
      tones: "dåligt, varning, information, bra, mindre viktigt, framhävt",
      actions: "öppnar detaljer, går till en sida, skickar, går tillbaka, kan ställas in",
      states: "pågår, låst, på, av, nu, över, utan text, valt, lägst, högst",
      departures: "spår, planerat, ny tid, försening",
      weather: """
        soligt, klar natt, halvklart, halvklar natt, molnigt, mulet, dimma, dis, duggregn, regn, \
        kraftigt regn, snöblandat regn, snö, hagel, åska, åskväder, blåsigt
        """),
    "ar": SpokenWords(
      roles: """
        عنوان, نص, عنصر, صف, مؤشر, صورة, ساعة, زر, مفتاح تبديل, شريط تمرير, عداد, اختيار, لوحة أرقام, حقل نص, خط
        """,
      tones: "سيئ, تحذير, معلومة, جيد, ثانوي, مميز",
      actions: "يفتح التفاصيل, ينتقل إلى صفحة, يرسل, يرجع, يمكن ضبطه",
      states: "قيد التنفيذ, مقفل, قيد التشغيل, متوقف, الآن, انتهى, بلا كلمات, المختار, الصغرى, العظمى",
      departures: "رصيف, موعد مقرر, موعد جديد, تأخير",
      weather: """
        مشمس, ليلة صافية, غائم جزئيًا, ليلة غائمة جزئيًا, غائم, غائم كليًا, ضباب, غبار, رذاذ, مطر, \
        مطر غزير, مطر ثلجي, ثلج, برد, رعد, عاصفة رعدية, رياح
        """),
    "he": SpokenWords(
      roles: """
        כותרת, טקסט, פריט, שורה, מד, תמונה, שעון, לחצן, מתג, מחוון, מונה, בחירה, מקלדת, שדה טקסט, קו
        """,
      tones: "רע, אזהרה, מידע, טוב, משני, מודגש",
      actions: "פותח פרטים, עובר לדף, שולח, חוזר, ניתן לכוונון",
      states: "בביצוע, נעול, פועל, כבוי, עכשיו, הסתיים, ללא מילים, נבחר, מינימום, מקסימום",
      departures: "רציף, מתוכנן, שעה חדשה, איחור",
      weather: """
        שמשי, לילה בהיר, מעונן חלקית, לילה מעונן חלקית, מעונן, מעונן לגמרי, ערפל, אובך, טפטוף, גשם, \
        גשם כבד, שלג מעורב בגשם, שלג, ברד, רעמים, סופת רעמים, רוחות
        """),
    "ja": SpokenWords(
      roles: """
        見出し, テキスト, 項目, 行, 指標, 画像, 時計, ボタン, スイッチ, スライダー, カウンター, 選択, キーパッド, テキスト欄, 線
        """,
      tones: "異常, 警告, 情報, 良好, 補足, 強調",
      actions: "詳細を開く, ページへ移動, 送信, 戻る, 調整可能",
      states: "処理中, ロック中, オン, オフ, 現在, 終了, 文字なし, 選択中, 最低, 最高",
      departures: "のりば, 定刻, 変更後, 遅れ",
      weather: """
        晴れ, 晴れた夜, 晴れ時々曇り, 曇りがちな夜, 曇り, 本曇り, 霧, もや, 霧雨, 雨, 大雨, みぞれ, 雪, ひょう, 雷, 雷雨, 風
        """),
    "zh-Hans": SpokenWords(
      roles: """
        标题, 文本, 条目, 行, 指标, 图片, 时钟, 按钮, 开关, 滑块, 计数器, 选项, 键盘, 文本框, 线
        """,
      tones: "异常, 警告, 信息, 良好, 次要, 突出显示",
      actions: "打开详情, 转到页面, 发送, 返回, 可调节",
      states: "进行中, 已锁定, 开, 关, 现在, 已结束, 无文字, 已选, 最低, 最高",
      departures: "站台, 计划时间, 新时间, 晚点",
      weather: """
        晴, 晴夜, 多云, 多云的夜晚, 阴, 阴天, 雾, 霾, 毛毛雨, 雨, 大雨, 雨夹雪, 雪, 冰雹, 打雷, 雷雨, 大风
        """),
    "ko": SpokenWords(
      roles: """
        제목, 텍스트, 항목, 행, 지표, 이미지, 시계, 버튼, 스위치, 슬라이더, 카운터, 선택, 키패드, 입력란, 선
        """,
      tones: "나쁨, 경고, 정보, 좋음, 보조, 강조됨",
      actions: "세부 정보 열기, 페이지로 이동, 보내기, 뒤로, 조절 가능",
      states: "진행 중, 잠김, 켜짐, 꺼짐, 지금, 끝남, 글자 없음, 선택됨, 최저, 최고",
      departures: "승강장, 예정, 변경 시각, 지연",
      weather: """
        맑음, 맑은 밤, 구름 조금, 구름 조금 낀 밤, 흐림, 매우 흐림, 안개, 실안개, 이슬비, 비, 폭우, 진눈깨비, 눈, 우박, 천둥, 뇌우, 바람
        """),
  ]
}
