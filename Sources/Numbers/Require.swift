/// Ends the process where a program has broken what a function asks of its caller, and says with a sentence on stderr what it was: in a
/// release build, too, where Swift's own `precondition` says nothing.
///
/// - Parameters:
///   - condition: what the function asks for.
///   - sentence: what is wrong, and with what: it names the culprit.
package func require(
  _ condition: Bool, _ sentence: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  guard !condition else { return }
  fatalError(sentence(), file: file, line: line)
}
