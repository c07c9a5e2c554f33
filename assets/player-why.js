// Why and why not: the answers that were worked out when the page was made, each a proof that is stepped through.
const why = find('#why');
for (const one of film.proofs) sums(one.steps.map(step => step[1])).forEach((splices, at) => { one.steps[at][1] = splices; });
let proof = null;  // while one is chosen or shown: of which place, which answer, and at which of its steps
const boardIn = (index, run) => film.layouts[film.laid[index]][1][run];  // of that run, where it is seen
const asks = (at = frame) => film.proofs.filter(one => boardIn(at, one.run) && one.when.some(([from, to]) => from <= at && at <= to));
// Where nothing can be asked: the nearest frame where something can.
function none() {
  const near = film.at.map((_, at) => at).filter(at => asks(at).length).sort((one, other) => Math.abs(one - frame) - Math.abs(other - frame))[0];
  return `This page has no proof for this step; the nearest that it has is for step ${near}.`;
}
const several = film.proofs.some(one => one.run);
const placeOf = one => several ? one.run + 1 + ': ' + one.place : one.place;  // of runs side by side, on which board
// Where the board lies in the frame whose pictures a proof has, in this one, and how much larger it is here.
function boards({home, run}) {
  const [from, to] = [home, frame].map(index => boardIn(index, run));
  return [from, to, Math.min(to[2] / from[2], to[3] / from[3])];
}
drawProof = ({scale: unit, part}) => {
  if (!proof?.of) return false;
  const {home, steps} = proof.of, [from, to, by] = boards(proof.of);
  pen.save();
  pen.beginPath();
  pen.rect(px(to[0]), px(to[1]), px(to[2]), px(to[3]));
  pen.clip();
  scale = unit * by;
  pen.setTransform(1, 0, 0, 1, Math.round((to[0] - part[0]) * unit - from[0] * scale), Math.round((to[1] - part[1]) * unit - from[1] * scale));
  drawAll(steps.slice(0, proof.at + 1).reduce((list, step) => spliced(list, step[1]), listAt(home)));
  pen.restore();
  return true;
};
function placed(one) {
  const [from, to, by] = boards(one), [x, y, w, h] = one.rect;
  return [to[0] + (x - from[0]) * by, to[1] + (y - from[1]) * by, w * by, h * by];
}
function openWhy(place = '', of = null) {
  if (asking) return remind();
  if (dialog.open) return;
  pause();
  unfold(false);
  const some = asks().filter(one => !place || placeOf(one) === place);
  proof = {place, of: of ?? (place && some.length === 1 ? some[0] : null), at: 0};
  drawWhy();
  (find('#why [data-option]') ?? options.firstElementChild ?? find('#why button')).focus();
}
closeWhy = () => {
  if (!proof) return false;
  const focused = [why, options].some(part => part.contains(document.activeElement));
  proof = null;
  why.hidden = true;
  options.replaceChildren();
  if (focused) find('#why-not').focus();
  fit();
  return true;
};
// A step on or back, around the end; or ``over`` the cases on the way, if there are any.
moved = (by, over = false) => {
  if (!proof?.of) return false;
  const {length} = proof.of.steps, past = over && proof.of.past?.[by > 0 ? 0 : 1];
  proof.at = past ? past[proof.at] : (proof.at + by + length) % length;
  drawWhy();
  return true;
};
function drawWhy() {
  const {place, of, at} = proof, some = asks(), places = new Map(some.map(one => [placeOf(one), one]));
  const button = (textContent, onclick) => made('button', {textContent, onclick});
  const asked = some.filter(one => placeOf(one) === place).map(one => Object.assign(button(one.asks, () => openWhy(place, one)),
    {className: one === of ? 'chosen' : ''}));
  for (const one of asked) one.dataset.option = one.textContent;
  const says = of ? of.steps[at][0] : place ? '' : places.size ? 'Why? Choose a place on the board.' : none();
  const said = made('p', {textContent: says});
  said.setAttribute('role', 'status');
  why.replaceChildren(...(asked.length > 1 || !of ? [made('div', {className: 'row'}, ...asked)] : [made('b', {textContent: of.asks})]), said,
    made('div', {className: 'row'}, ...(of?.steps.length > 1 ? [button('←', () => moved(-1)), `Step ${at + 1} of ${of.steps.length}${of.past ? ' (Shift: past cases)' : ''}`,
      button('→', () => moved(1))] : []), ...(place ? [button('Another place', () => openWhy())] : []), button('Close', closeWhy)));
  why.hidden = false;
  options.replaceChildren(...(of ? [] : [...places.values()].map(one => {
    const spot = made('button', {onclick: () => openWhy(placeOf(one)), rect: placed(one), title: placeOf(one)});
    spot.setAttribute('aria-label', 'Why ' + placeOf(one));
    return spot;
  })));
  fit();
}
// A click on a place that something was proven of.
main.addEventListener('click', event => {
  const [left, top, wide] = views[0].part, box = main.getBoundingClientRect(), by = wide / box.width;
  const x = left + (event.clientX - box.left) * by, y = top + (event.clientY - box.top) * by;
  const one = asks().find(one => (([a, b, w, h]) => a <= x && x < a + w && b <= y && y < b + h)(placed(one)));
  if (event.pointerType === 'mouse' && one && !asking) openWhy(placeOf(one));
});
if (film.proofs.length) ACT['why-not'] = () => moved(1) || openWhy();  // the pages of a site share this
find('#why-not').hidden = !film.proofs.length;
