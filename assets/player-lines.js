// Lines of code that are put in their order: each goes into the first gap, and leaves one where it is taken back.
complete = tier => !tier.code || asking.chosen.filter(text => text).length === tier.options.length;
takeBack = () => {
  while (asking.chosen.length && !asking.chosen.pop());
  drawQuestion();
};
putLine = (text, at) => {
  const gap = asking.chosen.indexOf('');
  if (!tierOf().code || (at < 0 && gap < 0)) return false;
  asking.chosen[at < 0 ? gap : at] = at < 0 ? text : '';
  drawQuestion();
  return true;
};
asLine = (button, text, index) => {
  if (!tierOf().code) return;
  const place = asking.chosen.indexOf(text) + 1;
  button.classList.add('line');
  button.firstChild.textContent = index + 1;
  if (place) button.append(made('i', {textContent: '→ ' + place}));
};
// Over the pseudocode they lie as they are put.
veils = of => {
  const rects = of.veils ?? [];
  document.body.classList.toggle('ordering', rects.length > 0);
  return rects.map((rect, index) => {
    const gaps = asking.chosen.values(), lines = tierOf().code.flatMap(given => given ?? [gaps.next().value || '····']);
    const wide = Math.max(...lines.map(line => line.length)) + 3, high = lines.length + 1;
    return Object.assign(made('pre', {className: 'veil', textContent: index ? '' : lines.join('\n')}), {rect, wide, high});
  });
};
fitVeil = one => {
  if (one.wide) one.style.fontSize = Math.max(8, Math.min(16, one.clientWidth / (0.61 * one.wide), one.clientHeight / (1.35 * one.high))) + 'px';
};
