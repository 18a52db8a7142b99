// What is on a panel in words, as elements that nobody sees: a screen reader reads and presses them.
//
// An element stays as long as the card it is for: who reads goes on reading, and the focus stays where it is.

// Sets only what is not so already: each change is something a screen reader looks at.
function attribute(node, name, value) {
  if (value === null || value === undefined) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}
function write(node, text) {
  if (node.textContent === text) return;
  if (node.childNodes.length === 1 && node.firstChild.nodeType === Node.TEXT_NODE) node.firstChild.data = text;
  else node.textContent = text;
}
// The children of an element, in this order; those that are there already are not taken out.
function arrange(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  nodes.forEach((node, index) => { if (parent.childNodes[index] !== node) parent.insertBefore(node, parent.childNodes[index] || null); });
}

export class Mirror {
  // `root` holds the elements, `said` what is announced.
  constructor(root, said, panel) {
    this.root = root; this.said = said; this.panel = panel;
    this.shown = ''; this.where = null;
    // What is announced once: the second ends what is being read.
    this.told = ['status', 'alert'].map(role => {
      const node = document.createElement('p');
      node.className = 'unseen'; node.setAttribute('role', role);
      said.after(node);
      return node;
    });
    // By what they are for; and what the focus was on in each place, for who comes back to it.
    this.nodes = new Map(); this.left = new Map();
    // Not for Tab: who sees the panel does not come upon what is unseen.
    root.tabIndex = -1;
    root.addEventListener('keydown', event => this.#keyed(event));
  }

  show(tree) {
    const {root} = this;
    root.dataset.version = tree.version;
    const wanted = JSON.stringify({...tree, version: 0});
    if (wanted === this.shown) return;
    this.shown = wanted;
    const held = root.contains(document.activeElement) ? document.activeElement : null;
    const where = tree.question ? `? ${tree.place}` : tree.place, isElsewhere = where !== this.where;
    if (held && isElsewhere) this.left.set(this.where, held.dataset.key);
    this.where = where;
    this.before = this.nodes; this.nodes = new Map();
    attribute(root, 'lang', tree.language);
    const made = tree.question ? [this.#question(tree.question)] : [];
    tree.items.forEach((item, index) => made.push(this.#item(item, index, `${tree.place}/${item.key}`)));
    arrange(root, made);
    this.before = null;
    write(this.said, [tree.notice, ...tree.items.map(item => item.outcome)].filter(Boolean).join('; '));
    this.#announce(tree.announced);
    if (held) this.#follow(held, isElsewhere, tree.question);
  }

  // What was announced before this page was open is over. The same words again are read again: with a space that nobody sees.
  #announce(announced) {
    const number = announced ? announced.number : 0;
    const isNew = this.announced !== undefined && number !== this.announced;
    this.announced = number;
    if (isNew && announced) write(this.told[announced.urgent ? 1 : 0], announced.text + (number % 2 ? '' : '\u00a0'));
  }

  // Keeps the focus where it was, or brings it to where it belongs now.
  #follow(held, isElsewhere, question) {
    let target = held.isConnected ? held : this.root;
    // A question is answered first; the answer that does nothing is the one that is pressed by mistake.
    if (isElsewhere && question) target = this.nodes.get('? 0');
    else if (isElsewhere) {
      target = this.nodes.get(this.left.get(this.where)) || target;
      this.left.delete(this.where);
      if (this.left.size > 20) this.left.clear();
    }
    if (document.activeElement !== target) target.focus({preventScroll: true});
  }

  // The element for something, of a kind: its name, and its role where it has one that its name does not say.
  #element(key, kind, press) {
    while (this.nodes.has(key)) key += ' ';
    let node = this.before.get(key);
    if (node?.kind !== kind) {
      const [name, role] = kind.split(' ');
      node = document.createElement(name);
      if (role) node.setAttribute('role', role);
      node.kind = kind; node.dataset.key = key;
      if (press) {
        node.tabIndex = -1;
        // Not every browser gives the focus to a button that is pressed.
        if (name === 'button') node.addEventListener('click', () => { node.focus({preventScroll: true}); node.press(); });
      }
    }
    node.press = press;
    this.nodes.set(key, node);
    return node;
  }
  #text(key, kind, text, press) {
    const node = this.#element(key, kind, press);
    write(node, text);
    return node;
  }

