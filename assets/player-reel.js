// A reel: a table of primitives with their texts, shapes and colours, and for each frame how its list of primitives
// differs from the frame before. The table is written in columns, for each kind of primitive its own, of which the first
// of some are steps from the one before.
const CHECKPOINT = 16, LINE = 1, POLYGON = 2, TEXT = 4, MONO = 2, LETTER = 0.603, ROWS = [1, 2], LINES = [1, 2, 0, 0, 3];
function rows([kinds, columns], inRows) {
  const next = columns.map(() => 0);
  inRows.forEach((count, kind) => columns[kind].slice(0, count).forEach(column => {
    let at = 0;
    column.forEach((step, index) => { column[index] = at = Math.round(10 * (at + step)) / 10; });
  }));
  return kinds.map(kind => {
    const at = next[kind]++;
    return [kind, ...columns[kind].map(column => column[at])];
  });
}
function sums(lists) {
  let number = 0;
  return lists.map(splices => {
    let end = 0;
    return splices.map(([skipped, removed, steps]) => {
      const start = end + skipped;
      end = start + removed;
      return [start, removed, steps.map(step => number += step)];
    });
  });
}
function spliced(list, splices) {
  const out = new Int32Array(splices.reduce((length, [, removed, added]) => length + added.length - removed, list.length));
  let from = 0, to = 0;
  for (const [start, removed, added] of splices) {
    out.set(list.subarray(from, start), to);
    out.set(added, to += start - from);
    to += added.length;
    from = start + removed;
  }
  out.set(list.subarray(from), to);
  return out;
}
const extend = (list, more) => { for (const one of more) list.push(one); };
// Full lists at every CHECKPOINT frames, so that any frame is a few splices away, forwards or backwards. They are made
// while nothing else is to be done, or when one is asked for.
function reel(inRows) {
  const frames = [], full = [], shapes = [], wide = new Map(), of = {palettes: [], table: [], texts: []};
  let built = -1, list = new Int32Array(), here = 0, seen = null;
  of.grow = part => {
    const table = rows(part.table, inRows), widths = part.widths.values();
    extend(shapes, part.shapes);
    extend(of.texts, part.texts);
    part.colors.forEach((colors, theme) => extend(of.palettes[theme] ??= [], colors));
    for (const row of table) {
      if (row[0] === LINE) [1, 2].forEach(side => { row[side + 2] += row[side]; });  // to its end
      if (row[0] === POLYGON) {
        const [x, y, shape] = row.splice(1, 3);
        row.splice(1, 0, [x, y, ...shapes[shape].map((step, at) => step + (at % 2 ? y : x))]);
      }
      if (row[0] === TEXT) {
        const key = [row[3], row[4], row[7]].join();
        if (!wide.has(key)) wide.set(key, row[7] === MONO ? LETTER * row[4] * of.texts[row[3]].length : widths.next().value);
        row.push(wide.get(key));
      }
    }
    extend(of.table, table);
    extend(frames, sums(part.frames));
  };
  of.prepare = until => {
    while (built < Math.min(until, frames.length - 1)) {
      list = spliced(list, frames[++built]);
      if (built % CHECKPOINT === 0) full.push(list);
    }
    return built < frames.length - 1;
  };
  of.ready = () => built;
  of.listAt = index => {
    of.prepare(index);
    const start = index - index % CHECKPOINT;
    if (!seen || here > index || here < start) [here, seen] = [start, full[start / CHECKPOINT]];
    while (here < index) seen = spliced(seen, frames[++here]);
    return seen;
  };
  return of;
}
