/// What the set-up screen says, in every language a board can name.
public struct SetupWords: Sendable, Hashable {
  /// That nothing is set up yet.
  public var title: String
  /// What to do about it.
  public var advice: String
  /// There is no way into a network; and what to do.
  public var noNetwork: String
  /// The same, what to do.
  public var networkAdvice: String
  /// Nobody has said which board; and what to do.
  public var noBoard: String
  /// The same, what to do.
  public var boardAdvice: String
  /// Nobody has said whose boards are shown; and what to do.
  public var noKey: String
  /// The same, what to do.
  public var keyAdvice: String
  /// Nothing is missing but the board itself.
  public var awaited: String
  /// What was to be shown is there, and not right.
  public var mistaken: String

  /// - Parameter code: of a language, as a board names it; one that is not known speaks English.
  public init(_ code: String) { self = Self.all.first { $0.code == code }?.words ?? Self.english }

  /// Languages it is there in, in the order boards name them.
  public static let codes = all.map(\.code)

  /// - Parameter words: in the order of the properties, one a line.
  private init(lines words: String) {
    let lines = words.split(separator: "\n").map { String($0) }
    func line(_ index: Int) -> String { lines.indices.contains(index) ? lines[index] : "" }
    (title, advice, noNetwork, networkAdvice) = (line(0), line(1), line(2), line(3))
    (noBoard, boardAdvice, noKey, keyAdvice) = (line(4), line(5), line(6), line(7))
    (awaited, mistaken) = (line(8), line(9))
  }

  /// Whether nothing is missing.
  public var isWhole: Bool {
    ![title, advice, noNetwork, networkAdvice, noBoard, boardAdvice, noKey, keyAdvice, awaited, mistaken].contains("")
  }

  private static let english = SetupWords(
    lines: """
      This panel is not set up yet
      Plug in a stick with the file vitrine.yaml, or write it on the card.
      No network
      Plug in a cable, or name the Wi-Fi in vitrine.yaml.
      No board
      Say where it is in vitrine.yaml, or put board.yaml beside it.
      No key
      Say in vitrine.yaml whose boards are shown here.
      The board is on its way
      What is to be shown here has a mistake
      """)

