public import Scene

/// A built-in picture in one colour, by its name: weather, transit, a house, people, states.
///
/// The outlines are Bootstrap Icons' (MIT licence); `.ci/make-icons` writes them down.
public struct Icon: Sendable, Hashable {
  /// As a board writes it, or what its word for it stands for.
  public let name: String
  private let place: Range<Int>

  /// - Parameter name: of an icon, or a weather service's word or number for one: `rain`, `61`, `10d`, `partlycloudy`.
  public init?(_ name: String) {
    guard name.utf8.count <= 40 else { return nil }
    let wanted = Self.aliases[name] ?? name
    guard let place = Self.places[wanted] else { return nil }
    self.name = wanted
    self.place = place
  }

  /// Of all icons, in the order of the alphabet.
  public static let names = places.keys.sorted()

  /// In the current colour, in a box of 1600.
  public var drawing: Drawing {
    var reader = OutlineReader(bytes: IconTable.lines.withUTF8Buffer { unsafe Array($0[place]) })
    return reader.drawing()
  }

  /// Where in the table each one's rule and outline stand.
  private static let places: [String: Range<Int>] = IconTable.lines.withUTF8Buffer { bytes in
    var places: [String: Range<Int>] = [:]
    var start = 0
    while start < bytes.count {
      let end = unsafe bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let space = unsafe bytes[start..<end].firstIndex(of: UInt8(ascii: " ")) ?? end
      places[unsafe String(decoding: bytes[start..<space], as: UTF8.self)] = min(space + 1, end)..<end
      start = end + 1
    }
    return places
  }

  /// What weather services call what they say: numbers of the WMO's table 4677 as Open-Meteo gives them, OpenWeatherMap's names of
  /// pictures, Home Assistant's conditions.
  private static let aliases: [String: String] = [
    "0": "sun", "1": "partly-cloudy", "2": "partly-cloudy", "3": "clouds", "45": "fog", "48": "fog", "51": "drizzle",
    "53": "drizzle", "55": "drizzle", "56": "sleet", "57": "sleet", "61": "rain", "63": "rain", "65": "heavy-rain",
    "66": "sleet", "67": "sleet", "71": "snow", "73": "snow", "75": "snow", "77": "snow", "80": "rain", "81": "rain",
    "82": "heavy-rain", "85": "snow", "86": "snow", "95": "thunderstorm", "96": "thunderstorm", "99": "thunderstorm",
    "01d": "sun", "01n": "moon", "02d": "partly-cloudy", "02n": "partly-cloudy-night", "03d": "cloud", "03n": "cloud",
    "04d": "clouds", "04n": "clouds", "09d": "heavy-rain", "09n": "heavy-rain", "10d": "rain", "10n": "rain",
    "11d": "thunderstorm", "11n": "thunderstorm", "13d": "snow", "13n": "snow", "50d": "fog", "50n": "fog",
    "sunny": "sun", "clear": "sun", "clear-night": "moon", "partlycloudy": "partly-cloudy", "cloudy": "clouds",
    "rainy": "rain", "pouring": "heavy-rain", "snowy": "snow", "snowy-rainy": "sleet", "lightning": "thunder",
    "lightning-rainy": "thunderstorm", "windy": "wind", "windy-variant": "wind", "foggy": "fog",
    "exceptional": "warning",
  ]
}

/// Reads an outline: letters with whole numbers behind them.
private struct OutlineReader {
  let bytes: [UInt8]
  var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func drawing() -> Drawing {
    var path = Path([])
    let isEvenOdd = bytes.first == UInt8(ascii: "e")
    place = bytes.firstIndex(of: UInt8(ascii: " ")) ?? bytes.count
    while place < bytes.count {
      let letter = bytes[place]
      place += 1
      switch letter {
      case UInt8(ascii: "M"): path.elements.append(.move(point()))
      case UInt8(ascii: "L"): path.elements.append(.line(point()))
      case UInt8(ascii: "C"):
        let (a, b) = (point(), point())
        path.elements.append(.curve(a, b, to: point()))
      case UInt8(ascii: "Z"): path.elements.append(.close)
      default: break
      }
    }
    return Drawing(
      viewBox: Rect(x: 0, y: 0, width: 1600, height: 1600),
      shapes: [Drawing.Shape(path: path, fill: .current(alpha: 1), usesEvenOddRule: isEvenOdd)])
  }

  private mutating func point() -> Point {
    let x = number()
    return Point(x: x, y: number())
  }

  private mutating func number() -> Double {
    if place < bytes.count, bytes[place] == UInt8(ascii: " ") { place += 1 }
    var isNegative = false
    var value = 0.0
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "-") {
        isNegative = true
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        value = value * 10 + Double(byte - UInt8(ascii: "0"))
      } else {
        break
      }
      place += 1
    }
    return isNegative ? -value : value
  }
}
