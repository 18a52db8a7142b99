import {Picture} from './frames.js';

// One panel on a page: its connection, its picture, and the fingers, mouse and keys that reach it.
// `on` takes what happens: opened(), closed(why), info(object), drawn(frame), leads(), touched(phase, events), keyed(key), typed(letter, key), wheeled(lines, u, v).

const inputHeader = 9;
// Of a swipe on a trackpad: no finger's number, and how long it may pause, in milliseconds.
const swipeId = -7, swipePause = 80;
const keys = {ArrowUp: 0, ArrowDown: 1, PageUp: 2, PageDown: 3, Home: 4, End: 5, ArrowLeft: 6, ArrowRight: 7,
  F5: 8, r: 8, R: 8, Escape: 9, Backspace: 9, Enter: 10, ' ': 11};
// Of who listens: help, mute, louder, softer; as on the panel. Loudness has keys of its own on few keyboards that browsers hear of.
const voiceKeys = {F1: 0, Help: 0, AudioVolumeMute: 1, AudioVolumeUp: 3, AudioVolumeDown: 4};
const next = 12, previous = 13;
export const keyOf = event => event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
// What a key writes where something is written: a code point, 8 for the one that takes a letter away.
const letterOf = event => {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey || event.getModifierState('AltGraph');
  if (!isPlain || event.isComposing) return undefined;
  return event.key === 'Backspace' ? 8 : [...event.key].length === 1 ? event.key.codePointAt(0) : undefined;
};

export class Panel {
  // `element` is touched and holds the canvas; `path` is where the panel is on the server.
  constructor(element, canvas, path, on = {}) {
    this.element = element; this.canvas = canvas; this.path = path; this.on = on;
    this.picture = new Picture(canvas);
    this.contacts = new Map();
    this.stats = {frames: 0, bytes: 0, connected: false, connections: 0};
    this.swipe = null; this.wait = 250; this.socket = null; this.isOver = false;
    this.#listen();
    this.#connect();
  }

  // As the viewer sees it.
  get size() {
    const {width, height, turn} = this.picture;
    return turn === 90 || turn === 270 ? [height, width] : [width, height];
  }

  // Shows the canvas at so many CSS pixels for one of the panel's, turned back: the picture is turned clockwise on the panel.
  lay(scale) {
    const {width, height, turn} = this.picture, [w, h] = this.size;
    this.element.style.width = `${w * scale}px`; this.element.style.height = `${h * scale}px`;
    this.canvas.style.width = `${width * scale}px`; this.canvas.style.height = `${height * scale}px`;
    this.canvas.style.transform = `translate(-50%, -50%) rotate(${-turn}deg)`;
    this.canvas.classList.toggle('whole', Number.isInteger(scale * (window.devicePixelRatio || 1)));
  }

  close() {
    this.isOver = true;
    this.liftAll();
    this.socket?.close();
  }

