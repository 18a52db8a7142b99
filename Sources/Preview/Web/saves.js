import {id, make} from './talk.js';

// What a save has changed, marked on the panels: boxes for some seconds, words beside them and for who does not see the panels.

// Seconds; as long as nobody looks at the page they do not count.
const shown = 8;
const names = {new: 'New', changed: 'Changed', moved: 'Moved', gone: 'Taken away'};
const counted = {new: 'new', changed: 'changed', moved: 'moved', gone: 'taken away'};
const said = counts => Object.keys(counted).filter(fate => counts[fate]).map(fate => `${counts[fate]} ${counted[fate]}`).join(', ');

export function saves(talk, stage) {
  // Of each panel what is known of its last save; by panel, the boxes on it and what will take them away.
  const latest = new Map(), layers = new Map();

  function clear(number) {
    const layer = layers.get(number);
    if (!layer) return;
    clearTimeout(layer.timer);
    layer.element.remove();
    layers.delete(number);
  }

  function count(layer, number) {
    clearTimeout(layer.timer);
    if (document.visibilityState === 'visible') layer.timer = setTimeout(() => clear(number), shown * 1000);
  }

  function mark(number) {
    clear(number);
    const place = stage.places.get(number), news = latest.get(number);
    if (!place || !news) return;
    const [w, h] = place.panel.size, element = make('div', {className: 'saves', 'aria-hidden': 'true'});
    for (const {fate, frame} of news.marks) {
      if (!frame) continue;
      const box = make('i', {className: fate}, ...(fate === 'moved' ? [] : [make('b', {textContent: names[fate]})]));
      const [x, y, fw, fh] = frame;
      Object.assign(box.style, {left: `${x / w * 100}%`, top: `${y / h * 100}%`, width: `${fw / w * 100}%`, height: `${fh / h * 100}%`});
      element.append(box);
    }
    if (!element.children.length) return;
    place.glass.append(element);
    const layer = {element, timer: 0};
    layers.set(number, layer);
    count(layer, number);
  }

  // Beside the panel, for who reads it with his ears.
  function tell(place, news) {
    let list = place.element.querySelector('.saved');
    if (!list) {
      list = make('section', {className: 'unseen saved', 'aria-label': `Changed by the last save on panel ${news.panel}`});
      place.element.append(list);
    }
    list.replaceChildren(make('ul', {}, ...news.marks.map(({fate, text, frame}) =>
      make('li', {textContent: `${names[fate]}: ${text}${frame || fate === 'gone' ? '' : ' (not on the panel now)'}`}))));
  }

  function sum() {
    const lines = [...latest.values()].filter(news => stage.places.has(news.panel)).map(news => {
      const words = said(news.counts) || 'no card is another';
      return stage.places.size > 1 ? `panel ${news.panel}: ${words}` : words;
    });
    const text = lines.length ? `Cards after the last save: ${lines.join('; ')}.` : '';
    if (id('saved').textContent !== text) id('saved').textContent = text;
    id('saved-part').hidden = !lines.length;
    id('mark-again').disabled = ![...latest.values()].some(news => news.marks.some(mark => mark.frame));
  }

  talk.on('saved', news => {
    latest.set(news.panel, news);
    const place = stage.places.get(news.panel);
    if (place) tell(place, news);
    // What a page hears that has just been opened may be of long ago.
    if (Date.now() / 1000 - news.time < shown) mark(news.panel);
    sum();
  });
  let run = null;
  talk.on('panels', said => {
    // What another studio has told is of its own panels.
    if (run !== null && said.run !== run) { for (const number of [...latest.keys()]) { latest.delete(number); clear(number); } for (const list of document.querySelectorAll('.saved')) list.remove(); }
    run = said.run;
    for (const number of [...latest.keys()]) if (!said.panels.some(spec => spec.panel === number)) { latest.delete(number); clear(number); }
    sum();
  });
  id('mark-again').addEventListener('click', () => { for (const number of latest.keys()) mark(number); });
  // What is touched moves away from under its boxes.
  const touched = event => { const glass = event.target.closest?.('.panel'); if (glass) clear(Number(glass.dataset.panel)); };
  for (const kind of ['pointerdown', 'wheel', 'keydown']) id('stage').addEventListener(kind, touched, {capture: true, passive: true});
  document.addEventListener('visibilitychange', () => { for (const [number, layer] of layers) count(layer, number); });
}
