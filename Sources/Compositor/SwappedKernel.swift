/// Stores rows with red and blue changed over, for panels that want `0xFFBBGGRR`.
func storeSwappedRow<Stores: StoreKind>(_ out: Target<Stores>, _ source: SourceRow) {
  let count = out.count
  var i = 0
  while i &+ 8 <= count {
    source.prefetch(i)
    let lanes = channels(source.load8(i))
    // Per pixel: green with blue in the even lanes, alpha with red in the odd ones; red and blue are the low bytes.
    let greenBlue = lanes.evenHalf
    let alphaRed = lanes.oddHalf
    var swapped = Channels()
    swapped.evenHalf = (greenBlue & 0xFF00) | (alphaRed & 0xFF)
    swapped.oddHalf = (alphaRed & 0xFF00) | (greenBlue & 0xFF)
    out.store8(i, pixels(swapped))
    i &+= 8
  }
  source.prefetchEnd(from: i)
  while i < count {
    let word = source[i]
    out.store(i, word & 0xFF00_FF00 | (word & 0xFF) &<< 16 | (word &>> 16) & 0xFF)
    i &+= 1
  }
}
