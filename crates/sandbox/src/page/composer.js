// The composer at the bottom: text, mentions, and the start of slash commands.
import { el, freshId, iconButton } from './dom.js';
import { ListBox } from './listbox.js';
import { CommandForm, leavesOf } from './command.js';
import { avatar } from './people.js';

export class Composer {
  constructor(pane) {
    this.pane = pane;
    this.drafts = new Map();
    const id = freshId('error');
    this.error = el('p.failure', { role: 'alert', id });
    this.text = el('textarea', {
      rows: 1, enterkeyhint: 'send', autocomplete: 'off', maxlength: 2000, 'aria-autocomplete': 'list', 'aria-describedby': id,
      oninput: () => { this.resize(); this.suggest(); },
      onkeydown: (event) => this.keys(event),
      onblur: () => this.list.hide(),
    });
    this.list = new ListBox('', (item) => item.pick());
    this.slash = iconButton('slash', '', () => { this.set('/'); this.text.focus(); this.suggest(); });
    this.send = iconButton('send', '', () => this.say());
    this.send.classList.add('send');
    this.line = el('div.composer-line', {}, this.slash, this.text, this.send);
    this.el = el('div.composer', {}, this.list.el, this.line, this.error);
  }

  render() {
    const { words, channel } = this.pane;
    this.list.el.setAttribute('aria-label', words.suggestions);
    for (const [node, label] of [[this.send, words.send], [this.slash, words.commands]]) {
      node.setAttribute('aria-label', label);
      node.title = label;
    }
    if (!channel) return;
    const title = this.pane.channelTitle(channel, true);
    const usable = channel.can_send || channel.can_use_commands;
    const placeholder = channel.can_send ? words.messageTo(title) : usable ? words.commandsOnly : words.cannotSend;
    this.text.placeholder = placeholder;
    this.text.setAttribute('aria-label', placeholder);
    for (const node of [this.text, this.send]) node.disabled = !usable;
    this.slash.disabled = !channel.can_use_commands;
    if (this.shown === channel.id) return;
    this.drafts.set(this.shown, this.text.value);
    this.reset();
    this.shown = channel.id;
    this.set(this.drafts.get(channel.id) ?? '');
  }

  reset() {
    this.close();
    this.set('');
    this.shown = null;
    this.error.textContent = '';
  }

  focus() { (this.form ?? this.text).focus(); }

  set(text) {
    this.text.value = text;
    this.resize();
  }

  insert(text) {
    this.close();
    this.set(this.text.value + text);
    this.text.focus();
  }

  resize() {
    this.text.style.height = 'auto';
    this.text.style.height = `${this.text.scrollHeight}px`;
  }

  async suggest() {
    const { pane } = this;
    const typed = this.text.value;
    this.error.textContent = '';
    const at = /(?:^|\s)@([^\s@]*)$/u.exec(typed.slice(0, this.text.selectionStart));
    if (at) return this.suggestPeople(at[1]);
    if (!/^\/[^\n]*$/.test(typed)) return this.list.hide();
    const leaves = leavesOf(await pane.commands(), pane.locale);
    if (this.text.value !== typed || this.form) return;
    const wanted = typed.slice(1).trim().toLowerCase();
    const fits = (leaf) => [leaf.title, leaf.realTitle].some((title) => title.includes(wanted));
    const first = (leaf) => Number(!leaf.title.startsWith(wanted));
    this.list.show(this.text, leaves.filter(fits).sort((one, other) => first(one) - first(other)).map((leaf) => ({
      label: `/${leaf.title}`, hint: leaf.description, mark: avatar(pane.bot, pane.people, 'small'), pick: () => this.start(leaf),
    })));
  }

  suggestPeople(typed) {
    const { pane } = this;
    const people = pane.present().filter((user) => pane.name(user).toLowerCase().includes(typed.toLowerCase()));
    this.list.show(this.text, people.map((user) => ({
      label: pane.name(user), mark: avatar(user, pane.people, 'small'), pick: () => {
        const caret = this.text.selectionStart;
        const before = this.text.value.slice(0, caret).replace(/@[^\s@]*$/u, `@${pane.name(user)} `);
        this.set(before + this.text.value.slice(caret));
        this.text.setSelectionRange(before.length, before.length);
        this.list.hide();
      },
    })));
  }

  keys(event) {
    if (event.isComposing) return;
    if (this.list.isOpen && this.list.key(event)) {
      if (event.key === 'Tab') event.preventDefault();
      return;
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      this.say();
    }
  }

  async say() {
    const content = this.withMentions(this.text.value.trim());
    const channel = this.pane.channel.id;
    if (!content) return;
    const typed = this.text.value;
    this.set('');
    this.list.hide();
    try {
      const { message } = await this.pane.request('say', { channel_id: channel, content });
      if (message && this.pane.channel?.id === channel) {
        this.pane.log.put(message);
        this.pane.log.toBottom();
      }
    } catch (error) {
      this.set(typed);
      this.error.textContent = error.message || this.pane.words.unreachable;
    }
  }

  /** Sends "@Player 1" as a Discord mention; longer names first, or "Player 1" would match in "Player 12". */
  withMentions(text) {
    const { pane } = this;
    return pane.present().sort((one, other) => pane.name(other).length - pane.name(one).length)
      .reduce((sofar, user) => sofar.replaceAll(`@${pane.name(user)}`, `<@${user.id}>`), text);
  }

  /** Starts a command mentioned in a message, such as </move:123>. */
  async begin(id, title) {
    const leaf = leavesOf(await this.pane.commands(), this.pane.locale)
      .find((one) => one.command.id === id && (one.realTitle === title || one.command.name === title));
    if (leaf) this.start(leaf);
  }

  start(leaf) {
    this.close();
    this.list.hide();
    this.set('');
    this.error.textContent = '';
    this.form = new CommandForm(this.pane, leaf, (typed) => { this.close(); this.set(typed); this.text.focus(); this.suggest(); });
    this.line.hidden = true;
    this.el.append(this.form.el);
    this.form.focus();
  }

  close() {
    this.form?.el.remove();
    this.form = null;
    this.line.hidden = false;
  }
}
