// What concerns all panels: JSON both ways on one connection. Subjects come as they are now, and again when they change.

export class Talk {
  constructor() {
    this.takers = new Map(); this.latest = new Map();
    this.wait = 250; this.socket = null;
    this.onState = () => {}; this.onOpen = []; this.isOpen = false;
    this.#connect();
  }

  on(topic, take) {
    this.takers.set(topic, [...(this.takers.get(topic) || []), take]);
    if (this.latest.has(topic)) take(this.latest.get(topic));
  }

  say(order) { if (this.socket.readyState === 1) this.socket.send(JSON.stringify(order)); }

  #connect() {
    const socket = this.socket = new WebSocket(`ws://${location.host}/talk`);
    socket.onopen = () => { this.isOpen = true; this.onState(true); for (const take of this.onOpen) take(); };
    socket.onmessage = event => {
      // Whoever finds no room is let in only to be told so.
      this.wait = 250;
      const said = JSON.parse(event.data);
      this.latest.set(said.topic, said);
      // A topic may be one of a kind, as “frames 2”.
      for (const take of this.takers.get(said.topic.split(' ')[0]) || []) take(said);
    };
    socket.onclose = event => {
      this.isOpen = false;
      this.onState(false, event.code === 1013 ? 'Too many pages are open.' : 'The studio does not answer.');
      const pause = this.wait * (0.75 + Math.random() / 2);
      this.wait = Math.min(this.wait * 2, 5000);
      setTimeout(() => this.#connect(), pause);
    };
  }
}

// An element in one line.
export function make(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes('-') || key === 'role') made.setAttribute(key, value); else made[key] = value;
  }
  made.append(...children);
  return made;
}
export const id = name => document.getElementById(name);
