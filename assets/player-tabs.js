// Tabs: what else can be seen beside the board, or of runs that are compared in the place of their boards. Each has a reel
// of its own, which is made, and unpacked if it is large, when the first one is chosen; it is drawn over the frame. Not all
// frames have a fresh picture of each; then it is told of which frame it is. Where a cue shows another one than the frame
// before, the choice is over, as in the window.
const tabs = find('#tab'), age = find('#tab-age');
let reels = null, chosenTab = -1, shownTab = -1;
tabs.append(...film.tabs.map((textContent, value) => made('option', {value, textContent})));
tabs.hidden = film.tabs.length < 2;
tabs.addEventListener('change', () => chooseTab(Number(tabs.value)));
const waiting = [];  // parts of them that are to be added
function addTabs() {
  for (const part of reels ? waiting.splice(0) : []) part.forEach((one, index) => {
    reels[index].grow(one);
    extend(reels[index].fresh ??= [], one.fresh);
  });
}
growTabs = part => {
  waiting.push(part);
  addTabs();
};
function unpackTabs() {
  if (reels) return;
  waiting.unshift(film.reels ?? printed('#tabs'));
  reels = film.tabs.map(() => reel(LINES));
  addTabs();
}
function chooseTab(index) {
  chosenTab = index;
  unpackTabs();
  draw();
  tabs.value = index;
  caption.textContent = 'On show: ' + film.tabs[index] + '.';
}
tabOf = () => {
  const own = film.shows[frame];
  if (own !== shownTab) chosenTab = -1;
  shownTab = own;
  tabs.value = chosenTab < 0 ? own : chosenTab;
};
drawTab = () => {
  const chosen = chosenTab < 0 || chosenTab === film.shows[frame] ? null : reels?.[chosenTab];
  const of = chosen ? chosen.fresh.lastIndexOf(1, frame) : frame;
  age.textContent = of < frame ? 'at ' + of : '';
  if (chosen) drawAll(chosen.listAt(frame), chosen);
  return chosen;
};
// The next one that shows something else here.
ACT.tab = () => {
  if (tabs.hidden) return;
  unpackTabs();
  const differs = index => index === film.shows[frame] || reels[index].listAt(frame).length;
  let next = Number(tabs.value);
  do next = (next + 1) % film.tabs.length; while (!differs(next));
  chooseTab(next);
};
KEYS.s = KEYS.S = 'tab';
