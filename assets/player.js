const find = selector => document.querySelector(selector);
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8], BASELINE = @@baseline@@;
const FONTS = ['@px "DejaVu Sans", Verdana, sans-serif', 'bold @px "DejaVu Sans", Verdana, sans-serif',
               '@px "DejaVu Sans Mono", Menlo, Consolas, monospace'];
const ICONS = {play: 'M5 2.5v13L15.5 9z', pause: 'M4 3h4v12H4zM10 3h4v12h-4z'};

// The recording: a reel, and for some frames the way to them, which is shown when it is played.
// Of homework, what comes after an open question is still locked; all that is there is in front, up to the ``open`` frame.
const whole = reel(ROWS), LISTS = ['captions', 'terms', 'spots', 'layouts', 'questions', 'moving', 'seconds', 'said',
  'mores', 'logged', 'spotted', 'cues', 'at', 'laid', 'grains', 'shows'];
let open = -1, unlocking = null, unlock = () => null, growTabs = () => null;
function grow(part) {
  whole.grow(part);
  const before = film.at?.at(-1) ?? 0;
  for (const kind of LISTS) extend(film[kind] ??= [], part[kind]);
  for (let at = open + 1, position = before; at < film.at.length; at++) film.at[at] = position += film.at[at];
  Object.assign(film.thoughts ??= {}, part.thoughts);
  film.between ??= {};
  for (const frame in part.between) film.between[frame] = sums(part.between[frame]);
  if (part.tabs) growTabs(part.tabs);
  open = film.said.length - 1;
}
grow(film.part);
const last = film.count - 1, listAt = whole.listAt;
function prepareAll() {
  if (whole.prepare(whole.ready() + 16 * CHECKPOINT)) (window.requestIdleCallback ?? setTimeout)(prepareAll);
}

