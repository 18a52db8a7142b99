import {id, make} from './talk.js';

// What the panels are put under: time, size, language, eyes, and how each source answers.
const networks = {slow: '5 s late', offline: 'Offline', unavailable: '503', timeout: 'Time-out', garbage: 'Garbage', frozen: 'Frozen'};
const figures = {empty: 'Empty', one: 'One item', many: 'Many', longest: 'Long texts', stale: 'Stale', error: 'Error'};
const two = number => String(number).padStart(2, '0');

export function conditions(talk) {
  const names = new Intl.DisplayNames('en', {type: 'language'});
  const today = () => {
    const now = new Date();
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  };
  const clock = () => {
    // A time without a date is today's.
    if (!id('date').value) id('date').value = today();
    const minute = Number(id('minute').value), time = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
    id('minute-words').value = time;
    id('minute').setAttribute('aria-valuetext', time);
    return `${id('date').value}T${time}`;
  };
  const showNow = () => {
    const now = new Date();
    id('date').value = today();
    id('minute').value = now.getHours() * 60 + now.getMinutes();
    clock();
  };
  showNow();
  id('minute').addEventListener('input', () => talk.say({do: 'clock', time: clock()}));
  id('date').addEventListener('change', () => { if (id('date').value) talk.say({do: 'clock', time: clock()}); });
  id('now').addEventListener('click', () => { showNow(); talk.say({do: 'clock', time: ''}); });
  id('text').addEventListener('change', () => talk.say({do: 'size', size: Number(id('text').value)}));
  id('language').addEventListener('change', () => talk.say({do: 'language', language: id('language').value}));
  id('distance').addEventListener('change', () => talk.say({do: 'distance', distance: Number(id('distance').value) || null}));
  // Filters of this page alone: the panels stay as they are.
  id('eyes').addEventListener('change', () => { id('stage').dataset.eyes = id('eyes').value; });

  let said = null, list = [];
  const show = () => {
    if (!said) return;
    id('text').value = said.size;
    id('language').replaceChildren(new Option('As the board says', ''), ...said.languages.map(code => new Option(names.of(code), code)));
    id('language').value = said.language || '';
    id('distance').value = said.distance || '';
    const wanted = list.map(source => source.name).join('\n');
    const weather = id('weather');
    if (weather.dataset.names !== wanted) {
      weather.dataset.names = wanted;
      const rows = list.map(({name}) => {
        const choose = (what, words, verb, none) => {
          const select = make('select', {'aria-label': `${what} of ${name}`}, new Option(none, ''), ...Object.entries(words).map(([value, text]) => new Option(text, value)));
          select.dataset.source = name; select.dataset.verb = verb;
          select.addEventListener('change', () => talk.say({do: verb, source: name, state: select.value}));
          return select;
        };
        return [make('span', {textContent: name}), choose('Network', networks, 'network', 'As it is'), choose('Data', figures, 'data', 'As it is')];
      });
      weather.replaceChildren(rows.length ? make('div', {className: 'weather'}, ...rows.flat()) : make('p', {className: 'empty', textContent: 'The board has no sources.'}));
    }
    for (const select of weather.querySelectorAll('select')) select.value = said[select.dataset.verb][select.dataset.source] || '';
  };
  talk.on('conditions', news => { said = news; show(); });
  talk.on('sources', news => { list = news.list.filter(source => !source.isSelection); show(); });
}
