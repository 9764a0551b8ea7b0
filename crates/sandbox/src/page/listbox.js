// A list of options, controlled by the keys of the field it belongs to: command names, option values, menus in
// messages. Focus stays in the field; the active row is announced through aria-activedescendant.
import { el, freshId, icon } from './dom.js';

export class ListBox {
  /** items: { label, hint, mark?: Node, value, selected? }; pick(item) is called with the chosen item. */
  constructor(label, pick) {
    this.id = freshId('list');
    this.pick = pick;
    this.items = [];
    this.active = -1;
    this.field = null;
    this.el = el('ul.listbox', { role: 'listbox', id: this.id, 'aria-label': label, hidden: true });
  }

  get isOpen() { return !this.el.hidden; }

  show(field, items, active = 0) {
    this.field = field;
    this.items = items;
    this.active = Math.min(active, items.length - 1);
    this.el.replaceChildren(...items.map((item, index) => this.row(item, index)));
    this.el.hidden = items.length === 0;
    field.setAttribute('aria-controls', this.id);
    this.announce();
  }

  hide() {
    this.el.hidden = true;
    this.active = -1;
    if (this.field) this.announce();
  }

  row(item, index) {
    return el('li.choice', {
      role: 'option', id: `${this.id}-${index}`, 'aria-selected': String(Boolean(item.selected)),
      // Clicking must not move the focus out of the field.
      onpointerdown: (event) => event.preventDefault(),
      onclick: () => this.pick(item),
      onpointermove: () => { if (this.active !== index) { this.active = index; this.announce(false); } },
    },
    item.mark,
    el('span.choice-text', {}, el('span.choice-label', {}, item.label), item.hint && el('span.choice-hint', {}, item.hint)),
    item.selected && icon('check'));
  }

  announce(scroll = true) {
    // A text area has no "expanded" state in ARIA; only real comboboxes carry it.
    if (this.field.getAttribute('role') === 'combobox') this.field.setAttribute('aria-expanded', String(this.isOpen));
    [...this.el.children].forEach((row, index) => row.classList.toggle('active', index === this.active));
    const row = this.isOpen ? this.el.children[this.active] : null;
    if (!row) return this.field.removeAttribute('aria-activedescendant');
    this.field.setAttribute('aria-activedescendant', row.id);
    if (scroll) row.scrollIntoView({ block: 'nearest' });
  }

  /** Handles a key of the field; true if the list used it. Tab picks and still moves the focus. */
  key(event) {
    if (!this.isOpen || event.isComposing) return false;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    if (event.key in steps) {
      const step = steps[event.key];
      const count = this.items.length;
      this.active = Math.abs(step) === 1
        ? (this.active + step + count + (this.active < 0 && step < 0 ? 1 : 0)) % count
        : Math.min(Math.max(this.active + step, 0), count - 1);
      this.announce();
    } else if ((event.key === 'Enter' && !event.shiftKey) || (event.key === 'Tab' && !event.shiftKey)) {
      if (this.active < 0) return false;
      this.pick(this.items[this.active], event.key);
      if (event.key === 'Tab') return true;
    } else if (event.key === 'Escape') {
      this.hide();
      event.stopPropagation();
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }
}
