import {id, make} from './talk.js';

// Everything a board can have, with what to write for it.

async function copy(button, text) {
  try { await navigator.clipboard.writeText(text); button.textContent = 'Copied'; }
  catch { button.textContent = 'Select it and copy'; }
  setTimeout(() => { button.textContent = 'Copy'; }, 2000);
}

export class Gallery {
  constructor(talk) {
    this.talk = talk; this.items = new Map(); this.isAsked = false; this.icons = [];
    id('show-gallery').addEventListener('click', () => { location.hash = this.isShown ? '' : 'gallery'; });
    id('find').addEventListener('input', () => { this.#find(); id('gallery').scrollTop = 0; });
    addEventListener('hashchange', () => this.#show());
    talk.on('gallery', said => this.#take(said.list));
    talk.on('icons', said => this.#takeIcons(said.list));
    talk.onOpen.push(() => { this.isAsked = false; this.#show(); });
    this.#show();
  }

  get isShown() { return location.hash === '#gallery'; }

  #show() {
    id('gallery').hidden = !this.isShown; id('stage').hidden = this.isShown; id('side').hidden = this.isShown; id('tools').hidden = this.isShown;
    document.body.classList.toggle('browsing', this.isShown);
    id('show-gallery').setAttribute('aria-pressed', String(this.isShown));
    if (this.isShown && !this.isAsked && this.talk.isOpen) { this.isAsked = true; this.talk.say({do: 'gallery'}); }
  }

  #group(name) {
    let group = [...id('shelves').children].find(group => group.dataset.name === name);
    if (group) return group.lastChild;
    group = make('section', {}, make('h2', {textContent: name}), make('ul', {className: name === 'Icons' ? 'icons' : 'shelf'}));
    group.dataset.name = name;
    id('shelves').append(group);
    return group.lastChild;
  }

  #take(list) {
    id('gallery-none').hidden = true;
    for (const entry of list) {
      const key = `${entry.group} ${entry.name}`;
      let item = this.items.get(key);
      if (!item) { item = this.#item(entry); this.items.set(key, item); }
      if (entry.picture && !item.picture.src) { item.picture.src = entry.picture; item.picture.classList.add('there'); }
    }
    // Icons stand last, whatever came first.
    if (this.icons.length) id('shelves').append(this.#group('Icons').parentElement);
    this.#find();
  }

  #item(entry) {
    const picture = make('img', {alt: `${entry.name}: ${entry.summary}`, loading: 'lazy', width: entry.width, height: entry.height});
    const button = make('button', {type: 'button', textContent: 'Copy', 'aria-label': `Copy ${entry.name}`});
    button.addEventListener('click', () => copy(button, entry.yaml));
    const element = make('li', {className: 'item'}, make('div', {className: 'frame'}, picture),
      make('div', {className: 'head'}, make('h3', {textContent: entry.name}), button),
      make('p', {textContent: entry.summary}),
      make('pre', {textContent: entry.yaml, tabIndex: 0, role: 'region', 'aria-label': `${entry.group}: lines of ${entry.name}`}));
    this.#group(entry.group).append(element);
    return {element, picture, text: `${entry.group} ${entry.name} ${entry.summary} ${entry.yaml}`.toLowerCase()};
  }

  #takeIcons(list) {
    if (this.icons.length) return;
    const shelf = this.#group('Icons');
    this.icons = list.map(({name, path, evenOdd}) => {
      const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      drawing.setAttribute('viewBox', '0 0 1600 1600'); drawing.setAttribute('aria-hidden', 'true');
      line.setAttribute('d', path); line.setAttribute('fill', 'currentColor');
      if (evenOdd) line.setAttribute('fill-rule', 'evenodd');
      drawing.append(line);
      const label = make('span', {textContent: name}), button = make('button', {type: 'button', title: `icon: ${name}`, 'aria-label': `Copy icon: ${name}`}, drawing, label);
      button.addEventListener('click', async () => {
        try { await navigator.clipboard.writeText(`icon: ${name}`); label.textContent = 'copied'; } catch { label.textContent = `icon: ${name}`; }
        setTimeout(() => { label.textContent = name; }, 1500);
      });
      const element = make('li', {}, button);
      shelf.append(element);
      return {element, text: `icons ${name}`};
    });
    this.#find();
  }

  #find() {
    const wanted = id('find').value.trim().toLowerCase();
    let count = 0;
    for (const item of [...this.items.values(), ...this.icons]) {
      item.element.hidden = !item.text.includes(wanted);
      if (!item.element.hidden) count++;
    }
    for (const group of id('shelves').children) group.hidden = ![...group.lastChild.children].some(item => !item.hidden);
    id('found').value = wanted ? `${count} found` : '';
  }
}
