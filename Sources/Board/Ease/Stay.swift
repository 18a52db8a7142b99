/// Whether somebody who has used the panel is still there: what he has opened and chosen is undone when he is not.
public enum Stay: Sendable, Hashable {
  /// It is undone soon, unless he does something.
  case ending
  /// He has.
  case goesOn
  /// He has not: nobody is there.
  case over
}
