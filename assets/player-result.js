// Homework: what comes after a question is there once it was answered, or given up.
async function unlockNext() {
  while (film.locked.length && film.questions.every(one => one.after < open || one.result || one.passed)) {
    const [first] = film.questions.at(-1).tiers;
    await new Promise(done => giveUp(first, done));
    grow(unpacked(opened(turned(first.key, 'part'), film.locked.shift())));
  }
  unlocking = null;
  markCues();
  if (!list.hidden) fill();
}
unlock = () => film.locked.length ? unlockNext() : null;
takesLong = (tier, ask) => {
  if (ask.here !== 2 || tier.key) return false;
  Object.assign(ask, {said: 'The answer is being unlocked; that takes some seconds.', tone: 'hint'});
  drawQuestion();
  giveUp(tier, () => { if (asking === ask && !ask.over && ask.here === 2) hint(); });
  return true;
};
settle = (first, wrong, after) => {
  unlocking = wrong && !first.key ? new Promise(done => giveUp(first, done)).then(unlock) : unlock();
  if (!unlocking) return after();
  told.hidden = false;
  told.className = '';
  told.textContent = told.dataset.said = 'What follows is being unlocked; that takes some seconds.';
  unlocking.then(after);
};
// What was answered, as a text to hand in. The check finds slips, not forgers.
function resultText(name) {
  const lines = ['unfog-result 1', 'lesson: ' + film.lesson, 'file: ' + film.digest, 'version: ' + film.version,
    ...(film.seed ? ['seed: ' + film.seed] : []), 'name: ' + name];
  for (const {cue, result, skipped, score} of film.questions) {
    const done = result ?? skipped;
    if (done) lines.push(`cue ${cue + 1}: ` + JSON.stringify({answers: done.answers, ...(done.why.length ? {why: done.why} : {}),
      ...(done.before.length ? {tried: done.before} : {}),
      tries: done.tries, hints: done.hints, seconds: done.seconds, ...(done.counts || !score ? {} : {seen: true}),
      ...(done.gaveUp ? {gave_up: true} : {})}));
  }
  return [...lines, 'check: ' + hex(sha256(utf8(lines.join('\n')))).slice(0, 8)].join('\n') + '\n';
}
function showResult() {
  const own = film.learner ?? '';
  const name = made('input', {placeholder: 'Your name', autocomplete: 'name', value: own, readOnly: own !== ''}), text = made('textarea', {readOnly: true});
  const write = () => { text.value = resultText(name.value.trim().replace(/\s+/g, ' ')); };
  name.addEventListener('input', write);
  name.setAttribute('aria-label', 'Your name');
  text.setAttribute('aria-label', 'Your result');
  const left = film.asked - film.questions.filter(one => one.result).length;
  const box = made('dialog', {id: 'result-box'}, made('h1', {textContent: 'Your result'}),
    made('p', {textContent: (left ? `${left} of ${film.asked} question${film.asked === 1 ? '' : 's'} ${left === 1 ? 'is' : 'are'} still open. ` : '')
      + (own ? `This page is ${own}'s: copy` : 'Write your name, copy')
      + ' all of the text, and hand it in. Answers are marked anew by who reads it.'}),
    name, made('br'), text, made('br'),
    made('button', {textContent: 'Copy', onclick: () => { text.select(); document.execCommand('copy'); }}),
    made('button', {textContent: 'Close', onclick: () => box.close()}));
  box.addEventListener('close', () => box.remove());
  write();
  document.body.append(box);
  box.showModal();
}
ACT.result = showResult;
find('#result').hidden = !film.homework;  // the pages of a site share this
