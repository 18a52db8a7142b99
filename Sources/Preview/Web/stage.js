import {Panel} from './panel.js';
import {Mirror} from './mirror.js';
import {id, make} from './talk.js';

// The panels beside each other: how large they are on this screen, and one finger for all of them.

export const presets = [
  {name: '7″ · 800 × 480', width: 800, height: 480, inches: 7},
  {name: '10.1″ · 1280 × 800', width: 1280, height: 800, inches: 10.1},
  {name: 'Totem 32″ · 1080 × 1920', width: 1080, height: 1920, inches: 32},
  {name: 'Bar 8.8″ · 1920 × 480', width: 1920, height: 480, inches: 8.8},
];
const modes = [['', 'As the board'], ['light', 'Light'], ['dark', 'Dark']];
// CSS pixels: between panels, and of what is above each, on one line or on two; as panels.css has them.
const gaps = [40, 32], captions = {least: 272, whole: 470, one: 56, two: 96};
// Of what another panel's finger is called on the others.
const followers = 1 << 20;

export class Stage {
  constructor(talk) {
    this.talk = talk;
    this.places = new Map();
    this.most = 1;
    this.scale = localStorage.scale || 'fit'; this.zoom = Number(localStorage.zoom) || 100;
    // CSS pixels of this screen for each millimetre, as somebody has measured it; a CSS inch is 96 of them.
    this.inches = Number(localStorage.inches) || Math.round(Math.hypot(screen.width, screen.height) / 96 * 10) / 10;
    this.isTogether = true; this.showsTouches = true;
    this.onPointed = null; this.onInfo = () => {};
    talk.on('panels', said => this.#take(said));
    new ResizeObserver(() => this.lay()).observe(id('stage'));
    // A stage that is as high as its panels does not grow by itself.
    addEventListener('resize', () => this.lay());
    this.#tools();
  }

  get panels() { return [...this.places.values()]; }

  #tools() {
    for (const button of document.querySelectorAll('[data-scale]')) {
      button.addEventListener('click', () => this.#choose(button.dataset.scale));
    }
    id('zoom').addEventListener('input', () => { this.zoom = Number(id('zoom').value); localStorage.zoom = this.zoom; this.lay(); });
    id('diagonal').value = this.inches;
    id('diagonal').addEventListener('change', () => {
      const inches = Number(id('diagonal').value);
      if (inches >= 5 && inches <= 120) { this.inches = inches; localStorage.inches = inches; this.lay(); }
    });
    const toggle = (name, set) => id(name).addEventListener('click', event => {
      const isOn = event.currentTarget.getAttribute('aria-pressed') !== 'true';
      event.currentTarget.setAttribute('aria-pressed', String(isOn));
      set(isOn);
    });
    toggle('together', isOn => { this.isTogether = isOn; });
    toggle('touches', isOn => { this.showsTouches = isOn; });
    id('full').addEventListener('click', () => id('stage').requestFullscreen());
    id('preset').append(...presets.map((preset, index) => new Option(preset.name, index)), new Option('Own size…', 'own'));
    id('adding').addEventListener('submit', async event => {
      event.preventDefault();
      const spec = await this.#spec(id('preset').value);
      if (spec) this.talk.say({do: 'add', ...spec});
    });
    this.#choose(this.scale);
  }

  #choose(scale) {
    this.scale = localStorage.scale = scale;
    for (const button of document.querySelectorAll('[data-scale]')) {
      button.setAttribute('aria-pressed', String(button.dataset.scale === scale));
    }
    id('screen').hidden = scale !== 'true';
    this.lay();
  }