// Drawing, in device pixels: upright edges snap to them, so that the picture is crisp at any size.
let scale = 1, pen = null, theme = 0, inks = [], texts = [], font = '';
const px = length => Math.round(length * scale);
const thick = width => Math.max(1, Math.round(Math.max(1, width) * scale));
const color = number => inks[number];
function paint(fill, stroke, width) {
  if (fill >= 0) { pen.fillStyle = color(fill); pen.fill(); }
  if (stroke >= 0) { pen.strokeStyle = color(stroke); pen.lineWidth = width; pen.stroke(); }
}
// Small rectangles with round corners, as cells are, are painted once and stamped then: a large board takes a quarter less.
const STAMP = 96, stamps = new Map();
function stamp(key, wide, high, drawn) {
  const canvas = made('canvas', {width: wide, height: high}), on = pen;
  if (stamps.size > 500) stamps.clear();
  pen = canvas.getContext('2d');
  drawn(0, 0);
  pen = on;
  stamps.set(key, canvas);
  return canvas;
}
const DRAW = [
  (_, x, y, w, h, fill, stroke, width, radius) => {  // rect
    const left = px(x), top = px(y), wide = px(x + w) - left, high = px(y + h) - top;
    if (wide <= 0 || high <= 0) return;
    const round = Math.min(radius * scale, wide / 2, high / 2), line = Math.min(thick(width), wide, high), half = line / 2;
    if (round <= 0) {  // without a path: faster
      if (fill >= 0) { pen.fillStyle = color(fill); pen.fillRect(left, top, wide, high); }
      if (stroke >= 0) {
        pen.strokeStyle = color(stroke);
        pen.lineWidth = line;
        pen.strokeRect(left + half, top + half, wide - line, high - line);
      }
      return;
    }
    const drawn = (x, y) => {
      const path = inset => {
        pen.beginPath();
        pen.roundRect(x + inset, y + inset, wide - 2 * inset, high - 2 * inset, Math.max(0, round - inset));
      };
      if (fill >= 0) { path(0); paint(fill, -1); }
      if (stroke >= 0) { path(half); paint(-1, stroke, line); }
    };
    if (wide > STAMP || high > STAMP) return drawn(left, top);
    const key = [wide, high, round, line, fill < 0 || color(fill), stroke < 0 || color(stroke)].join();
    pen.drawImage(stamps.get(key) ?? stamp(key, wide, high, drawn), left, top);
  },
  (_, x1, y1, x2, y2, stroke, width) => {  // line
    const half = Math.max(1, width) / 2;
    if (x1 === x2) return DRAW[0](0, x1 - half, Math.min(y1, y2), 2 * half, Math.abs(y2 - y1), stroke, -1, 1, 0);
    if (y1 === y2) return DRAW[0](0, Math.min(x1, x2), y1 - half, Math.abs(x2 - x1), 2 * half, stroke, -1, 1, 0);
    pen.beginPath();
    pen.moveTo(x1 * scale, y1 * scale);
    pen.lineTo(x2 * scale, y2 * scale);
    paint(-1, stroke, 2 * half * scale);
  },
  (_, points, fill, stroke, width) => {  // polygon
    pen.beginPath();
    for (let i = 0; i < points.length; i += 2) pen.lineTo(points[i] * scale, points[i + 1] * scale);
    pen.closePath();
    paint(fill, stroke, Math.max(1, width) * scale);
  },
  (_, x, y, radius, fill, stroke, width) => {  // circle
    if (radius <= 0) return;
    const line = Math.min(Math.max(1, width), radius);
    const path = inset => { pen.beginPath(); pen.arc(x * scale, y * scale, (radius - inset) * scale, 0, 7); };
    if (fill >= 0) { path(0); paint(fill, -1); }
    if (stroke >= 0) { path(line / 2); paint(-1, stroke, line * scale); }
  },
  (_, x, y, text, size, fill, align, style, width) => {  // text
    const wanted = FONTS[style].replace('@', size * scale);
    if (font !== wanted) pen.font = font = wanted;
    pen.textAlign = ['left', 'center', 'right'][align];
    pen.fillStyle = color(fill);
    pen.fillText(texts[text], x * scale, px(y + BASELINE * size), (width * 1.01 + 1) * scale);  // squeezes wider fonts only
  },
  (_, x, y, w, h) => {  // clip
    pen.save();
    pen.beginPath();
    pen.rect(px(x), px(y), px(x + w) - px(x), px(y + h) - px(y));
    pen.clip();
  },
  () => { pen.restore(); font = ''; },  // unclip
];
// A tab that was chosen, and a proof that is looked at: drawn over the frame, if there is one, stepped through, closed.
let drawProof = () => false, drawTab = () => false, tabOf = () => {}, moved = () => false, closeWhy = () => false;
// Where it is drawn: on one canvas all of it; on a phone its parts, each on a canvas, one below the other.
const stage = find('#stage'), main = find('canvas'), phone = matchMedia('(max-width: 640px), (max-height: 480px)');
main.setAttribute('aria-label', document.title);
let views = [], laid = -2;
// Which tiles are drawn anew, where much is on the stage: see player-tiles.js; else all is.
let anew = () => null, forget = () => null, reachesInto = null, penBeside = null, copy = null;
function draw(list = listAt(frame)) {
  const changed = anew(list), seen = changed ? list.filter(number => reachesInto(changed, number)) : list;
  for (const view of views) {
    const [left, top] = [0, 1].map(side => Math.round(view.part[side] * view.scale));
    scale = view.scale;
    pen = changed ? penBeside(view) : view.pen;
    pen.setTransform(1, 0, 0, 1, -left, -top);
    pen.fillStyle = film.backgrounds[theme];
    pen.fillRect(left, top, view.canvas.width, view.canvas.height);
    drawAll(seen);
    if (changed) {
      pen = view.pen;
      pen.setTransform(1, 0, 0, 1, -left, -top);
      copy(changed, view.beside.canvas, left, top);
    }
    if ([drawTab(), drawProof(view)].some(Boolean)) forget();
  }
}
function drawAll(list, from = whole) {
  inks = from.palettes[theme];
  texts = from.texts;
  font = '';
  for (const number of list) DRAW[from.table[number][0]](...from.table[number]);
}
function viewOf(canvas, part, wide, high) {
  const ratio = window.devicePixelRatio || 1;
  scale = Math.max(0.05, Math.min(wide * ratio / part[2], high * ratio / part[3]));
  canvas.width = px(part[2]);
  canvas.height = px(part[3]);
  canvas.style.width = canvas.width / ratio + 'px';
  canvas.style.height = canvas.height / ratio + 'px';
  const [pen, beside] = [canvas, made('canvas')].map(one => one.getContext('2d', {alpha: false}));
  return {canvas, part, scale, pen, beside};
}
function fit() {
  const room = stage.getBoundingClientRect(), ratio = window.devicePixelRatio || 1, all = [0, 0, ...film.size];
  const stacked = phone.matches, columns = stacked && room.width > 1.4 * room.height;  // words beside the board, or below it
  document.body.classList.toggle('stacked', stacked);
  document.body.classList.toggle('columns', columns);
  laid = stacked ? film.laid[frame] : -1;
  const parts = stacked ? film.layouts[laid][0] : [all], view = find('#view');
  const wide = stacked ? stage.clientWidth - 8 : room.width, high = Math.min(room.height, stacked && !columns ? 0.62 * innerHeight : Infinity);
  views = [viewOf(main, parts[0], columns ? 0.58 * wide : wide, high)];
  const left = columns ? wide - parseFloat(main.style.width) - 8 : wide;
  const beside = find('#beside');
  while (beside.children.length > parts.length - 1) beside.lastChild.remove();
  while (beside.children.length < parts.length - 1) {
    const canvas = made('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    beside.append(canvas);
  }
  parts.slice(1).forEach((part, index) => views.push(viewOf(beside.children[index], part, left, Infinity)));
  forget(views.map(view => view.scale));
  const middle = (whole, part) => Math.max(0, Math.round((whole * ratio - part) / 2)) / ratio + 'px';  // whole pixels
  Object.assign(view.style, {width: main.style.width, height: main.style.height,
                             left: stacked ? '' : middle(room.width, main.width),
                             top: stacked ? '' : middle(room.height, main.height)});
  Object.assign(find('#terms').style, {left: view.style.left, top: view.style.top, width: view.style.width,
                                       height: view.style.height});
  place();
  draw();
}
// Something that lies over the picture, where a rectangle of it is seen.
function over(element, [x, y, w, h]) {
  const [left, top, width, height] = views[0].part, share = (part, whole) => 100 * part / whole + '%';
  Object.assign(element.style, {left: share(x - left, width), top: share(y - top, height), width: share(w, width),
                                height: share(h, height)});
}

// Themes: each colour is there in all of them.
const kept = {
  get theme() { try { return localStorage.getItem('unfog-theme'); } catch { return null; } },
  set theme(name) { try { localStorage.setItem('unfog-theme', name); } catch {} },  // a page from a file may not keep it
};
function setTheme(name) {
  theme = Math.max(0, film.themes.indexOf(name));
  document.documentElement.dataset.theme = film.themes[theme];
  forget();
}
function nextTheme() {
  const names = film.themes, next = names[(names.indexOf(document.documentElement.dataset.theme) + 1) % names.length];
  setTheme(next);
  kept.theme = next;
  draw();
}

// Terms of the caption: what one means is told while it is pointed at, or has the focus.
const terms = find('#terms'), meaning = made('p');
let spotted = -1;
meaning.setAttribute('role', 'tooltip');
function explain(spot, [term, means]) {
  meaning.textContent = term + ': ' + means;
  terms.append(meaning);
  const room = terms.clientWidth - meaning.offsetWidth;
  meaning.style.left = Math.max(0, Math.min(spot.offsetLeft, room)) + 'px';
  meaning.style.bottom = terms.clientHeight - spot.offsetTop + 4 + 'px';
}
function mark() {
  if (film.spotted[frame] === spotted) return;
  spotted = film.spotted[frame];
  terms.replaceChildren(...film.spots[spotted].map(([x, y, w, h, index]) => {
    const spot = made('span'), told = film.terms[index];
    Object.assign(spot, {rect: [x, y, w, h]});
    over(spot, spot.rect);
    spot.tabIndex = 0;
    spot.setAttribute('role', 'note');
    spot.setAttribute('aria-label', told.join(': '));
    for (const begin of ['pointerenter', 'focus', 'click']) spot.addEventListener(begin, () => explain(spot, told));
    for (const end of ['pointerleave', 'blur']) spot.addEventListener(end, () => meaning.remove());
    return spot;
  }));
}

function place() {
  for (const spot of terms.querySelectorAll('span')) over(spot, spot.rect);
  placeOptions();
}

// Moving and playing.
const slider = find('input'), caption = find('#caption');
let frame = 0, speed = 2, timer = 0, motion = 0, furthest = 0;
const still = matchMedia('(prefers-reduced-motion: reduce)');
// The frames between this one and the one before, which differ from that; the next key completes them.
function move(step) {
  const lists = film.between[frame];
  if (step === lists.length) return draw();
  draw(spliced(listAt(frame - 1), lists[step]));
  motion = setTimeout(move, 1000 * film.moving[frame] / lists.length / Math.max(1, SPEEDS[speed]), step + 1);
}
function show(index, moving = false) {
  clearTimeout(motion);
  closeWhy();
  frame = Math.max(0, Math.min(open, index));
  document.body.dataset.frame = frame;
  slider.value = frame;
  slider.style.setProperty('--done', (last ? 100 * frame / last : 0) + '%');
  slider.setAttribute('aria-valuetext', frame + ' of ' + last);
  find('#position').textContent = frame + ' / ' + last;
  for (const id of ['#back', '#cue-back']) find(id).disabled = frame === 0;
  for (const id of ['#step', '#cue-next']) find(id).disabled = frame === last;
  if (!timer || film.cues.includes(frame)) tell();
  find('#words').textContent = film.captions[film.said[frame]];
  sayMore();
  mark();
  tabOf();
  look();
  furthest = Math.max(furthest, frame);
  if (laid >= 0 && film.laid[frame] !== laid) fit();
  else if (moving && frame in film.between && !still.matches) move(0);
  else draw();
}
const thought = index => (film.thoughts[index] ?? []).map(number => film.captions[number]);
function tell() {
  const said = [film.captions[film.said[frame]], ...thought(frame)].join(' ');
  if (caption.textContent !== said) caption.textContent = said;
}
let sayMore = () => null;
function pause() {
  clearTimeout(timer);
  timer = 0;
  button('play', 'Play');
  tell();  // on the way to a cue nothing was
}
function schedule() {
  timer = setTimeout(() => {
    if (held(frame + 1)) return;
    show(frame + 1, true);
    if (frame < last) schedule(); else pause();
  }, Math.max(16, 1000 * film.seconds[frame] / SPEEDS[speed]));
}
function play() {
  if (asking) return remind();
  if (frame === last) show(0);
  if (frame === last) return;
  button('pause', 'Pause');
  schedule();
}
function button(icon, label) {
  find('#play path').setAttribute('d', ICONS[icon]);
  find('#play').setAttribute('aria-label', label);
}
function go(index, moving) { pause(); show(index, moving); }
// On, unless something is asked on the way.
function on(index, moving) {
  if (asking) return remind();
  if (unlocking) return unlocking.then(() => on(index, moving));
  if (!held(Math.min(index, last))) go(index, moving);
}
function setSpeed(index) {
  speed = Math.max(0, Math.min(SPEEDS.length - 1, index));
  find('#speed').textContent = SPEEDS[speed] + '×';
  find('#slower').disabled = speed === 0;
  find('#faster').disabled = speed === SPEEDS.length - 1;
  if (timer) { clearTimeout(timer); schedule(); }
}
const cueAfter = () => film.cues.find(cue => cue > frame) ?? last;
const cueBefore = () => film.cues.findLast(cue => cue < frame) ?? 0;

// What is shown beside: keys, the list of all that is said, a black screen.
function made(tag, attributes = {}, ...children) {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
}
const dialog = made('dialog');
dialog.setAttribute('aria-labelledby', 'keys');
const row = (keys, means) => made('tr', {}, made('td', {}, ...keys.split(' ').flatMap(key => [made('kbd', {textContent: key.replaceAll('_', ' ')}), ' '])),
  made('td', {textContent: means}));
dialog.append(made('h1', {id: 'keys', textContent: 'Keys'}), made('table', {}, ...[
  ['Space', 'play or pause'], ['→ ←', 'step forward, step back; on a touch screen tap or swipe'],
  ['1_…_4', 'what → and ← go on to: the next ' + film.rungs.join(', ')], ['Shift_+_→_←', 'a rung higher'],
  ['Page_Down Page_Up', 'next cue, previous cue'], ['Home End', 'start, end'], ['+ −', 'faster, slower'],
  ...(film.questions.length ? [['1_…_9 I Esc', 'a question: answer it; a hint; skip it']] : []),
  ...(film.proofs.length ? [['W', 'why? choose a place, or click on it; → and ← go through the proof, with Shift past cases; Esc closes it']] : []),
  ...(film.tabs.length > 1 ? [['S', 'the next tab: ' + film.tabs.join(', ')]] : []),
  ...(film.more ? [['V', 'the lesson says more, where it has more to say']] : []),
  ['G', 'all that is said and all that happens; a link leads there'], ['Tab', 'dotted words: what they mean (or point at them, or tap)'],
  ['T', 'theme: dark, light, projector'], ['B .', 'black screen; any key brings it back'], ['F F11', 'full screen'],
  ['?', 'these keys; Esc closes them']].map(one => row(...one))),
  made('button', {id: 'close', textContent: 'Close'}));
document.body.append(dialog);
const list = find('#list');
function fill() {
  const steps = made('ol'), cues = new Map(film.cues.map((cue, index) => [cue, index + 1]));
  const item = (index, textContent, number) => {
    const link = made('a', {href: number ? '#cue=' + number : '#' + index, textContent});
    link.dataset.frame = index;
    const supposed = number ? thought(index).map(textContent => made('li', {textContent})) : [];
    steps.append(made('li', {className: number ? 'cue' : '', value: film.at[index]}, link, ...(supposed.length ? [made('ol', {}, ...supposed),
      made('p', {textContent: 'That was only supposed: nothing of it stays.'})] : [])));
  };
  film.said.forEach((said, index) => {
    if (asking && index > frame) return;  // it may give the answer away
    const number = cues.get(index), [says, happened] = [said, film.logged[index]].map(text => film.captions[text]);
    const apart = says !== happened;  // a cue may say just what happened
    if (happened && (apart || !number) && (!index || film.at[index] !== film.at[index - 1])) item(index, happened);
    if (says && (number || apart && (!index || film.said[index - 1] !== said))) item(index, says, number);
  });
  const close = made('button', {id: 'list-close', textContent: '✕', title: 'Close (G)', onclick: toggleList});
  close.setAttribute('aria-label', 'Close');
  list.replaceChildren(close, made('h2', {textContent: 'All that is said'}), film.note ?? '', steps,
    asking ? made('p', {textContent: 'What comes next is told once the question is answered, or skipped.'}) : '');
}
function current() {
  list.querySelector('[aria-current]')?.removeAttribute('aria-current');
  const links = [...list.querySelectorAll('a')], here = links.findLast(link => Number(link.dataset.frame) <= frame);
  here?.setAttribute('aria-current', 'step');
  return here ?? links[0];
}
function toggleList() {
  fill();
  list.hidden = !list.hidden;
  find('#list-cues').setAttribute('aria-expanded', !list.hidden);
  if (list.hidden) return find('#list-cues').focus();
  const here = current();
  here?.scrollIntoView({block: 'center'});
  here?.focus({preventScroll: true});
}
list.addEventListener('click', event => {  // on a phone it covers where the link leads
  if (!event.target.closest('a') || !phone.matches) return;
  toggleList();
  unfold(false);
});
function black() {
  const cover = made('button', {id: 'black', onclick: () => cover.remove()});
  cover.setAttribute('aria-label', 'Black screen: any key brings all back');
  document.body.append(cover);
  cover.focus();
}
// Of a phone, the rarer controls: they are folded away until they are asked for.
const rarer = find('#rarer');
function unfold(open) {
  if (!open && find('#rare').contains(document.activeElement)) rarer.focus();
  rarer.setAttribute('aria-expanded', open);
}
const unfolded = () => rarer.getAttribute('aria-expanded') === 'true';
stage.addEventListener('pointerdown', event => {
  if (!unfolded()) return;
  unfold(false);
  event.stopPropagation();  // no step is meant
}, true);
const ACT = {
  rarer: () => unfold(!unfolded()),
  play: () => timer ? pause() : play(),
  'cue-next': () => on(cueAfter()), 'cue-back': () => go(cueBefore()),
  home: () => go(0), end: () => on(last),
  faster: () => setSpeed(speed + 1), slower: () => setSpeed(speed - 1),
  close: () => dialog.close(), theme: nextTheme, 'list-cues': toggleList, black,
  help: () => dialog.open ? dialog.close() : dialog.showModal(),
  full: () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
};
const KEYS = {' ': 'play', ArrowRight: 'step', ArrowLeft: 'back', PageDown: 'cue-next', PageUp: 'cue-back', Home: 'home',
              End: 'end', '+': 'faster', '=': 'faster', '-': 'slower', '−': 'slower', '?': 'help', f: 'full', F: 'full',
              F11: 'full', g: 'list-cues', G: 'list-cues', v: 'say-more', V: 'say-more', w: 'why-not', W: 'why-not', t: 'theme', T: 'theme', b: 'black', B: 'black', '.': 'black'};
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const cover = find('#black');
  if (cover) {
    event.preventDefault();
    return cover.remove();
  }
  if (event.key === 'Escape') {
    meaning.remove();
    if (!list.hidden) return toggleList();
    if (unfolded()) return unfold(false);
    if (closeWhy()) return;
  }
  if (/^(TEXTAREA|INPUT)$/.test(event.target.tagName) && event.target.type !== 'range') return;
  if (find('dialog[open]') === null && answerKey(event)) return event.preventDefault();
  if (event.key === ' ' && /^(BUTTON|SELECT)$/.test(event.target.tagName)) return;  // what has the focus is meant
  const shifted = event.shiftKey && {ArrowRight: 'step-larger', ArrowLeft: 'back-larger'}[event.key];
  const act = shifted || KEYS[event.key];
  if (!ACT[act] || (find('dialog[open]') && !(dialog.open && act === 'help'))) return;
  event.preventDefault();
  ACT[act]();
});
for (const element of document.querySelectorAll('#bar button, #close')) {
  element.addEventListener('mousedown', event => event.preventDefault());  // a click leaves the focus: Space still plays
  element.addEventListener('click', () => ACT[element.id]());
}
dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });
slider.max = last;
slider.disabled = last === 0;
slider.addEventListener('input', () => go(Number(slider.value)));
function markCues() {
  const ticks = film.cues.map(cue => {
    const tick = made('i');
    tick.style.left = `calc(var(--thumb) / 2 + ${last ? cue / last : 0} * (100% - var(--thumb)))`;
    return tick;
  });
  find('#ticks').replaceChildren(...ticks);
}
// A finger: a swipe or a tap steps; a tap at the left edge steps back.
let touch = null;
main.addEventListener('pointerdown', event => { touch = event.pointerType === 'mouse' ? null : event; });
main.addEventListener('pointerup', event => {
  if (!touch) return;
  const across = event.clientX - touch.clientX, down = event.clientY - touch.clientY;
  touch = null;
  if (Math.abs(down) > Math.max(24, Math.abs(across))) return;
  if (Math.abs(across) > 40) return across < 0 ? ACT.step() : ACT.back();
  const {left, width} = main.getBoundingClientRect();
  if (event.clientX < left + width / 4) ACT.back(); else ACT.step();
});
main.addEventListener('pointercancel', () => { touch = null; });
// Links: #12 is a frame, #cue=3 the end of a cue, #event=41 the first frame that shows that event.
function linked() {
  const [, name, digits] = /^#(?:(cue|event)=)?(\d+)$/.exec(location.hash) ?? [], number = Number(digits);
  if (digits === undefined) return;
  const shows = film.at.findIndex(position => position >= number);
  go(name === 'cue' ? film.cues[number - 1] ?? last : name === 'event' ? (shows < 0 ? last : shows) : number);
  if (!list.hidden) current();
}
function start() {
  window.addEventListener('hashchange', linked);
  window.addEventListener('resize', fit);
  phone.addEventListener('change', fit);
  setTheme(kept.theme ?? document.documentElement.dataset.theme);
  setSpeed(speed);
  markCues();
  fit();
  show(0);
  linked();
  prepareAll();
  new ResizeObserver(fit).observe(stage);
}