  // -- the connection
  #connect() {
    const socket = this.socket = new WebSocket(`ws://${location.host}${this.path}`);
    socket.binaryType = 'arraybuffer';
    let opened = false;
    socket.onmessage = event => {
      // Whoever finds no room is let in only to be told so.
      if (!opened) {
        opened = true; this.wait = 250;
        this.stats.connected = true; this.stats.connections++;
        this.on.opened?.();
      }
      if (typeof event.data === 'string') { this.on.info?.(JSON.parse(event.data)); return; }
      this.stats.bytes += event.data.byteLength;
      const frame = this.picture.draw(event.data);
      if (frame.isOther) this.liftAll();
      this.stats.frames++;
      this.on.drawn?.(frame);
      requestAnimationFrame(() => {
        if (socket !== this.socket || socket.readyState !== 1) return;
        const view = new DataView(new ArrayBuffer(13));
        view.setUint8(0, 1); view.setUint32(1, frame.sequence, true); view.setFloat64(5, performance.now(), true);
        socket.send(view.buffer);
      });
    };
    socket.onclose = event => {
      this.stats.connected = false;
      this.contacts.clear();
      if (this.isOver) return;
      const pause = this.wait * (0.75 + Math.random() / 2);
      this.wait = Math.min(this.wait * 2, 5000);
      this.on.closed?.(event.code === 1013 ? 'Too many viewers are connected.' : opened ? 'The connection was lost.'
        : 'The panel does not answer.');
      setTimeout(() => { if (!this.isOver) this.#connect(); }, pause);
    };
  }

  #send(view) { if (this.socket && this.socket.readyState === 1) this.socket.send(view.buffer); }

  // -- what is done to it
  // From shares of the picture as the viewer sees it to panel pixels: where a touch panel would report the finger.
  #onPanel([u, v]) {
    const {width, height, turn} = this.picture;
    const [x, y] = turn === 0 ? [u, v] : turn === 90 ? [1 - v, u] : turn === 180 ? [1 - u, 1 - v] : [v, 1 - u];
    return [x * width, y * height];
  }
  share(event) {
    const box = this.element.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  }
  #begin(bytes) {
    const view = new DataView(new ArrayBuffer(inputHeader + bytes));
    view.setUint8(0, 2); view.setFloat64(1, performance.now(), true);
    return view;
  }

  // Touches at shares of the picture: {id, isMouse, at: [u, v], time}; phase is 1 down, 2 motion, 3 up, 4 cancel.
  touch(phase, touches) {
    const view = this.#begin(touches.length * 22);
    let at = inputHeader;
    for (const touch of touches) {
      const [x, y] = this.#onPanel(touch.at);
      view.setUint8(at, phase); view.setUint8(at + 1, touch.isMouse ? 1 : 0);
      view.setInt32(at + 2, touch.id, true);
      view.setFloat32(at + 6, x, true); view.setFloat32(at + 10, y, true); view.setFloat64(at + 14, touch.time, true);
      at += 22;
    }
    this.#send(view);
  }
  wheel(lines, place, time) {
    const view = this.#begin(21), [x, y] = this.#onPanel(place);
    view.setUint8(inputHeader, 5); view.setFloat32(inputHeader + 1, lines, true);
    view.setFloat32(inputHeader + 5, x, true); view.setFloat32(inputHeader + 9, y, true);
    view.setFloat64(inputHeader + 13, time, true);
    this.#send(view);
  }
  key(key, time) {
    const view = this.#begin(10);
    view.setUint8(inputHeader, 6); view.setUint8(inputHeader + 1, key); view.setFloat64(inputHeader + 2, time, true);
    this.#send(view);
  }
  // `key` is what it is where nothing is written, if anything.
  type(letter, key, time) {
    const view = this.#begin(14);
    view.setUint8(inputHeader, 7); view.setUint32(inputHeader + 1, letter, true); view.setUint8(inputHeader + 5, key ?? 255);
    view.setFloat64(inputHeader + 6, time, true);
    this.#send(view);
  }
  // Whether what comes is a finger on another panel, so that nothing is sent twice.
  follow(isOn) { this.command(7, 1, view => view.setUint8(2, isOn ? 1 : 0)); }
  command(which, size, fill) {
    const view = new DataView(new ArrayBuffer(2 + size));
    view.setUint8(0, 3); view.setUint8(1, which);
    fill(view);
    this.#send(view);
  }

  #touches(phase, events) {
    const touches = events.map(event => ({
      id: event.pointerId, isMouse: event.pointerType === 'mouse', at: this.share(event), time: event.timeStamp,
    }));
    if (phase === 1) this.on.leads?.();
    this.touch(phase, touches);
    this.on.touched?.(phase, touches);
  }
  #lift(event, phase) { if (this.contacts.delete(event.pointerId)) this.#touches(phase, [event]); }
  liftAll() { this.#endSwipe(4); for (const event of [...this.contacts.values()]) this.#lift(event, 4); }

  // Two fingers that go sideways on a trackpad are one on the glass. It comes from the edge they go away from: nothing there is held by it.
  #swipeBy(share, [, v], time) {
    if (!this.swipe) {
      this.swipe = {id: swipeId, isMouse: false, at: [share > 0 ? 0.999 : 0.001, v], time, timer: 0};
      this.#swiped(1);
    }
    const {swipe} = this;
    swipe.at = [Math.min(Math.max(swipe.at[0] - share, 0), 1), swipe.at[1]]; swipe.time = time;
    this.#swiped(2);
    clearTimeout(swipe.timer);
    swipe.timer = setTimeout(() => this.#endSwipe(3), swipePause);
  }
  #swiped(phase) {
    if (phase === 1) this.on.leads?.();
    this.touch(phase, [this.swipe]);
    this.on.touched?.(phase, [this.swipe]);
  }
  #endSwipe(phase) {
    if (!this.swipe) return;
    clearTimeout(this.swipe.timer);
    this.swipe.time = performance.now();
    this.#swiped(phase);
    this.swipe = null;
  }

  #listen() {
    const {element, contacts} = this;
    element.addEventListener('pointerdown', event => {
      if (event.button !== 0 || contacts.has(event.pointerId) || contacts.size === 16 || !this.picture.width) return;
      if (this.on.pointed?.(event)) return;
      event.preventDefault();
      element.focus({preventScroll: true});
      element.setPointerCapture(event.pointerId);
      contacts.set(event.pointerId, event);
      this.#touches(1, [event]);
    });
    element.addEventListener('pointermove', event => {
      if (!contacts.has(event.pointerId)) return;
      contacts.set(event.pointerId, event);
      const all = event.getCoalescedEvents ? event.getCoalescedEvents() : [];
      this.#touches(2, all.length ? all : [event]);
    });
    element.addEventListener('pointerup', event => this.#lift(event, 3));
    element.addEventListener('pointercancel', event => this.#lift(event, 4));
    element.addEventListener('lostpointercapture', event => this.#lift(event, 4));
    element.addEventListener('contextmenu', event => event.preventDefault());
    addEventListener('blur', () => this.liftAll());
    document.addEventListener('visibilitychange', () => { if (document.hidden) this.liftAll(); });
    element.addEventListener('wheel', event => {
      if (event.ctrlKey) return;
      event.preventDefault();
      // A notch is 100 to 120 CSS pixels and three lines in browsers.
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY) && event.deltaMode === 0 && this.picture.width) {
        this.#swipeBy(event.deltaX / element.getBoundingClientRect().width, this.share(event), event.timeStamp);
        return;
      }
      if (this.swipe) return;
      const lines = event.deltaMode === 0 ? event.deltaY * 3 / 100 : event.deltaMode === 1 ? event.deltaY : event.deltaY * 10;
      const place = this.share(event);
      this.on.leads?.();
      this.wheel(lines, place, event.timeStamp);
      this.on.wheeled?.(lines, place, event.timeStamp);
    }, {passive: false});
  }

  voice(key, time) {
    const view = this.#begin(10);
    view.setUint8(inputHeader, 8); view.setUint8(inputHeader + 1, key); view.setFloat64(inputHeader + 2, time, true);
    this.#send(view);
  }

  // A key that moves over the panel, or that its voice has; false when it is neither.
  heard(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const isTab = event.key === 'Tab' && document.activeElement === this.element;
    // Few keyboards have a key that mutes and that a browser hears of.
    const voice = event.key === 'F1' && event.shiftKey ? voiceKeys.AudioVolumeMute : voiceKeys[event.key];
    if (!isTab && voice === undefined) return false;
    event.preventDefault();
    if (isTab) this.key(event.shiftKey ? previous : next, event.timeStamp);
    else if (!event.repeat) this.voice(voice, event.timeStamp);
    return true;
  }

  // A key of the page; false when it is none of the panel's.
  pressed(event) {
    const key = keyOf(event), letter = letterOf(event);
    if (key === undefined && letter === undefined) return false;
    event.preventDefault();
    // A button is pressed once.
    if (event.repeat && key >= 10) return true;
    this.on.leads?.();
    if (letter !== undefined) {
      this.type(letter, key, event.timeStamp);
      this.on.typed?.(letter, key, event.timeStamp);
    } else {
      this.key(key, event.timeStamp);
      this.on.keyed?.(key, event.timeStamp);
    }
    return true;
  }
}
