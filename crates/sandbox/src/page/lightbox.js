// An image at full size, over the whole page.
import { el, iconButton } from './dom.js';

export function openLightbox(source, alt, words) {
  const dialog = el('dialog.lightbox', {
    'aria-label': words.picture,
    onclick: (event) => { if (event.target.tagName !== 'FIGCAPTION') dialog.close(); },
    onclose: () => dialog.remove(),
  },
  iconButton('close', words.close, () => {}),
  el('figure', {}, el('img', { src: source, alt: alt ?? '' }), alt && el('figcaption', {}, alt)));
  document.body.append(dialog);
  dialog.showModal();
}
