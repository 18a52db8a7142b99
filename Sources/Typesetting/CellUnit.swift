/// What numbers in cells are counted in. `Saal 1`, `Gate 4` and `RE 8` are names with a number in them, and words.
enum CellUnit {
  /// Money, as it is written before a number or behind it: `CHF`, `Fr`, `zł`.
  static func isMoney(_ word: String) -> Bool { money.contains(word) }

  /// What stands behind a number, in whatever capitals: `kWh`, `Min`, `PM`.
  static func isUnit(_ word: String) -> Bool { units.contains(word.lowercased()) }

  /// Source: ISO 4217, without `ALL`, `CUP` and `TOP`, which are read as words; and what people write instead.
  private static let money = Set(
    """
    AED AFN AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CVE \
    CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD \
    JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN \
    NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB \
    TJS TMT TND TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL \
    Fr fr SFr Sfr kr Kr Rs RM Rp zł Kč Ft Lei lei kn Dh TL Bs din Eur Euro euro ct Ct руб грн лв дин ден रु
    """.split(separator: " ").map(String.init))

  /// Of time, length, weight, room, power, data; of games and counts; single letters need no list.
  private static let units = Set(
    """
    sec sek min mins hr hrs std uhr am pm day days tag tage wk wks kw mo mos yr yrs jhr ms ns bpm rpm fps \
    mm cm dm km ft in mi yd nm mph kmh kph kn kt \
    mg kg lb lbs oz st ton ml cl dl hl gal qm cbm ha ac \
    kw mw gw wh kwh mwh gwh kva kv mv ma ah mah hz khz mhz ghz pa hpa kpa mpa bar mbar psi kn nm kj mj kcal cal lx lm db dba ppm ppb ph \
    bit kbit mbit gbit kb mb gb tb pb kib mib gib tib bps kbps mbps gbps px dpi \
    st stk pcs pc pers pkt pkte pts pt ea dz tor tore nv aet ot so ps pen mio mrd tsd bn mn bd pp bp th nd rd \
    сек мин час дн км см мм кг мг мл шт тыс млн млрд квт мвт чел
    """.split(separator: " ").map(String.init))
}
