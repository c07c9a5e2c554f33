// Questions: what is said of an answer is locked with that answer, hashed slowly: see visualizer/recording/locked.py.
const utf8 = text => new TextEncoder().encode(text);
const joined = (...parts) => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
};
// SHA-256: the browser's own is only there on secure pages.
const [START, ROUND] = (() => {
  const primes = [], part = root => Math.floor((root - Math.floor(root)) * 2 ** 32);
  for (let number = 2; primes.length < 64; number++) {
    if (primes.every(prime => number % prime)) primes.push(number);
  }
  return [primes.slice(0, 8).map(prime => part(Math.sqrt(prime))), primes.map(prime => part(Math.cbrt(prime)))];
})();
function sha256(bytes) {
  const length = bytes.length, padded = new Uint8Array(Math.ceil((length + 9) / 64) * 64), words = new DataView(padded.buffer);
  padded.set(bytes);
  padded[length] = 128;
  words.setUint32(padded.length - 4, length * 8);
  const hash = Uint32Array.from(START), w = new Uint32Array(64), turn = (x, n) => x >>> n | x << 32 - n;
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) { w[i] = words.getUint32(block + 4 * i); continue; }
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >>> 3) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ b >>> 10);
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + ROUND[i] + w[i] | 0;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, index) => { hash[index] += value; });
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((value, index) => out.setUint32(4 * index, value));
  return new Uint8Array(out.buffer);
}
const hex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
const keys = new Map();
function keyOf(salt, answer) {
  const text = salt + '\n' + answer;
  let key = keys.get(text);
  if (key) return key;
  key = sha256(utf8(text));
  for (let round = 0; round < film.rounds; round++) key = sha256(key);
  keys.set(text, key);
  return key;
}
const turned = (key, word) => sha256(joined(key, utf8(word)));  // another key, made of this one
function opened(key, sealed) {
  const bytes = Uint8Array.from(atob(sealed), letter => letter.charCodeAt(0));
  let stream;
  return bytes.map((byte, index) => {
    const block = index / 32;
    if (index % 32 === 0) stream = sha256(joined(key, [block >>> 24, block >>> 16, block >>> 8, block]));
    return byte ^ stream[index % 32];
  });
}
const unsealed = (key, sealed) => new TextDecoder().decode(opened(key, sealed));
// What is said of an answer, or which of the texts that are shared. The right one has the key of what is told at the end, and of homework of what comes after.
function boxed(tier, answer) {
  const key = keyOf(tier.salt, answer), box = tier.boxes[hex(turned(key, 'tag')).slice(0, 6)];
  if (box === undefined) return '';
  const inside = opened(key, box), said = new TextDecoder().decode(inside);
  if (said[0] === '+') tier.key ??= inside.slice(1);
  return said;
}
const isRight = (tier, given) => boxed(tier, answerText(tier, given))[0] === '+';
const rest = tier => tier.told ??= JSON.parse(unsealed(turned(tier.key, 'rest'), tier.rest));
// Who gives up has that key searched for, among some numbers; of homework that takes a while, during which the page lives.
function giveUp(tier, then, pin = 0) {
  if (!tier.key) boxed(tier, 'give up ' + pin);
  if (tier.key || pin > film.pins) return then();
  setTimeout(() => giveUp(tier, then, pin + 1));
}
const many = tier => tier.answer === 'several' || tier.answer === 'order';
function fraction(text) {
  const found = /^(-?)(\d*)(?:\.(\d+)|\/(\d+))?$/.exec(text.trim());
  if (!found || !(found[2] + (found[3] ?? '')) || Number(found[4]) === 0) return text;
  const common = (a, b) => b ? common(b, a % b) : a;
  const above = BigInt(found[2] + (found[3] ?? '')), below = BigInt(found[4] ?? '1' + '0'.repeat((found[3] ?? '').length));
  const by = common(above, below);
  return `${above ? found[1] : ''}${above / by}/${below / by}`;
}
function answerText(tier, given) {
  if (tier.answer === 'number') return fraction(given[0]);
  return (tier.answer === 'order' ? given : [...given].sort()).join('\n');
}
function against(tier, given) {
  const told = tier.against = tier.against.rule ? tier.against : unpacked(opened(keyOf(tier.salt, ''), tier.against));
  const shared = said => told.texts[said.slice(1)].replaceAll('\0', fraction(given[0]).replace(/\/1$/, ''));
  const misplaced = tier.code && given.map((text, at) => boxed(tier, `${at} ${text}`)).find(Boolean);
  if (tier.code) return !misplaced ? told.rule : misplaced[0] === '~' ? shared(misplaced) : misplaced.slice(1);
  const said = many(tier) ? given.map(part => boxed(tier, 'part ' + part)) : [boxed(tier, answerText(tier, given))];
  if (said[0]?.[0] === '~') return shared(said[0]);
  const extra = said.filter(text => text[0] === '-');
  return extra.find(text => text.length > 1)?.slice(1) || many(tier) && !extra.length && told.missing || told.rule;
}