  // A preset by its index, or what somebody writes; null when he thinks better of it.
  async #spec(choice) {
    const preset = presets[choice];
    if (preset) return {width: preset.width, height: preset.height, diagonal: preset.inches * 25.4};
    const dialog = id('own');
    dialog.returnValue = '';
    dialog.showModal();
    await new Promise(done => dialog.addEventListener('close', done, {once: true}));
    if (dialog.returnValue !== 'use') return null;
    return {width: Number(id('own-width').value), height: Number(id('own-height').value), diagonal: Number(id('own-diagonal').value) * 25.4};
  }

  // A studio that was started anew has its first panels only: it is asked for those that were there, by one page of all that look.
  #renew(said) {
    const {specs = []} = this, isOther = this.run !== undefined && this.run !== said.run;
    this.run = said.run; this.specs = said.panels;
    if (!isOther || specs.length <= said.panels.length) return;
    navigator.locks?.request('renew', {ifAvailable: true}, async lock => {
      if (!lock) return;
      for (const {width, height, diagonal, mode} of specs.slice(said.panels.length)) this.talk.say({do: 'add', width, height, diagonal, mode});
      await new Promise(done => setTimeout(done, 3000));
    });
  }

  #take(said) {
    this.#renew(said);
    this.most = said.most;
    const name = said.board.split('/').at(-1);
    id('title').textContent = name; id('title').title = said.board;
    document.title = `${name} – studio`;
    for (const [number, place] of this.places) {
      if (said.panels.some(spec => spec.panel === number)) continue;
      place.panel.close(); place.element.remove();
      this.places.delete(number);
    }
    for (const spec of said.panels) (this.places.get(spec.panel) || this.#add(spec)).show(spec, said.panels.length > 1);
    id('add').disabled = said.panels.length >= said.most;
    this.lay();
  }

  #add(spec) {
    const place = new Place(spec.panel, this);
    this.places.set(spec.panel, place);
    id('panels').append(place.element);
    return place;
  }

  change(spec, wanted) { this.talk.say({do: 'change', panel: spec.panel, width: spec.width, height: spec.height, diagonal: spec.diagonal, mode: spec.mode, ...wanted}); }
  async choosePreset(spec, choice) {
    const wanted = await this.#spec(choice);
    if (wanted) this.change(spec, wanted);
  }
  remove(number) { this.talk.say({do: 'remove', panel: number}); }

  // What is done to one panel is done to all, where the same share of the picture is.
  others(place) { return this.isTogether ? this.panels.filter(other => other !== place) : []; }

  lay() {
    const {panels} = this;
    id('zoom').value = this.zoom; id('zoom-words').value = `${this.zoom} %`;
    if (!panels.length) return;
    const box = getComputedStyle(id('panels')), stage = id('stage');
    // As high as it may become, where that is not as high as it is.
    const most = getComputedStyle(stage).maxHeight, height = most.endsWith('px') ? parseFloat(most) : stage.clientHeight;
    const room = [stage.clientWidth - 2 * parseFloat(box.paddingLeft) - 2, height - parseFloat(box.paddingTop) - parseFloat(box.paddingBottom) - 2];
    const zoom = this.zoom / 100, ratio = window.devicePixelRatio || 1;
    const perMillimetre = this.scale === 'fit' ? this.#fitting(room) * zoom
      : Math.hypot(screen.width, screen.height) / (this.inches * 25.4) * zoom;
    for (const place of panels) {
      const {width, mm} = place.spec;
      place.lay(this.scale === 'pixels' ? zoom / ratio : perMillimetre * mm[0] / width);
    }
  }

  // CSS pixels for a millimetre so that all panels are seen, in as many rows as makes them largest.
  #fitting(room) {
    let [small, large] = [0.05, 60];
    // What fits at one size fits at each smaller one.
    while (large - small > 0.005) {
      const middle = (small + large) / 2;
      if (this.#fits(middle, room)) small = middle; else large = middle;
    }
    return small;
  }

  // Whether the panels fit at so many pixels for a millimetre, put into rows as the page puts them.
  #fits(scale, room) {
    let across = 0, down = 0, height = 0;
    for (const place of this.panels) {
      const panel = place.spec.mm[0] * scale, width = Math.max(panel, captions.least);
      const tall = place.spec.mm[1] * scale + (panel < captions.whole ? captions.two : captions.one);
      if (width > room[0]) return false;
      if (across && across + gaps[0] + width > room[0]) { down += height + gaps[1]; across = 0; height = 0; }
      across += (across ? gaps[0] : 0) + width;
      height = Math.max(height, tall);
    }
    return down + height <= room[1];
  }
}

