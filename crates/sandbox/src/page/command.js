// A slash command being filled in: one field per option, suggestions above.
import { el, freshId, iconButton, icon } from './dom.js';
import { ListBox } from './listbox.js';
import { avatar, isThread, localized } from './people.js';

const DEBOUNCE_MS = 150;
const TYPE = { subcommand: 1, group: 2, string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, file: 11 };

/** Everything that can be typed after "/"; subcommands are separate entries. */
export function leavesOf(commands, locale) {
  const walk = (command, node, path, words, real, description) => {
    const subs = (node.options ?? []).filter(({ type }) => type === TYPE.subcommand || type === TYPE.group);
    if (!subs.length) {
      return [{ command, path, options: node.options ?? [], title: words.join(' '), realTitle: real.join(' '), description }];
    }
    return subs.flatMap((sub) => walk(command, sub, [...path, { name: sub.name, type: sub.type }],
      [...words, localized(sub, 'name', locale)], [...real, sub.name], localized(sub, 'description', locale)));
  };
  return commands.filter(({ type }) => (type ?? 1) === 1).flatMap((command) =>
    walk(command, command, [], [localized(command, 'name', locale)], [command.name], localized(command, 'description', locale)));
}

/** The options as Discord nests them in their subcommands. */
const nested = (path, options) => path.reduceRight((inner, step) => [{ ...step, options: inner }], options);

export class CommandForm {
  /** leave(text) returns the composer to plain text. */
  constructor(pane, leaf, leave) {
    this.pane = pane;
    this.leaf = leaf;
    this.leave = leave;
    const { words } = pane;
    this.fields = [];
    this.chips = el('div.chips');
    this.extras = el('div.extras', { role: 'group', 'aria-label': words.optional });
    this.help = el('p.command-help', { 'aria-live': 'polite' });
    this.error = el('p.failure', { role: 'alert' });
    this.list = new ListBox(words.suggestions, (item, key) => this.picked(item, key));
    this.sendButton = iconButton('send', words.send, () => this.send());
    this.sendButton.classList.add('send');
    this.el = el('div.command', { role: 'group', 'aria-label': `/${leaf.title}`, onkeydown: (event) => this.keys(event) },
      this.list.el, this.help,
      el('div.command-line', {}, el('strong.command-title', {}, `/${leaf.title}`), this.chips, this.extras,
        el('span.command-end', {}, iconButton('close', words.cancel, () => leave('')), this.sendButton)),
      this.error);
    for (const option of leaf.options.filter(({ required }) => required)) this.add(option);
    this.drawExtras();
    this.help.textContent = leaf.description;
  }

  focus() { (this.fields[0]?.input ?? this.sendButton).focus(); }

  add(option) {
    const { pane } = this;
    const name = localized(option, 'name', pane.locale);
    const isFile = option.type === TYPE.file;
    const numeric = option.type === TYPE.integer || option.type === TYPE.number;
    const help = freshId('help');
    const field = { option, name, picked: null };
    field.input = el('input', isFile ? { type: 'file', 'aria-label': name } : {
      type: 'text', role: 'combobox', 'aria-expanded': 'false', 'aria-autocomplete': 'list', 'aria-label': name, 'aria-describedby': help,
      'aria-required': String(Boolean(option.required)), inputmode: numeric ? 'decimal' : null, autocomplete: 'off', spellcheck: 'false',
      maxlength: option.max_length, placeholder: option.required ? pane.words.required : pane.words.optional,
    });
    field.chip = el('label.chip', {}, el('span.chip-name', {}, name), field.input,
      el('span.visually-hidden', { id: help }, localized(option, 'description', pane.locale)));
    field.input.addEventListener('focus', () => this.enter(field));
    field.input.addEventListener('blur', () => this.list.hide());
    field.input.addEventListener('input', () => {
      field.picked = null;
      field.chip.classList.remove('wrong');
      this.error.textContent = '';
      fit(field.input);
      this.suggest(field);
    });
    fit(field.input);
    this.fields.push(field);
    this.chips.append(field.chip);
    return field;
  }

  drop(field) {
    this.fields.splice(this.fields.indexOf(field), 1);
    field.chip.remove();
    this.drawExtras();
    this.focusLast();
  }

  focusLast() { (this.fields.at(-1)?.input ?? this.sendButton).focus(); }

  drawExtras() {
    const used = new Set(this.fields.map(({ option }) => option));
    this.extras.replaceChildren(...this.leaf.options.filter((option) => !used.has(option)).map((option) => el('button.extra', {
      type: 'button', title: localized(option, 'description', this.pane.locale),
      onclick: () => { const field = this.add(option); this.drawExtras(); field.input.focus(); },
    }, icon('plus'), localized(option, 'name', this.pane.locale))));
  }

  enter(field) {
    this.current = field;
    this.help.textContent = `${field.name} — ${localized(field.option, 'description', this.pane.locale)}`;
    // A filled-in field shows no suggestions until it is changed.
    if (field.picked === null) this.suggest(field);
  }

  keys(event) {
    const field = this.fields.find(({ input }) => input === event.target);
    if (field && this.list.isOpen && this.list.key(event)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      this.leave('');
    } else if (event.key === 'Enter' && field && !event.isComposing) {
      event.preventDefault();
      this.send();
    } else if (event.key === 'Backspace' && field && field.option.type !== TYPE.file && !field.input.value) {
      event.preventDefault();
      if (!field.option.required) this.drop(field);
      else if (field === this.fields[0]) this.leave(`/${this.leaf.title}`);
    } else if (field && ['ArrowDown', 'ArrowUp'].includes(event.key)) {
      event.preventDefault();
      this.suggest(field);
    }
  }

