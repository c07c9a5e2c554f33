// Of a site: the way to the other lessons.
const links = [[film.home, 'All lessons'], ...(film.next ? [film.next] : [])];
find('.right').prepend(...links.map(([href, textContent]) => made('a', {href, textContent})));
leading = lesson => lesson ? [' ', made('a', {href: lesson + '.html', textContent: 'The lesson on that'})] : [];
