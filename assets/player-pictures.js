// Pictures from files.
const pictures = {};
DRAW.push((_, x, y, w, h, text) => {
  const src = texts[text], picture = pictures[src] ??= Object.assign(new Image(), {src, onload: () => { forget(); draw(); }});
  if (picture.complete && picture.naturalWidth) pen.drawImage(picture, x * scale, y * scale, w * scale, h * scale);
});
