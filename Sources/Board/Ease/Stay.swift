/// Whether somebody who has used the panel is still there: what he has opened and chosen is undone when he is not.
public enum Stay: Sendable, Hashable {
  /// It is undone soon, unless he does something.
  case ending
  /// He has.
  case goesOn
  /// He has not: nobody is there.
  case over
  /// Nobody goes on with a code of which some digits were typed: who comes next must not find them.
  case unfinished
}
