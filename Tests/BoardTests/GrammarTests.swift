import TestSupport
import Testing

@testable import Board

@Suite struct GrammarTests {
  /// Written loosely, and as the grammar groups it.
  @Test(arguments: [
    ("a or b and c", "a or (b and c)"),
    ("not a == b", "not (a == b)"),
    ("not a and b", "(not a) and b"),
    ("not not a", "not (not a)"),
    ("a ?? b == c", "(a ?? b) == c"),
    ("a ?? b + c", "a ?? (b + c)"),
    ("a + b * c", "a + (b * c)"),
    ("a - b - c", "(a - b) - c"),
    ("a / b * c", "(a / b) * c"),
    ("-a.b * c", "(-(a.b)) * c"),
    ("- a | round", "(-a) | round"),
    ("a | round == b", "(a | round) == b"),
    ("a < b | minutes", "a < (b | minutes)"),
    ("a ? b : c ? d : e", "a ? b : (c ? d : e)"),
    ("a or b ? c : d", "(a or b) ? c : d"),
    ("a | round | fixed(2)", "((a | round) | fixed(2))"),
    ("$s(a).b.0.1", "(((($s)(a)).b).0).1"),
    ("values.0.1", "((values).0).1"),
    ("it.0", "(it).0"),
    ("$ha('sun.sun').state", "(($ha)('sun.sun')).state"),
    ("a.not.or.it", "((a.not).or).it"),
    ("a?b:c", "a ? b : c"),
    ("a??b", "a ?? b"),
    ("x | replace('a', \"b\")", "x | replace('a', 'b')"),
    ("1.5e3 + .5", ""),
  ])
  func precedence(loose: String, grouped: String) throws {
    if grouped.isEmpty {
      #expect(throws: SyntaxError.self) { try Expression(loose) }
    } else {
      #expect(try Expression(loose) == Expression(grouped))
    }
  }

  @Test(arguments: [
    ("a = b", 2, "write \"==\" to compare"),
    ("a && b", 2, "write \"and\" instead of \"&&\""),
    ("a || b", 2, "write \"or\" instead of \"||\""),
    ("!a", 0, "write \"not\" instead of \"!\""),
    ("a[0]", 1, "positions and keys are written a.0 and a('key'), not a[0]"),
    ("a | rond", 4, "unknown filter \"rond\" (did you mean \"round\"?)"),
    ("a | default('x')", 4, "unknown filter \"default\": write x ?? other"),
    ("a | xyzzyq", 4, "unknown filter \"xyzzyq\""),
    ("a | truncate: 80", 12, "arguments stand in parentheses: write truncate(length), not truncate: …"),
    ("a | truncate", 4, "truncate is written truncate(length); 0 given"),
    ("a | round(1, 2)", 4, "round is written round([digits]); 2 given"),
    ("a | ago(1)", 4, "ago takes no arguments"),
    ("round(a)", 0, "round is a filter: write x | round"),
    ("a * b | round", 2, "put parentheses around one side of \"*\": (a * b) | filter, or a * (b | filter)"),
    ("a | round + 1", 10, "put parentheses around one side of \"+\": (a + b) | filter, or a + (b | filter)"),
    ("a ?? b | upper", 2, "put parentheses around one side of \"??\": (a ?? b) | filter, or a ?? (b | filter)"),
    ("a < b < c", 6, "comparisons do not chain; write a < b and b < c"),
    ("(a", 2, "\")\" is missing"),
    ("a)", 1, "\")\" without \"(\", or a value is missing before it"),
    ("a b", 2, "unexpected b; an operator or \"|\" is missing before it"),
    ("a ? b", 5, "\":\" is missing: a condition is written a ? b : c"),
    ("'abc", 0, "the text that starts here has no closing '"),
    ("'a\\qb'", 2, "unknown escape \\q; known: \\n \\t \\' \\\" \\\\"),
    ("a +", 3, "the expression ends where a value is missing"),
    ("", 0, "an expression is missing"),
    ("   ", 3, "an expression is missing"),
    ("{a}", 0, "this is an expression already: write it without braces"),
    ("a.", 2, "a name or a number must follow the dot"),
    ("$", 0, "a name must follow \"$\""),
    ("5x", 0, "a name cannot start with a digit"),
    ("a and or b", 6, "a value is missing before \"or\""),
    ("“a”", 0, "write straight quotes ' instead of “"),
    ("a % 2", 2, "there is no \"%\" operator; a share is written x | percent"),
    ("1e999", 0, "the number 1e999 is too large"),
    ("a.99999999999999999999", 2, "the position 99999999999999999999 is too large"),
    ("äöü ==== 1", 6, "unexpected \"==\""),
  ])
  func mistakes(text: String, offset: Int, message: String) {
    #expect(throws: SyntaxError(offset: offset, message: message)) { try Expression(text) }
  }

