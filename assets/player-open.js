// What a page begins with: it unpacks the recording, and makes the player of what is in it.
(() => {
'use strict';
// LZMA, as its specification has it, with contexts of neither the byte before nor the position; the end is marked.
function unpacked(packed) {
  const REP = 12, WHICH = 24, ALONE = 60, LENGTH = 72, SLOT = 620, STEP = 876, ALIGN = 992, LITERAL = 1008;
  const odds = new Uint16Array(LITERAL + 768).fill(1024), last = [1, 1, 1, 1];
  let out = new Uint8Array(1 << 20), size = 0, state = 0, at = 1, range = 2 ** 32 - 1, code = 0;
  const narrow = () => {
    if (range >= 2 ** 24) return;
    range *= 256;
    code = code * 256 + packed[at++];
  };
  const bit = place => {
    const odd = odds[place], bound = (range >>> 11) * odd, one = code >= bound ? 1 : 0;
    odds[place] += one ? -(odd >> 5) : (2048 - odd) >> 5;
    code -= one * bound;
    range = one ? range - bound : bound;
    narrow();
    return one;
  };
  const tree = (start, bits) => {
    let node = 1;
    while (node < 1 << bits) node = 2 * node + bit(start + node);
    return node - (1 << bits);
  };
  const upwards = (start, bits) => {  // the same, with the lowest bit first
    let node = 1, number = 0;
    for (let level = 0; level < bits; level++) {
      const one = bit(start + node);
      node = 2 * node + one;
      number += one << level;
    }
    return number;
  };
  const even = bits => {  // as likely 0 as 1
    let number = 0;
    while (bits--) {
      range >>>= 1;
      const one = code >= range ? 1 : 0;
      code -= one * range;
      number = 2 * number + one;
      narrow();
    }
    return number;
  };
  const length = start => bit(start) ? bit(start + 1) ? 18 + tree(start + 18, 8) : 10 + tree(start + 10, 3) : 2 + tree(start + 2, 3);
  const distance = slot => {
    const bits = (slot >> 1) - 1, high = (2 + slot % 2) * 2 ** bits;
    return 1 + (slot < 4 ? slot : slot < 14 ? high + upwards(STEP + high - slot, bits) : high + 16 * even(bits - 4) + upwards(ALIGN, 4));
  };
  while (at < 5) code = code * 256 + packed[at++];
  while (at <= packed.length) {
    if (size + 273 > out.length) {
      const more = new Uint8Array(2 * out.length);
      more.set(out);
      out = more;
    }
    if (!bit(state)) {
      let node = 1, like = state > 6 ? out[size - last[0]] : -1;
      while (node < 256 && like >= 0) {
        const wanted = like >> 7, one = bit(LITERAL + 256 * (1 + wanted) + node);
        node = 2 * node + one;
        like = one === wanted ? like * 2 & 255 : -1;
      }
      while (node < 256) node = 2 * node + bit(LITERAL + node);
      out[size++] = node;
      state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
      continue;
    }
    let many = 1;
    if (bit(REP + state)) {
      let which = 0;
      while (which < 3 && bit(WHICH + 12 * which + state)) which++;
      last.unshift(...last.splice(which, 1));
      const longer = which || bit(ALONE + state);
      if (longer) many = length(LENGTH + 274);
      state = (longer ? 8 : 9) + (state < 7 ? 0 : longer ? 3 : 2);
    } else {
      many = length(LENGTH);
      state = state < 7 ? 7 : 10;
      last.unshift(distance(tree(SLOT + 64 * Math.min(many - 2, 3), 6)));
      last.pop();
      if (last[0] === 2 ** 32) return JSON.parse(new TextDecoder().decode(out.subarray(0, size)));
    }
    for (; many; many--, size++) out[size] = out[size - last[0]];
  }
  throw Error('its end is missing');
}
// Nine bytes in eleven signs, which are all that ASCII prints but for <.
function printed(id) {
  const text = document.querySelector(id).textContent, packed = new Uint8Array(text.length / 11 * 9);
  for (let at = 0, start = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    let carry = code - (code > 60 ? 33 : 32);
    for (let place = start + 8; place >= start; place--) {
      carry += 94 * packed[place];
      packed[place] = carry;
      carry >>= 8;
    }
    if (at % 11 === 10) start += 9;
  }
  return unpacked(packed);
}
const made = (tag, attributes) => Object.assign(document.createElement(tag), attributes);
const fail = textContent => document.body.append(made('p', {className: 'message', textContent}));
if (!('roundRect' in CanvasRenderingContext2D.prototype)) {
  return fail('This recording needs a newer browser: Chrome or Edge 99, Firefox 113, Safari 16.4, or later.');
}
Object.assign(window, {printed, unpacked});
try {
  window.film = printed('#recording');
} catch {
  return fail('This recording is damaged: please record the lesson again.');
}
if (film.style) document.head.append(made('style', {textContent: film.style}));
document.body.append(made('script', {onerror: () => fail('player.js is missing: it belongs beside this page.'),
  ...(film.player ? {textContent: film.player} : {src: 'player.js'})}));
})();
