// How well what is drawn in a box stands out, as it is on the glass: of all that looks like writing, the worst.

// Source: WCAG 2.2, relative luminance and contrast ratio.
const linear = channel => { const c = channel / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
const luminance = color => 0.2126 * linear(color >> 16) + 0.7152 * linear(color >> 8 & 255) + 0.0722 * linear(color & 255);
const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

// What is nearer to the ground than this is ground; one pixel is no writing; letters are no lower, and leave so much of their box free.
const faint = 1.15, fewest = 3, lowest = 6, densest = 0.65;
// Of a card in dp: its corners and edges, where nothing is written.
const edge = [10, 6];
// Words no further apart than this are one piece, in dp.
const apart = 10;

// Stretches of a row of counts that are not empty, where gaps up to so wide belong to them.
function stretches(counts, gap) {
  const found = [];
  counts.forEach((count, at) => {
    if (!count) return;
    const last = found.at(-1);
    if (last && at - last[1] <= gap) last[1] = at + 1; else found.push([at, at + 1]);
  });
  return found;
}

class Picture {
  constructor(data, width, height) {
    this.width = width;
    this.colors = new Uint32Array(width * height);
    for (let at = 0; at < this.colors.length; at++) this.colors[at] = data[at * 4] << 16 | data[at * 4 + 1] << 8 | data[at * 4 + 2];
    this.known = new Map();
  }

  luminance(color) {
    if (!this.known.has(color)) this.known.set(color, luminance(color));
    return this.known.get(color);
  }

  counts([x0, y0, x1, y1]) {
    const counts = new Map();
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) {
      const color = this.colors[y * this.width + x];
      counts.set(color, (counts.get(color) || 0) + 1);
    }
    return counts;
  }

  // The best contrast to a ground in a box.
  most(box, ground) {
    let best = 1;
    for (const [color, count] of this.counts(box)) if (count > fewest) best = Math.max(best, ratio(ground, this.luminance(color)));
    return best;
  }

  // The colour most of a box is in, and the best contrast to it.
  look(box) {
    let ground = 0, most = 0;
    for (const [color, count] of this.counts(box)) if (count > most) { most = count; ground = color; }
    return {ground, best: this.most(box, this.luminance(ground))};
  }

  // What stands out from a ground in a box, cut at empty rows and columns until nothing is left to cut.
  pieces([x0, y0, x1, y1], ground, gap) {
    const rows = new Array(y1 - y0).fill(0), isInk = (x, y) => ratio(ground, this.luminance(this.colors[y * this.width + x])) > faint;
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) if (isInk(x, y)) rows[y - y0]++;
    const bands = stretches(rows, 0), found = [];
    for (const [top, bottom] of bands) {
      const columns = new Array(x1 - x0).fill(0);
      for (let y = y0 + top; y < y0 + bottom; y++) for (let x = x0; x < x1; x++) if (isInk(x, y)) columns[x - x0]++;
      const parts = stretches(columns, Math.min(gap, bottom - top));
      for (const [left, right] of parts) {
        const box = [x0 + left, y0 + top, x0 + right, y0 + bottom];
        if (bands.length > 1 || parts.length > 1) found.push(...this.pieces(box, ground, gap));
        else found.push({box, ink: columns.slice(left, right).reduce((sum, count) => sum + count, 0)});
      }
    }
    return found;
  }

  // The contrasts of what looks like writing in a box; what is filled, such as a badge, has a ground of its own.
  writing(box, gap, depth = 0) {
    const ground = this.luminance(this.look(box).ground), found = [];
    for (const {box: [x0, y0, x1, y1], ink} of this.pieces(box, ground, gap)) {
      // A line, or something that goes on beyond the box.
      if (y1 - y0 < lowest || x1 - x0 < lowest || x0 === box[0] || x1 === box[2] || y0 === box[1] || y1 === box[3]) continue;
      if (ink <= densest * (y1 - y0) * (x1 - x0)) found.push(this.most([x0, y0, x1, y1], ground));
      else if (depth === 0) found.push(...this.writing([x0, y0, x1, y1], gap, 1));
    }
    return found;
  }
}

// Of a box of a canvas in its pixels; null where it is not on it. Where nothing looks like writing, of whatever there is.
export function contrast(canvas, [x, y, w, h], dp) {
  const x0 = Math.max(x, 0), y0 = Math.max(y, 0), x1 = Math.min(x + w, canvas.width), y1 = Math.min(y + h, canvas.height);
  if (x1 <= x0 || y1 <= y0) return null;
  const data = canvas.getContext('2d').getImageData(x0, y0, x1 - x0, y1 - y0).data, picture = new Picture(data, x1 - x0, y1 - y0);
  const [dx, dy] = edge.map(length => Math.round(length * dp)), inside = [dx, dy, x1 - x0 - dx, y1 - y0 - dy];
  const found = inside[2] > inside[0] && inside[3] > inside[1] ? picture.writing(inside, Math.round(apart * dp)) : [];
  return found.length ? Math.min(...found) : picture.look([0, 0, x1 - x0, y1 - y0]).best;
}
