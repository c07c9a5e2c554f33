// The grain: a step goes on to the next frame whose event has at least this one, the key with Shift a rung higher.
const grains = find('#grain');
let grain = 0;
grains.append(...film.rungs.map((name, value) => made('option', {value, textContent: name[0].toUpperCase() + name.slice(1)})));
grains.addEventListener('change', () => { grain = Number(grains.value); });
const larger = up => Math.min(film.rungs.length - 1, grain + up);
function frameAfter(least) {
  const found = least ? film.grains.findIndex((one, index) => index > frame && one >= least) : frame + 1;
  return found < 0 ? last : found;
}
function frameBefore(least) {
  return least ? film.grains.slice(0, frame).findLastIndex(one => one >= least) : frame - 1;
}
function chooseGrain(value) {
  grain = value;
  grains.value = value;
  caption.textContent = 'Steps are now: ' + film.rungs[value] + '.';
}
function stepBy(up) {
  const next = frameAfter(larger(up));
  on(next, next === frame + 1 && frame < last);
}
Object.assign(ACT, {
  step: () => moved(1) || stepBy(0), back: () => moved(-1) || go(frameBefore(grain)),
  'step-larger': () => moved(1, true) || stepBy(1), 'back-larger': () => moved(-1, true) || go(frameBefore(larger(1))),
});
film.rungs.forEach((_, value) => {
  ACT['grain-' + value] = () => chooseGrain(value);
  KEYS[value + 1] = 'grain-' + value;
});
