import {battery} from './battery.js';
import {inPlaceOf, lineOf} from './difference.js';
import {editorLink} from './problems.js';
import {id, make} from './talk.js';

// What a card is that somebody points at: its box on the glass, its contrast, where it stands in the file, what it used.

// Source: WCAG 2.2, relative luminance and contrast ratio.
const linear = channel => { const c = channel / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
const luminance = (r, g, b) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

// Between the colour most of a box is in and the one that stands out most from it, as it is on the glass.
function contrast(canvas, [x, y, w, h]) {
  const x0 = Math.max(x, 0), y0 = Math.max(y, 0), x1 = Math.min(x + w, canvas.width), y1 = Math.min(y + h, canvas.height);
  if (x1 <= x0 || y1 <= y0) return null;
  const data = canvas.getContext('2d').getImageData(x0, y0, x1 - x0, y1 - y0).data, counts = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const color = data[at] << 16 | data[at + 1] << 8 | data[at + 2];
    counts.set(color, (counts.get(color) || 0) + 1);
  }
  const of = color => luminance(color >> 16, color >> 8 & 255, color & 255);
  let ground = 0, most = 0;
  for (const [color, count] of counts) if (count > most) { most = count; ground = color; }
  let best = 1;
  // One pixel is no writing.
  for (const [color, count] of counts) if (count > 3) best = Math.max(best, ratio(of(ground), of(color)));
  return best;
}

const rounded = (value, digits = 0) => value.toFixed(digits);
const age = seconds => seconds === null ? 'nothing has come yet' : seconds < 90 ? `${rounded(seconds)} s old`
  : seconds < 5400 ? `${rounded(seconds / 60)} min old` : `${rounded(seconds / 3600)} h old`;

// Where something ends that is written between quotes or brackets, and begins at a place of the text.
function endOfQuoted(text, start) {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (quote === '"' && text[at] === '\\') at++;
    else if (quote === "'" && text[at] === quote && text[at + 1] === quote) at++;
    else if (text[at] === quote) return at + 1;
  }
  return text.length;
}
function endOfBrackets(text, start) {
  // A quote in the middle of a word is one of its letters.
  let depth = 0, begins = true;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (begins && (sign === '"' || sign === "'")) at = endOfQuoted(text, at) - 1;
    else if (sign === '{' || sign === '[') depth++;
    else if ((sign === '}' || sign === ']') && --depth === 0) return at + 1;
    if (sign.trim()) begins = '{[,:'.includes(sign);
  }
  return text.length;
}

// What the file writes for a key of the card, in the lines it was made from; null where it does not.
function written(text, key) {
  // The first word is what kind of card it is.
  const first = text.indexOf(':') + 1, found = new RegExp(`[{,\\s]${key}:[ \\t]*`).exec(text.slice(first));
  if (!found) return null;
  const start = first + found.index + found[0].length, before = text.slice(0, first + found.index + 1), rest = text.slice(start);
  if (rest[0] === '"' || rest[0] === "'") return text.slice(start, endOfQuoted(text, start));
  if (rest[0] === '{' || rest[0] === '[') return text.slice(start, endOfBrackets(text, start));
  if (/[{,]\s*$/.test(before)) return rest.match(/^[^,}\]\n]*/)[0].trim() || null;
  const line = rest.match(/^[^\n]*/)[0].replace(/(^|\s)#.*/, '').trim();
  if (line && !/^[|>]/.test(line)) return line;
  // Lines below that are indented deeper than the key.
  const depth = before.slice(before.lastIndexOf('\n') + 1).replace(/- /g, '  ').search(/\S|$/), below = [];
  for (const next of rest.split('\n').slice(1)) {
    if (next.trim() && next.search(/\S/) <= depth) break;
    below.push(next);
  }
  const least = Math.min(...below.filter(next => next.trim()).map(next => next.search(/\S/)));
  return below.map(next => next.slice(least)).join('\n').trim() || null;
}

