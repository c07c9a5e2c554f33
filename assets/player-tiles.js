// What is drawn anew, where much is on the stage: it is cut into tiles, and of each it is known what is drawn in it, as a
// number made of all that reaches into it, in its order. A frame draws those tiles that are not as they were, and in them
// only what reaches into one.
const TILE = 32, ACROSS = Math.ceil(film.size[0] / TILE), DOWN = Math.ceil(film.size[1] / TILE), MOST_ANEW = 0.7;
const CLIP = 5, UNCLIP = 6, ALIGNED = [0, 0.5, 1];
// How far each kind reaches, with its edges, letters that hang over, and the corners of polygons, which may be drawn out.
const REACH = [
  (x, y, w, h) => [x, y, x + w, y + h],
  (x1, y1, x2, y2, _, width) => [Math.min(x1, x2) - width, Math.min(y1, y2) - width, Math.max(x1, x2) + width, Math.max(y1, y2) + width],
  (points, fill, stroke, width) => {
    const [xs, ys] = [0, 1].map(odd => points.filter((_, at) => at % 2 === odd)), by = stroke < 0 ? 0 : 5 * Math.max(1, width);
    return [Math.min(...xs) - by, Math.min(...ys) - by, Math.max(...xs) + by, Math.max(...ys) + by];
  },
  (x, y, radius) => [x - radius, y - radius, x + radius, y + radius],
  (x, y, text, size, fill, align, style, width) => {
    const left = x - ALIGNED[align] * width;
    return [left - 0.4 * size, y - 0.3 * size, left + 1.02 * width + 0.4 * size, y + 1.6 * size];
  },
  (x, y, w, h) => [x, y, x + w, y + h],
  () => [0, 0, 0, 0],
  (x, y, w, h) => [x, y, x + w, y + h],
];
let reaches = [], drawn = null, margin = 0;  // of each primitive of the table; what each tile has; pixels, where edges snap
forget = scales => {
  drawn = null;
  if (scales) [reaches, margin] = [[], 2 + 2 / Math.min(...scales)];
};
function tilesOf(number) {
  const [kind, ...of] = whole.table[number], [left, top, right, bottom] = REACH[kind](...of);
  const tile = (length, most) => Math.max(0, Math.min(most - 1, Math.floor(length / TILE)));
  return tile(left - margin, ACROSS) | tile(top - margin, DOWN) << 8 | tile(right + margin, ACROSS) << 16 | tile(bottom + margin, DOWN) << 24;
}
// Which tiles are to be drawn anew; null: all of them.
anew = list => {
  const now = new Int32Array(ACROSS * DOWN), clips = [], before = drawn;
  for (const number of list) {
    const kind = whole.table[number][0], at = kind === UNCLIP ? clips.pop() : reaches[number] ??= tilesOf(number);
    if (kind === CLIP) clips.push(at);
    const left = at & 255, right = at >> 16 & 255, bottom = at >>> 24;
    for (let y = at >> 8 & 255; y <= bottom; y++) {
      for (let tile = y * ACROSS + left, end = y * ACROSS + right; tile <= end; tile++) {
        now[tile] = Math.imul((now[tile] << 5 | now[tile] >>> 27) ^ number + 1, 0x9E3779B1);
      }
    }
  }
  drawn = now;
  if (!before) return null;
  const changed = now.map((one, tile) => one === before[tile] ? 0 : 1);
  return changed.reduce((sum, one) => sum + one) > MOST_ANEW * changed.length ? null : changed;
};
// They are drawn beside the stage and copied: with the edges of a clip, the smooth edges of shapes would be a little others.
penBeside = ({canvas: {width, height}, beside}) => {
  if (beside.canvas.width !== width || beside.canvas.height !== height) Object.assign(beside.canvas, {width, height});
  return beside;
};
copy = (changed, from, left, top) => {
  for (let y = 0; y < DOWN; y++) {
    for (let x = 0, end; x < ACROSS; x = end + 1) {
      end = x;
      while (end < ACROSS && changed[y * ACROSS + end]) end++;
      const [a, b, c, d] = [px(x * TILE), px(y * TILE), px(end * TILE), px((y + 1) * TILE)];
      if (end > x) pen.drawImage(from, a - left, b - top, c - a, d - b, a, b, c - a, d - b);
    }
  }
};
// Does it reach into one of them? What cuts others off always counts.
reachesInto = (changed, number) => {
  const kind = whole.table[number][0], at = reaches[number], right = at >> 16 & 255, bottom = at >>> 24;
  if (kind === CLIP || kind === UNCLIP) return true;
  for (let y = at >> 8 & 255; y <= bottom; y++) {
    for (let x = at & 255; x <= right; x++) if (changed[y * ACROSS + x]) return true;
  }
  return false;
};
