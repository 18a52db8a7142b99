#if Preview
  /// The page: one HTML document that loads nothing else.
  enum Page {
    /// - Parameter nonce: marks the style and the script as ours for the content security policy.
    static func html(nonce: String) -> String {
      #"""
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
      <meta name="color-scheme" content="dark">
      <title>Vitrine preview</title>
      <link rel="icon" href="data:,">
      <style nonce="\#(nonce)">\#(style)</style>
      </head>
      <body>
      \#(markup)
      <script nonce="\#(nonce)">\#(script)</script>
      </body>
      </html>
      """#
    }

    private static let markup = #"""
      <main id="stage">
        <div id="panel" role="application" tabindex="0" aria-label="Virtual touch panel: drag to scroll, arrow keys, F5 to refresh, Escape to go back">
          <canvas id="canvas" width="1" height="1"></canvas>
          <p id="notice" role="status" aria-live="polite">Connecting…</p>
        </div>
        <section id="mirror" class="unseen" aria-label="On the panel"></section>
        <p id="said" class="unseen" role="status" aria-live="polite"></p>
      </main>
      <footer id="bar">
        <div id="who"><span id="dot" aria-hidden="true"></span><strong id="title">Vitrine</strong><span id="status"></span></div>
        <form id="controls" aria-label="Panel">
          <fieldset id="turns" aria-label="Orientation">
            <button type="button" data-turn="0" title="Not turned">0°</button>
            <button type="button" data-turn="90" title="Turned by 90 degrees">90°</button>
            <button type="button" data-turn="180" title="Turned by 180 degrees">180°</button>
            <button type="button" data-turn="270" title="Turned by 270 degrees">270°</button>
          </fieldset>
          <label>Size <select id="size"></select></label>
          <label id="styles">Refresh <select id="style"></select></label>
          <button type="button" id="fit" aria-pressed="true" title="Shrink the panel to the window, or show it pixel by pixel">Fit</button>
        </form>
        <output id="rate" aria-hidden="true">– fps</output>
      </footer>
      """#

    private static let style = #"""
      :root { --ink: #d7dce2; --quiet: #8d97a3; --line: #2b323b; --raised: #1d232a; --good: #57c793; --bad: #f0816c;
        font: 14px/1.4 system-ui, sans-serif; color: var(--ink); background: #0f1216; }
      * { box-sizing: border-box; }
      html, body { height: 100%; margin: 0; }
      body { display: grid; grid-template: minmax(0, 1fr) auto / minmax(0, 1fr); height: 100dvh; overscroll-behavior: none;
        background: radial-gradient(120% 90% at 50% 30%, #20262d, #0f1216 70%); }
      #stage { overflow: auto; display: grid; place-items: center; min-height: 0; min-width: 0; padding: 20px; }
      #stage.fit { overflow: hidden; }
      #panel { position: relative; touch-action: none; user-select: none; -webkit-user-select: none; background: #000;
        border-radius: 3px; outline: none; box-shadow: 0 0 0 1px #000, 0 0 0 9px #171b20, 0 0 0 10px #2b323b, 0 24px 60px 4px #000b;
        -webkit-tap-highlight-color: transparent; min-width: 64px; min-height: 64px; }
      #panel:focus-visible { box-shadow: 0 0 0 1px #000, 0 0 0 9px #171b20, 0 0 0 11px #5b87b8, 0 24px 60px 4px #000b; }
      canvas { position: absolute; left: 50%; top: 50%; display: block; }
      canvas.whole { image-rendering: pixelated; }
      #notice { position: absolute; inset: 0; margin: 0; display: grid; place-items: center; text-align: center; padding: 16px;
        background: #0f1216cc; color: var(--ink); font-size: 16px; transition: opacity .25s; }
      .unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
        white-space: nowrap; }
      #notice:empty { opacity: 0; pointer-events: none; }
      #bar { display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: center; justify-content: space-between;
        padding: 8px max(16px, env(safe-area-inset-left)) calc(8px + env(safe-area-inset-bottom)); border-top: 1px solid var(--line);
        background: #14181dee; }
      #who { display: flex; gap: 8px; align-items: baseline; min-width: 0; flex: 1 1 160px; white-space: nowrap; overflow: hidden; }
      #status { color: var(--quiet); overflow: hidden; text-overflow: ellipsis; }
      #dot { width: 9px; height: 9px; border-radius: 50%; background: var(--bad); flex: none; }
      .connected #dot { background: var(--good); }
      #controls { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; margin: 0; }
      fieldset { display: flex; border: 0; margin: 0; padding: 0; }
      label { display: inline-flex; gap: 8px; align-items: center; color: var(--quiet); white-space: nowrap; }
      [hidden] { display: none !important; }
      select, button { font: inherit; color: var(--ink); background: var(--raised); border: 1px solid var(--line); border-radius: 6px;
        min-height: 34px; padding: 4px 10px; cursor: pointer; }
      select { max-width: 44vw; }
      fieldset button { border-radius: 0; margin-left: -1px; }
      fieldset button:first-child { border-radius: 6px 0 0 6px; }
      fieldset button:last-child { border-radius: 0 6px 6px 0; }
      button:hover, select:hover { background: #262d36; }
      button[aria-pressed=true] { background: #2f4a66; border-color: #41668c; color: #fff; }
      :focus-visible { outline: 2px solid #7fb0e6; outline-offset: 1px; }
      #rate { color: var(--quiet); font-variant-numeric: tabular-nums; min-width: 11em; text-align: right; }
      @media (max-width: 640px) { #stage { padding: 14px; } #rate { min-width: 0; } }
      @media (pointer: coarse) { select, button { min-height: 44px; } }
      @media (prefers-reduced-motion: reduce) { #notice { transition: none; } }
      """#

    private static let script = #"""
      'use strict';
      const id = name => document.getElementById(name);
      const canvas = id('canvas'), panel = id('panel'), stage = id('stage'), notice = id('notice');
      const context = canvas.getContext('2d', {alpha: false});
      const presets = [[800, 480], [1280, 800], [1080, 1920], [1920, 1080]];
      // What tests and curious people may read.
      const stats = window.stats = {frames: 0, bytes: 0, moves: 0, rects: 0, fps: 0, rate: 0, connected: false,
        connections: 0, size: [0, 0], orientation: 0, info: null};

      // The panel's pixels, as 0xAABBGGRR.
      let width = 0, height = 0, turn = 0, image = null, pixels = null, fit = true;

      // -- frames ------------------------------------------------------------------------------------------------
      const seen = new Uint32Array(64);
      function qoi(bytes, at, x, y, w, h) {
        seen.fill(0);
        let pixel = 0xff000000, red = 0, green = 0, blue = 0, run = 0;
        for (let row = 0; row < h; row++) {
          let to = (y + row) * width + x;
          const end = to + w;
          while (to < end) {
            if (run > 0) {
              const n = Math.min(run, end - to);
              pixels.fill(pixel, to, to + n);
              to += n; run -= n;
              continue;
            }
            const chunk = bytes[at++];
            if (chunk < 0x40) {
              pixel = seen[chunk];
              red = pixel & 255; green = pixel >>> 8 & 255; blue = pixel >>> 16 & 255;
              pixels[to++] = pixel;
              continue;
            } else if (chunk < 0x80) {
              red = red + (chunk >> 4 & 3) - 2 & 255;
              green = green + (chunk >> 2 & 3) - 2 & 255;
              blue = blue + (chunk & 3) - 2 & 255;
            } else if (chunk < 0xc0) {
              const more = bytes[at++], dg = (chunk & 63) - 32;
              red = red + dg + (more >> 4) - 8 & 255;
              green = green + dg & 255;
              blue = blue + dg + (more & 15) - 8 & 255;
            } else if (chunk < 0xfe) {
              run = (chunk & 63) + 1;
              continue;
            } else {
              red = bytes[at]; green = bytes[at + 1]; blue = bytes[at + 2];
              at += 3;
            }
            pixel = (0xff000000 | blue << 16 | green << 8 | red) >>> 0;
            seen[red * 3 + green * 5 + blue * 7 + 2805 & 63] = pixel;
            pixels[to++] = pixel;
          }
        }
      }

      function move(dx, dy, x, y, w, h) {
        for (let step = 0; step < h; step++) {
          const row = dy > 0 ? y + h - 1 - step : y + step;
          const from = (row - dy) * width + x - dx;
          pixels.copyWithin(row * width + x, from, from + w);
        }
      }

      function draw(buffer) {
        const view = new DataView(buffer), bytes = new Uint8Array(buffer);
        const turned = view.getUint8(1) * 90, w = view.getUint16(2, true), h = view.getUint16(4, true);
        const sequence = view.getUint32(6, true);
        if (w !== width || h !== height || turned !== turn) {
          liftAll();
          if (w !== width || h !== height || !image) {
            width = canvas.width = w; height = canvas.height = h;
            image = new ImageData(w, h);
            pixels = new Uint32Array(image.data.buffer);
          }
          turn = turned;
          stats.size = [w, h]; stats.orientation = turn;
          layout();
        }
        let at = 10, x0 = w, y0 = h, x1 = 0, y1 = 0;
        while (at < buffer.byteLength) {
          const isMove = view.getUint8(at++) === 0;
          let dx = 0, dy = 0;
          if (isMove) { dx = view.getInt16(at, true); dy = view.getInt16(at + 2, true); at += 4; }
          const x = view.getUint16(at, true), y = view.getUint16(at + 2, true);
          const rw = view.getUint16(at + 4, true), rh = view.getUint16(at + 6, true);
          at += 8;
          if (isMove) { move(dx, dy, x, y, rw, rh); stats.moves++; } else {
            const length = view.getUint32(at, true);
            at += 4;
            qoi(bytes, at, x, y, rw, rh);
            at += length; stats.rects++;
          }
          x0 = Math.min(x0, x); y0 = Math.min(y0, y); x1 = Math.max(x1, x + rw); y1 = Math.max(y1, y + rh);
        }
        if (x1 > x0) context.putImageData(image, 0, 0, x0, y0, x1 - x0, y1 - y0);
        stats.frames++;
        return sequence;
      }

      // -- layout ------------------------------------------------------------------------------------------------
      function layout() {
        if (!width) return;
        const quarter = turn === 90 || turn === 270, ratio = window.devicePixelRatio || 1;
        const w = (quarter ? height : width) / ratio, h = (quarter ? width : height) / ratio;
        const box = getComputedStyle(stage);
        const room = [stage.clientWidth - 2 * parseFloat(box.paddingLeft), stage.clientHeight - 2 * parseFloat(box.paddingTop)];
        const scale = fit ? Math.min(1, Math.max(64, room[0]) / w, Math.max(64, room[1]) / h) : 1;
        panel.style.width = w * scale + 'px'; panel.style.height = h * scale + 'px';
        canvas.style.width = width / ratio * scale + 'px'; canvas.style.height = height / ratio * scale + 'px';
        // The picture is turned clockwise on the panel: turned back it stands upright.
        canvas.style.transform = `translate(-50%, -50%) rotate(${-turn}deg)`;
        canvas.classList.toggle('whole', scale === 1);
        stage.classList.toggle('fit', fit);
      }
      new ResizeObserver(layout).observe(stage);

      // -- the connection ----------------------------------------------------------------------------------------
      let socket = null, wait = 250;
      function connect() {
        socket = new WebSocket(`ws://${location.host}/ws${location.search}`);
        socket.binaryType = 'arraybuffer';
        let opened = false;
        socket.onopen = () => {
          opened = true; wait = 250;
          stats.connected = true; stats.connections++;
          document.body.classList.add('connected');
          notice.textContent = width ? '' : 'Waiting for the first picture…';
        };
        socket.onmessage = event => {
          if (typeof event.data === 'string') { show(JSON.parse(event.data)); return; }
          stats.bytes += event.data.byteLength;
          const sequence = draw(event.data), mine = socket;
          notice.textContent = '';
          requestAnimationFrame(() => {
            if (mine !== socket || mine.readyState !== 1) return;
            const view = new DataView(new ArrayBuffer(13));
            view.setUint8(0, 1); view.setUint32(1, sequence, true); view.setFloat64(5, performance.now(), true);
            mine.send(view.buffer);
          });
        };
        socket.onclose = event => {
          stats.connected = false;
          document.body.classList.remove('connected');
          contacts.clear();
          const pause = wait * (0.75 + Math.random() / 2);
          wait = Math.min(wait * 2, 5000);
          const why = opened ? 'The connection was lost.' : event.code === 1013 ? 'Too many viewers are connected.'
            : 'The panel does not answer.';
          notice.textContent = `${why} Trying again…`;
          setTimeout(connect, pause);
        };
      }

      function send(view) { if (socket && socket.readyState === 1) socket.send(view.buffer); }

      let frames = 0, bytes = 0, since = performance.now();
      setInterval(() => {
        const now = performance.now(), seconds = (now - since) / 1000;
        stats.fps = (stats.frames - frames) / seconds; stats.rate = (stats.bytes - bytes) / seconds;
        frames = stats.frames; bytes = stats.bytes; since = now;
        const rate = stats.rate < 1e6 ? `${(stats.rate / 1e3).toFixed(0)} kB/s` : `${(stats.rate / 1e6).toFixed(1)} MB/s`;
        id('rate').textContent = `${stats.fps.toFixed(0)} fps · ${rate}`;
      }, 1000);

      // -- fingers, mouse, wheel ---------------------------------------------------------------------------------
      const contacts = new Map();
      const inputHeader = 9;

      // Panel pixels: where a touch panel would report the finger.
      function onPanel(event) {
        const box = panel.getBoundingClientRect();
        const u = (event.clientX - box.left) / box.width, v = (event.clientY - box.top) / box.height;
        const [x, y] = turn === 0 ? [u, v] : turn === 90 ? [1 - v, u] : turn === 180 ? [1 - u, 1 - v] : [v, 1 - u];
        return [x * width, y * height];
      }
      function begin(bytes) {
        const view = new DataView(new ArrayBuffer(inputHeader + bytes));
        view.setUint8(0, 2); view.setFloat64(1, performance.now(), true);
        return view;
      }
      function touches(phase, events) {
        const view = begin(events.length * 22);
        let at = inputHeader;
        for (const event of events) {
          const [x, y] = onPanel(event);
          view.setUint8(at, phase); view.setUint8(at + 1, event.pointerType === 'mouse' ? 1 : 0);
          view.setInt32(at + 2, event.pointerId, true);
          view.setFloat32(at + 6, x, true); view.setFloat32(at + 10, y, true); view.setFloat64(at + 14, event.timeStamp, true);
          at += 22;
        }
        send(view);
      }
      function lift(event, phase) {
        if (!contacts.delete(event.pointerId)) return;
        touches(phase, [event]);
      }
      function liftAll() {
        for (const event of [...contacts.values()]) lift(event, 4);
      }
      panel.addEventListener('pointerdown', event => {
        if (event.button !== 0 || contacts.has(event.pointerId) || contacts.size === 16 || !width) return;
        event.preventDefault();
        panel.focus({preventScroll: true});
        panel.setPointerCapture(event.pointerId);
        contacts.set(event.pointerId, event);
        touches(1, [event]);
      });
      panel.addEventListener('pointermove', event => {
        if (!contacts.has(event.pointerId)) return;
        contacts.set(event.pointerId, event);
        const all = event.getCoalescedEvents ? event.getCoalescedEvents() : [];
        touches(2, all.length ? all : [event]);
      });
      panel.addEventListener('pointerup', event => lift(event, 3));
      panel.addEventListener('pointercancel', event => lift(event, 4));
      panel.addEventListener('lostpointercapture', event => lift(event, 4));
      panel.addEventListener('contextmenu', event => event.preventDefault());
      addEventListener('blur', liftAll);
      document.addEventListener('visibilitychange', () => { if (document.hidden) liftAll(); });

      panel.addEventListener('wheel', event => {
        if (event.ctrlKey) return;
        event.preventDefault();
        // A notch is 100 to 120 CSS pixels and three lines in browsers.
        const lines = event.deltaMode === 0 ? event.deltaY * 3 / 100 : event.deltaMode === 1 ? event.deltaY : event.deltaY * 10;
        const view = begin(21), [x, y] = onPanel(event);
        view.setUint8(inputHeader, 5); view.setFloat32(inputHeader + 1, lines, true);
        view.setFloat32(inputHeader + 5, x, true); view.setFloat32(inputHeader + 9, y, true);
        view.setFloat64(inputHeader + 13, event.timeStamp, true);
        send(view);
      }, {passive: false});

      // -- keys --------------------------------------------------------------------------------------------------
      const keys = {ArrowUp: 0, ArrowDown: 1, PageUp: 2, PageDown: 3, Home: 4, End: 5, ArrowLeft: 6, ArrowRight: 7,
        F5: 8, r: 8, R: 8, Escape: 9, Backspace: 9, Enter: 10, ' ': 11};
      addEventListener('keydown', event => {
        const key = keys[event.key];
        // Lists and buttons of the bar keep their keys.
        if (key === undefined || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('#bar, #mirror')) return;
        event.preventDefault();
        // A button is pressed once.
        if (event.repeat && key >= 10) return;
        const view = begin(10);
        view.setUint8(inputHeader, 6); view.setUint8(inputHeader + 1, key); view.setFloat64(inputHeader + 2, event.timeStamp, true);
        send(view);
      });

      // -- the bar -----------------------------------------------------------------------------------------------
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
        if (info.mirror) mirror(info.mirror);
        for (const button of id('turns').children) {
          button.setAttribute('aria-pressed', String(Number(button.dataset.turn) === info.orientation));
        }
      }
      // -- for a screen reader -----------------------------------------------------------------------------------
      let mirrored = '';
      function element(name, text, press) {
        const made = document.createElement(name);
        made.textContent = text;
        if (press) made.addEventListener('click', press);
        // Who sees the panel does not come upon what is unseen; a screen reader does.
        if (name === 'button') made.tabIndex = -1;
        return made;
      }
      function mirror(tree) {
        const wanted = JSON.stringify({...tree, version: 0});
        const version = tree.version, root = id('mirror');
        root.dataset.version = version;
        if (wanted === mirrored) return;
        mirrored = wanted;
        const focused = root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
        const pressed = (item, part) => () => command(4, 7, view => {
          view.setUint32(2, Number(root.dataset.version), true); view.setUint16(6, item, true); view.setUint8(8, part);
        });
        root.lang = tree.language;
        const made = [];
        if (tree.question) {
          const group = element('div', tree.question.text);
          group.setAttribute('role', 'alertdialog'); group.setAttribute('aria-label', tree.question.text);
          for (const [answer, name] of [[0, tree.question.no], [1, tree.question.yes]]) {
            const button = element('button', name, () => command(5, 1, view => view.setUint8(2, answer)));
            button.dataset.key = `answer ${answer}`;
            group.append(button);
          }
          made.push(group);
        }
        tree.items.forEach((item, index) => {
          let node;
          if (item.parts.length) {
            node = element('div', '');
            node.setAttribute('role', 'group'); node.setAttribute('aria-label', item.text);
            node.append(element('p', item.text));
            item.parts.forEach((name, part) => {
              const button = element('button', name, pressed(index, part));
              button.dataset.key = `${index} ${part}`;
              node.append(button);
            });
          } else if (item.role === 'heading') {
            node = element(`h${item.level || 2}`, '');
            node.append(item.press ? element('button', item.text, pressed(index, 255)) : item.text);
          } else if (item.press) {
            node = element('button', item.text, pressed(index, 255));
          } else if (item.role === 'separator') {
            node = element('hr', '');
          } else {
            node = element('p', item.text);
          }
          if (node.localName === 'button') node.dataset.key = `${index}`;
          made.push(node);
        });
        root.replaceChildren(...made);
        if (id('said').textContent !== (tree.notice || '')) id('said').textContent = tree.notice || '';
        if (focused) root.querySelector(`[data-key="${focused}"]`)?.focus({preventScroll: true});
      }

      function command(which, size, fill) {
        const view = new DataView(new ArrayBuffer(2 + size));
        view.setUint8(0, 3); view.setUint8(1, which);
        fill(view);
        send(view);
      }
      for (const button of id('turns').children) {
        button.addEventListener('click', () => command(1, 2, view => view.setUint16(2, Number(button.dataset.turn), true)));
      }
      id('size').addEventListener('change', event => {
        const [w, h] = event.target.value.split('x').map(Number);
        command(2, 4, view => { view.setUint16(2, w, true); view.setUint16(4, h, true); });
      });
      id('style').addEventListener('change', event => {
        const name = new TextEncoder().encode(event.target.value);
        command(3, name.length, view => new Uint8Array(view.buffer).set(name, 2));
      });
      id('fit').addEventListener('click', event => {
        fit = !fit;
        event.target.setAttribute('aria-pressed', String(fit));
        layout();
      });
      id('controls').addEventListener('submit', event => event.preventDefault());
      panel.focus({preventScroll: true});
      connect();
      """#
  }
#endif