  @Test func nestingIsBounded() throws {
    let deep = String(repeating: "(", count: 200) + "a" + String(repeating: ")", count: 200)
    #expect(throws: SyntaxError.self) { try Expression(deep) }
    #expect(throws: SyntaxError.self) { try Expression(String(repeating: "-", count: 5000) + "a") }
    #expect(throws: SyntaxError.self) { try Expression(String(repeating: "not ", count: 5000) + "a") }
    #expect(throws: SyntaxError.self) { try Expression("a" + String(repeating: " + a", count: 5000)) }
    #expect(throws: SyntaxError.self) { try Expression("a" + String(repeating: ".b", count: 5000)) }
    #expect(throws: SyntaxError.self) { try Expression("a" + String(repeating: " ? a : a", count: 5000)) }
    #expect(try Expression("a" + String(repeating: " + a", count: 50)).depth == 51)
  }

  @Test(arguments: [
    ("plain", [Template.Part.text("plain")]),
    ("{a}", [.value(.field("a"))]),
    ("x{a}y{$b}", [.text("x"), .value(.field("a")), .text("y"), .value(.global("b", Offset(0)))]),
    ("\\{a\\}", [.text("{a}")]),
    ("{'}'}", [.value(.literal(.text("}")))]),
    ("C:\\temp", [.text("C:\\temp")]),
    ("a ${KEY}&", [.text("a "), .placeholder(.variable("KEY"), Offset(0)), .text("&")]),
    ("${file:/run/x}", [.placeholder(.file("/run/x"), Offset(0))]),
    ("$5 and $", [.text("$5 and $")]),
    ("", []),
  ])
  func templates(text: String, parts: [Template.Part]) throws {
    let template = try Template(text)
    #expect(template.parts == parts)
    #expect(try Template(template.description) == template)
  }

  @Test(arguments: [
    ("{{ a }}", 0, "one brace is enough: write {name}; a brace as text is written \\{"),
    ("x {a", 2, "the \"{\" that stands here has no \"}\""),
    ("a } b", 2, "\"}\" without \"{\"; a brace as text is written \\}"),
    ("{}", 0, "nothing stands in the braces; braces as text are written \\{ and \\}"),
    ("{% if a %}", 0, "there are no {% … %} blocks; use \"each\" and \"when\""),
    ("a {b c}", 5, "unexpected c; an operator or \"|\" is missing before it"),
    ("{a | }", 5, "a filter must follow \"|\", such as x | round"),
    ("{a +}", 4, "a value is missing before \"}\""),
    ("{a | truncate: 5}", 13, "arguments stand in parentheses: write truncate(length), not truncate: …"),
    ("äö {a = b}", 6, "write \"==\" to compare"),
    (
      "${a b}", 0,
      "${…} takes the name of an environment variable or file:/path; a value is written {…}, an amount {price | money('$')}"
    ),
    ("${X", 0, "the \"${\" that stands here has no \"}\""),
  ])
  func templateMistakes(text: String, offset: Int, message: String) {
    #expect(throws: SyntaxError(offset: offset, message: message)) { try Template(text) }
  }

