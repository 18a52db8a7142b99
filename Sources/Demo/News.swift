#if Preview
  internal import Numbers

  /// The house's newspaper, as an Atom feed.
  struct News: Sendable {
    /// Where the pictures are, without a slash at the end.
    let base: String

    private struct Story {
      var title: String
      var summary: String
      var picture: String
      var author: String
    }

    private static let stories: [Story] = [
      Story(
        title: "The old ferry gets its whistle back",
        summary: """
          After eleven winters in a shed the brass whistle of the Marie sounds again, every day at noon, and the harbour \
          master has promised to stop apologising for it.
          """, picture: "ferry", author: "Ilse Brandt"),
      Story(
        title: "A hundred lanterns for the breakwater",
        summary: """
          Children of the three harbour schools painted them, the rowing club hung them, and from Friday on they lead from \
          the quay to the lighthouse.
          """, picture: "lighthouse", author: "Tomas Vik"),
      Story(
        title: "Great Hall: the new floor is older than the house",
        summary: """
          The boards come from a warehouse of 1840. The acoustician measured before and after and says that nobody will \
          hear a difference, except the dancers.
          """, picture: "concert-hall", author: "Ada Lund"),
      Story(
        title: "Salt and Light extended by three weeks",
        summary: """
          Thirty painters, one horizon: the exhibition has had more visitors than the house has seats, so it stays until \
          the first storm of the season.
          """, picture: "gallery", author: "Mira Osei"),
      Story(
        title: "Little Skarv counts its terns",
        summary: """
          Two hundred and six pairs nest on the island this year. The landing on the south side stays closed until they \
          have left, the north path is open.
          """, picture: "island", author: "Jon Aasen"),
      Story(
        title: "Why the harbour glows in late summer",
        summary: """
          It is not the lamps. A small lecture, a large bucket of sea water, and a room that is really dark: Thursdays in \
          the Chart Room.
          """, picture: "harbour", author: "Ilse Brandt"),
      Story(
        title: "Soup, bread and a stage",
        summary: """
          The kitchen opens its long table on Sundays. Whoever has a song, a poem or a good silence may stand up between \
          the courses.
          """, picture: "concert-hall", author: "Tomas Vik"),
      Story(
        title: "Evening boat to the outer islands",
        summary: """
          Line F7 sails an hour later on Saturdays, so that nobody has to leave a concert before the encore.
          """, picture: "ferry", author: "Ada Lund"),
    ]

    /// The newest eight stories; a new one every 25 minutes, oldest topics again after all others.
    func atom(at now: Double) -> [UInt8] {
      let slot = 1500.0
      let newest = Int(clamping: (now / slot).rounded(.down))
      let updated = CivilTime.iso(Double(newest) * slot)
      var feed = """
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
        <title>Nordlicht</title><id>\(base)/news.xml</id><updated>\(updated)</updated>

        """
      for index in (newest - Self.stories.count + 1...newest).reversed() {
        let story = Self.stories.inTurn(index)
        let picture = "\(base)/pictures/\(story.picture).png"
        let time = CivilTime.iso(Double(index) * slot)
        feed += """
          <entry><id>\(base)/news/\(index)</id><title>\(story.title)</title><link href="\(base)/news/\(index)"/>
          <updated>\(time)</updated><published>\(time)</published><author><name>\(story.author)</name></author>
          <summary>\(story.summary)</summary><media:thumbnail url="\(picture)"/></entry>

          """
      }
      return Array((feed + "</feed>\n").utf8)
    }
  }
#endif
