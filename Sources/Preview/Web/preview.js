import {Panel} from './panel.js';
import {Mirror} from './mirror.js';

const id = name => document.getElementById(name);
const stage = id('stage'), notice = id('notice');
const presets = [[800, 480], [1280, 800], [1080, 1920], [1920, 1080]];
// What tests and curious people may read.
const stats = window.stats = {frames: 0, bytes: 0, moves: 0, rects: 0, fps: 0, rate: 0, connected: false,
  connections: 0, size: [0, 0], orientation: 0, info: null};
let fit = true;

const panel = new Panel(id('panel'), id('canvas'), `/ws${location.search}`, {
  opened() {
    Object.assign(stats, panel.stats);
    document.body.classList.add('connected');
    notice.textContent = panel.picture.width ? '' : 'Waiting for the first picture…';
  },
  closed(why) {
    Object.assign(stats, panel.stats);
    document.body.classList.remove('connected');
    notice.textContent = `${why} Trying again…`;
  },
  info: show,
  drawn(frame) {
    notice.textContent = '';
    const {picture} = panel;
    Object.assign(stats, panel.stats, {moves: picture.moves, rects: picture.rects});
    if (!frame.isOther) return;
    stats.size = [picture.width, picture.height]; stats.orientation = picture.turn;
    layout();
  },
});
const mirror = new Mirror(id('mirror'), id('said'), panel);

function layout() {
  if (!panel.picture.width) return;
  const ratio = window.devicePixelRatio || 1, [w, h] = panel.size.map(side => side / ratio);
  const box = getComputedStyle(stage);
  const room = [stage.clientWidth - 2 * parseFloat(box.paddingLeft), stage.clientHeight - 2 * parseFloat(box.paddingTop)];
  const scale = fit ? Math.min(1, Math.max(64, room[0]) / w, Math.max(64, room[1]) / h) : 1;
  panel.lay(scale / ratio);
  stage.classList.toggle('fit', fit);
}
new ResizeObserver(layout).observe(stage);

let frames = 0, bytes = 0, since = performance.now();
setInterval(() => {
  const now = performance.now(), seconds = (now - since) / 1000;
  stats.fps = (stats.frames - frames) / seconds; stats.rate = (stats.bytes - bytes) / seconds;
  frames = stats.frames; bytes = stats.bytes; since = now;
  const rate = stats.rate < 1e6 ? `${(stats.rate / 1e3).toFixed(0)} kB/s` : `${(stats.rate / 1e6).toFixed(1)} MB/s`;
  id('rate').textContent = `${stats.fps.toFixed(0)} fps · ${rate}`;
}, 1000);

// Lists and buttons of the bar keep their keys.
addEventListener('keydown', event => {
  // The panel has Tab, as a real one does: this leads out of it, and back.
  if (event.key === 'F6') {
    event.preventDefault();
    (document.activeElement === id('panel') ? id('turns').querySelector('button') : id('panel')).focus({preventScroll: true});
  } else if (!event.target.closest('#bar, #mirror')) {
    if (!panel.heard(event)) panel.pressed(event);
  }
});

function options(select, values, chosen) {
  const wanted = values.map(([value, text]) => `${value}\n${text}`).join('\n\n');
  if (select.dataset.values !== wanted) {
    select.dataset.values = wanted;
    select.replaceChildren(...values.map(([value, text]) => new Option(text, value)));
  }
  select.value = chosen;
}
function show(info) {
  stats.info = info;
  document.title = info.title ? `${info.title} – preview` : 'Vitrine preview';
  id('title').textContent = info.title || 'Vitrine';
  id('status').textContent = info.status;
  const sizes = presets.some(([w, h]) => w === info.size[0] && h === info.size[1]) ? presets : [info.size, ...presets];
  options(id('size'), sizes.map(([w, h]) => [`${w}x${h}`, `${w} × ${h}`]), `${info.size[0]}x${info.size[1]}`);
  options(id('style'), info.styles.map(name => [name, name]), info.style);
  id('styles').hidden = info.styles.length === 0;
  if (info.mirror) mirror.show(info.mirror);
  id('heard').hidden = !info.heard;
  const said = (info.heard || []).join('\n');
  if (id('heard-words').textContent !== said) {
    id('heard-words').textContent = said;
    id('heard').scrollTop = id('heard').scrollHeight;
  }
  if (info.mirror) id('heard-words').lang = info.mirror.language;
  for (const button of id('turns').children) {
    button.setAttribute('aria-pressed', String(Number(button.dataset.turn) === info.orientation));
  }
}

for (const button of id('turns').children) {
  button.addEventListener('click', () => panel.command(1, 2, view => view.setUint16(2, Number(button.dataset.turn), true)));
}
id('size').addEventListener('change', event => {
  const [w, h] = event.target.value.split('x').map(Number);
  panel.command(2, 4, view => { view.setUint16(2, w, true); view.setUint16(4, h, true); });
});
id('style').addEventListener('change', event => {
  const name = new TextEncoder().encode(event.target.value);
  panel.command(3, name.length, view => new Uint8Array(view.buffer).set(name, 2));
});
id('fit').addEventListener('click', event => {
  fit = !fit;
  event.target.setAttribute('aria-pressed', String(fit));
  layout();
});
id('controls').addEventListener('submit', event => event.preventDefault());
id('panel').focus({preventScroll: true});
