// What is said beyond the caption to those who want more, where there is such.
const box = find('#more');
let more = false;
sayMore = () => {
  const said = film.captions[film.mores[frame]];
  box.hidden = !more || !said || asking !== null;  // a question needs the room
  if (box.textContent !== said) box.textContent = said;
};
if (film.more) ACT['say-more'] = () => {  // the pages of a site share this
  more = !more;
  find('#say-more').setAttribute('aria-pressed', more);
  sayMore();
};
find('#say-more').hidden = !film.more;
