import {id, make} from './talk.js';

// What a file has that the board on show has not, or what the last save has changed, line by line.

// The longest lines both have, in order; what lies between was taken away or put in. Source: the dynamic programme of Wagner and Fischer.
function changes(before, after) {
  let head = 0, tail = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const a = before.slice(head, before.length - tail), b = after.slice(head, after.length - tail);
  // Too much to be compared is other altogether.
  if (a.length * b.length > 4e6) return {a: a.map((text, at) => ({text, line: head + at + 1, kind: 'gone'})).concat(b.map((text, at) => ({text, line: head + at + 1, kind: 'new'}))), head};
  const width = b.length + 1, table = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i * width + j] = a[i] === b[j] ? table[(i + 1) * width + j + 1] + 1 : Math.max(table[(i + 1) * width + j], table[i * width + j + 1]);
    }
  }
  const list = [];
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) { list.push({text: b[j], line: head + j + 1, kind: 'same'}); i++; j++; }
    else if (j < b.length && (i === a.length || table[i * width + j + 1] > table[(i + 1) * width + j])) { list.push({text: b[j], line: head + j + 1, kind: 'new'}); j++; }
    else { list.push({text: a[i], line: head + i + 1, kind: 'gone'}); i++; }
  }
  return {a: list, head};
}

// What the file has in place of some lines of the board on show, from line `first`, counted from 1, and where; no rows where it has them as
// they are.
export function inPlaceOf(shown, now, first, count) {
  const {a: list, head} = changes(shown, now), start = first - 1, end = start + count, rows = [];
  const own = shown[start]?.search(/\S|$/) ?? 0;
  // What was put in behind the last line belongs to it when it takes the place of something, or is indented deeper.
  let line = head, replaces = false;
  for (const entry of list) {
    if (entry.kind !== 'new') {
      replaces = entry.kind === 'gone' && line >= start && line < end;
      if (line >= start && line < end) rows.push(entry);
      line++;
    } else if (line > start && (line < end || line === end && (replaces || entry.text.search(/\S|$/) > own))) rows.push(entry);
  }
  const at = rows.find(row => row.kind !== 'gone')?.line ?? (start < head ? first : first + now.length - shown.length);
  return {rows: rows.some(row => row.kind !== 'same') ? rows : null, line: Math.min(Math.max(at, 1), now.length)};
}

// One line, and what has become of it.
export const lineOf = ({text, line, kind}) => make('li', {className: kind},
  make('span', {className: 'where', textContent: line}), make('span', {className: 'mark', 'aria-hidden': 'true', textContent: words[kind]}),
  make('span', {className: 'unseen', textContent: said[kind]}), make('code', {textContent: text}));

const most = 80, words = {same: ' ', gone: '−', new: '+'}, said = {same: '', gone: 'Taken away: ', new: 'New: '};

export function difference(talk) {
  talk.on('files', news => {
    const place = id('difference');
    const {a: list} = changes(news.shown.split('\n'), news.now.split('\n'));
    place.hidden = !list.some(entry => entry.kind !== 'same');
    if (place.hidden) return place.replaceChildren();
    const rows = list.slice(0, most).map(lineOf);
    place.replaceChildren(
      make('h2', {textContent: news.isGood ? 'What the last save has changed' : 'What the board on show has not'}),
      make('ol', {className: 'lines', tabIndex: 0, role: 'list', 'aria-label': 'Lines that differ'}, ...rows),
      ...(list.length > most ? [make('p', {className: 'empty', textContent: `And ${list.length - most} lines more.`})] : []));
  });
}