export function inspector(talk, stage) {
  let isPointing = false, pointed = null;
  const outline = make('div', {className: 'outline', hidden: true});
  const set = isOn => {
    isPointing = isOn;
    id('point').setAttribute('aria-pressed', String(isOn));
    id('stage').classList.toggle('pointing', isOn);
    if (!isOn) outline.hidden = true;
  };
  const ask = (place, u, v, nearest) => { pointed = {panel: place.number, u, v, nearest}; talk.say({do: 'inspect', ...pointed}); };
  battery(talk, () => pointed);
  id('point').addEventListener('click', () => set(!isPointing));
  // A finger that points does not press.
  stage.onPointed = (place, event) => {
    if (!isPointing) return false;
    event.preventDefault();
    ask(place, ...place.panel.share(event), false);
    return true;
  };
  id('stage').addEventListener('keydown', event => {
    const glass = event.target.closest('.panel');
    if (!isPointing || !glass || event.key !== 'Enter') return;
    event.preventDefault(); event.stopPropagation();
    // The middle may lie between two columns.
    ask(stage.places.get(Number(glass.dataset.panel)), 0.5, 0.5, true);
  }, true);
  addEventListener('keydown', event => { if (event.key === 'Escape' && isPointing) set(false); });

  talk.on('inspected', said => {
    const place = stage.places.get(said.panel);
    if (!place || !isPointing) return;
    id('battery').replaceChildren();
    if (!said.frame) {
      outline.hidden = id('battery-part').hidden = true;
      id('inspected').replaceChildren(make('p', {className: 'empty', textContent: 'Nothing here: no card lies at this place of the panel.'}));
      return;
    }
    const [w, h] = place.panel.size, [x, y, fw, fh] = said.frame;
    outline.hidden = false;
    outline.style.left = `${x / w * 100}%`; outline.style.top = `${y / h * 100}%`;
    outline.style.width = `${fw / w * 100}%`; outline.style.height = `${fh / h * 100}%`;
    place.glass.append(outline);
    const seen = contrast(place.canvas, said.frame);
    const facts = make('dl', {className: 'facts'});
    const fact = (name, value, fails) => facts.append(make('dt', {textContent: name}), make('dd', {textContent: value, className: fails ? 'fails' : ''}));
    fact('Card', said.item ? `${said.kind}, item “${said.item}”` : said.kind);
    fact('Box', `${rounded(said.width.dp)} × ${rounded(said.height.dp)} dp`);
    fact('On the glass', `${rounded(said.width.mm, 1)} × ${rounded(said.height.mm, 1)} mm`);
    if (seen) fact('Contrast', `${rounded(seen, 1)} : 1${seen < 4.5 ? ', text needs 4.5' : ''}`, seen < 4.5);
    if (said.isTappable) {
      const isSmall = said.least < said.target;
      fact('To be hit', `${rounded(said.least, 1)} mm${isSmall ? `, a finger needs ${said.target}` : ''}`, isSmall);
    } else fact('To be hit', 'not pressed by itself');
    const made = [facts];
    if (said.values.length) {
      const values = make('dl', {className: 'facts'});
      for (const {key, value} of said.values) {
        const expression = written(said.text, key);
        values.append(make('dt', {textContent: key}), make('dd', {}, value, ...(expression && expression !== value ? [make('br'), make('code', {textContent: expression})] : [])));
      }
      made.push(make('h2', {textContent: 'Written on it'}), values);
    }
    if (said.sources.length) {
      const list = make('dl', {className: 'facts'});
      for (const source of said.sources) {
        list.append(make('dt', {textContent: source.name}), make('dd', {textContent: [age(source.age), ...source.problems].join('; ')}));
      }
      made.push(make('h2', {textContent: 'Made from'}), list);
    }
    if (said.line) {
      const files = talk.latest.get('files'), isOther = files && !files.isGood;
      made.push(make('h2', {textContent: isOther ? `On show, from line ${said.line}` : `In the file, line ${said.line}`}));
      const code = make('pre', {textContent: said.text, tabIndex: 0, role: 'region', 'aria-label': 'Lines of the file'});
      made.push(code);
      let {line} = said;
      if (isOther) {
        const found = inPlaceOf(files.shown.split('\n'), files.now.split('\n'), said.line, said.text.split('\n').length);
        const {rows} = found;
        line = found.line;
        made.push(make('h2', {textContent: 'In the file now'}), rows
          ? make('ol', {className: 'lines', tabIndex: 0, role: 'list', 'aria-label': 'Lines of this card that are others in the file'}, ...rows.map(lineOf))
          : make('p', {className: 'empty', textContent: 'These lines are as they are on show.'}));
      }
      if (said.path) made.push(make('p', {}, editorLink(make('a', {textContent: 'Open this place in the editor'}), said.path, line, said.column)));
    }
    id('inspected').replaceChildren(...made);
    id('battery-part').hidden = !said.line;
  });
}
