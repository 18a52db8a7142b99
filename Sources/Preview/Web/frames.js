// The pixels of a panel: what the server sends of them, put on a canvas.
// A message: u8 kind · u8 quarter turns · u16 width, height · u32 sequence · rectangles that move (0) or come anew as QOI (1).

export class Picture {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d', {alpha: false});
    this.width = 0; this.height = 0; this.turn = 0;
    this.moves = 0; this.rects = 0;
    this.image = null; this.pixels = null;
    this.seen = new Uint32Array(64);
  }

  // The number of the frame, where on the canvas it differs, and whether the panel is another than before.
  draw(buffer) {
    const view = new DataView(buffer), bytes = new Uint8Array(buffer);
    const turned = view.getUint8(1) * 90, w = view.getUint16(2, true), h = view.getUint16(4, true);
    const sequence = view.getUint32(6, true);
    const isOther = w !== this.width || h !== this.height || turned !== this.turn;
    if (w !== this.width || h !== this.height || !this.image) {
      this.width = this.canvas.width = w; this.height = this.canvas.height = h;
      this.image = new ImageData(w, h);
      this.pixels = new Uint32Array(this.image.data.buffer);
    }
    this.turn = turned;
    let at = 10, x0 = w, y0 = h, x1 = 0, y1 = 0;
    while (at < buffer.byteLength) {
      const isMove = view.getUint8(at++) === 0;
      let dx = 0, dy = 0;
      if (isMove) { dx = view.getInt16(at, true); dy = view.getInt16(at + 2, true); at += 4; }
      const x = view.getUint16(at, true), y = view.getUint16(at + 2, true);
      const rw = view.getUint16(at + 4, true), rh = view.getUint16(at + 6, true);
      at += 8;
      if (isMove) { this.#move(dx, dy, x, y, rw, rh); this.moves++; } else {
        const length = view.getUint32(at, true);
        at += 4;
        this.#qoi(bytes, at, x, y, rw, rh);
        at += length; this.rects++;
      }
      x0 = Math.min(x0, x); y0 = Math.min(y0, y); x1 = Math.max(x1, x + rw); y1 = Math.max(y1, y + rh);
    }
    if (x1 > x0) this.context.putImageData(this.image, 0, 0, x0, y0, x1 - x0, y1 - y0);
    return {sequence, isOther, damage: x1 > x0 ? [x0, y0, x1 - x0, y1 - y0] : null};
  }

  #qoi(bytes, at, x, y, w, h) {
    const {seen, pixels, width} = this;
    seen.fill(0);
    let pixel = 0xff000000, red = 0, green = 0, blue = 0, run = 0;
    for (let row = 0; row < h; row++) {
      let to = (y + row) * width + x;
      const end = to + w;
      while (to < end) {
        if (run > 0) {
          const n = Math.min(run, end - to);
          pixels.fill(pixel, to, to + n);
          to += n; run -= n;
          continue;
        }
        const chunk = bytes[at++];
        if (chunk < 0x40) {
          pixel = seen[chunk];
          red = pixel & 255; green = pixel >>> 8 & 255; blue = pixel >>> 16 & 255;
          pixels[to++] = pixel;
          continue;
        } else if (chunk < 0x80) {
          red = red + (chunk >> 4 & 3) - 2 & 255;
          green = green + (chunk >> 2 & 3) - 2 & 255;
          blue = blue + (chunk & 3) - 2 & 255;
        } else if (chunk < 0xc0) {
          const more = bytes[at++], dg = (chunk & 63) - 32;
          red = red + dg + (more >> 4) - 8 & 255;
          green = green + dg & 255;
          blue = blue + dg + (more & 15) - 8 & 255;
        } else if (chunk < 0xfe) {
          run = (chunk & 63) + 1;
          continue;
        } else {
          red = bytes[at]; green = bytes[at + 1]; blue = bytes[at + 2];
          at += 3;
        }
        pixel = (0xff000000 | blue << 16 | green << 8 | red) >>> 0;
        seen[red * 3 + green * 5 + blue * 7 + 2805 & 63] = pixel;
        pixels[to++] = pixel;
      }
    }
  }

  #move(dx, dy, x, y, w, h) {
    const {pixels, width} = this;
    for (let step = 0; step < h; step++) {
      const row = dy > 0 ? y + h - 1 - step : y + step;
      const from = (row - dy) * width + x - dx;
      pixels.copyWithin(row * width + x, from, from + w);
    }
  }
}
