// A small pop-up menu inside a pane, next to the element that opened it.
import { el, icon } from './dom.js';

/** items: { label, mark?: Node, hint?, checked?, danger?, lang?, pick() }, or { heading } above a group of them */
export function openMenu(pane, anchor, title, items) {
  const entries = items.map((item) => (item.heading ? el('div.menu-title', { role: 'presentation' }, item.heading) : el('button.menu-item', {
    type: 'button', tabIndex: -1,
    role: item.checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': item.checked === undefined ? null : String(item.checked),
    className: item.danger ? 'menu-item danger' : 'menu-item',
    onclick: () => { close(); item.pick(); },
  }, item.mark, el('span.menu-label', { lang: item.lang }, item.label), item.hint && el('span.menu-hint', {}, item.hint), item.checked && icon('check'))));
  const rows = entries.filter((entry) => entry.matches('button'));
  const menu = el('div.menu', { role: 'menu', 'aria-label': title, onkeydown: keys }, el('div.menu-title', {}, title), entries);

  function close(refocus = true) {
    document.removeEventListener('pointerdown', outside, true);
    menu.remove();
    anchor.setAttribute('aria-expanded', 'false');
    if (refocus && anchor.isConnected) anchor.focus();
  }
  function outside(event) {
    if (!menu.contains(event.target)) close(false);
  }
  function keys(event) {
    const at = rows.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) rows.at(to % rows.length).focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  pane.el.append(menu);
  anchor.setAttribute('aria-expanded', 'true');
  const frame = pane.el.getBoundingClientRect();
  const from = anchor.getBoundingClientRect();
  const left = Math.min(from.left - frame.left, frame.width - menu.offsetWidth - 8);
  const below = from.bottom - frame.top + 4;
  const top = below + menu.offsetHeight > frame.height ? from.top - frame.top - menu.offsetHeight - 4 : below;
  menu.style.left = `${Math.max(8, left)}px`;
  menu.style.top = `${Math.max(8, top)}px`;
  document.addEventListener('pointerdown', outside, true);
  rows[0]?.focus();
}