  static let all: [(code: String, words: SetupWords)] = [
    ("en", english),
    (
      "de",
      SetupWords(
        lines: """
          Dieser Bildschirm ist noch nicht eingerichtet
          Einen Stick mit der Datei vitrine.yaml einstecken oder sie auf die Karte schreiben.
          Kein Netz
          Kabel einstecken oder das WLAN in vitrine.yaml nennen.
          Keine Tafel
          In vitrine.yaml nennen oder board.yaml danebenlegen.
          Kein Schlüssel
          In vitrine.yaml steht, wessen Tafeln hier gezeigt werden.
          Die Tafel ist unterwegs
          Was hier gezeigt werden soll, hat einen Fehler
          """)
    ),
    (
      "fr",
      SetupWords(
        lines: """
          Cet écran n’est pas encore configuré
          Branchez une clé USB avec le fichier vitrine.yaml, ou écrivez-le sur la carte.
          Pas de réseau
          Branchez un câble, ou indiquez le Wi-Fi dans vitrine.yaml.
          Pas de tableau
          Indiquez son adresse dans vitrine.yaml, ou ajoutez board.yaml à côté.
          Pas de clé de signature
          Indiquez dans vitrine.yaml de qui viennent les tableaux affichés ici.
          Le tableau arrive
          Ce qui doit être affiché ici contient une erreur
          """)
    ),
    (
      "es",
      SetupWords(
        lines: """
          Esta pantalla aún no está configurada
          Conecte una memoria USB con el archivo vitrine.yaml o escríbalo en la tarjeta.
          Sin red
          Conecte un cable o indique la wifi en vitrine.yaml.
          Sin tablero
          Indique en vitrine.yaml dónde está, o ponga board.yaml al lado.
          Sin clave
          Indique en vitrine.yaml de quién son los tableros que se muestran aquí.
          El tablero está en camino
          Lo que debe mostrarse aquí tiene un error
          """)
    ),
    (
      "it",
      SetupWords(
        lines: """
          Questo schermo non è ancora configurato
          Inserire una chiavetta USB con il file vitrine.yaml o scriverlo sulla scheda.
          Nessuna rete
          Collegare un cavo o indicare il Wi-Fi in vitrine.yaml.
          Nessun tabellone
          Indicare in vitrine.yaml dove si trova, o mettere board.yaml accanto.
          Nessuna chiave
          Indicare in vitrine.yaml di chi sono i tabelloni mostrati qui.
          Il tabellone è in arrivo
          Ciò che va mostrato qui contiene un errore
          """)
    ),
    (
      "nl",
      SetupWords(
        lines: """
          Dit scherm is nog niet ingesteld
          Steek een USB-stick met het bestand vitrine.yaml in, of schrijf het op de kaart.
          Geen netwerk
          Sluit een kabel aan of noem de wifi in vitrine.yaml.
          Geen bord
          Zeg in vitrine.yaml waar het staat, of leg board.yaml ernaast.
          Geen sleutel
          Zeg in vitrine.yaml wiens borden hier worden getoond.
          Het bord is onderweg
          In wat hier getoond moet worden zit een fout
          """)
    ),
    (
      "pl",
      SetupWords(
        lines: """
          Ten ekran nie jest jeszcze skonfigurowany
          Podłącz pendrive z plikiem vitrine.yaml lub zapisz go na karcie.
          Brak sieci
          Podłącz kabel lub podaj Wi-Fi w vitrine.yaml.
          Brak tablicy
          Podaj w vitrine.yaml, gdzie jest, lub połóż obok board.yaml.
          Brak klucza
          Podaj w vitrine.yaml, czyje tablice są tu pokazywane.
          Tablica jest w drodze
          To, co ma być tu pokazane, zawiera błąd
          """)
    ),
    (
      "pt",
      SetupWords(
        lines: """
          Este ecrã ainda não está configurado
          Ligue uma pen USB com o ficheiro vitrine.yaml ou escreva-o no cartão.
          Sem rede
          Ligue um cabo ou indique o Wi-Fi em vitrine.yaml.
          Sem quadro
          Indique em vitrine.yaml onde está, ou ponha board.yaml ao lado.
          Sem chave
          Indique em vitrine.yaml de quem são os quadros mostrados aqui.
          O quadro vem a caminho
          O que deve ser mostrado aqui tem um erro
          """)
    ),
    (
      "cs",
      SetupWords(
        lines: """
          Tato obrazovka ještě není nastavena
          Připojte flash disk se souborem vitrine.yaml, nebo jej zapište na kartu.
          Bez sítě
          Připojte kabel, nebo uveďte Wi-Fi ve vitrine.yaml.
          Bez tabule
          Ve vitrine.yaml uveďte, kde je, nebo k němu přidejte board.yaml.
          Bez klíče
          Ve vitrine.yaml uveďte, čí tabule se zde zobrazují.
          Tabule je na cestě
          To, co se tu má zobrazit, obsahuje chybu
          """)
    ),
    (
      "sv",
      SetupWords(
        lines: """
          Den här skärmen är inte inställd än
          Sätt i ett USB-minne med filen vitrine.yaml, eller skriv den på kortet.
          Inget nätverk
          Sätt i en kabel eller ange wifi i vitrine.yaml.
          Ingen tavla
          Ange i vitrine.yaml var den finns, eller lägg board.yaml bredvid.
          Ingen nyckel
          Ange i vitrine.yaml vems tavlor som visas här.
          Tavlan är på väg
          Det som ska visas här har ett fel
          """)
    ),
    (
      "ar",
      SetupWords(
        lines: """
          لم يتم إعداد هذه الشاشة بعد
          أدخل ذاكرة USB فيها الملف vitrine.yaml أو اكتبه على البطاقة.
          لا توجد شبكة
          صِل كابلًا أو اذكر شبكة Wi-Fi في vitrine.yaml.
          لا توجد لوحة
          اذكر مكانها في vitrine.yaml أو ضع board.yaml بجانبه.
          لا يوجد مفتاح
          اذكر في vitrine.yaml مَن تُعرض لوحاته هنا.
          اللوحة في الطريق
          فيما يجب عرضه هنا خطأ
          """)
    ),
    (
      "he",
      SetupWords(
        lines: """
          המסך הזה עדיין לא הוגדר
          יש לחבר התקן USB עם הקובץ vitrine.yaml, או לכתוב אותו על הכרטיס.
          אין רשת
          יש לחבר כבל או לציין את רשת ה-Wi-Fi ב-vitrine.yaml.
          אין לוח
          יש לציין ב-vitrine.yaml היכן הוא, או להניח לצדו board.yaml.
          אין מפתח
          יש לציין ב-vitrine.yaml של מי הלוחות שמוצגים כאן.
          הלוח בדרך
          יש שגיאה במה שאמור להיות מוצג כאן
          """)
    ),
    (
      "ja",
      SetupWords(
        lines: """
          このパネルはまだ設定されていません
          vitrine.yaml の入った USB メモリーを挿すか、カードに書き込んでください。
          ネットワークなし
          ケーブルを挿すか、vitrine.yaml に Wi-Fi を記入してください。
          ボードなし
          vitrine.yaml に場所を記入するか、隣に board.yaml を置きます。
          鍵なし
          誰のボードを表示するかを vitrine.yaml に記入してください。
          ボードを取得しています
          ここに表示するものに誤りがあります
          """)
    ),
    (
      "zh-Hans",
      SetupWords(
        lines: """
          此面板尚未设置
          请插入带有 vitrine.yaml 文件的 U 盘，或将其写入存储卡。
          没有网络
          请插入网线，或在 vitrine.yaml 中写明 Wi-Fi。
          没有看板
          请在 vitrine.yaml 中写明其地址，或在旁边放置 board.yaml。
          没有密钥
          请在 vitrine.yaml 中写明此处显示谁的看板。
          正在获取看板
          此处要显示的内容有错误
          """)
    ),
    (
      "ko",
      SetupWords(
        lines: """
          이 패널은 아직 설정되지 않았습니다
          vitrine.yaml 파일이 든 USB 메모리를 꽂거나 카드에 기록하세요.
          네트워크 없음
          케이블을 꽂거나 vitrine.yaml에 Wi-Fi를 적으세요.
          보드 없음
          vitrine.yaml에 위치를 적거나 옆에 board.yaml을 두세요.
          키 없음
          누구의 보드를 표시할지 vitrine.yaml에 적으세요.
          보드를 가져오는 중입니다
          여기에 표시할 내용에 오류가 있습니다
          """)
    ),
  ]
}
