// The only place that creates elements. Text is only ever inserted as text nodes or attribute values, so nothing
// that people type can become markup.

const PROPERTIES = new Set(['value', 'checked', 'disabled', 'hidden', 'inert', 'open', 'tabIndex', 'multiple', 'className']);

/** el('button.primary', { onclick, 'aria-label': … }, child, 'text', [more]) */
export function el(spec, properties = {}, ...children) {
  const [tag, ...classes] = spec.split('.');
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(' ');
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (PROPERTIES.has(key)) node[key] = value;
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// Stroke icons on a 24 × 24 grid.
const PATHS = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6L6 18',
  send: 'M4 12l16-8-6 16-3-6z',
  plus: 'M12 5v14M5 12h14',
  hash: 'M9 4L7 20M17 4l-2 16M4 9h16M3 15h16',
  thread: 'M6 4v9a3 3 0 0 0 3 3h10M15 12l4 4-4 4',
  forum: 'M4 5h16v10H11l-4 4v-4H4zM8 9h8M8 12h5',
  at: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-4 7.5',
  theme: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  one: 'M4 5h16v14H4z',
  two: 'M4 5h16v14H4zM12 5v14',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  people: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  down: 'M6 9l6 6 6-6',
  check: 'M5 12l5 5 9-10',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  slash: 'M16 4L8 20',
  link: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
};

export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}

/** A button with an icon only; its label is for screen readers and the tooltip. */
export function iconButton(name, label, onclick, extra = {}) {
  return el('button.icon-button', { type: 'button', 'aria-label': label, title: label, onclick, ...extra }, icon(name));
}

/** An emoji of the application; its name between colons if there is no image. */
export function customEmoji(id, name) {
  const node = el('img.custom-emoji', {
    src: `/emojis/${id}.webp`, alt: `:${name}:`, title: `:${name}:`, draggable: 'false',
    onerror: () => node.replaceWith(`:${name}:`),
  });
  return node;
}

let ids = 0;
export const freshId = (prefix) => `${prefix}-${++ids}`;

/** The path of a URL on this sandbox, or null: images and files are only ever loaded from here. */
export function localPath(address) {
  try {
    const url = new URL(address, location.href);
    return url.origin === location.origin || url.hostname === '127.0.0.1' || url.hostname === 'localhost'
      ? url.pathname + url.search : null;
  } catch {
    return null;
  }
}

/** A URL that may be used as a link, or null. */
export function safeLink(address) {
  try {
    const url = new URL(address);
    return url.protocol === 'https:' || url.origin === location.origin ? url.href : null;
  } catch {
    return null;
  }
}