  /// Every expression of the eight boards the language is accepted by.
  @Test(arguments: [
    "$visitors | count > 0", "checked_in", "at | minutes < -60",
    "predicted ? predictedDepartureTime : scheduledDepartureTime",
    "due | minutes >= 3", "data.entry.arrivalsAndDepartures", "status == 'CANCELED'", "$dep | count == 0", "end > $now",
    "$cal.0.start <= $now", "$busy", "not $busy", "page == $page", "sold_out", "not acked", "$alarm | count > 0",
    "state == 'stop'", "actual < target * 0.9", "true", "(entity_id | starts('device_tracker.')) and state == 'home'",
    "(entity_id | starts('light.')) and state == 'on'", "$ha('group.all_lights').state == 'off'", "value.1",
    "($up | count) - ($up | sum('ok'))", "$down > 0", "ok == '0'", "it.0", "it.1", "data.result", "metric.instance",
    "conclusion == 'failure'", "workflow_runs", "title ?? (summary | truncate(80))", "$line(line).name", "values.0.1",
  ])
  func acceptanceExpressions(text: String) throws {
    let expression = try Expression(text)
    #expect(try Expression(expression.description) == expression)
  }

  @Test(arguments: [
    "{$board}", "{$weather.current.temperature_2m | round}°", "{company} · host: {host}", "{at | time}", "{date | ago}",
    "{numberOfStopsAway} stops away", "until {$cal.0.end | time} · {$cal.0.organizer}",
    "{sold_out ? 'sold out' : (price | money('€'))}", "/ {target}", "{$alarm | count} open alarms",
    "{$line(line).name}: {text}",
    "http://mes.local/api/alarms/{id}/ack", "{$ha('sun.sun').state == 'above_horizon' ? '☀' : '☾'}",
    "{$ha('sensor.dark_sky_temperature').attributes.unit_of_measurement}",
    "http://homeassistant.local:8123{$ha('camera.office').attributes.entity_picture}",
    "{(attributes.brightness / 255) | percent}", "{$now | date('%A %-d %B')}", "{summary | truncate(180)}",
    "{date | date}",
    "{title ?? (summary | truncate(80))}", "{author ?? source} · {date | date}",
    "http://prom:9090/api/v1/query_range?start={$now | epoch(-3600)}&end={$now | epoch}&step=60",
    "{$down > 0 ? 'DOWN' : 'All systems up'}", "{name} #{run_number}",
    "{head_branch} · {head_commit.message | truncate(60)}",
    "https://api.example/stop/1_11370.json?key=${OBA_KEY}", "Bearer ${HA_TOKEN}",
  ])
  func acceptanceTemplates(text: String) throws {
    let template = try Template(text)
    #expect(try Template(template.description) == template)
  }

  /// Printing loses nothing: whatever tree is printed reads as the same tree.
  @Test(arguments: 0..<40)
  func printingRoundTrips(seed: Int) throws {
    var random = RandomExpressions(seed: UInt64(seed))
    for _ in 0..<100 {
      let expression = random.expression(depth: 5)
      let text = expression.description
      let again = try Expression(text)
      #expect(again == expression, "\(text)")
      let template = Template([.text("a{b"), .value(expression), .text("}·\\")])
      #expect(try Template(template.description) == template)
    }
  }

  /// Any text at all is an expression or a mistake within it.
  @Test func readingIsTotal() {
    let pieces = [
      "a", "$b", "it", "'x'", "\"", "'", "1", ".5", "0.1", "(", ")", "{", "}", "|", "round", "??", "?", ":", "==", "=",
      "-", "not",
      "and", ".", ",", " ", "\n", "é", "€", "\\", "$", "${", "#", "%", "fixed(",
    ]
    var random = SplitMix64(seed: 7)
    for _ in 0..<5000 {
      let text = (0..<random.below(12)).map { _ in pieces[random.below(pieces.count)] }.joined()
      do throws(SyntaxError) {
        _ = try Template(text)
        _ = try Expression(text)
      } catch {
        #expect((0...text.unicodeScalars.count).contains(error.offset))
        #expect(!error.message.isEmpty)
      }
    }
  }
}