  picked(item, key) {
    const field = this.current;
    field.picked = item;
    field.input.value = item.label;
    fit(field.input);
    this.list.hide();
    // Tab moves the focus by itself; Enter and a click move it to the next required field.
    if (key !== 'Tab') this.fields.find((other) => other.option.required && !other.input.value)?.input.focus();
  }

  // --- suggestions -----------------------------------------------------------------------------------------------

  async suggest(field) {
    const { option, input } = field;
    if (option.type === TYPE.file) return this.list.hide();
    const asked = field.asked = Symbol('asked');
    let items;
    if (option.autocomplete) {
      await new Promise((resolve) => { setTimeout(resolve, DEBOUNCE_MS); });
      if (field.asked !== asked) return;
      items = await this.complete(field);
      if (field.asked !== asked) return;
    } else {
      const typed = input.value.replace(/^[@#]/, '').toLowerCase();
      items = this.known(option)?.filter(({ label }) => label.toLowerCase().includes(typed)) ?? [];
    }
    if (document.activeElement !== input) return;
    // Tabbing through an optional field must not fill it in.
    this.list.show(input, items, option.required || input.value ? 0 : -1);
  }

  /** The values to choose from if the page knows all of them, or null for free input. */
  known(option) {
    const { pane } = this;
    const person = (user) => ({ label: pane.name(user), value: user.id, mark: avatar(user, pane.people, 'small') });
    const role = ({ id, name }) => ({ label: name, value: id, mark: icon('at') });
    if (option.choices?.length) return option.choices.map((choice) => ({ label: localized(choice, 'name', pane.locale), value: choice.value }));
    switch (option.type) {
      case TYPE.boolean: return [{ label: pane.words.yes, value: true }, { label: pane.words.no, value: false }];
      case TYPE.user: return pane.present().map(person);
      case TYPE.role: return (pane.server?.roles ?? []).map(role);
      case TYPE.mentionable: return [...pane.present().map(person), ...(pane.server?.roles ?? []).map(role)];
      case TYPE.channel: return (pane.server?.channels ?? [])
        .filter(({ type }) => !option.channel_types?.length || option.channel_types.includes(type))
        .map((channel) => ({ label: channel.name, value: channel.id, mark: icon(isThread(channel) ? 'thread' : 'hash') }));
      default: return null;
    }
  }

  async complete(field) {
    const others = this.fields.filter((other) => other !== field && other.input.value && other.option.type !== TYPE.file)
      .map((other) => ({ other, value: this.valueOf(other) })).filter(({ value }) => value !== undefined)
      .map(({ other, value }) => ({ name: other.option.name, type: other.option.type, value }));
    const focused = { name: field.option.name, type: field.option.type, value: field.input.value, focused: true };
    try {
      const answer = await this.pane.request('complete', {
        channel_id: this.pane.channel.id, command_id: this.leaf.command.id, options: nested(this.leaf.path, [...others, focused]),
      });
      if (answer.failed) this.error.textContent = this.pane.words.noSuggestions;
      return (answer.choices ?? []).map((choice) => ({ label: localized(choice, 'name', this.pane.locale), value: choice.value }));
    } catch (error) {
      this.error.textContent = error.message || this.pane.words.unreachable;
      return [];
    }
  }

  // --- sending ---------------------------------------------------------------------------------------------------

  /** The value of the field, or undefined if its text is not a value yet. */
  valueOf({ option, input, picked }) {
    if (picked) return picked.value;
    const text = input.value.trim();
    const known = this.known(option);
    if (known) return known.find(({ label }) => label.toLowerCase() === text.replace(/^[@#]/, '').toLowerCase())?.value;
    if (option.type !== TYPE.integer && option.type !== TYPE.number) return text;
    const number = Number(text.replace(',', '.'));
    return text === '' || Number.isNaN(number) ? undefined : number;
  }

  problem(field) {
    const { option, input } = field;
    const { words } = this.pane;
    if (option.type === TYPE.file) return option.required && !input.files.length ? words.needed : null;
    if (!input.value.trim()) return option.required ? words.needed : null;
    const value = this.valueOf(field);
    if (value === undefined) return this.known(option) ? words.fromList : words.numberNeeded;
    if (option.type === TYPE.integer && !Number.isInteger(value)) return words.numberNeeded;
    if (option.min_value !== undefined && value < option.min_value) return words.atLeast(option.min_value);
    if (option.max_value !== undefined && value > option.max_value) return words.atMost(option.max_value);
    if (option.min_length && String(value).length < option.min_length) return words.tooShort(option.min_length);
    return null;
  }

  async send() {
    if (this.sending) return;
    for (const field of this.fields) {
      const problem = this.problem(field);
      field.chip.classList.toggle('wrong', Boolean(problem));
      if (!problem) continue;
      this.error.textContent = `${field.name}: ${problem}`;
      field.input.focus();
      return;
    }
    this.sending = true;
    try {
      const filled = this.fields.filter(({ option, input }) => (option.type === TYPE.file ? input.files.length : input.value.trim()));
      const options = await Promise.all(filled.map(async (field) => ({
        name: field.option.name, type: field.option.type,
        value: field.option.type === TYPE.file ? await packed(field.input.files[0]) : this.valueOf(field),
      })));
      await this.pane.sendCommand(this.leaf.command, nested(this.leaf.path, options));
      this.leave('');
    } catch (error) {
      this.error.textContent = error.message || this.pane.words.unreachable;
    } finally {
      this.sending = false;
    }
  }
}

/** Makes a field as wide as its text. */
function fit(input) {
  if (input.type !== 'file') input.size = Math.min(Math.max((input.value || input.placeholder).length, 4), 30);
}

async function packed(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { filename: file.name, content_type: file.type || 'application/octet-stream', base64: btoa(binary) };
}