  #press(item, part = 255) {
    return () => this.panel.command(4, 7, view => {
      view.setUint32(2, Number(this.root.dataset.version), true); view.setUint16(6, item, true); view.setUint8(8, part);
    });
  }
  #slide(item, share) {
    this.panel.command(6, 10, view => {
      view.setUint32(2, Number(this.root.dataset.version), true); view.setUint16(6, item, true); view.setFloat32(8, share, true);
    });
  }
  #answer(answer) { return () => this.panel.command(5, 1, view => view.setUint8(2, answer)); }

  #question({text, yes, no}) {
    const group = this.#element('?', 'div alertdialog');
    attribute(group, 'aria-label', text); attribute(group, 'aria-modal', true);
    arrange(group, [
      this.#text('? text', 'p', text), this.#text('? 0', 'button', no, this.#answer(0)), this.#text('? 1', 'button', yes, this.#answer(1)),
    ]);
    return group;
  }

  #item(item, index, key) {
    const {text, role} = item, press = this.#press(index);
    if (role === 'checkbox' && item.control) {
      const button = this.#text(key, 'button switch', text, press);
      attribute(button, 'aria-checked', item.control.isOn === true);
      return button;
    }
    if (role === 'slider' && item.control) return this.#slider(item, index, key);
    if (item.parts.length) {
      const isChoice = role === 'radiogroup', group = this.#element(key, isChoice ? 'div radiogroup' : 'div group');
      attribute(group, 'aria-label', text);
      const parts = item.parts.map((name, part) => {
        // A gap between keys.
        if (!name) return null;
        const button = this.#text(`${key} ${part}`, isChoice ? 'button radio' : 'button', name, this.#press(index, part));
        if (isChoice) attribute(button, 'aria-checked', item.control?.chosen === part);
        return button;
      });
      arrange(group, [this.#text(`${key} text`, 'p', text), ...parts.filter(Boolean)]);
      return group;
    }
    if (role === 'heading') {
      const name = `h${item.level || 2}`;
      if (!item.press) return this.#text(key, name, text);
      // Its words are a button's.
      const heading = this.#element(`${key} heading`, name);
      arrange(heading, [this.#text(key, 'button', text, press)]);
      return heading;
    }
    if (item.press) return this.#text(key, 'button', text, press);
    if (role === 'image') {
      const image = this.#element(key, 'p img');
      attribute(image, 'aria-label', text);
      return image;
    }
    return role === 'separator' ? this.#element(key, 'hr') : this.#text(key, 'p', text);
  }

  #slider(item, index, key) {
    const {low, high, step, value, words} = item.control;
    const input = this.#element(key, 'input', () => {
      const wanted = Number(input.value), share = Math.min(Math.max((wanted - low) / (high - low), 0), 1);
      // Until the panel has heard of it, what it says is older than what was done here.
      input.asked = {wanted, until: performance.now() + 2000};
      setTimeout(() => { if (input.isConnected) input.settle(); }, 2000);
      this.#slide(index, share);
    });
    if (!input.settle) {
      input.type = 'range';
      input.addEventListener('change', () => input.press());
    }
    for (const [name, number] of Object.entries({min: low, max: high, step})) attribute(input, name, number);
    attribute(input, 'aria-label', item.text); attribute(input, 'aria-valuetext', words);
    input.disabled = value === null;
    input.settle = () => {
      if (input.asked && value !== input.asked.wanted && performance.now() < input.asked.until) return;
      input.asked = null;
      if (Number(input.value) !== value) input.value = value ?? low;
    };
    input.settle();
    return input;
  }

  // A question keeps the focus until it has an answer; arrows go from one choice to the next, and choose nothing by that.
  #keyed(event) {
    const node = event.target, group = node.parentElement;
    const step = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Tab: event.shiftKey ? -1 : 1}[event.key];
    if (node.closest('[role=alertdialog]') && (event.key === 'Escape' || event.key === 'Tab')) {
      const answers = [...group.querySelectorAll('button')];
      if (event.key === 'Escape') answers[0].press(); else answers[(answers.indexOf(node) + step + answers.length) % answers.length].focus();
    } else if (node.getAttribute('role') === 'radio' && step && event.key !== 'Tab') {
      const choices = [...group.querySelectorAll('[role=radio]')];
      choices[(choices.indexOf(node) + step + choices.length) % choices.length].focus();
    } else return;
    event.preventDefault();
  }
}
