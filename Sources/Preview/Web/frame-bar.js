import {make} from './talk.js';

// What each of a panel's last frames took, against the time there is for one; and what of the panel was drawn anew.

const most = 120, height = 56;
const milliseconds = value => value < 10 ? value.toFixed(2) : value.toFixed(1);

export class FrameBar {
  // `choose` takes the number of a frame that is to be seen.
  constructor(place, choose) {
    this.place = place; this.choose = choose;
    this.frames = []; this.budget = 16.67; this.chosen = null; this.isOutlining = true;
    this.canvas = make('canvas', {className: 'frames', 'aria-hidden': 'true'});
    this.slider = make('input', {type: 'range', min: 0, max: 0, value: 0, 'aria-label': `Frame of panel ${place.number}`});
    this.words = make('p', {className: 'frame-words'});
    this.element = make('figure', {}, make('figcaption', {textContent: `Panel ${place.number}`}), this.canvas, this.slider, this.words);
    this.layer = make('div', {className: 'damage'});
    this.slider.addEventListener('input', () => this.#choose(Number(this.slider.value)));
    this.canvas.addEventListener('click', event => {
      const box = this.canvas.getBoundingClientRect(), first = most - this.frames.length;
      this.#choose(Math.min(Math.max(Math.floor((event.clientX - box.left) / box.width * most) - first, 0), this.frames.length - 1));
    });
  }

  set outlines(isOn) { this.isOutlining = isOn; this.#outline(this.frames.slice(-1)); }

  clear() { this.layer.replaceChildren(); this.chosen = null; }

  #choose(index) {
    const frame = this.frames[index];
    if (!frame) return;
    this.chosen = frame[0];
    this.choose(frame[0]);
    this.#draw();
    this.#outline([frame]);
  }

  show(said) {
    const known = this.frames.at(-1)?.[0] ?? -1;
    this.frames = said.list.slice(-most); this.budget = said.budget;
    // New frames are looked at as they come.
    if ((this.frames.at(-1)?.[0] ?? -1) !== known) this.chosen = null;
    this.#draw();
    this.#outline(this.frames.filter(frame => frame[0] > known).slice(-8));
  }

  #draw() {
    const {canvas, frames, budget} = this, ratio = window.devicePixelRatio || 1, width = canvas.clientWidth || 320;
    canvas.width = width * ratio; canvas.height = height * ratio;
    const context = canvas.getContext('2d'), style = getComputedStyle(canvas);
    context.scale(ratio, ratio);
    const color = name => style.getPropertyValue(name).trim();
    // The deadline lies at two thirds of the height, so that what is late is seen to be.
    const line = Math.round(height / 3), unit = (height - line) / budget, step = width / most;
    const first = most - frames.length;
    frames.forEach(([number, cost, missed], index) => {
      const tall = Math.max(Math.min(cost * unit, height), 1.5);
      context.fillStyle = number === this.chosen ? color('--ink') : missed || cost > budget ? color('--bad') : color('--good');
      context.fillRect((first + index) * step, height - tall, Math.max(step - 1, 1), tall);
      // Not by colour alone: what was missed has a mark at the top.
      if (missed) context.fillRect((first + index) * step, 0, Math.max(step - 1, 1), 6);
    });
    context.fillStyle = color('--quiet');
    for (let x = 0; x < width; x += 6) context.fillRect(x, line, 3, 1);
    const {slider} = this, last = frames.length - 1, index = frames.findIndex(frame => frame[0] === this.chosen);
    slider.max = Math.max(last, 0); slider.value = index < 0 ? last : index;
    const frame = frames[index < 0 ? last : index];
    if (!frame) return;
    const [number, cost, missed, cause] = frame, late = frames.filter(frame => frame[2]).length;
    const fate = missed ? `${missed === 1 ? '1 blank' : `${missed} blanks`} missed: ${cause || 'unknown'}` : 'in time';
    slider.setAttribute('aria-valuetext', `Frame ${number}, ${milliseconds(cost)} of ${milliseconds(budget)} milliseconds, ${fate}`);
    this.words.textContent = index < 0
      ? `${milliseconds(Math.max(...frames.map(frame => frame[1])))} of ${milliseconds(budget)} ms at most · ${late ? `${late} of ${frames.length} late` : 'none late'}`
      : `Frame ${number}: ${milliseconds(cost)} of ${milliseconds(budget)} ms, ${fate}`;
  }

  #outline(frames) {
    if (!this.layer.isConnected) this.place.glass.append(this.layer);
    if (!this.isOutlining) return this.layer.replaceChildren();
    const [width, height] = this.place.panel.size, boxes = [], known = new Set();
    for (const frame of frames) {
      const corners = frame[4];
      for (let at = 0; at + 3 < corners.length; at += 4) {
        const key = corners.slice(at, at + 4).join();
        if (known.has(key)) continue;
        known.add(key);
        const box = make('i');
        box.style.left = `${corners[at] / width * 100}%`; box.style.top = `${corners[at + 1] / height * 100}%`;
        box.style.width = `${corners[at + 2] / width * 100}%`; box.style.height = `${corners[at + 3] / height * 100}%`;
        boxes.push(box);
      }
    }
    this.layer.replaceChildren(...boxes.slice(-24));
  }
}
