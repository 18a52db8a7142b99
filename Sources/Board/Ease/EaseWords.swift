/// What the page says on which somebody chooses how the panel is easier to use, and what is asked before it begins anew.
///
/// In every language a board can name; another one hears English.
public struct EaseWords: Sendable, Hashable {
  /// The page's name.
  package var title: String
  var size: String
  var contrast: String
  /// Everything in the lower part of the panel.
  var low: String
  var still: String
  /// The panel's voice.
  var aloud: String
  /// All of it as it was.
  var reset: String
  /// Whether somebody is still there, and what he does when he is.
  package var isThere: String

  /// - Parameter code: of a language, as a board names it; one that is not known speaks English.
  public init(_ code: String) { self = Self.all[code] ?? Self.english }

  /// - Parameter words: in the order of the properties, one a line.
  private init(lines words: String) {
    let lines = words.split(separator: "\n").map { String($0) }
    func line(_ index: Int) -> String { lines.indices.contains(index) ? lines[index] : "" }
    (title, size, contrast, low) = (line(0), line(1), line(2), line(3))
    (still, aloud, reset, isThere) = (line(4), line(5), line(6), line(7))
  }

  /// Whether nothing is missing.
  var isWhole: Bool { ![title, size, contrast, low, still, aloud, reset, isThere].contains("") }

  private static let english = EaseWords(
    lines: """
      Easier to use
      Size of text
      High contrast
      Lower down
      Less motion
      Read aloud
      As it was
      Still there? Touch here, or press a key, to go on.
      """)

  /// By the code a board names a language by.
  static let all: [String: EaseWords] = [
    "en": english,
    "de": EaseWords(
      lines: """
        Leichter bedienen
        Textgröße
        Hoher Kontrast
        Weiter unten
        Weniger Bewegung
        Vorlesen
        Wie zuvor
        Noch da? Hier berühren oder eine Taste drücken, dann geht es weiter.
        """),
    "fr": EaseWords(
      lines: """
        Plus facile à utiliser
        Taille du texte
        Contraste élevé
        Plus bas
        Moins de mouvement
        Lire à voix haute
        Comme avant
        Toujours là ? Touchez ici ou appuyez sur une touche pour continuer.
        """),
    "es": EaseWords(
      lines: """
        Más fácil de usar
        Tamaño del texto
        Alto contraste
        Más abajo
        Menos movimiento
        Leer en voz alta
        Como antes
        ¿Sigue ahí? Toque aquí o pulse una tecla para continuar.
        """),
    "it": EaseWords(
      lines: """
        Più facile da usare
        Dimensione del testo
        Contrasto elevato
        Più in basso
        Meno movimento
        Leggi ad alta voce
        Come prima
        C'è ancora qualcuno? Toccare qui o premere un tasto per continuare.
        """),
    "nl": EaseWords(
      lines: """
        Makkelijker te gebruiken
        Tekstgrootte
        Hoog contrast
        Lager
        Minder beweging
        Voorlezen
        Zoals eerst
        Nog daar? Raak dit aan of druk op een toets om door te gaan.
        """),
    "pl": EaseWords(
      lines: """
        Łatwiejsza obsługa
        Wielkość tekstu
        Wysoki kontrast
        Niżej
        Mniej ruchu
        Czytaj na głos
        Jak przedtem
        Czy ktoś tu jest? Dotknij tutaj lub naciśnij klawisz, aby kontynuować.
        """),
    "pt": EaseWords(
      lines: """
        Mais fácil de usar
        Tamanho do texto
        Alto contraste
        Mais abaixo
        Menos movimento
        Ler em voz alta
        Como antes
        Ainda está aí? Toque aqui ou prima uma tecla para continuar.
        """),
    "cs": EaseWords(
      lines: """
        Snazší ovládání
        Velikost textu
        Vysoký kontrast
        Níže
        Méně pohybu
        Číst nahlas
        Jako předtím
        Jste tu ještě? Pokračujte dotykem zde nebo stiskem klávesy.
        """),
    "sv": EaseWords(
      lines: """
        Enklare att använda
        Textstorlek
        Hög kontrast
        Längre ner
        Mindre rörelse
        Läs upp
        Som förut
        Är du kvar? Tryck här eller på en tangent för att fortsätta.
        """),
    "ar": EaseWords(
      lines: """
        أسهل في الاستخدام
        حجم النص
        تباين عالٍ
        إلى الأسفل
        حركة أقل
        القراءة بصوت عالٍ
        كما كان
        هل ما زلت هنا؟ المس هنا أو اضغط مفتاحًا للمتابعة.
        """),
    "he": EaseWords(
      lines: """
        קל יותר לשימוש
        גודל הטקסט
        ניגודיות גבוהה
        נמוך יותר
        פחות תנועה
        הקראה בקול
        כמו קודם
        עדיין כאן? געו כאן או הקישו על מקש כדי להמשיך.
        """),
    "ja": EaseWords(
      lines: """
        使いやすくする
        文字の大きさ
        ハイコントラスト
        下のほうに表示
        動きを減らす
        読み上げ
        元に戻す
        まだご利用中ですか？続けるには、ここに触れるかキーを押してください。
        """),
    "zh-Hans": EaseWords(
      lines: """
        更易使用
        文字大小
        高对比度
        下移显示
        减少动态效果
        朗读
        恢复原样
        您还在吗？请触摸此处或按任意键继续。
        """),
    "ko": EaseWords(
      lines: """
        더 쉽게 사용하기
        글자 크기
        고대비
        아래쪽에 표시
        움직임 줄이기
        소리 내어 읽기
        원래대로
        아직 계신가요? 계속하려면 여기를 누르거나 키를 누르세요.
        """),
  ]
}