// One panel with its caption.
class Place {
  constructor(number, stage) {
    this.number = number; this.stage = stage; this.spec = null;
    this.canvas = make('canvas', {width: 1, height: 1});
    this.notice = make('p', {className: 'notice', textContent: 'Connecting…'});
    this.glass = make('div', {className: 'panel', tabIndex: 0, role: 'application'}, this.canvas, this.notice);
    this.glass.dataset.panel = number;
    const mirror = make('section', {className: 'unseen mirror', 'aria-label': `On panel ${number}`}), said = make('p', {className: 'unseen'});
    said.setAttribute('aria-live', 'polite');
    this.caption = make('div', {className: 'caption', role: 'group', 'aria-label': `Panel ${number}`});
    this.element = make('section', {className: 'place', 'aria-label': `Place of panel ${number}`}, this.caption, this.glass, mirror, said);
    this.#controls();
    this.marks = new Map();
    this.panel = new Panel(this.glass, this.canvas, `/ws/${number}`, {
      opened: () => { this.notice.textContent = this.panel.picture.width ? '' : 'Waiting for the first picture…'; },
      closed: why => { this.notice.textContent = `${why} Trying again…`; },
      info: info => { if (info.mirror) this.mirror.show(info.mirror); stage.onInfo(this, info); },
      drawn: frame => { this.notice.textContent = ''; this.onDrawn?.(frame); if (frame.isOther) stage.lay(); },
      pointed: event => stage.onPointed?.(this, event),
      // The panel under the finger sends what a tap sends; the others show it as done.
      leads: () => {
        this.panel.follow(false);
        for (const other of stage.others(this)) other.panel.follow(true);
      },
      touched: (phase, touches) => {
        this.mark(phase, touches);
        const theirs = touches.map(touch => ({...touch, id: touch.id + followers * number}));
        for (const other of stage.others(this)) { other.panel.touch(phase, theirs); other.mark(phase, theirs); }
      },
      wheeled: (lines, place, time) => { for (const other of stage.others(this)) other.panel.wheel(lines, place, time); },
      keyed: (key, time) => { for (const other of stage.others(this)) other.panel.key(key, time); },
      typed: (letter, key, time) => { for (const other of stage.others(this)) other.panel.type(letter, key, time); },
    });
    this.mirror = new Mirror(mirror, said, this.panel);
    this.glass.addEventListener('keydown', event => this.panel.pressed(event));
  }

  #controls() {
    this.preset = make('select', {'aria-label': `Size of panel ${this.number}`});
    this.preset.append(...presets.map((preset, index) => new Option(preset.name, index)), new Option('Own size…', 'own'));
    this.preset.addEventListener('change', () => { this.stage.choosePreset(this.spec, this.preset.value); this.#name(); });
    this.turn = make('button', {type: 'button', textContent: 'Turn', title: 'Portrait or landscape'});
    this.turn.setAttribute('aria-label', `Turn panel ${this.number}`);
    this.turn.addEventListener('click', () => this.stage.change(this.spec, {width: this.spec.height, height: this.spec.width}));
    this.mode = make('select', {'aria-label': `Colours of panel ${this.number}`});
    this.mode.append(...modes.map(([value, name]) => new Option(name, value)));
    this.mode.addEventListener('change', () => this.stage.change(this.spec, {mode: this.mode.value}));
    this.close = make('button', {type: 'button', textContent: 'Remove'});
    this.close.setAttribute('aria-label', `Remove panel ${this.number}`);
    this.close.addEventListener('click', () => this.stage.remove(this.number));
    this.caption.append(this.preset, this.turn, this.mode, this.close);
  }

  show(spec, mayClose) {
    this.spec = spec;
    this.mode.value = spec.mode || '';
    this.close.hidden = !mayClose;
    this.#name();
  }

  // Says which panel it is: a preset either way round, or a size of its own.
  #name() {
    const {width, height, diagonal, mm} = this.spec;
    const known = presets.findIndex(preset => Math.abs(preset.inches * 25.4 - diagonal) < 1
      && Math.max(preset.width, preset.height) === Math.max(width, height) && Math.min(preset.width, preset.height) === Math.min(width, height));
    this.preset.options[presets.length].textContent = known < 0 ? `${(diagonal / 25.4).toFixed(1)}″ · ${width} × ${height}` : 'Own size…';
    this.preset.value = known < 0 ? 'own' : known;
    this.glass.setAttribute('aria-label', `Panel ${this.number}, ${width} by ${height} pixels, ${Math.round(mm[0])} by ${Math.round(mm[1])} millimetres: drag to scroll, arrow keys, F5 to refresh, Escape to go back`);
  }

  lay(scale) {
    const {width, height} = this.spec;
    // Until the first picture of this size the place is kept free.
    const [w, h] = this.panel.size;
    if (w === width && h === height) this.panel.lay(scale); else { this.glass.style.width = `${width * scale}px`; this.glass.style.height = `${height * scale}px`; }
    this.caption.style.maxWidth = `${Math.max(width * scale, captions.least)}px`;
    this.scale = scale;
  }

  // Draws fingers where they are; each fades when it is lifted.
  mark(phase, touches) {
    for (const touch of touches) {
      let mark = this.marks.get(touch.id);
      if (phase === 1 && this.stage.showsTouches) {
        mark = make('i', {className: 'touch'});
        this.marks.set(touch.id, mark);
        this.glass.append(mark);
      }
      if (!mark) continue;
      mark.style.left = `${touch.at[0] * 100}%`; mark.style.top = `${touch.at[1] * 100}%`;
      if (phase < 3) continue;
      this.marks.delete(touch.id);
      mark.classList.add('lifted');
      setTimeout(() => mark.remove(), 300);
    }
  }
}
