import {battery} from './battery.js';
import {contrast} from './contrast.js';
import {inPlaceOf, lineOf} from './difference.js';
import {editorLink} from './problems.js';
import {id, make} from './talk.js';

// What a card is that somebody points at: its box on the glass, its contrast, where it stands in the file, what it used.

const rounded = (value, digits = 0) => value.toFixed(digits);
const age = seconds => seconds === null ? 'nothing has come yet' : seconds < 90 ? `${rounded(seconds)} s old`
  : seconds < 5400 ? `${rounded(seconds / 60)} min old` : `${rounded(seconds / 3600)} h old`;

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
    const seen = contrast(place.canvas, said.frame, said.width.px / Math.max(said.width.dp, 1));
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
      for (const {key, value, written: expression} of said.values) {
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
