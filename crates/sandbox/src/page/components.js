// Buttons and select menus of a message.
import { customEmoji, el, icon, safeLink } from './dom.js';
import { ListBox } from './listbox.js';
import { jumpTarget } from './markdown.js';

const BUTTON_STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'secondary' };
const SPOKEN = (emoji) => (emoji.id ? `:${emoji.name}:` : emoji.name);
const emojiNode = (emoji) => (emoji.id ? customEmoji(emoji.id, emoji.name) : el('span.emoji', {}, emoji.name));

export function componentRows(message, pane) {
  return el('div.components', {}, message.components.map((row) => {
    if (row.type !== 1) return unknown(row, pane);
    return el('div.action-row', {}, row.components.map((component) => {
      if (component.type === 2) return button(component, message, pane);
      if (component.type === 3) return select(component, component.options, message, pane);
      if (component.type >= 5 && component.type <= 8) return select(component, offered(component, pane), message, pane);
      return unknown(component, pane);
    }));
  }));
}

const unknown = (component, pane) => el('p.unknown', {}, pane.words.unknownComponent(component.type));

function button(component, message, pane) {
  const face = [component.emoji && emojiNode(component.emoji), component.label && el('span', {}, component.label)];
  const style = `component.${BUTTON_STYLES[component.style] ?? 'secondary'}`;
  if (component.style === 5) {
    const target = jumpTarget(component.url);
    if (target && pane.channels.has(target.channel)) {
      return el(`button.${style}`, { type: 'button', disabled: component.disabled, onclick: () => pane.open(target.channel, target) }, face);
    }
    return el(`a.${style}`, { href: safeLink(component.url), target: '_blank', rel: 'noopener noreferrer' }, face, icon('link'));
  }
  const node = el(`button.${style}`, {
    type: 'button', disabled: component.disabled, 'data-custom-id': component.custom_id,
    'aria-label': component.label ? null : pane.words.button(SPOKEN(component.emoji ?? { name: '' })),
    onclick: () => pane.press(message, component.custom_id, 'press', {}),
  }, face);
  if (pane.isPending(message.id, component.custom_id)) {
    node.classList.add('pending');
    node.setAttribute('aria-busy', 'true');
    node.append(el('span.spinner', { 'aria-hidden': 'true' }));
  }
  return node;
}

/** The options of a select menu of users, roles or channels. */
function offered(component, pane) {
  const chosen = new Set((component.default_values ?? []).map(({ id }) => id));
  const wanted = component.channel_types ?? [];
  const people = () => pane.present().map((user) => ({ id: user.id, label: pane.name(user) }));
  const roles = () => (pane.server?.roles ?? []).map(({ id, name }) => ({ id, label: name }));
  const channels = () => (pane.server?.channels ?? []).filter(({ type }) => !wanted.length || wanted.includes(type))
    .map(({ id, name }) => ({ id, label: `# ${name}` }));
  const things = { 5: people, 6: roles, 7: () => [...people(), ...roles()], 8: channels }[component.type]();
  return things.map(({ id, label }) => ({ value: id, label, default: chosen.has(id) }));
}

/** Opens in the flow of the message instead of above it, so that no scroll container can clip it. */
function select(component, options, message, pane) {
  const least = component.min_values ?? 1;
  const most = component.max_values ?? 1;
  const chosen = new Set(options.filter((option) => option.default).map((option) => option.value));
  const send = () => pane.press(message, component.custom_id, 'choose', { values: [...chosen] });
  const face = el('span.select-face');
  const done = el('button.component.primary', { type: 'button', hidden: true, onclick: () => { close(); send(); } }, pane.words.done);
  const field = el('button.select', {
    type: 'button', role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': 'false', disabled: component.disabled,
    'data-custom-id': component.custom_id, 'aria-label': component.placeholder ?? pane.words.choose,
    onclick: () => (list.isOpen ? close() : open()),
    onkeydown: (event) => {
      // Tab only moves the focus: a choice is sent at once, or with "Done".
      if (event.key === 'Tab') return;
      if (!list.isOpen && ['ArrowDown', 'ArrowUp'].includes(event.key)) { event.preventDefault(); open(); } else list.key(event);
      if (event.key === 'Escape') done.hidden = true;
    },
    onblur: (event) => { if (event.relatedTarget !== done) close(); },
  }, face, icon('down'));
  if (pane.isPending(message.id, component.custom_id)) {
    field.classList.add('pending');
    field.append(el('span.spinner', { 'aria-hidden': 'true' }));
  }

  const list = new ListBox(component.placeholder ?? pane.words.choose, (item) => {
    const had = chosen.has(item.value);
    if (most === 1) {
      chosen.clear();
      if (!had || least > 0) chosen.add(item.value);
      close();
      send();
      return;
    }
    if (had) chosen.delete(item.value);
    else if (chosen.size < most) chosen.add(item.value);
    open(list.active);
  });

  function open(active = 0) {
    list.show(field, options.map((option) => ({
      value: option.value, label: option.label, hint: option.description, selected: chosen.has(option.value),
      mark: option.emoji && emojiNode(option.emoji),
    })), active);
    done.hidden = most === 1;
    done.disabled = chosen.size < least;
    show();
    done.parentElement.scrollIntoView({ block: 'nearest' });
  }
  function close() {
    list.hide();
    done.hidden = true;
  }
  function show() {
    const names = options.filter((option) => chosen.has(option.value)).map((option) => option.label);
    face.textContent = names.join(', ') || component.placeholder || pane.words.choose;
    face.classList.toggle('placeholder', names.length === 0);
  }

  show();
  return el('div.select-box', {}, field, list.el, done);
}