// The dialogue, as in the window: hints, tries, a second tier; a first try is worth a point, another one half of it.
const DONT_KNOW = ["I don't know", 'Another hint', 'The answer'];
const question = find('#question'), told = find('#told'), options = find('#places');
let asking = null, pinned = null, verdict = null, came = 0;
function held(index) {
  const next = film.questions.find(one => !one.result && !one.passed && one.after >= frame && one.after < index);
  if (!next) return false;
  pause();
  if (frame !== next.after) show(next.after);
  ask(next);
  return true;
}
function ask(one) {
  asking = {of: one, at: 0, chosen: [], tried: [], said: '', tone: '', hints: 0, here: 0, tries: 0, over: false, right: false,
            first: [], why: [], before: [], began: Date.now(), counts: one.score && furthest < Math.max(one.shown, one.after + 1)};
  unfold(false);
  show(frame);
  drawQuestion();
  question.querySelector('#prompt').focus();
}
const tierOf = () => asking.of.tiers[asking.at];
// Lines of code are put in their order with more than that: see player-lines.js.
let complete = () => true, takeBack = () => null, veils = () => [], putLine = () => false, asLine = () => null, fitVeil = () => null;
const clear = () => options.replaceChildren(...veils({}));
function choose(text) {
  const tier = tierOf();
  if (asking.over || asking.tried.includes(text)) return;
  if (!many(tier)) return give([text]);
  const at = asking.chosen.indexOf(text);
  if (putLine(text, at)) return;
  if (at < 0) asking.chosen.push(text); else asking.chosen.splice(at, 1);
  drawQuestion();
}
function submit() {
  const tier = tierOf();
  if (asking.over) return closeQuestion();
  if (!complete(tier)) return;
  if (many(tier)) return give(asking.chosen);
  const typed = find('#typed')?.value.trim();
  if (typed) give([typed]);
}
function give(given) {
  const tier = tierOf(), {of} = asking, second = asking.at + 1 < of.tiers.length;
  asking.tries++;
  const right = isRight(tier, given);
  if (asking.at === 0) {
    asking.first = [...given];
    if (!right && !of.later && asking.before.length < 20) asking.before.push([...given]);
  } else asking.why = [...given];
  if (of.later && !second) {
    const first = of.tiers[0];
    asking.right = isRight(first, asking.first) && (asking.at === 0 || right);
    asking.over = true;
  } else if (right || of.later) {
    if (!second) asking.over = asking.right = true;
    else {
      Object.assign(asking, {at: asking.at + 1, chosen: [], tried: [], here: 0, tries: asking.tries - 1,
                             said: of.later ? '' : '✓ And why?', tone: of.later ? '' : 'good'});
    }
  } else {
    if (!many(tier)) asking.tried.push(given[0]);
    Object.assign(asking, {said: '✗ ' + against(tier, given), tone: 'bad'});
  }
  if (asking.over) closeQuestion(); else drawQuestion();
}
// Of homework, what is told takes some seconds, and more is unlocked: see player-result.js.
let takesLong = () => false, settle = (first, wrong, after) => wrong ? giveUp(first, after) : after();
function hint() {
  const tier = tierOf(), ask = asking;
  if (ask.over || takesLong(tier, ask)) return;
  if (ask.here === 2) giveUp(tier, () => null);
  ask.said = ask.here < 2 ? '? ' + tier.hints[ask.here] : rest(tier).answer;
  ask.tone = 'hint';
  ask.here++;
  ask.hints = Math.max(ask.hints, ask.here);
  ask.over = ask.here > 2;
  drawQuestion();
}
function closeQuestion() {
  const {of} = asking, first = of.tiers[0], seconds = Math.round((Date.now() - asking.began) / 1000);
  const worth = !asking.over || !asking.right || asking.hints > 2 ? 0 : asking.tries <= 1 && !asking.hints ? 1 : 0.5;
  const last = asking.before.at(-1) ?? [], same = asking.over && last.join('\n') === asking.first.join('\n');
  const before = same ? asking.before.slice(0, -1) : asking.before;  // the answer that counts is none of them
  const done = {answers: asking.over ? asking.first : [], why: asking.over ? asking.why : [], before, hints: asking.hints, tries: asking.tries, seconds};
  if (asking.over) {
    of.result = {...done, right: asking.right, points: asking.counts ? worth : 0, counts: asking.counts};
    const label = text => first.options.find(option => option[0] === text)?.[1] ?? text;
    of.said = asking.first.map(label).join(', ') || 'nothing';
  } else {
    of.passed = true;
    of.skipped = {...done, gaveUp: true, counts: asking.counts};
  }
  if (of.later && asking.over) pinned = of; else verdict = {of, over: asking.over};
  asking = null;
  question.hidden = true;
  clear();
  if (!list.hidden) fill();
  points();
  settle(first, of.result && !of.result.right, () => { if (of.stays) show(frame); else go(of.shown, true); });
  find('#play').focus();
}
// What is told beside the lesson: the pinned answer, and how an answer was.
function look() {
  if (asking && frame !== asking.of.after) {  // it was left
    asking = null;
    question.hidden = true;
    clear();
    if (!list.hidden) fill();
  }
  for (const one of film.questions) if (one.passed && frame < came && frame <= one.after) one.passed = false;  // ahead again
  came = frame;
  if (verdict && frame !== verdict.of.shown && !(verdict.of.stays && frame === verdict.of.after)) verdict = null;
  let said = '', tone = '';
  if (pinned) {
    if (frame < pinned.shown || frame === pinned.after) said = 'Your answer: ' + pinned.said;
    else if (frame === pinned.shown) [said, tone] = judged(pinned, `You said ${pinned.said}. `);
  } else if (verdict) [said, tone] = verdict.over ? judged(verdict.of, '') : ['Skipped', ''];
  told.hidden = !said || asking !== null;
  told.className = tone;
  if (told.dataset.said !== said) told.replaceChildren(...explained('p', {}, told.dataset.said = said).childNodes);
}
function judged(of, before) {
  const tier = of.tiers[0], {result} = of, worth = {1: ': 1 point', 0.5: ': ½ point'}[result.points] ?? '';
  if (result.right) return ['✓ ' + before + 'Right' + worth, 'good'];
  const wrong = of.later && result.answers.length && !isRight(tier, result.answers);
  return [`✗ ${before}The answer: ${rest(tier).value}.` + (wrong ? ' ' + against(tier, result.answers) : ''), 'bad'];
}
function points() {
  const done = film.questions.filter(one => one.result?.counts), sum = done.reduce((total, one) => total + one.result.points, 0);
  const written = (Math.floor(sum) || (sum ? '' : '0')) + (sum % 1 ? '½' : '');
  find('#points').textContent = done.length ? `${written} of ${done.length} point${done.length === 1 ? '' : 's'}` : '';
}
function remind() {
  asking.said = 'A question is open: answer it, I for a hint, or Esc to skip it.';
  asking.tone = '';
  drawQuestion();
}
// What is said of an answer; behind a new line is the lesson on the belief that it comes from: see player-site.js.
let leading = () => [];
function explained(tag, attributes, said) {
  const [text, lesson] = said.split('\n');
  return made(tag, attributes, text, ...leading(lesson));
}
function drawQuestion() {
  const tier = tierOf(), focused = document.activeElement?.dataset.option, submits = many(tier) || tier.answer === 'number';
  const typed = find('#typed')?.value ?? '', button = (id, textContent, onclick) => made('button', {id, textContent, onclick});
  question.replaceChildren(made('p', {id: 'prompt', tabIndex: -1, textContent: tier.prompt}),
    tier.answer === 'number' ? made('input', {id: 'typed', type: 'text', value: typed, inputMode: 'decimal', placeholder: 'Type a number', maxLength: 12, autocomplete: 'off'})
      : made('div', {id: 'options'}, ...tier.options.map((option, index) => optionButton(option, index, option[1]))),
    explained('p', {id: 'said', className: asking.tone}, asking.said),
    made('div', {className: 'row'}, ...(submits && !asking.over ? [Object.assign(button('done', 'Done', submit), {disabled: !complete(tier)})] : []),
      ...(asking.over ? [button('go-on', 'Go on', closeQuestion)]
        : [button('hint', DONT_KNOW[asking.here], hint), button('skip', 'Skip', closeQuestion)])));
  find('#said').setAttribute('role', 'status');
  find('#typed')?.setAttribute('aria-label', 'Your answer');
  find('#typed')?.addEventListener('keydown', event => {
    if (event.key === 'Enter') submit();
    else if (event.key === 'Escape') closeQuestion();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  question.hidden = false;
  told.hidden = true;
  const places = asking.at === 0 && !asking.over ? asking.of.places : [];
  options.replaceChildren(...places.map((rect, index) => Object.assign(optionButton(tier.options[index], index, ''), {rect})), ...veils(asking.over ? {} : asking.of));
  placeOptions();
  if (focused) [...question.querySelectorAll('[data-option]')].find(one => one.dataset.option === focused)?.focus();
  else if (find('#typed')) find('#typed').focus();
}
function optionButton([text, label], index, shown) {
  const {chosen, tried} = asking, order = tierOf().answer === 'order' && chosen.includes(text);
  const sign = order ? chosen.indexOf(text) + 1 : chosen.includes(text) ? '✓' : tried.includes(text) ? '✗' : index + 1;
  const button = made('button', {onclick: () => choose(text), disabled: tried.includes(text) || asking.over,
    className: chosen.includes(text) ? 'chosen' : tried.includes(text) ? 'tried' : ''}, made('b', {textContent: sign}), shown);
  asLine(button, text, index);
  button.dataset.option = text;
  button.setAttribute('aria-label', label);
  if (many(tierOf())) button.setAttribute('aria-pressed', chosen.includes(text));
  return button;
}
function placeOptions() {
  for (const one of options.children) {
    over(one, one.rect);
    fitVeil(one);
  }
}
function answerKey(event) {
  if (!asking) return false;
  const tier = tierOf(), number = Number(event.key);
  if (number >= 1 && number <= tier.options.length) choose(tier.options[number - 1][0]);
  else if (event.key === 'Escape') closeQuestion();
  else if (/^[hi]$/i.test(event.key)) hint();
  else if (event.key === 'Backspace' && tier.code) takeBack();
  else if (event.key === 'Enter' && event.target.tagName !== 'BUTTON') submit();
  else return false;
  return true;
}
